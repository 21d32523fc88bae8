"""Owns Gauss's elimination with pivots: lu_factor, solve, inv, det, slogdet."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import promoted
from pelton.keras.ops.linalg.triangular import solve_lower, solve_upper, square_matrix

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
    from pelton.keras.ops.conversion import floating

    factors, pivots = _eliminated(floating(x))
    return factors, _ops.stack(pivots, factors.ndim - 2)


def solve(a: TensorLike, b: TensorLike) -> Tensor:
    """x with a x = b for `a` [..., n, n], b [..., n] or [..., n, k]."""
    a, b = promoted(a, b, least=float)
    a = square_matrix(a, "a")
    is_vector = b.ndim == a.ndim - 1
    b = _ops.expand_dims(b, -1) if is_vector else b
    if b.ndim != a.ndim or b.shape[-2] not in (None, a.shape[-1]):
        raise ValueError(
            "Incompatible shapes between `a` and `b`. Expected `a.shape[-2] == b.shape[-2]`. "
            f"Received: a.shape={tuple(a.shape)}, b.shape={tuple(b.shape)}"
        )
    factors, pivots = _eliminated(a)
    for row, place in enumerate(pivots):
        b = _exchanged(b, row, place)
    found = solve_upper(factors, solve_lower(_with_unit_diagonal(factors), b))
    return _ops.squeeze(found, [-1]) if is_vector else found


def _with_unit_diagonal(a: Tensor) -> Tensor:
    count = a.shape[-1]
    rows = _ops.reshape(_ops.iota(count, "int32"), [-1, 1])
    return _ops.where(_ops.equal(rows, _ops.iota(count, "int32")), _ops.ones_like(a), a)


def inv(x: TensorLike) -> Tensor:
    """The inverse of `x` [..., n, n]. Raises ValueError where `x`, not symbolic, has none."""
    from pelton._core import functions

    x = square_matrix(x)
    unit = _ops.broadcast_to(_ops.eye(x.shape[-1], None, x.dtype), x.shape)
    found = solve(x, unit)
    if not functions.is_symbolic(found) and not functions.is_tracing():
        if not bool(_ops.reduce_all(_ops.is_finite(found))):
            raise ValueError(f"inv: input is not invertible; x.shape={tuple(x.shape)}")
    return found


def _diagonal(a: Tensor) -> Tensor:
    from pelton.keras.ops.numpy.diagonals import diagonal

    return diagonal(a, 0, -2, -1)


def _parity(pivots: list[Tensor], like: Tensor) -> Tensor:
    """1 for an even number of exchanges, -1 for an odd one."""
    moved = [_ops.cast(_ops.not_equal(place, row), "int32") for row, place in enumerate(pivots)]
    count = _ops.reduce_sum(_ops.stack(moved, 0), [0])
    return _ops.cast(_ops.subtract(1, _ops.multiply(2, _ops.floormod(count, 2))), like.dtype)


def det(x: TensorLike) -> Tensor:
    """The determinants [...] of `x` [..., n, n]."""
    factors, pivots = _eliminated(square_matrix(x))
    return _ops.multiply(_ops.reduce_prod(_diagonal(factors), [-1]), _parity(pivots, factors))


def slogdet(x: TensorLike) -> tuple[Tensor, Tensor]:
    """The signs of the determinants of `x` [..., n, n], and the logarithms of their sizes."""
    factors, pivots = _eliminated(square_matrix(x))
    diagonal = _diagonal(factors)
    sign = _ops.multiply(_ops.reduce_prod(_ops.sign(diagonal), [-1]), _parity(pivots, factors))
    return sign, _ops.reduce_sum(_ops.log(_ops.abs(diagonal)), [-1])


def logdet(x: TensorLike) -> Tensor:
    """The logarithm of the determinants of positive definite `x` [..., n, n]."""
    from pelton.keras.ops.linalg.triangular import cholesky

    diagonal = _diagonal(cholesky(x))
    return _ops.multiply(_ops.reduce_sum(_ops.log(diagonal), [-1]), 2.0)
