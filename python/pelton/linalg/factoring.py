"""Owns the functions that factor matrices, under TensorFlow's names: the last two axes of a tensor
are rows and columns, all others a batch."""

from __future__ import annotations

from typing import NamedTuple

from pelton import dtypes as _dtypes
from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import sizes_of
from pelton.ops.nn.windows import as_input

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import DTypeLike, TensorLike


class Qr(NamedTuple):
    """What ``qr`` gives."""

    q: Tensor
    r: Tensor


class Lu(NamedTuple):
    """What ``lu`` gives."""

    lu: Tensor
    p: Tensor


class LogMatrixDeterminant(NamedTuple):
    """What ``slogdet`` gives."""

    sign: Tensor
    log_abs_determinant: Tensor


def cholesky(input: TensorLike, name: str | None = None) -> Tensor:
    """The lower triangular L with L L' = `input`, whose lower triangle is read; NaN where a matrix
    is not positive definite."""
    return _ops.cholesky(as_input("cholesky", "input", input))


def qr(input: TensorLike, full_matrices: bool = False, name: str | None = None) -> Qr:
    """Q with orthonormal columns and upper triangular R, Q R = `input` [..., m, n].

    `full_matrices`: Q is square, else it has min(m, n) columns."""
    return Qr(*_ops.qr(as_input("qr", "input", input), full_matrices=full_matrices))


def svd(
    tensor: TensorLike,
    full_matrices: bool = False,
    compute_uv: bool = True,
    name: str | None = None,
) -> Any:
    """The falling singular values S, U and V with U S V' = `tensor` [..., m, n].

    `full_matrices`: U and V are square, else they have min(m, n) columns. Without `compute_uv` S
    alone."""
    found = _ops.svd(as_input("svd", "tensor", tensor), full_matrices=full_matrices)
    return tuple(found) if compute_uv else found[0]


