"""Owns the linear operator of Kronecker products."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.linalg.operators.base import LinearOperator
from pelton.linalg.operators.hints import NAMES, of_all
from pelton.ops.array.shape_functions import broadcast_static_shape
from pelton.ops.array.sizes import product, sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton.ops.array.sizes import Size


class LinearOperatorKronecker(LinearOperator):
    """The Kronecker product of `operators`, none of which is made dense for it."""

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
            raise ValueError("LinearOperatorKronecker: operators must not be empty")
        if len({part.dtype for part in parts}) > 1:
            dtypes = ", ".join(part.dtype.name for part in parts)
            raise TypeError(f"LinearOperatorKronecker: operators differ in dtype: {dtypes}")
        given = {
            "is_non_singular": is_non_singular,
            "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite,
            "is_square": is_square,
        }
        hints = of_all("LinearOperatorKronecker", parts, given, NAMES)
        name = name or "_x_".join(part.name for part in parts)
        super().__init__(parts[0].dtype, name=name, **hints)
        self._operators = parts

    @property
    def operators(self) -> list[LinearOperator]:
        """The factors, from left to right."""
        return list(self._operators)

    def _sizes(self) -> list[Size]:
        batch: list[Any] = []
        for part in self._operators:
            batch = list(broadcast_static_shape(batch, part.batch_shape))
        rows, columns = zip(*(part._sizes()[-2:] for part in self._operators), strict=True)
        return [*batch, product(rows), product(columns)]

    def _each(self, method: str, x: Tensor, adjoint: bool) -> Tensor:
        """The method of each factor along its own axis of the rows of `x`."""
        out_axis, in_axis = (-1, -2) if adjoint != (method == "solve") else (-2, -1)
        done: Size = 1
        width = sizes_of(x)[-1]
        left = [part._sizes()[in_axis] for part in self._operators]
        for at, part in enumerate(self._operators):
            rest = product(left[at + 1 :])
            # Rows [left[at], rest], columns [width, done]: the factor sees its axis alone.
            batch = sizes_of(x)[:-2]
            columns = product([rest, width, done])
            made = getattr(part, method)(
                _ops.reshape(x, [*batch, left[at], columns]), adjoint=adjoint
            )
            batch = sizes_of(made)[:-2]
            size = part._sizes()[out_axis]
            made = _ops.reshape(made, [*batch, size, rest, product([width, done])])
            axes = list(range(len(batch)))
            n = len(batch)
            made = _ops.transpose(made, [*axes, n + 1, n + 2, n])
            done = product([done, size])
            x = _ops.reshape(made, [*batch, rest, product([width, done])])
        batch = sizes_of(x)[:-2]
        whole = _ops.reshape(x, [*batch, width, done])
        n = len(batch)
        return _ops.transpose(whole, [*range(n), n + 1, n])

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        return self._each("matmul", x, adjoint)

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        return self._each("solve", rhs, adjoint)

    def _to_dense(self) -> Tensor:
        return LinearOperator._to_dense(self)

    def _powers(self) -> list[Any]:
        """How often each factor's determinant counts: size of the whole over its own."""
        sizes = [part._sizes()[-1] for part in self._operators]
        return [product([*sizes[:at], *sizes[at + 1 :]]) for at in range(len(sizes))]

    def _determinant(self) -> Tensor:
        found: Any = 1
        for part, power in zip(self._operators, self._powers(), strict=True):
            found = found * part.determinant() ** _ops.cast(power, self.dtype)
        return found

    def _log_abs_determinant(self) -> Tensor:
        found: Any = 0
        for part, power in zip(self._operators, self._powers(), strict=True):
            found = found + part.log_abs_determinant() * _ops.cast(power, self.dtype)
        return found

    def _trace(self) -> Tensor:
        found: Any = 1
        for part in self._operators:
            found = found * part.trace()
        return found

    def _linop_adjoint(self) -> LinearOperator:
        return LinearOperatorKronecker([part.adjoint() for part in self._operators])

    def _linop_inverse(self) -> LinearOperator:
        return LinearOperatorKronecker([part.inverse() for part in self._operators])

    def _linop_cholesky(self) -> LinearOperator:
        return LinearOperatorKronecker([part.cholesky() for part in self._operators])


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
