"""Owns Cholesky factors and triangular systems, by halves: two smaller ones and a product."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import floating, promoted

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def square_matrix(x: TensorLike, argument: str = "x") -> Tensor:
    """`x` [..., n, n] in a floating dtype. Raises ValueError for other shapes."""
    x = floating(x)
    if x.ndim < 2 or x.shape[-1] != x.shape[-2] or x.shape[-1] is None:
        raise ValueError(
            f"Expected a square matrix. Received non-square input {argument}.shape={tuple(x.shape)}"
        )
    return x


def transposed(x: Tensor) -> Tensor:
    """`x` [..., n, m] with its last two axes exchanged."""
    return _ops.transpose(x, [*range(x.ndim - 2), x.ndim - 1, x.ndim - 2])


def _factor(a: Tensor) -> Tensor:
    """The lower factor, from the lower triangle; NaN where `a` is not definite."""
    count = a.shape[-1]
    if count == 1:
        return _ops.sqrt(a)
    half = count // 2
    top = _factor(a[..., :half, :half])
    left = transposed(solve_lower(top, transposed(a[..., half:, :half])))
    rest = _ops.subtract(a[..., half:, half:], _ops.matmul(left, left, transpose_b=True))
    corner = _factor(rest)
    upper = _ops.concat([top, _ops.zeros_like(transposed(left))], a.ndim - 1)
    return _ops.concat([upper, _ops.concat([left, corner], a.ndim - 1)], a.ndim - 2)


def _with_symmetric_gradient(x: Tensor) -> Tensor:
    """The values of `x`, each gradient shared with the element across the diagonal."""
    fixed = _ops.stop_gradient(x)
    rest = _ops.subtract(x, fixed)
    return _ops.add(fixed, _ops.multiply(_ops.add(rest, transposed(rest)), 0.5))


def cholesky(x: TensorLike, upper: bool = False) -> Tensor:
    """The lower triangular L with L times its transpose = x, or its transpose if `upper`.

    Of `x` [..., n, n] the lower triangle is read. Raises ValueError where `x`, not symbolic, is
    not positive definite."""
    from pelton._core import functions

    x = _with_symmetric_gradient(square_matrix(x))
    found = _factor(x) if x.shape[-1] else x
    if not functions.is_symbolic(found) and not functions.is_tracing():
        if bool(_ops.reduce_any(_ops.is_nan(found))):
            raise ValueError(
                "Cholesky decomposition failed. The input might not be a valid positive definite "
                f"matrix. Received: x.shape={tuple(x.shape)}, dtype={x.dtype.name}"
            )
    return transposed(found) if upper else found


def solve_lower(a: Tensor, b: Tensor) -> Tensor:
    """x with a x = b for lower triangular `a` [..., n, n] and `b` [..., n, k]."""
    count = a.shape[-1]
    if count == 1:
        return _ops.divide(b, a)
    half = count // 2
    first = solve_lower(a[..., :half, :half], b[..., :half, :])
    rest = _ops.subtract(b[..., half:, :], _ops.matmul(a[..., half:, :half], first))
    return _ops.concat([first, solve_lower(a[..., half:, half:], rest)], rest.ndim - 2)


def solve_upper(a: Tensor, b: Tensor) -> Tensor:
    """x with a x = b for upper triangular `a` [..., n, n] and `b` [..., n, k]."""
    count = a.shape[-1]
    if count == 1:
        return _ops.divide(b, a)
    half = count // 2
    last = solve_upper(a[..., half:, half:], b[..., half:, :])
    rest = _ops.subtract(b[..., :half, :], _ops.matmul(a[..., :half, half:], last))
    return _ops.concat([solve_upper(a[..., :half, :half], rest), last], rest.ndim - 2)


def solve_triangular(a: TensorLike, b: TensorLike, lower: bool = False) -> Tensor:
    """x with a x = b for triangular `a` [..., n, n], b [..., n] or [..., n, k]."""
    a, b = promoted(a, b, least=float)
    a = square_matrix(a, "a")
    is_vector = b.ndim == a.ndim - 1
    b = _ops.expand_dims(b, -1) if is_vector else b
    found = (solve_lower if lower else solve_upper)(a, b)
    return _ops.squeeze(found, [-1]) if is_vector else found


def cholesky_inverse(x: TensorLike, upper: bool = False) -> Tensor:
    """The inverse of the matrix whose Cholesky factor is `x` [..., n, n]."""
    x = square_matrix(x)
    lower = transposed(x) if upper else x
    unit = _ops.broadcast_to(_ops.eye(x.shape[-1], None, x.dtype), x.shape)
    inverse = solve_lower(lower, unit)
    return _ops.matmul(inverse, inverse, transpose_a=True)
