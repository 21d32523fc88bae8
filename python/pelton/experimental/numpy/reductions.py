"""Owns sums, extremes, moments and running totals along axes."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.dtypes import as_dtype
from pelton.experimental.numpy.promotion import (
    as_given,
    convert,
    inexact,
    is_integer,
    name_of,
    result_name,
    together,
    whole_or_float,
    wide,
)
from pelton.keras.ops.conversion import axes_of, cast_to, convert_as, one_axis, scalar

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from pelton._types import DTypeLike, TensorLike

    Axis: TypeAlias = int | Sequence[int] | None


def _reduced(op: Callable[..., Tensor], x: Tensor, axis: Axis, keepdims: bool | None) -> Tensor:
    return op(x, axes_of(axis, x.ndim), bool(keepdims))


def _truth(a: TensorLike) -> Tensor:
    return cast_to(convert(a), "bool")


def all(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """Whether all elements along the axes are true; numbers but 0 are."""
    return _reduced(_ops.reduce_all, _truth(a), axis, keepdims)


def any(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """Whether some element along the axes is true; numbers but 0 are."""
    return _reduced(_ops.reduce_any, _truth(a), axis, keepdims)


def _number(a: TensorLike, dtype: DTypeLike | None) -> Tensor:
    """`a` in the dtype in which it is added up: the given one, or a wide one."""
    return wide(a) if dtype is None else as_given(convert(a), dtype)


def sum(  # noqa: A001 - NumPy's name
    a: TensorLike,
    axis: Axis = None,
    dtype: DTypeLike | None = None,
    keepdims: bool | None = None,
) -> Tensor:
    """The sum along the axes; small whole numbers in 64 bits."""
    return _reduced(_ops.reduce_sum, _number(a, dtype), axis, keepdims)


def prod(
    a: TensorLike,
    axis: Axis = None,
    dtype: DTypeLike | None = None,
    keepdims: bool | None = None,
) -> Tensor:
    """The product along the axes; small whole numbers in 64 bits."""
    return _reduced(_ops.reduce_prod, _number(a, dtype), axis, keepdims)


def _no_out(out: Any, function: str) -> None:
    if out is not None:
        raise ValueError(f"{function}: out must be None: tensors are not written into")


def mean(
    a: TensorLike,
    axis: Axis = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    keepdims: bool | None = None,
) -> Tensor:
    """The mean along the axes; of whole numbers in float64."""
    _no_out(out, "mean")
    x = whole_or_float(a) if dtype is None else as_given(convert(a), dtype)
    return _reduced(_ops.reduce_mean, x, axis, keepdims)


def var(
    a: TensorLike,
    axis: Axis = None,
    dtype: DTypeLike | None = None,
    out: None = None,
    ddof: int = 0,
    keepdims: bool | None = None,
) -> Tensor:
    """The variance along the axes: squared distances from the mean over their count less `ddof`."""
    _no_out(out, "var")
    found = None
    x = whole_or_float(a)
    if dtype is not None:
        found = name_of(dtype)
        x = cast_to(x, result_name(x, as_dtype(found)))
    axes = axes_of(axis, x.ndim)
    rest = _ops.subtract(x, _ops.reduce_mean(x, axes, True))
    squares = _ops.real(_ops.multiply(rest, _ops.conj(rest))) if x.dtype.is_complex else rest * rest
    total = _ops.reduce_sum(squares, axes, bool(keepdims))
    count = cast_to(_count(x, axes), total.dtype.name)
    variance = _ops.divide(total, _ops.subtract(count, scalar(ddof, count)))
    return variance if found is None else cast_to(variance, found)


def _count(x: Tensor, axes: list[int]) -> Tensor:
    """How many elements the axes have together."""
    return _ops.reduce_prod(_ops.gather(_ops.shape(x), convert_as(axes, "int32")))


def std(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:
    """The standard deviation along the axes; of whole numbers in float64."""
    return _ops.sqrt(var(a, axis, keepdims=keepdims))


def _extreme(
    op: Callable[..., Tensor], whole: Callable[..., Tensor], a: TensorLike, axis: Axis, keep: Any
) -> Tensor:
    x = convert(a)
    return _reduced(whole if x.dtype.name == "bool" else op, x, axis, keep)


def max(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """The largest value along the axes."""
    return _extreme(_ops.reduce_max, _ops.reduce_any, a, axis, keepdims)


def min(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:  # noqa: A001
    """The least value along the axes."""
    return _extreme(_ops.reduce_min, _ops.reduce_all, a, axis, keepdims)


def amax(
    a: TensorLike, axis: Axis = None, out: None = None, keepdims: bool | None = None
) -> Tensor:
    """The largest value along the axes."""
    _no_out(out, "amax")
    return max(a, axis, keepdims)


def amin(
    a: TensorLike, axis: Axis = None, out: None = None, keepdims: bool | None = None
) -> Tensor:
    """The least value along the axes."""
    _no_out(out, "amin")
    return min(a, axis, keepdims)


def ptp(a: TensorLike, axis: Axis = None, keepdims: bool | None = None) -> Tensor:
    """The largest value less the least along the axes."""
    return _ops.subtract(max(a, axis, keepdims), min(a, axis, keepdims))


def _place(op: Callable[..., Tensor], a: TensorLike, axis: int | None) -> Tensor:
    x = convert(a)
    x = cast_to(x, "int8") if x.dtype.name == "bool" else x
    if axis is None:
        return op(_ops.reshape(x, [-1]), 0, "int64")
    return op(_ops.reshape(x, [1]) if not x.ndim else x, axis, "int64")


def argmax(a: TensorLike, axis: int | None = None) -> Tensor:
    """The int64 place of the largest value along the axis, of all values for None."""
    return _place(_ops.argmax, a, axis)


def argmin(a: TensorLike, axis: int | None = None) -> Tensor:
    """The int64 place of the least value along the axis, of all values for None."""
    return _place(_ops.argmin, a, axis)


def count_nonzero(a: TensorLike, axis: Axis = None) -> Tensor:
    """How many elements along the axes are not 0, in int64."""
    return _reduced(_ops.reduce_sum, cast_to(_truth(a), "int64"), axis, False)


def average(
    a: TensorLike,
    axis: int | None = None,
    weights: TensorLike | None = None,
    returned: bool = False,
) -> Any:
    """The mean along the axis, each element times its weight, or that of its place on the axis.

    With `returned` also the sums of the weights."""
    if axis is not None and not isinstance(axis, int):
        raise ValueError(f"average: axis must be an int or None, got {axis!r}")
    x = inexact(a)
    if weights is None:
        found = _reduced(_ops.reduce_mean, x, axis, False)
        total = cast_to(_count(x, axes_of(axis, x.ndim)), x.dtype.name)
    else:
        x, scale = together(x, inexact(weights))
        scale = _spread(scale, x, axis)
        total = _reduced(_ops.reduce_sum, scale, axis, False)
        found = _ops.divide(_reduced(_ops.reduce_sum, _ops.multiply(x, scale), axis, False), total)
    return (found, _ops.broadcast_to(total, _ops.shape(found))) if returned else found


def _spread(weights: Tensor, x: Tensor, axis: int | None) -> Tensor:
    """The weights in the shape of `x`, along the axis where there is one for each place on it."""
    if weights.ndim == x.ndim:
        return weights
    if weights.ndim != 1 or axis is None:
        raise ValueError(
            f"average: weights must have the shape of a, or one axis for a given axis; got shapes "
            f"{tuple(weights.shape)} and {tuple(x.shape)}, axis={axis}"
        )
    shape = [1] * x.ndim
    shape[one_axis(axis, x.ndim)] = -1
    return _ops.broadcast_to(_ops.reshape(weights, shape), _ops.shape(x))


def _filled(a: TensorLike, value: float) -> Tensor:
    """`a` with a number in place of NaN."""
    x = convert(a)
    return _ops.where(_ops.is_nan(x), scalar(value, x), x) if x.dtype.is_floating else x


def nansum(
    a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False
) -> Tensor:
    """The sum of the elements that are not NaN."""
    return sum(_filled(a, 0.0), axis, dtype, keepdims)


def nanprod(
    a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, keepdims: bool = False
) -> Tensor:
    """The product of the elements that are not NaN."""
    return prod(_filled(a, 1.0), axis, dtype, keepdims)


def nanmean(
    a: TensorLike, axis: Axis = None, dtype: DTypeLike | None = None, keepdims: bool | None = None
) -> Tensor:
    """The mean of the elements that are not NaN; NaN without any."""
    x = convert(a)
    if not x.dtype.is_floating:
        return mean(x, axis, dtype, None, keepdims)
    total = nansum(x, axis, dtype, bool(keepdims))
    known = cast_to(_ops.logical_not(_ops.is_nan(x)), total.dtype.name)
    return _ops.divide(total, _reduced(_ops.reduce_sum, known, axis, keepdims))


def _running(
    op: Callable[..., Tensor], a: TensorLike, axis: int | None, dtype: DTypeLike | None
) -> Tensor:
    x = convert(a)
    if dtype is not None or is_integer(x):
        x = as_given(x, "int64" if dtype is None else dtype)
    if axis is None:
        x, axis = _ops.reshape(x, [-1]), 0
    return op(x, one_axis(axis, x.ndim))


def cumsum(a: TensorLike, axis: int | None = None, dtype: DTypeLike | None = None) -> Tensor:
    """The sums of each element and those before it along the axis; of all in a row for None."""
    return _running(_ops.cumsum, a, axis, dtype)


def cumprod(a: TensorLike, axis: int | None = None, dtype: DTypeLike | None = None) -> Tensor:
    """The products of each element and those before it along the axis; of all in a row for None."""
    return _running(_ops.cumprod, a, axis, dtype)