def eigh(tensor: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The rising eigenvalues of Hermitian matrices, of which the lower triangle is read, and the
    eigenvectors as columns."""
    values, vectors = _ops.eigh(as_input("eigh", "tensor", tensor))
    return values, vectors


def eigvalsh(tensor: TensorLike, name: str | None = None) -> Tensor:
    """The rising eigenvalues of Hermitian matrices, of which the lower triangle is read."""
    values: Tensor = _ops.eigh(as_input("eigvalsh", "tensor", tensor))[0]
    return values


def _as_complex(op: str, value: TensorLike) -> Tensor:
    x = as_input(op, "tensor", value)
    if x.dtype == _dtypes.float32:
        return _ops.cast(x, _dtypes.complex64)
    return _ops.cast(x, _dtypes.complex128) if x.dtype == _dtypes.float64 else x


def eig(tensor: TensorLike, name: str | None = None) -> tuple[Tensor, Tensor]:
    """The complex eigenvalues of square matrices, in no order, and eigenvectors of length 1 as
    columns."""
    values, vectors = _ops.eig(_as_complex("eig", tensor))
    return values, vectors


def eigvals(tensor: TensorLike, name: str | None = None) -> Tensor:
    """The complex eigenvalues of square matrices, in no order."""
    values: Tensor = _ops.eig(_as_complex("eigvals", tensor))[0]
    return values


def lu(
    input: TensorLike, output_idx_type: DTypeLike = _dtypes.int32, name: str | None = None
) -> Lu:
    """Both triangular factors of square matrices in one, L's diagonal of ones left out, and the
    order `p` of the rows: gather(input, p) = L U. Raises InvalidArgumentError where there is a
    pivot of 0."""
    x = as_input("lu", "input", input)
    return Lu(*_ops.lu(x, output_idx_type=_dtypes.as_dtype(output_idx_type)))


def det(input: TensorLike, name: str | None = None) -> Tensor:
    """The determinants of square matrices."""
    return _ops.det(as_input("det", "input", input))


def slogdet(input: TensorLike, name: str | None = None) -> LogMatrixDeterminant:
    """The signs of the determinants, and the logarithms of their absolute values."""
    return LogMatrixDeterminant(*_ops.slogdet(as_input("slogdet", "input", input)))


def logdet(matrix: TensorLike, name: str | None = None) -> Tensor:
    """The logarithms of the determinants of positive definite matrices."""
    from pelton.linalg.diagonals import diag_part

    diagonal = diag_part(cholesky(as_input("logdet", "matrix", matrix)))
    return _ops.multiply(_ops.reduce_sum(_ops.log(_real(diagonal)), [-1]), 2.0)


def _real(x: Tensor) -> Tensor:
    return _ops.real(x) if x.dtype.is_complex else x


def matrix_rank(
    a: TensorLike,
    tol: TensorLike | None = None,
    validate_args: bool = False,
    name: str | None = None,
) -> Tensor:
    """How many singular values are above `tol`; None: the largest, times the larger size, times
    the rounding error. In int32."""
    x = as_input("matrix_rank", "a", a)
    x = x if x.dtype.is_floating or x.dtype.is_complex else _ops.cast(x, _dtypes.float32)
    if x.ndim < 2:
        raise ValueError(f"matrix_rank: a must have at least 2 axes, got shape {tuple(x.shape)}")
    values = svd(x, compute_uv=False)
    if tol is None:
        limit = _ops.reduce_max(values, [-1], True) * (_larger_size(x, values) * epsilon(x))
    else:
        limit = _ops.expand_dims(_ops.cast(as_input("matrix_rank", "tol", tol), values.dtype), -1)
    return _ops.reduce_sum(_ops.cast(_ops.greater(values, limit), _dtypes.int32), [-1])


def _larger_size(x: Tensor, values: Tensor) -> Any:
    """The larger number of rows and columns; one that is not known in the dtype of `values`."""
    sizes = sizes_of(x)[-2:]
    if all(isinstance(size, int) for size in sizes):
        return max(sizes)
    return _ops.maximum(*(_ops.cast(size, values.dtype) for size in sizes))


def epsilon(x: Tensor) -> float:
    """The spacing of the numbers of the dtype of `x` near 1."""
    is_wide = x.dtype in (_dtypes.float64, _dtypes.complex128)
    return 2.0**-52 if is_wide else 2.0**-23


def pinv(
    a: TensorLike,
    rcond: TensorLike | None = None,
    validate_args: bool = False,
    name: str | None = None,
) -> Tensor:
    """The pseudoinverses [..., n, m] of `a` [..., m, n]; singular values below `rcond` times the
    largest count 0. Raises TypeError for integers, ValueError for vectors."""
    x = as_input("pinv", "a", a)
    if not x.dtype.is_floating:
        raise TypeError(f"pinv: a must have a floating dtype, got {x.dtype.name}")
    if x.ndim < 2:
        raise ValueError(f"pinv: a must have at least 2 axes, got shape {tuple(x.shape)}")
    values, left, right = svd(x)
    part = _larger_size(x, values) * (10.0 * epsilon(x)) if rcond is None else rcond
    given = _ops.expand_dims(_functions.convert(part, values.dtype), -1)
    limit = _ops.reduce_max(values, [-1], True) * given
    is_kept = _ops.greater(values, limit)
    safe = _ops.where(is_kept, values, _ops.ones_like(values))
    inverse = _ops.where(is_kept, _ops.reciprocal(safe), _ops.zeros_like(values))
    scaled = _ops.multiply(right, _ops.expand_dims(inverse, -2))
    return _ops.matmul(scaled, left, transpose_b=True)


def check_matrix(op: str, argument: str, x: Tensor) -> Tensor:
    """`x`; raises InvalidArgumentError unless it has rows and columns."""
    if x.ndim < 2:
        raise InvalidArgumentError(
            f"{op}: {argument} must have at least 2 axes, got shape {tuple(x.shape)}"
        )
    return x
