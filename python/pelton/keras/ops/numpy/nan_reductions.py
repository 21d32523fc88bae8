"""Owns reductions over the elements that are not NaN."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import axes_of, cast_to, convert, floating, scalar
from pelton.keras.ops.dtypes import is_float
from pelton.keras.ops.numpy import cumulative as _cumulative
from pelton.keras.ops.numpy import reductions as _reductions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from pelton._types import DTypeLike, TensorLike

    Axis: TypeAlias = int | Sequence[int] | None


def _filled(x: TensorLike, value: float) -> Tensor:
    """`x` with a number in place of NaN."""
    x = convert(x)
    return _ops.where(_ops.is_nan(x), scalar(value, x), x) if is_float(x.dtype.name) else x


def _counts(x: Tensor, axis: Axis, keepdims: bool) -> Tensor:
    """How many elements along the axes are not NaN, in the dtype of `x`."""
    known = _ops.cast(_ops.logical_not(_ops.is_nan(x)), x.dtype)
    return _ops.reduce_sum(known, axes_of(axis, x.ndim), keepdims)


def nansum(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The sum of the elements that are not NaN."""
    return _reductions.sum(_filled(x, 0.0), axis, keepdims)


def nanprod(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The product of the elements that are not NaN."""
    return _reductions.prod(_filled(x, 1.0), axis, keepdims)


def nanmean(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The mean of the elements that are not NaN; NaN without any."""
    x = floating(x)
    total = _reductions.sum(_filled(x, 0.0), axis, keepdims)
    return _ops.divide(total, _counts(x, axis, keepdims))


def nanvar(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The variance of the elements that are not NaN; NaN without any."""
    x = floating(x)
    name = x.dtype.name
    x = cast_to(x, "float32") if name in ("float16", "bfloat16") else x
    rest = _ops.subtract(_filled(x, 0.0), nanmean(x, axis, True))
    rest = _ops.where(_ops.is_nan(x), _ops.zeros_like(rest), rest)
    total = _reductions.sum(_ops.square(rest), axis, keepdims)
    return cast_to(_ops.divide(total, _counts(x, axis, keepdims)), name)


def nanstd(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The standard deviation of the elements that are not NaN; NaN without any."""
    return _ops.sqrt(nanvar(x, axis, keepdims))


def _extremum(
    reduce: Callable[..., Tensor], x: TensorLike, axis: Axis, keepdims: bool, bound: float
) -> Tensor:
    x = convert(x)
    if not is_float(x.dtype.name):
        return reduce(x, axis, keepdims)
    found = reduce(_filled(x, bound), axis, keepdims)
    is_empty = _ops.equal(_counts(x, axis, keepdims), 0)
    return _ops.where(is_empty, scalar(float("nan"), found), found)


def nanmax(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The largest of the elements that are not NaN; NaN without any."""
    return _extremum(_reductions.max, x, axis, keepdims, float("-inf"))


def nanmin(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The least of the elements that are not NaN; NaN without any."""
    return _extremum(_reductions.min, x, axis, keepdims, float("inf"))


def _place(
    pick: Callable[..., Tensor], x: TensorLike, axis: int | None, keepdims: bool, bound: float
) -> Tensor:
    """-1 where all are NaN."""
    x = convert(x)
    found = pick(_filled(x, bound), axis, keepdims)
    if not is_float(x.dtype.name):
        return found
    is_empty = _ops.equal(_counts(x, axis, keepdims), 0)
    return _ops.where(is_empty, scalar(-1, found), found)


def nanargmax(x: TensorLike, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """The int32 place of the largest that is not NaN; -1 without any."""
    return _place(_reductions.argmax, x, axis, keepdims, float("-inf"))


def nanargmin(x: TensorLike, axis: int | None = None, keepdims: bool = False) -> Tensor:
    """The int32 place of the least that is not NaN; -1 without any."""
    return _place(_reductions.argmin, x, axis, keepdims, float("inf"))


def nancumsum(x: TensorLike, axis: int | None = None, dtype: DTypeLike | None = None) -> Tensor:
    """Running sums, NaN counting 0."""
    return _cumulative.cumsum(_filled(x, 0.0), axis, dtype)


def nancumprod(x: TensorLike, axis: int | None = None, dtype: DTypeLike | None = None) -> Tensor:
    """Running products, NaN counting 1."""
    return _cumulative.cumprod(_filled(x, 1.0), axis, dtype)
