"""Owns decompositions: cholesky, qr, svd, eigh, eig."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import narrowed, widened
from pelton.keras.ops.linalg.matrices import is_known, matrix, square_matrix, transposed
from pelton.linalg.diagonals import matrix_transpose

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike


def cholesky(x: TensorLike, upper: bool = False) -> Tensor:
    """The lower triangular L with L times its transpose = x, or its transpose if `upper`.

    Of `x` [..., n, n] the lower triangle is read. Raises ValueError where `x`, not symbolic, is
    not positive definite."""
    x = square_matrix(x)
    found = narrowed(_ops.cholesky(widened(x)), x)
    if is_known(found) and bool(_ops.reduce_any(_ops.is_nan(found))):
        raise ValueError(
            "Cholesky decomposition failed. The input might not be a valid positive definite "
            f"matrix. Received: x.shape={tuple(x.shape)}, dtype={x.dtype.name}"
        )
    return transposed(found) if upper else found


def qr(x: TensorLike, mode: str = "reduced") -> tuple[Tensor, Tensor]:
    """Q with orthonormal columns and upper triangular R, Q R = x [..., m, n].

    "reduced": [..., m, k] and [..., k, n], k the smaller of m and n; "complete": [..., m, m] and
    [..., m, n]."""
    if mode not in ("reduced", "complete"):
        raise ValueError(
            "`mode` argument value not supported. Expected one of {'reduced', 'complete'}. "
            f"Received: mode={mode}"
        )
    x = matrix(x)
    q, r = _ops.qr(widened(x), full_matrices=mode == "complete")
    return narrowed(q, x), narrowed(r, x)


def svd(x: TensorLike, full_matrices: bool = True, compute_uv: bool = True) -> Any:
    """U, the falling singular values S [..., k] and the transpose of V, U S V' = x [..., m, n].

    `full_matrices`: U and V are square, else they have k columns. Without `compute_uv` S alone."""
    x = matrix(x)
    found = _ops.svd(widened(x), full_matrices=full_matrices and compute_uv)
    values, left, right = (narrowed(one, x) for one in found)
    if not compute_uv:
        return values
    return left, values, matrix_transpose(right, conjugate=True)


def eigh(x: TensorLike) -> tuple[Tensor, Tensor]:
    """The rising eigenvalues [..., n] of symmetric `x` [..., n, n]; eigenvectors in columns."""
    x = square_matrix(x)
    values, vectors = _ops.eigh(widened(x))
    return narrowed(values, x), narrowed(vectors, x)


def eig(x: TensorLike) -> tuple[Tensor, Tensor]:
    """The complex eigenvalues [..., n] of `x` [..., n, n] and its eigenvectors in columns."""
    x = square_matrix(x)
    if not x.dtype.is_complex:
        x = _ops.cast(x, "complex128" if x.dtype.name == "float64" else "complex64")
    values, vectors = _ops.eig(x)
    return values, vectors
