"""Owns diagonals of matrices, and what is above and below them."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, one_axis, sizes
from pelton.keras.ops.numpy.reductions import sum_dtype

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike


def _below(rows: Any, columns: Any, k: int) -> Tensor:
    """[rows, columns]: True at and below the k-th diagonal."""
    down = _ops.reshape(_ops.iota(rows, "int32"), [-1, 1])
    return _ops.greater_equal(_ops.add(down, int(k)), _ops.iota(columns, "int32"))


def tril(x: TensorLike, k: int = 0) -> Tensor:
    """`x` [..., n, m] with zeros above the k-th diagonal."""
    x = convert(x)
    return _ops.where(_below(*sizes(x)[-2:], k), x, _ops.zeros_like(x))


def triu(x: TensorLike, k: int = 0) -> Tensor:
    """`x` [..., n, m] with zeros below the k-th diagonal."""
    x = convert(x)
    return _ops.where(_below(*sizes(x)[-2:], k - 1), _ops.zeros_like(x), x)


def diagonal(x: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """The diagonals [..., n] of the matrices that two axes make."""
    x = convert(x)
    if x.ndim < 2:
        raise ValueError(f"diagonal: x must have two axes at least, got shape {tuple(x.shape)}")
    first, second = one_axis(axis1, x.ndim, "axis1"), one_axis(axis2, x.ndim, "axis2")
    others = [axis for axis in range(x.ndim) if axis not in (first, second)]
    x = _ops.transpose(x, [*others, first, second])
    *front, rows, columns = sizes(x)
    start = -offset * columns if offset < 0 else offset
    count = max(min(rows + min(offset, 0), columns - max(offset, 0)), 0)
    places = _ops.add(_ops.multiply(_ops.iota(count, "int32"), columns + 1), start)
    return _ops.gather(_ops.reshape(x, [*front, rows * columns]), places, x.ndim - 2)


def trace(x: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """The sums of the diagonals; small integers in 32 bits."""
    found = diagonal(x, offset, axis1, axis2)
    return _ops.reduce_sum(cast_to(found, sum_dtype(found.dtype.name)), [-1])


def diag(x: TensorLike, k: int = 0) -> Tensor:
    """The square matrix with the vector `x` on its k-th diagonal; the diagonal of a matrix."""
    x = convert(x)
    if x.ndim == 2:
        return diagonal(x, k)
    if x.ndim != 1:
        raise ValueError(f"`x` must be 1d or 2d. Received: x.shape={tuple(x.shape)}")
    return diagflat(x, k)


def diagflat(x: TensorLike, k: int = 0) -> Tensor:
    """The square matrix with all elements of `x` on its k-th diagonal."""
    x = _ops.reshape(convert(x), [-1])
    count = sizes(x)[0]
    side = count + abs(k)
    line = _ops.pad(cast_to(x, "int32") if x.dtype.name == "bool" else x, [[max(-k, 0), max(k, 0)]])
    down = _ops.reshape(_ops.iota(side, "int32"), [-1, 1])
    is_on = _ops.equal(_ops.add(down, int(k)), _ops.iota(side, "int32"))
    column = _ops.reshape(line, [-1, 1])
    return cast_to(_ops.where(is_on, column, _ops.zeros_like(column)), x.dtype.name)
