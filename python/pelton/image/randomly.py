"""Owns changes of images by chance: from the process's stream, or decided by a seed alone."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.image import adjusting as _adjusting
from pelton.image import sizes as _sizes
from pelton.random import stateful as _stateful
from pelton.random import stateless as _stateless

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

    Uniform = Callable[..., Tensor]


def _by_stream(seed: int | None) -> Uniform:
    """Numbers of the process's stream, or of the one that `seed` begins."""
    return lambda shape, low, high, dtype="float32": _stateful.uniform(
        shape, low, high, dtype, seed=seed
    )


def _by_seed(seed: TensorLike) -> Uniform:
    """Numbers that the two integers `seed` decide."""
    return lambda shape, low, high, dtype="float32": _stateless.stateless_uniform(
        shape, seed, low, high, dtype
    )


def _flipped(op: str, image: TensorLike, uniform: Uniform, axis: int) -> Tensor:
    """Each image of a batch on its own is flipped along `axis` (from the end) or is not."""
    from pelton.functions.control_flow import cond

    x = _sizes.as_images(op, image)
    batch = [] if x.ndim == 3 else [_sizes.size_of(x, 0)]
    chances = uniform(batch, 0.0, 1.0)
    if x.ndim == 3:
        is_flipped = _ops.less(chances, 0.5)
        return cond(is_flipped, lambda: _ops.reverse(x, [x.ndim + axis]), lambda: x)
    # The other half than of a single image, as TensorFlow has it.
    is_flipped = _ops.reshape(_ops.greater(chances, 0.5), [-1, 1, 1, 1])
    return _ops.where(is_flipped, _ops.reverse(x, [x.ndim + axis]), x)


def random_flip_left_right(image: TensorLike, seed: int | None = None) -> Tensor:
    """Each image mirrored with a chance of one half."""
    return _flipped("random_flip_left_right", image, _by_stream(seed), -2)


def random_flip_up_down(image: TensorLike, seed: int | None = None) -> Tensor:
    """Each image upside down with a chance of one half."""
    return _flipped("random_flip_up_down", image, _by_stream(seed), -3)


def stateless_random_flip_left_right(image: TensorLike, seed: TensorLike) -> Tensor:
    """Each image mirrored with a chance of one half, as ``seed`` decides."""
    return _flipped("stateless_random_flip_left_right", image, _by_seed(seed), -2)


def stateless_random_flip_up_down(image: TensorLike, seed: TensorLike) -> Tensor:
    """Each image upside down with a chance of one half, as ``seed`` decides."""
    return _flipped("stateless_random_flip_up_down", image, _by_seed(seed), -3)


def _cropped(op: str, value: TensorLike, size: Any, uniform: Uniform) -> Tensor:
    x = _functions.convert(value)
    is_tensor = hasattr(size, "shape")
    count = size.shape[0] if is_tensor else len(size)
    if count != x.ndim:
        raise ValueError(f"{op}: size must have {x.ndim} values, got {size!r}")
    wanted = [_sizes.as_size(size[axis]) for axis in range(x.ndim)]
    room = [_sizes.size_of(x, axis) - wanted[axis] for axis in range(x.ndim)]
    if any(_sizes.is_number(gap) and gap < 0 for gap in room):
        raise ValueError(f"{op}: Need value.shape >= size, got {x.shape} and {wanted}")
    drawn = uniform([x.ndim], 0, 2**31 - 1, "int32")  # of which remainders are places
    places = []
    for axis, (gap, length) in enumerate(zip(room, wanted, strict=True)):
        if _sizes.is_number(gap) and gap == 0:
            places.append(slice(None))
            continue
        start = drawn[axis] % _ops.cast(gap + 1, "int32")
        places.append(slice(start, start + length))
    return _ops.identity(_fixed(x[tuple(places)], wanted))


def _fixed(x: Tensor, sizes: list[Any]) -> Tensor:
    """`x` with the sizes that are known, which slices from an unknown place on do not show."""
    if all(map(_sizes.is_number, sizes)) and None in tuple(x.shape):
        return _ops.reshape(x, sizes)
    return x


