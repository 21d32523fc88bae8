"""Owns the functions of matrices with few diagonals."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.linalg.diagonals import conjugate, diag, diag_part
from pelton.linalg.factoring import eigh, eigvalsh
from pelton.linalg.solving import solve, triangular_solve, with_common_batch
from pelton.ops.array.sizes import sizes_of
from pelton.ops.nn.windows import as_input

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def as_compact(op: str, diagonals: Any, diagonals_format: str) -> Tensor:
    """The diagonals [..., 3, n]: above (its last entry does not count), on and below the main
    one (its first does not count). Raises ValueError for another form, InvalidArgumentError
    for another shape."""
    if diagonals_format == "compact":
        found = as_input(op, "diagonals", diagonals)
        if found.ndim < 2 or found.shape[-2] not in (3, None):
            raise InvalidArgumentError(f"{op}: Expected 3 diagonals got {tuple(found.shape)}")
        return found
    if diagonals_format == "sequence":
        parts = [as_input(op, "diagonals", part) for part in diagonals]
        if len(parts) != 3:
            raise ValueError(f"{op}: Expected diagonals to be a sequence of length 3.")
        above, middle, below = parts
        blank = _ops.zeros_like(middle[..., :1])
        if above.shape[-1] != middle.shape[-1]:
            above = _ops.concat([above, blank], -1)
        if below.shape[-1] != middle.shape[-1]:
            below = _ops.concat([blank, below], -1)
        return _ops.stack([above, middle, below], axis=-2)
    if diagonals_format != "matrix":
        raise ValueError(
            f"{op}: Unrecognized diagonals_format: {diagonals_format!r}: must be 'compact', "
            "'sequence' or 'matrix'"
        )
    matrix = as_input(op, "diagonals", diagonals)
    rows, columns = matrix.shape[-2:] if matrix.ndim > 1 else (0, 1)
    if None not in (rows, columns) and rows != columns:
        raise ValueError(f"{op}: Expected last two dimensions to be equal, got {matrix.shape}")
    return diag_part(matrix, k=(-1, 1), align="LEFT_RIGHT")


def matrix_of(compact: Tensor) -> Tensor:
    """The matrices [..., n, n] of diagonals in the compact form."""
    return diag(compact, k=(-1, 1), align="LEFT_RIGHT")


def tridiagonal_matmul(
    diagonals: Any, rhs: TensorLike, diagonals_format: str = "compact", name: str | None = None
) -> Tensor:
    """Products of tridiagonal matrices with `rhs` [..., n, k], in n k steps."""
    compact = as_compact("tridiagonal_matmul", diagonals, diagonals_format)
    right = _functions.convert_like(rhs, compact.dtype)
    if right.ndim < 2 or right.shape[-2] != compact.shape[-1]:
        raise ValueError(
            f"tridiagonal_matmul: rhs {tuple(right.shape)} does not fit diagonals "
            f"{tuple(compact.shape)}"
        )
    above, middle, below = (_ops.expand_dims(x, -1) for x in _ops.unstack(compact, axis=-2))
    blank = _ops.zeros_like(right[..., :1, :])
    after = _ops.concat([right[..., 1:, :], blank], -2)
    before = _ops.concat([blank, right[..., :-1, :]], -2)
    return above[..., :, :] * after + middle * right + below * before


def tridiagonal_solve(
    diagonals: Any,
    rhs: TensorLike,
    diagonals_format: str = "compact",
    transpose_rhs: bool = False,
    conjugate_rhs: bool = False,
    name: str | None = None,
    partial_pivoting: bool = True,
    perturb_singular: bool = False,
) -> Tensor:
    """x with T x = `rhs` for tridiagonal matrices T; rhs: [..., n] or [..., n, k].

    The matrices are solved as dense ones, with pivots whatever `partial_pivoting` says. Raises
    InvalidArgumentError where one is not invertible; `perturb_singular` is refused."""
    if perturb_singular:
        raise NotImplementedError("tridiagonal_solve: perturb_singular is not supported")
    compact = as_compact("tridiagonal_solve", diagonals, diagonals_format)
    right = _functions.convert_like(rhs, compact.dtype)
    is_vector = right.ndim == compact.ndim - 1
    if is_vector:
        right = _ops.expand_dims(right, -1)
    elif transpose_rhs:
        right = _ops.transpose(right, [*range(right.ndim - 2), right.ndim - 1, right.ndim - 2])
    if conjugate_rhs:
        right = conjugate(right)
    found = solve(*with_common_batch(matrix_of(compact), right))
    return _ops.squeeze(found, [-1]) if is_vector else found


def banded_triangular_solve(
    bands: TensorLike,
    rhs: TensorLike,
    lower: bool = True,
    adjoint: bool = False,
    name: str | None = None,
) -> Tensor:
    """x with B x = `rhs` for triangular matrices of few diagonals, `bands` [..., k, n].

    With `lower` the first band is the main diagonal and those below begin with entries that do
    not count; else the last band is, and those above end with such."""
    given = as_input("banded_triangular_solve", "bands", bands)
    right = _functions.convert_like(rhs, given.dtype)
    if given.ndim < 2 or right.ndim < 2:
        raise ValueError(
            "banded_triangular_solve: bands and rhs must have at least 2 axes, got "
            f"{tuple(given.shape)} and {tuple(right.shape)}"
        )
    count = sizes_of(given)[-2]
    span = (1 - count, 0) if lower else (0, count - 1)
    matrix = diag(given, k=span, align="LEFT_RIGHT")
    return triangular_solve(matrix, right, lower=lower, adjoint=adjoint)


def eigh_tridiagonal(
    alpha: TensorLike,
    beta: TensorLike,
    eigvals_only: bool = True,
    select: str = "a",
    select_range: Any = None,
    tol: Any = None,
    name: str | None = None,
) -> Any:
    """The eigenvalues, ascending, of the Hermitian matrix with diagonal `alpha` [n] and `beta`
    [n - 1] below it; with the vectors unless `eigvals_only`.

    `select`: "a" all, "v" those in (select_range], "i" those with numbers in [select_range]."""
    middle = as_input("eigh_tridiagonal", "alpha", alpha)
    below = _functions.convert_like(beta, middle.dtype)
    if middle.ndim != 1 or below.ndim != 1:
        raise ValueError(
            f"eigh_tridiagonal: alpha and beta must be vectors, got {tuple(middle.shape)} and "
            f"{tuple(below.shape)}"
        )
    if select not in ("a", "i", "v"):
        raise ValueError(f"eigh_tridiagonal: select must be 'a', 'i' or 'v', got {select!r}")
    if select != "a" and (select_range is None or len(select_range) != 2):
        raise ValueError("eigh_tridiagonal: select_range must be a pair of numbers")
    matrix = diag(middle) + diag(below, k=-1) + diag(conjugate(below), k=1)
    if eigvals_only:
        return _chosen(eigvalsh(matrix), None, select, select_range)
    values, vectors = eigh(matrix)
    return _chosen(values, vectors, select, select_range)


def _chosen(values: Tensor, vectors: Tensor | None, select: str, limits: Any) -> Any:
    if select == "a":
        return values if vectors is None else (values, vectors)
    if select == "i":
        first, last = (int(limit) for limit in limits)
        if not 0 <= first <= last < values.shape[0]:
            raise ValueError(f"eigh_tridiagonal: select_range is not in [0, n), got {limits}")
        kept = _ops.iota(last - first + 1, _dtypes.int32) + first
    else:
        low, high = limits
        inside = _ops.logical_and(_ops.greater(values, low), _ops.less_equal(values, high))
        kept = _ops.reshape(_ops.nonzero(inside), [-1])
    found = _ops.gather(values, kept)
    return found if vectors is None else (found, _ops.gather(vectors, kept, axis=1))
