"""Owns what tf.image's functions ask of their arguments: ranks, and sizes that may be unknown."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor

    Size = int | Tensor  # a tensor where it is not known


def as_images(op: str, images: Any, least: int = 3, most: int = 4) -> Tensor:
    """`images` as a tensor (height, width, channels), or with a batch in front.

    Raises ValueError, naming the op, for other ranks."""
    x = _functions.convert(images)
    if not least <= x.ndim <= most:
        ranks = f"{least}" if least == most else f"{least} to {most}"
        raise ValueError(f"{op}: images must have {ranks} axes, got shape {x.shape}")
    return x


def size_of(x: Tensor, axis: int) -> Size:
    """The size of an axis: a number, or a tensor where it is not known."""
    known = x.shape[axis]
    return _ops.shape(x)[axis] if known is None else known


def height_and_width(x: Tensor) -> tuple[Size, Size]:
    """The sizes of the last axes but that of the channels."""
    return size_of(x, x.ndim - 3), size_of(x, x.ndim - 2)


def is_number(value: Any) -> bool:
    """Whether `value` is a size that is known."""
    return isinstance(value, int)


def as_size(value: Any) -> Size:
    """An integer as it is, a tensor with a value as that integer, another tensor as int32. Raises
    TypeError for other numbers, which are not cut off."""
    if isinstance(value, int):
        return value
    x = _functions.convert(value)
    if not x.dtype.is_integer:
        raise TypeError(f"Cannot convert {value!r} to EagerTensor of dtype int32: a size of images")
    if _functions.is_symbolic(x):
        return _ops.cast(x, "int32")
    return int(x)


def require(condition: Any, message: str) -> None:
    """Raises ValueError with `message` where a condition that is known does not hold."""
    if isinstance(condition, bool) and not condition:
        raise ValueError(message)


def check_target(op: str, height: Size, width: Size) -> None:
    """Raises ValueError unless both sizes, where they are known, are positive."""
    require(not is_number(height) or height > 0, f"{op}: target_height must be > 0.")
    require(not is_number(width) or width > 0, f"{op}: target_width must be > 0.")


def with_sizes(x: Tensor, height: Size, width: Size) -> Tensor:
    """Images that are of this height and width, as far as these are known."""
    if _functions.is_symbolic(x):
        known = [size if is_number(size) else None for size in (height, width)]
        x.set_shape([*x.shape[:-3], *known, x.shape[-1]])
    return x


def per_channel(x: Tensor, function: Callable[[Tensor], Tensor]) -> Tensor:
    """``function`` of each channel of images (batch, height, width, channels) as images of one
    channel, and what it gives for them (..., height, width, n) with the channels before n."""
    batch, channels = size_of(x, 0), size_of(x, 3)
    ahead = _ops.transpose(x, [0, 3, 1, 2])
    made = function(_ops.reshape(ahead, [-1, *height_and_width(x), 1]))
    sizes = [size_of(made, axis) for axis in (1, 2, 3)]
    return _ops.transpose(_ops.reshape(made, [batch, channels, *sizes]), [0, 2, 3, 1, 4])


def largest(a: Size, b: Size) -> Size:
    """The greater of two sizes."""
    if is_number(a) and is_number(b):
        return max(a, b)
    return _ops.maximum(_ops.cast(a, "int32"), _ops.cast(b, "int32"))


def smallest(a: Size, b: Size) -> Size:
    """The smaller of two sizes."""
    if is_number(a) and is_number(b):
        return min(a, b)
    return _ops.minimum(_ops.cast(a, "int32"), _ops.cast(b, "int32"))
