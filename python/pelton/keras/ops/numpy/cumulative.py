"""Owns running sums and products."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, missing, named_dtype, one_axis

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import DTypeLike, TensorLike


def _running(op: str, x: TensorLike, axis: int | None, dtype: DTypeLike | None) -> Tensor:
    x = convert(x)
    name = x.dtype.name
    x = cast_to(x, named_dtype(dtype, "int32" if name == "bool" else name))
    if axis is None:
        x, axis = _ops.reshape(x, [-1]), 0
    return missing(op)(x, one_axis(axis, x.ndim))


def cumsum(x: TensorLike, axis: int | None = None, dtype: DTypeLike | None = None) -> Tensor:
    """The sums of each element and those before it along the axis; of all in a row for None."""
    return _running("cumsum", x, axis, dtype)


def cumprod(x: TensorLike, axis: int | None = None, dtype: DTypeLike | None = None) -> Tensor:
    """The products of each element and those before it along the axis; of all in a row for None."""
    return _running("cumprod", x, axis, dtype)