def random_crop(
    value: TensorLike, size: Any, seed: int | None = None, name: str | None = None
) -> Tensor:
    """A part of ``value`` of the given ``size``, one number per axis, from anywhere.

    Raises ValueError where an axis is shorter."""
    return _cropped("random_crop", value, size, _by_stream(seed))


def stateless_random_crop(
    value: TensorLike, size: Any, seed: TensorLike, name: str | None = None
) -> Tensor:
    """A part of ``value`` of the given ``size`` from where ``seed`` decides."""
    return _cropped("stateless_random_crop", value, size, _by_seed(seed))


def _check_delta(op: str, max_delta: float, most: float | None = None) -> None:
    if max_delta < 0 or (most is not None and max_delta > most):
        limit = "non-negative" if most is None else f"from 0 to {most}"
        raise ValueError(f"{op}: max_delta must be {limit}, got {max_delta}")


def _check_bounds(op: str, lower: float, upper: float) -> None:
    if upper <= lower:
        raise ValueError(f"{op}: upper must be > lower, got {upper} and {lower}")
    if lower < 0:
        raise ValueError(f"{op}: lower must be non-negative, got {lower}")


def random_brightness(image: TensorLike, max_delta: float, seed: int | None = None) -> Tensor:
    """adjust_brightness by a number from [-max_delta, max_delta)."""
    _check_delta("random_brightness", max_delta)
    return _adjusting.adjust_brightness(image, _by_stream(seed)([], -max_delta, max_delta))


def stateless_random_brightness(image: TensorLike, max_delta: float, seed: TensorLike) -> Tensor:
    """adjust_brightness by a number from [-max_delta, max_delta) that ``seed`` decides."""
    _check_delta("stateless_random_brightness", max_delta)
    return _adjusting.adjust_brightness(image, _by_seed(seed)([], -max_delta, max_delta))


def random_contrast(
    image: TensorLike, lower: float, upper: float, seed: int | None = None
) -> Tensor:
    """adjust_contrast by a factor from [lower, upper)."""
    _check_bounds("random_contrast", lower, upper)
    return _adjusting.adjust_contrast(image, _by_stream(seed)([], lower, upper))


def stateless_random_contrast(
    image: TensorLike, lower: float, upper: float, seed: TensorLike
) -> Tensor:
    """adjust_contrast by a factor from [lower, upper) that ``seed`` decides."""
    _check_bounds("stateless_random_contrast", lower, upper)
    return _adjusting.adjust_contrast(image, _by_seed(seed)([], lower, upper))


def random_hue(image: TensorLike, max_delta: float, seed: int | None = None) -> Tensor:
    """adjust_hue by a number from [-max_delta, max_delta)."""
    _check_delta("random_hue", max_delta, 0.5)
    return _adjusting.adjust_hue(image, _by_stream(seed)([], -max_delta, max_delta))


def stateless_random_hue(image: TensorLike, max_delta: float, seed: TensorLike) -> Tensor:
    """adjust_hue by a number from [-max_delta, max_delta) that ``seed`` decides."""
    _check_delta("stateless_random_hue", max_delta, 0.5)
    return _adjusting.adjust_hue(image, _by_seed(seed)([], -max_delta, max_delta))


def random_saturation(
    image: TensorLike, lower: float, upper: float, seed: int | None = None
) -> Tensor:
    """adjust_saturation by a factor from [lower, upper)."""
    _check_bounds("random_saturation", lower, upper)
    return _adjusting.adjust_saturation(image, _by_stream(seed)([], lower, upper))


def stateless_random_saturation(
    image: TensorLike, lower: float, upper: float, seed: TensorLike
) -> Tensor:
    """adjust_saturation by a factor from [lower, upper) that ``seed`` decides."""
    _check_bounds("stateless_random_saturation", lower, upper)
    return _adjusting.adjust_saturation(image, _by_seed(seed)([], lower, upper))
