"""Owns keras.backend's shapes, and what moves elements and computes nothing."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.backend.refusals import name_refusals as _name_refusals
from pelton.keras.ops import core as _core_ops
from pelton.keras.ops import numpy as _knp
from pelton.keras.ops.conversion import convert, one_axis, sizes
from pelton.keras.ops.dtypes import dtype_name

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import ShapeLike, TensorLike


def shape(x: TensorLike) -> Tensor:
    """The sizes, as a tensor of int32."""
    return _ops.shape(convert(x))


def int_shape(x: Any) -> tuple[int | None, ...] | None:
    """The sizes that are known, None for others; None where there is no shape."""
    found = getattr(x, "shape", None)
    return None if found is None else tuple(found)


def ndim(x: TensorLike) -> int:
    """The number of axes."""
    return len(x.shape) if hasattr(x, "dense_shape") else convert(x).ndim


def dtype(x: Any) -> str:
    """The name of the dtype."""
    return str((x if hasattr(x, "dense_shape") else convert(x)).dtype.name)


def cast(x: TensorLike, dtype: Any) -> Tensor:
    """`x` in another dtype."""
    return _ops.cast(convert(x), dtype_name(dtype))


def count_params(x: TensorLike) -> int:
    """The number of elements."""
    total = 1
    for size in convert(x).shape:
        total *= size
    return total


def reshape(x: TensorLike, shape: ShapeLike) -> Tensor:
    """The elements of `x` in another shape; one size may be -1, what remains."""
    return _knp.reshape(x, shape)


def flatten(x: TensorLike) -> Tensor:
    """The elements of `x` in a row."""
    return _ops.reshape(convert(x), [-1])


def batch_flatten(x: TensorLike) -> Tensor:
    """The elements of each row of `x` in a row."""
    x = convert(x)
    rest = list(x.shape)[1:]
    if any(size is None for size in rest):
        return _ops.reshape(x, [sizes(x)[0], -1])
    count = 1
    for size in rest:
        count *= size
    return _ops.reshape(x, [-1, count])


def expand_dims(x: TensorLike, axis: int = -1) -> Tensor:
    """`x` with a new axis of size 1."""
    return _ops.expand_dims(convert(x), axis)


def squeeze(x: TensorLike, axis: int | Sequence[int]) -> Tensor:
    """`x` without this axis of size 1."""
    return _ops.squeeze(convert(x), axis)


def permute_dimensions(x: TensorLike, pattern: Sequence[int]) -> Tensor:
    """`x` with its axes in this order."""
    return _ops.transpose(convert(x), pattern)


def transpose(x: TensorLike) -> Tensor:
    """`x` with its axes in the reverse order."""
    return _ops.transpose(convert(x))


def concatenate(tensors: Sequence[TensorLike], axis: int = -1) -> Tensor:
    """Tensors one after the other along `axis`."""
    return _knp.concatenate(tensors, axis)


def stack(x: Sequence[TensorLike], axis: int = 0) -> Tensor:
    """Tensors beside each other along a new axis."""
    return _knp.stack(x, axis)


def tile(x: TensorLike, n: int | Sequence[int]) -> Tensor:
    """`x` repeated as a whole, `n` times along each axis."""
    return _ops.tile(convert(x), [n] if isinstance(n, int) else n)


def repeat(x: TensorLike, n: int) -> Tensor:
    """A matrix (batch, features) as (batch, n, features). Raises ValueError for other ranks."""
    x = convert(x)
    if x.ndim != 2:
        raise ValueError(f"Expected input `x` to have rank 2. Received: rank(x)={x.ndim} [repeat]")
    return _ops.tile(_ops.expand_dims(x, 1), [1, n, 1])


def repeat_elements(x: TensorLike, rep: int, axis: int) -> Tensor:
    """Each element along `axis` `rep` times. Raises ValueError for a bad axis."""
    x = convert(x)
    return _knp.repeat(x, rep, one_axis(axis, x.ndim))


def reverse(x: TensorLike, axes: int | Sequence[int]) -> Tensor:
    """The elements in the reverse order along these axes."""
    return _ops.reverse(convert(x), [axes] if isinstance(axes, int) else list(axes))


def gather(reference: TensorLike, indices: TensorLike) -> Tensor:
    """The rows of `reference` at `indices`."""
    return _ops.gather(convert(reference), convert(indices))


def one_hot(indices: TensorLike, num_classes: int) -> Tensor:
    """A last axis of 0 with a 1 at each index, in float32."""
    return _ops.one_hot(convert(indices), num_classes)


def stop_gradient(variables: Any) -> Any:
    """The same values, of which no gradient passes; a list for a list."""
    if isinstance(variables, (list, tuple)):
        return [_core_ops.stop_gradient(one) for one in variables]
    return _core_ops.stop_gradient(variables)


def temporal_padding(x: TensorLike, padding: tuple[int, int] = (1, 1)) -> Tensor:
    """(batch, time, channels) with zeros before and behind the steps."""
    return _padded(x, [padding], "temporal_padding", "channels_last")


def spatial_2d_padding(
    x: TensorLike, padding: Any = ((1, 1), (1, 1)), data_format: str | None = None
) -> Tensor:
    """Images with zeros around them: two numbers for each axis."""
    return _padded(x, padding, "spatial_2d_padding", data_format)


def spatial_3d_padding(
    x: TensorLike, padding: Any = ((1, 1), (1, 1), (1, 1)), data_format: str | None = None
) -> Tensor:
    """Volumes with zeros around them: two numbers for each axis."""
    return _padded(x, padding, "spatial_3d_padding", data_format)


def _padded(x: TensorLike, padding: Any, name: str, data_format: str | None) -> Tensor:
    from pelton.keras.ops.conversion import data_format_of

    x, count = convert(x), {"temporal": 1, "spatial_2d": 2, "spatial_3d": 3}[name[:-8]]
    pairs = [list(pair) for pair in padding] if _are_pairs(padding, count) else None
    if pairs is None or x.ndim != count + 2:
        raise ValueError(
            f"{name}: `padding` must be {count} pairs of whole numbers from 0, and `x` of rank "
            f"{count + 2}. Received: padding={padding}, x.shape={tuple(x.shape)}"
        )
    is_last = data_format_of(data_format) == "channels_last"
    none = [[0, 0]]
    return _ops.pad(x, none + pairs + none if is_last else none * 2 + pairs)


def _are_pairs(padding: Any, count: int) -> bool:
    if not isinstance(padding, (list, tuple)) or len(padding) != count:
        return False
    pairs = all(isinstance(pair, (list, tuple)) and len(pair) == 2 for pair in padding)
    return pairs and all(isinstance(n, int) and n >= 0 for pair in padding for n in pair)


_name_refusals(globals())
