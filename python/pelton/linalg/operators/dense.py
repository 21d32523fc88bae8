"""Owns the linear operators of matrices that are there as a whole, or as a triangle."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.linalg.diagonals import band_part
from pelton.linalg.diagonals import diag_part as _diag_part
from pelton.linalg.operators.base import LinearOperator, kept
from pelton.linalg.solving import triangular_solve
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike
    from pelton.ops.array.sizes import Size


def _matrix(operator: str, argument: str, value: TensorLike) -> Any:
    found = kept(operator, argument, value)
    if found.ndim < 2:
        raise ValueError(
            f"{operator}: {argument} must have at least 2 axes, got {tuple(found.shape)}"
        )
    return found


class LinearOperatorFullMatrix(LinearOperator):
    """The matrices `matrix` [..., rows, columns] themselves."""

    def __init__(
        self,
        matrix: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorFullMatrix",
    ) -> None:
        self._matrix = _matrix("LinearOperatorFullMatrix", "matrix", matrix)
        super().__init__(
            self._matrix.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=is_square,
            name=name,
        )

    @property
    def matrix(self) -> Any:
        """The matrices."""
        return self._matrix

    def _sizes(self) -> list[Size]:
        return sizes_of(self._matrix)

    def _to_dense(self) -> Tensor:
        return _ops.identity(self._matrix)


class LinearOperatorLowerTriangular(LinearOperator):
    """The lower triangles of `tril` [..., n, n]; what is above them is not read."""

    def __init__(
        self,
        tril: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowerTriangular",
    ) -> None:
        if is_square is False:
            raise ValueError("Only square lower triangular operators supported at this time.")
        self._tril = _matrix("LinearOperatorLowerTriangular", "tril", tril)
        super().__init__(
            self._tril.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=True,
            name=name,
        )

    @property
    def tril(self) -> Any:
        """The matrices whose lower triangles count."""
        return self._tril

    def _sizes(self) -> list[Size]:
        return sizes_of(self._tril)

    def _to_dense(self) -> Tensor:
        return band_part(self._tril, -1, 0)

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        return triangular_solve(self._tril, rhs, lower=True, adjoint=adjoint)

    def _diag_part(self) -> Tensor:
        return _diag_part(self._tril)

    def _determinant(self) -> Tensor:
        return _ops.reduce_prod(self._diag_part(), axis=-1)

    def _log_abs_determinant(self) -> Tensor:
        return _ops.reduce_sum(_ops.log(_ops.abs(self._diag_part())), axis=-1)

    def _eigvals(self) -> Tensor:
        return self._diag_part()


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
