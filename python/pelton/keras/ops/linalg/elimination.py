"""Owns ``lu_factor``: Gauss's elimination with pivots of matrices that need not be square, which
tells with which row each was exchanged in turn, as LAPACK does. The engine's op does neither."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import floating

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def _is_row(count: int, place: Tensor) -> Tensor:
    """[..., count]: which row has the number `place` [...]."""
    return _ops.equal(_ops.iota(count, "int32"), _ops.expand_dims(place, -1))


def _exchanged(a: Tensor, row: int, place: Tensor) -> Tensor:
    """`a` [..., n, m] with the rows `row` and `place` [...] exchanged."""
    numbers = _ops.iota(a.shape[-2], "int32")
    here = _ops.equal(numbers, row)
    there = _is_row(a.shape[-2], place)
    order = _ops.where(there, row, _ops.add(numbers, _ops.zeros_like(_ops.cast(there, "int32"))))
    order = _ops.where(here, _ops.expand_dims(place, -1), order)
    return _ops.batch_gather(a, order, a.ndim - 2) if a.ndim > 2 else _ops.gather(a, order)


def _eliminated(a: Tensor) -> tuple[Tensor, list[Tensor]]:
    """Both factors in one matrix, and the row with which each row was exchanged."""
    rows = _ops.iota(a.shape[-2], "int32")
    columns = _ops.iota(a.shape[-1], "int32")
    pivots = []
    for step in range(min(a.shape[-2], a.shape[-1])):
        size = _ops.abs(a[..., step])
        size = _ops.where(_ops.less(rows, step), _ops.subtract(_ops.zeros_like(size), 1.0), size)
        place = _ops.argmax(size, size.ndim - 1, "int32")
        pivots.append(place)
        a = _exchanged(a, step, place)
        pivot = a[..., step : step + 1, step : step + 1]
        is_below = _ops.reshape(_ops.greater(rows, step), [-1, 1])
        column = a[..., step : step + 1]
        factors = _ops.where(is_below, _ops.divide_no_nan(column, pivot), _ops.zeros_like(column))
        rest = _ops.matmul(factors, a[..., step : step + 1, :])
        is_right = _ops.greater(columns, step)
        a = _ops.subtract(a, _ops.where(is_right, rest, _ops.zeros_like(rest)))
        is_own = _ops.logical_and(is_below, _ops.equal(columns, step))
        a = _ops.where(is_own, factors, a)
    return a, pivots


def lu_factor(x: TensorLike) -> tuple[Tensor, Tensor]:
    """Both triangular factors of `x` [..., m, n] in one matrix, and the int32 row [..., min(m, n)]
    with which each was exchanged in turn."""
    factors, pivots = _eliminated(floating(x))
    return factors, _ops.stack(pivots, factors.ndim - 2)
