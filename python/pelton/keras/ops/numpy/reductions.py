"""Owns sums, means, extrema and the like over axes, and where extrema are."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import (
    axes_of,
    cast_to,
    convert,
    convert_as,
    floating,
    named_dtype,
    one_axis,
    promoted,
    scalar,
)
from pelton.keras.ops.dtypes import float_type, is_complex, result_type

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from pelton._types import DTypeLike, TensorLike

    Axis: TypeAlias = int | Sequence[int] | None

# Integers are summed in 32 bits at least.
_WIDER = {"bool": "int32", "int8": "int32", "int16": "int32", "uint8": "uint32", "uint16": "uint32"}


def sum_dtype(name: str) -> str:
    """The dtype in which values of that dtype are added and multiplied up."""
    return _WIDER.get(name, name)


def all(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:  # noqa: A001
    """Whether all elements along the axes are true; numbers but 0 are."""
    x = convert_as(x, "bool")
    return _ops.reduce_all(x, axes_of(axis, x.ndim), keepdims)


def any(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:  # noqa: A001
    """Whether some element along the axes is true; numbers but 0 are."""
    x = convert_as(x, "bool")
    return _ops.reduce_any(x, axes_of(axis, x.ndim), keepdims)


def sum(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:  # noqa: A001
    """The sum along the axes; small integers in 32 bits."""
    x = convert(x)
    x = cast_to(x, sum_dtype(x.dtype.name))
    return _ops.reduce_sum(x, axes_of(axis, x.ndim), keepdims)


def prod(
    x: TensorLike, axis: Axis = None, keepdims: bool = False, dtype: DTypeLike | None = None
) -> Tensor:
    """The product along the axes, in `dtype` if given; small integers in 32 bits."""
    x = convert(x)
    x = cast_to(x, named_dtype(dtype, sum_dtype(x.dtype.name)))
    return _ops.reduce_prod(x, axes_of(axis, x.ndim), keepdims)


def mean(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The mean along the axes, in a floating dtype."""
    x = floating(x)
    return _ops.reduce_mean(x, axes_of(axis, x.ndim), keepdims)


def var(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The variance along the axes, that of all values (no correction); 16-bit ones in float32."""
    x = convert(x)
    name = float_type(x.dtype.name)
    x = cast_to(x, result_type(name, "float32"))
    axes = axes_of(axis, x.ndim)
    if is_complex(name):
        difference = _ops.abs(_ops.subtract(x, _ops.reduce_mean(x, axes, True)))
        return _ops.reduce_mean(_ops.square(difference), axes, keepdims)
    return cast_to(_ops.reduce_variance(x, axes, keepdims), name)


def std(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The standard deviation along the axes, that of all values (no correction)."""
    return _ops.sqrt(var(x, axis, keepdims))


def _extremum(
    op: Callable[..., Tensor], x: TensorLike, axis: Axis, keepdims: bool, initial: object
) -> Tensor:
    x = convert(x)
    name = x.dtype.name
    if name == "bool":
        x = cast_to(x, "int32")
    axes = axes_of(axis, x.ndim)
    pick = _ops.maximum if op is _ops.reduce_max else _ops.minimum
    if initial is None:
        if 0 in [x.shape[place] for place in axes]:
            raise ValueError(
                f"Cannot compute the {'max' if op is _ops.reduce_max else 'min'} of an empty "
                f"tensor without `initial`. Received: x.shape={tuple(x.shape)}, axis={axis}"
            )
        return cast_to(op(x, axes, keepdims), name)
    return cast_to(pick(op(x, axes, keepdims), scalar(initial, x)), name)


def max(  # noqa: A001 - Keras's name
    x: TensorLike, axis: Axis = None, keepdims: bool = False, initial: object = None
) -> Tensor:
    """The largest value along the axes, and of `initial`. Raises ValueError where there is none."""
    return _extremum(_ops.reduce_max, x, axis, keepdims, initial)


def min(  # noqa: A001 - Keras's name
    x: TensorLike, axis: Axis = None, keepdims: bool = False, initial: object = None
) -> Tensor:
    """The least value along the axes, and of `initial`. Raises ValueError where there is none."""
    return _extremum(_ops.reduce_min, x, axis, keepdims, initial)


def amax(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The largest value along the axes."""
    return max(x, axis, keepdims)


def amin(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The least value along the axes."""
    return min(x, axis, keepdims)


def ptp(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The largest value less the least along the axes."""
    x = convert(x)
    return _ops.subtract(max(x, axis, keepdims), min(x, axis, keepdims))


def _place(op: Callable[..., Tensor], x: TensorLike, axis: int | None, keepdims: bool) -> Tensor:
    x = convert(x)
    x = cast_to(x, "int32") if x.dtype.name == "bool" else x
    rank = x.ndim
    if axis is None:
        found = op(_ops.reshape(x, [-1]), 0, "int32")
        return _ops.reshape(found, [1] * rank) if keepdims else found
    axis = one_axis(axis, rank)
    found = op(x, axis, "int32")
    return _ops.expand_dims(found, axis) if keepdims else found


def argmax(x: TensorLike, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """The int32 place of the largest value along the axis, of all values for None."""
    return _place(_ops.argmax, x, axis, keepdims)


def argmin(x: TensorLike, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """The int32 place of the least value along the axis, of all values for None."""
    return _place(_ops.argmin, x, axis, keepdims)


def count_nonzero(x: TensorLike, axis: Axis = None) -> Tensor:
    """How many elements along the axes are not 0, in int32."""
    x = convert_as(x, "bool")
    return _ops.reduce_sum(_ops.cast(x, "int32"), axes_of(axis, x.ndim))


def average(x: TensorLike, axis: Axis = None, weights: TensorLike | None = None) -> Tensor:
    """The mean along the axes, each element times its weight, or that of its place on the axis."""
    if weights is None:
        return mean(x, axis)
    x, given = promoted(x, convert(weights), least=float)
    axes = axes_of(axis, x.ndim)
    if given.ndim != x.ndim and given.ndim == 1 and len(axes) == 1:
        sizes = [1] * x.ndim
        sizes[axes[0]] = -1
        given = _ops.reshape(given, sizes)
    given = _ops.add(given, _ops.zeros_like(x))
    total = _ops.reduce_sum(_ops.multiply(x, given), axes)
    return _ops.divide_no_nan(total, _ops.reduce_sum(given, axes))
