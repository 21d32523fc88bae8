"""Owns the functions that solve systems of equations: those of matrices, triangles, factors."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.linalg.diagonals import matrix_transpose
from pelton.linalg.factoring import check_matrix, pinv
from pelton.ops.array.shape_functions import broadcast_static_shape
from pelton.ops.array.sizes import sizes_of
from pelton.ops.nn.windows import as_input

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def inv(input: TensorLike, adjoint: bool = False, name: str | None = None) -> Tensor:
    """The inverses of square matrices, or of their conjugate transposes."""
    return _ops.matrix_inverse(as_input("inv", "input", input), adjoint=adjoint)


def solve(
    matrix: TensorLike, rhs: TensorLike, adjoint: bool = False, name: str | None = None
) -> Tensor:
    """x with `matrix` x = `rhs` for [..., n, n] and [..., n, k]; `adjoint`: of the conjugate
    transpose. Raises InvalidArgumentError where a matrix is not invertible."""
    a, b = _pair("solve", "matrix", matrix, rhs)
    return _ops.matrix_solve(a, b, adjoint=adjoint)


def _pair(op: str, argument: str, matrix: Any, rhs: Any) -> tuple[Tensor, Tensor]:
    """Both as tensors, the right side in the dtype of the matrix where it has none of its own."""
    a = as_input(op, argument, matrix)
    try:
        return a, _functions.convert_like(rhs, a.dtype)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{op}: rhs: {error}") from None


def with_common_batch(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
    """Both with the batch axes that theirs broadcast to; batches of unknown sizes must be alike."""
    fronts = [tuple(x.shape)[:-2] for x in (a, b)]
    if fronts[0] == fronts[1] or None in fronts[0] + fronts[1]:
        return a, b
    front = tuple(broadcast_static_shape(*fronts))
    spread = [_ops.broadcast_to(x, [*front, *sizes_of(x)[-2:]]) for x in (a, b)]
    return spread[0], spread[1]


def triangular_solve(
    matrix: TensorLike,
    rhs: TensorLike,
    lower: bool = True,
    adjoint: bool = False,
    name: str | None = None,
) -> Tensor:
    """x with `matrix` x = `rhs` for triangular [..., n, n] and [..., n, k], whose batch axes
    broadcast; the other triangle is not read. `adjoint`: of the conjugate transpose."""
    a, b = _pair("triangular_solve", "matrix", matrix, rhs)
    a = check_matrix("triangular_solve", "matrix", a)
    b = check_matrix("triangular_solve", "rhs", b)
    a, b = with_common_batch(a, b)
    return _ops.triangular_solve(a, b, lower=lower, adjoint=adjoint)


def cholesky_solve(chol: TensorLike, rhs: TensorLike, name: str | None = None) -> Tensor:
    """x with L L' x = `rhs` for the factors L that ``cholesky`` gives."""
    a, b = _pair("cholesky_solve", "chol", chol, rhs)
    check_matrix("cholesky_solve", "rhs", b)
    return triangular_solve(a, triangular_solve(a, b), adjoint=True)


def lstsq(
    matrix: TensorLike,
    rhs: TensorLike,
    l2_regularizer: float = 0.0,
    fast: bool = True,
    name: str | None = None,
) -> Tensor:
    """The x of least |`matrix` x - `rhs`|, or with fewer rows than columns the shortest solution;
    `l2_regularizer` times |x| squared is added. Without `fast` by singular values."""
    a, b = _pair("lstsq", "matrix", matrix, rhs)
    check_matrix("lstsq", "matrix", a)
    check_matrix("lstsq", "rhs", b)
    if not fast:
        return _ops.matmul(pinv(a), b)
    rows, columns = sizes_of(a)[-2:]
    if isinstance(rows, int) and isinstance(columns, int):
        return _by_normal_equations(a, b, l2_regularizer, rows >= columns)
    from pelton.functions.control_flow import cond

    return cond(
        _ops.cast(rows, _dtypes.int64) >= _ops.cast(columns, _dtypes.int64),
        lambda: _by_normal_equations(a, b, l2_regularizer, True),
        lambda: _by_normal_equations(a, b, l2_regularizer, False),
    )


def _by_normal_equations(a: Tensor, b: Tensor, l2_regularizer: Any, is_tall: bool) -> Tensor:
    turned = matrix_transpose(a, conjugate=True)
    square = _ops.matmul(turned, a) if is_tall else _ops.matmul(a, turned)
    if isinstance(l2_regularizer, (int, float)) and l2_regularizer == 0:
        added = square
    else:
        weight = _ops.cast(as_input("lstsq", "l2_regularizer", l2_regularizer), a.dtype)
        added = square + weight * _ops.eye(sizes_of(square)[-1], None, a.dtype)
    factor = _ops.cholesky(added)
    if is_tall:
        return cholesky_solve(factor, _ops.matmul(turned, b))
    return _ops.matmul(turned, cholesky_solve(factor, b))


def _factors(op: str, lower_upper: TensorLike, perm: TensorLike) -> tuple[Tensor, Tensor, Tensor]:
    """L, U and the matrix that puts rows into the order `perm`."""
    both = check_matrix(op, "lower_upper", as_input(op, "lower_upper", lower_upper))
    order = as_input(op, "perm", perm)
    count = sizes_of(both)[-1]
    if order.ndim != both.ndim - 1 or order.dtype not in (_dtypes.int32, _dtypes.int64):
        raise InvalidArgumentError(
            f"{op}: perm must hold a row's number for each row of lower_upper, got "
            f"{order.dtype.name} {tuple(order.shape)} for {tuple(both.shape)}"
        )
    from pelton.linalg.diagonals import band_part

    unit = _ops.eye(count, None, both.dtype)
    strict = band_part(both, -1, 0) - both * unit
    return strict + unit, band_part(both, 0, -1), _ops.one_hot(order, count, dtype=both.dtype)


def lu_solve(
    lower_upper: TensorLike,
    perm: TensorLike,
    rhs: TensorLike,
    validate_args: bool = False,
    name: str | None = None,
) -> Tensor:
    """x with a x = `rhs` for the matrices a whose ``lu`` is given."""
    lower, upper, order = _factors("lu_solve", lower_upper, perm)
    b = check_matrix("lu_solve", "rhs", _functions.convert_like(rhs, lower.dtype))
    found = triangular_solve(lower, _ops.matmul(order, b))
    return triangular_solve(upper, found, lower=False)


def lu_matrix_inverse(
    lower_upper: TensorLike,
    perm: TensorLike,
    validate_args: bool = False,
    name: str | None = None,
) -> Tensor:
    """The inverses of the matrices whose ``lu`` is given."""
    lower, upper, order = _factors("lu_matrix_inverse", lower_upper, perm)
    return triangular_solve(upper, triangular_solve(lower, order), lower=False)


def lu_reconstruct(
    lower_upper: TensorLike,
    perm: TensorLike,
    validate_args: bool = False,
    name: str | None = None,
) -> Tensor:
    """The matrices whose ``lu`` is given."""
    lower, upper, order = _factors("lu_reconstruct", lower_upper, perm)
    return _ops.matmul(order, _ops.matmul(lower, upper), transpose_a=True)
