"""Owns systems of equations and what elimination tells of them: solve, solve_triangular, inv,
cholesky_inverse, det, slogdet, logdet."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import narrowed, promoted, widened
from pelton.keras.ops.linalg.decompositions import cholesky
from pelton.keras.ops.linalg.matrices import square_matrix
from pelton.linalg import solving as _solving
from pelton.linalg.diagonals import diag_part

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable

    from pelton._types import TensorLike


def _solved(a: TensorLike, b: TensorLike, solver: Callable[[Tensor, Tensor], Tensor]) -> Tensor:
    """What the solver gives of both in the dtype of their result; `b` may hold vectors."""
    a, b = promoted(a, b, least=float)
    a = square_matrix(a, "a")
    is_vector = b.ndim == a.ndim - 1
    b = _ops.expand_dims(b, -1) if is_vector else b
    if b.ndim != a.ndim or b.shape[-2] not in (None, a.shape[-1]):
        raise ValueError(
            "Incompatible shapes between `a` and `b`. Expected `a.shape[-2] == b.shape[-2]`. "
            f"Received: a.shape={tuple(a.shape)}, b.shape={tuple(b.shape)}"
        )
    found = narrowed(solver(widened(a), widened(b)), a)
    return _ops.squeeze(found, [-1]) if is_vector else found


def solve(a: TensorLike, b: TensorLike) -> Tensor:
    """x with a x = b for `a` [..., n, n], b [..., n] or [..., n, k]. Raises InvalidArgumentError
    where `a` is not invertible."""
    return _solved(a, b, _ops.matrix_solve)


def solve_triangular(a: TensorLike, b: TensorLike, lower: bool = False) -> Tensor:
    """x with a x = b for triangular `a` [..., n, n], b [..., n] or [..., n, k]."""
    return _solved(a, b, lambda a, b: _solving.triangular_solve(a, b, lower=lower))


def inv(x: TensorLike) -> Tensor:
    """The inverse of `x` [..., n, n]. Raises InvalidArgumentError where `x` has none."""
    x = square_matrix(x)
    return narrowed(_ops.matrix_inverse(widened(x)), x)


def cholesky_inverse(x: TensorLike, upper: bool = False) -> Tensor:
    """The inverse of the matrix whose Cholesky factor is `x` [..., n, n]."""
    x = square_matrix(x)
    factor = widened(x)
    unit = _ops.broadcast_to(_ops.eye(x.shape[-1], None, factor.dtype), _ops.shape(x))
    inverse = _ops.triangular_solve(factor, unit, lower=not upper)
    turned = {"transpose_b": True} if upper else {"transpose_a": True}
    return narrowed(_ops.matmul(inverse, inverse, **turned), x)


def det(x: TensorLike) -> Tensor:
    """The determinants [...] of `x` [..., n, n]."""
    x = square_matrix(x)
    return narrowed(_ops.det(widened(x)), x)


def slogdet(x: TensorLike) -> tuple[Tensor, Tensor]:
    """The signs of the determinants of `x` [..., n, n], and the logarithms of their sizes."""
    x = square_matrix(x)
    sign, size = _ops.slogdet(widened(x))
    return narrowed(sign, x), narrowed(size, x)


def logdet(x: TensorLike) -> Tensor:
    """The logarithm of the determinants of positive definite `x` [..., n, n]."""
    return _ops.multiply(_ops.reduce_sum(_ops.log(diag_part(cholesky(x))), [-1]), 2.0)
