"""Owns the linear operators that differ from a simple one by few vectors."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.linalg import factoring as _factoring
from pelton.linalg import solving as _solving
from pelton.linalg.diagonals import conjugate
from pelton.linalg.diagonals import diag as _diag
from pelton.linalg.operators.base import LinearOperator, adjoint_of, kept
from pelton.ops.array.shape_functions import broadcast_static_shape
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike
    from pelton.ops.array.sizes import Size


class LinearOperatorHouseholder(LinearOperator):
    """Reflections at the planes normal to `reflection_axis` [..., n]."""

    def __init__(
        self,
        reflection_axis: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorHouseholder",
    ) -> None:
        axis = kept("LinearOperatorHouseholder", "reflection_axis", reflection_axis)
        if axis.ndim < 1:
            raise ValueError("Argument reflection_axis must have at least 1 axis, got a scalar.")
        if is_self_adjoint is False or is_non_singular is False or is_square is False:
            raise ValueError(
                "A Householder operator is always self adjoint, non-singular and square."
            )
        if is_positive_definite:
            raise ValueError("A Householder operator is always non-positive definite.")
        self._reflection_axis = axis
        super().__init__(
            axis.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=True,
            is_positive_definite=False,
            is_square=True,
            name=name,
        )

    @property
    def reflection_axis(self) -> Any:
        """The normals of the planes."""
        return self._reflection_axis

    def _sizes(self) -> list[Size]:
        sizes = sizes_of(self._reflection_axis)
        return [*sizes, sizes[-1]]

    def _unit(self) -> Tensor:
        axis = self._reflection_axis
        size = _ops.reduce_sum(axis * conjugate(axis), axis=-1, keepdims=True)
        return axis / _ops.sqrt(size)

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        column = _ops.expand_dims(self._unit(), -1)
        return x - 2 * column * _ops.matmul(column, x, adjoint_a=True)

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        return self._product(rhs, adjoint)

    def _to_dense(self) -> Tensor:
        return LinearOperator._to_dense(self)

    def _diag_part(self) -> Tensor:
        unit = self._unit()
        return 1 - 2 * unit * conjugate(unit)

    def _determinant(self) -> Tensor:
        return _ops.negative(_ops.ones(self._sizes()[:-2], self.dtype))

    def _log_abs_determinant(self) -> Tensor:
        return _ops.zeros(self._sizes()[:-2], self.dtype)

    def _cond(self) -> Tensor:
        return _ops.ones(self._sizes()[:-2], self.dtype)

    def _linop_inverse(self) -> LinearOperator:
        return self


class LinearOperatorLowRankUpdate(LinearOperator):
    """`base_operator` + `u` D `v`^H, with D of the diagonal `diag_update`.

    u: [..., rows, k], v: [..., columns, k] (None: u), diag_update: [..., k] (None: ones). Systems
    of equations are solved through those of the base and one of k unknowns (Woodbury)."""

    def __init__(
        self,
        base_operator: LinearOperator,
        u: TensorLike,
        diag_update: TensorLike | None = None,
        v: TensorLike | None = None,
        is_diag_update_positive: bool | None = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorLowRankUpdate",
    ) -> None:
        kind = "LinearOperatorLowRankUpdate"
        self._base = base_operator
        self._u = kept(kind, "u", u)
        self._v = self._u if v is None else kept(kind, "v", v)
        self._d = None if diag_update is None else kept(kind, "diag_update", diag_update)
        self._is_positive = bool(is_diag_update_positive) or diag_update is None
        if v is None and self._is_positive and base_operator.is_positive_definite:
            is_positive_definite = True
        if v is None and base_operator.is_self_adjoint and not self._u.dtype.is_complex:
            is_self_adjoint = True
        super().__init__(
            base_operator.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=is_square,
            name=name,
        )
        rows = (base_operator.range_dimension, self._u.shape[-2])
        columns = (base_operator.domain_dimension, self._v.shape[-2])
        if any(None not in pair and pair[0] != pair[1] for pair in (rows, columns)):
            raise ValueError(
                f"{kind}: base_operator {tuple(base_operator.shape)} does not fit u "
                f"{tuple(self._u.shape)} and v {tuple(self._v.shape)}"
            )

    @property
    def base_operator(self) -> LinearOperator:
        """The operator that is changed."""
        return self._base

    @property
    def u(self) -> Any:
        """The vectors on the left [..., rows, k]."""
        return self._u

    @property
    def v(self) -> Any:
        """The vectors on the right [..., columns, k]."""
        return self._v

    @property
    def is_diag_update_positive(self) -> bool:
        """Whether the diagonal between them is said to be positive."""
        return self._is_positive

    @property
    def diag_update(self) -> Any:
        """The diagonal between them [..., k], or None."""
        return self._d

    @property
    def diag_operator(self) -> LinearOperator:
        """The diagonal between them as an operator."""
        from pelton.linalg.operators.diagonal import LinearOperatorDiag, LinearOperatorIdentity

        if self._d is None:
            return LinearOperatorIdentity(self._u.shape[-1], dtype=self.dtype)
        return LinearOperatorDiag(self._d, is_positive_definite=self._is_positive or None)

    def _sizes(self) -> list[Size]:
        batch: Any = self._base.batch_shape
        for part in (self._u.shape[:-2], self._v.shape[:-2]):
            batch = broadcast_static_shape(batch, part)
        if self._d is not None:
            batch = broadcast_static_shape(batch, self._d.shape[:-1])
        return [*batch, *self._base._sizes()[-2:]]

    def _weighted(self, x: Tensor, adjoint: bool) -> Tensor:
        if self._d is None:
            return x
        return _ops.expand_dims(conjugate(self._d) if adjoint else self._d, -1) * x

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        left, right = (self._v, self._u) if adjoint else (self._u, self._v)
        inner = self._weighted(_ops.matmul(right, x, adjoint_a=True), adjoint)
        return self._base.matmul(x, adjoint=adjoint) + _ops.matmul(left, inner)

    def _capacitance(self) -> Tensor:
        """D^-1 + V^H L^-1 U [..., k, k]."""
        inner = _ops.matmul(self._v, self._base.solve(self._u), adjoint_a=True)
        if self._d is None:
            return inner + _ops.eye(self._u.shape[-1], None, self.dtype)
        return inner + _diag(_ops.reciprocal(self._d))

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        left, right = (self._v, self._u) if adjoint else (self._u, self._v)
        first = self._base.solve(rhs, adjoint=adjoint)
        small, known = _solving.with_common_batch(
            self._capacitance(), _ops.matmul(right, first, adjoint_a=True)
        )
        inner = _ops.matmul(left, _solving.solve(small, known, adjoint=adjoint))
        return first - self._base.solve(inner, adjoint=adjoint)

    def _to_dense(self) -> Tensor:
        right = self._weighted(adjoint_of(self._v), False)
        return self._base.to_dense() + _ops.matmul(self._u, right)

    def _determinant(self) -> Tensor:
        found = _factoring.det(self._capacitance()) * self._base.determinant()
        return found if self._d is None else found * _ops.reduce_prod(self._d, axis=-1)

    def _log_abs_determinant(self) -> Tensor:
        found = (
            _ops.cast(_factoring.slogdet(self._capacitance())[1], self.dtype)
            + self._base.log_abs_determinant()
        )
        if self._d is None:
            return found
        return found + _ops.reduce_sum(_ops.log(_ops.abs(self._d)), axis=-1)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
