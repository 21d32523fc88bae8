"""Owns the linear operators made of others: adjoint, inverse and product."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.linalg.diagonals import conjugate
from pelton.linalg.operators.base import LinearOperator, adjoint_of
from pelton.linalg.operators.hints import NAMES, always, of_all
from pelton.ops.array.shape_functions import broadcast_static_shape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton.ops.array.sizes import Size


class LinearOperatorAdjoint(LinearOperator):
    """The conjugate transposes of the matrices of `operator`."""

    def __init__(
        self,
        operator: LinearOperator,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        given = {
            "is_non_singular": is_non_singular,
            "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite,
            "is_square": is_square,
        }
        hints = of_all("LinearOperatorAdjoint", [operator], given, tuple(given))
        super().__init__(operator.dtype, name=name or f"{operator.name}_adjoint", **hints)
        self._operator = operator

    @property
    def operator(self) -> LinearOperator:
        """The operator whose adjoint this is."""
        return self._operator

    def _sizes(self) -> list[Size]:
        *batch, rows, columns = self._operator._sizes()
        return [*batch, columns, rows]

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        return self._operator.matmul(x, adjoint=not adjoint)

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        return self._operator.solve(rhs, adjoint=not adjoint)

    def _to_dense(self) -> Tensor:
        return adjoint_of(self._operator.to_dense())

    def _determinant(self) -> Tensor:
        return conjugate(self._operator.determinant())

    def _log_abs_determinant(self) -> Tensor:
        return self._operator.log_abs_determinant()

    def _diag_part(self) -> Tensor:
        return conjugate(self._operator.diag_part())

    def _linop_adjoint(self) -> LinearOperator:
        return self._operator


class LinearOperatorInversion(LinearOperator):
    """The inverses of the matrices of `operator`."""

    def __init__(
        self,
        operator: LinearOperator,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        kind = "LinearOperatorInversion"
        for said in (is_non_singular, operator.is_non_singular):
            always(kind, {"is_non_singular": said}, is_non_singular=True)
        given = {
            "is_non_singular": True,
            "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite,
            "is_square": is_square,
        }
        hints = of_all(kind, [operator], given, ("is_self_adjoint", "is_positive_definite"))
        super().__init__(operator.dtype, name=name or f"{operator.name}_inverse", **hints)
        self._operator = operator

    @property
    def operator(self) -> LinearOperator:
        """The operator whose inverse this is."""
        return self._operator

    def _sizes(self) -> list[Size]:
        return self._operator._sizes()

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        return self._operator.solve(x, adjoint=adjoint)

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        return self._operator.matmul(rhs, adjoint=adjoint)

    def _to_dense(self) -> Tensor:
        return LinearOperator._to_dense(self)

    def _determinant(self) -> Tensor:
        return _ops.reciprocal(self._operator.determinant())

    def _log_abs_determinant(self) -> Tensor:
        return _ops.negative(self._operator.log_abs_determinant())

    def _linop_inverse(self) -> LinearOperator:
        return self._operator


class LinearOperatorComposition(LinearOperator):
    """The product of `operators`, the last of which acts first."""

    def __init__(
        self,
        operators: list[LinearOperator],
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
    ) -> None:
        parts = list(operators)
        if not parts:
            raise ValueError("LinearOperatorComposition: operators must not be empty")
        if len({part.dtype for part in parts}) > 1:
            dtypes = ", ".join(part.dtype.name for part in parts)
            raise TypeError(f"LinearOperatorComposition: operators differ in dtype: {dtypes}")
        for left, right in zip(parts, parts[1:], strict=False):
            inner = (left.domain_dimension, right.range_dimension)
            if None not in inner and inner[0] != inner[1]:
                raise ValueError(
                    "LinearOperatorComposition: operators do not meet: shapes "
                    f"{tuple(left.shape)} and {tuple(right.shape)}"
                )
        given = {"is_non_singular": is_non_singular, "is_square": is_square}
        hints = of_all("LinearOperatorComposition", parts, given, ("is_non_singular",))
        hints["is_self_adjoint"] = is_self_adjoint
        hints["is_positive_definite"] = is_positive_definite
        name = name or "_o_".join(part.name for part in parts)
        super().__init__(parts[0].dtype, name=name, **hints)
        self._operators = parts

    @property
    def operators(self) -> list[LinearOperator]:
        """The operators of the product, from left to right."""
        return list(self._operators)

    def _sizes(self) -> list[Size]:
        batch: list[Any] = []
        for part in self._operators:
            batch = list(broadcast_static_shape(batch, part.batch_shape))
        return [*batch, self._operators[0]._sizes()[-2], self._operators[-1]._sizes()[-1]]

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        for part in self._operators if adjoint else reversed(self._operators):
            x = part.matmul(x, adjoint=adjoint)
        return x

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        for part in reversed(self._operators) if adjoint else self._operators:
            rhs = part.solve(rhs, adjoint=adjoint)
        return rhs

    def _to_dense(self) -> Tensor:
        return LinearOperator._to_dense(self)

    def _determinant(self) -> Tensor:
        found = self._operators[0].determinant()
        for part in self._operators[1:]:
            found = found * part.determinant()
        return found

    def _log_abs_determinant(self) -> Tensor:
        found = self._operators[0].log_abs_determinant()
        for part in self._operators[1:]:
            found = found + part.log_abs_determinant()
        return found


def product_of(left: LinearOperator, right: LinearOperator) -> LinearOperator:
    """The operator of the product: of the other operator where one is the identity."""
    from pelton.linalg.operators.diagonal import LinearOperatorIdentity

    if isinstance(right, LinearOperatorIdentity):
        return left
    if isinstance(left, LinearOperatorIdentity):
        return right
    ends = (left.range_dimension, right.domain_dimension)
    if None not in ends and ends[0] != ends[1]:
        return LinearOperatorComposition([left, right], **dict.fromkeys(NAMES, False))
    return LinearOperatorComposition([left, right], is_square=None if None in ends else True)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
