"""Owns the linear operators made of blocks."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.linalg.operators.base import LinearOperator, spread
from pelton.linalg.operators.hints import NAMES, of_all
from pelton.ops.array.shape_functions import broadcast_static_shape
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton.ops.array.sizes import Size


def _total(sizes: list[Any]) -> Any:
    found = sizes[0]
    for size in sizes[1:]:
        found = found + size
    return found


def _checked(operator: str, parts: list[LinearOperator]) -> None:
    if not parts:
        raise ValueError(f"{operator}: operators must not be empty")
    if len({part.dtype for part in parts}) > 1:
        dtypes = ", ".join(part.dtype.name for part in parts)
        raise TypeError(f"{operator}: operators differ in dtype: {dtypes}")


class _Blocks(LinearOperator):
    """What operators of blocks share: arguments may be lists of a part for each block."""

    def _diagonal(self) -> list[LinearOperator]:
        raise NotImplementedError

    def _all(self) -> list[LinearOperator]:
        raise NotImplementedError

    def _batch(self) -> list[Any]:
        batch: list[Any] = []
        for part in self._all():
            batch = list(broadcast_static_shape(batch, part.batch_shape))
        return batch

    def _sizes(self) -> list[Size]:
        ends = [part._sizes()[-2:] for part in self._diagonal()]
        return [*self._batch(), _total([a for a, _ in ends]), _total([b for _, b in ends])]

    def _is_blockwise(self, x: Any) -> bool:
        count = len(self._diagonal())
        return isinstance(x, (list, tuple)) and len(x) == count and hasattr(x[0], "shape")

    def _by_parts(self, method: str, x: Any, adjoint: bool, adjoint_arg: bool, by: int) -> Any:
        """The method of the parts put together, cut into parts again; `by`: the axis of sizes."""
        parts = [self._argument("x", part) for part in x]
        whole = self._joined(parts, -1 if adjoint_arg else -2)
        made = getattr(super(), method)(whole, adjoint, adjoint_arg)
        return _ops.split(made, [part._sizes()[by] for part in self._diagonal()], axis=-2)

    def _joined(self, parts: list[Tensor], axis: int) -> Tensor:
        batch: list[Any] = self._batch()
        for part in parts:
            batch = list(broadcast_static_shape(batch, part.shape[:-2]))
        return _ops.concat([spread(part, batch) for part in parts], axis)

    def matmul(
        self, x: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str = "matmul"
    ) -> Any:
        """A x as LinearOperator has it; of a list with a part for each block such a list."""
        if self._is_blockwise(x):
            return self._by_parts("matmul", x, adjoint, adjoint_arg, -1 if adjoint else -2)
        return super().matmul(x, adjoint, adjoint_arg)

    def solve(
        self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str = "solve"
    ) -> Any:
        """x with A x = `rhs` as LinearOperator has it; of a list of parts such a list."""
        if self._is_blockwise(rhs):
            return self._by_parts("solve", rhs, adjoint, adjoint_arg, -2 if adjoint else -1)
        return super().solve(rhs, adjoint, adjoint_arg)

    def _determinant(self) -> Tensor:
        found: Any = 1
        for part in self._diagonal():
            found = found * part.determinant()
        return found

    def _log_abs_determinant(self) -> Tensor:
        found: Any = 0
        for part in self._diagonal():
            found = found + part.log_abs_determinant()
        return found


class LinearOperatorBlockDiag(_Blocks):
    """`operators` along the diagonal, zeros beside them."""

    def __init__(
        self,
        operators: list[LinearOperator],
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        name: str | None = None,
    ) -> None:
        parts = list(operators)
        _checked("LinearOperatorBlockDiag", parts)
        given = {
            "is_non_singular": is_non_singular,
            "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite,
            "is_square": is_square,
        }
        hints = of_all("LinearOperatorBlockDiag", parts, given, NAMES)
        name = name or "_ds_".join(part.name for part in parts)
        super().__init__(parts[0].dtype, name=name, **hints)
        self._operators = parts

    @property
    def operators(self) -> list[LinearOperator]:
        """The blocks."""
        return list(self._operators)

    def _diagonal(self) -> list[LinearOperator]:
        return self._operators

    def _all(self) -> list[LinearOperator]:
        return self._operators

    def _each(self, method: str, x: Tensor, adjoint: bool, by: int) -> Tensor:
        parts = _ops.split(x, [part._sizes()[by] for part in self._operators], axis=-2)
        made = [
            getattr(part, method)(piece, adjoint=adjoint)
            for part, piece in zip(self._operators, parts, strict=True)
        ]
        return self._joined(made, -2)

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        return self._each("matmul", x, adjoint, -2 if adjoint else -1)

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        return self._each("solve", rhs, adjoint, -2)

    def _to_dense(self) -> Tensor:
        return LinearOperator._to_dense(self)

    def _ends(self, method: str) -> Tensor:
        batch = self._batch()
        found = [getattr(part, method)() for part in self._operators]
        wide = [_ops.broadcast_to(x, [*batch, sizes_of(x)[-1]]) for x in found]
        return _ops.concat(wide, -1)

    def _diag_part(self) -> Tensor:
        if not all(part.is_square for part in self._operators):
            raise NotImplementedError(
                "`diag_part` not implemented for an operator whose blocks are not square."
            )
        return self._ends("diag_part")

    def _eigvals(self) -> Tensor:
        return self._ends("eigvals")

    def _linop_adjoint(self) -> LinearOperator:
        parts = [part.adjoint() for part in self._operators]
        return LinearOperatorBlockDiag(parts, is_square=self.is_square)

    def _linop_inverse(self) -> LinearOperator:
        return LinearOperatorBlockDiag([part.inverse() for part in self._operators])

    def _linop_cholesky(self) -> LinearOperator:
        return LinearOperatorBlockDiag([part.cholesky() for part in self._operators])


class LinearOperatorBlockLowerTriangular(_Blocks):
    """Rows of blocks: row i of `operators` has i + 1, the last of them on the diagonal."""

    def __init__(
        self,
        operators: list[list[LinearOperator]],
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorBlockLowerTriangular",
    ) -> None:
        kind = "LinearOperatorBlockLowerTriangular"
        rows: list[list[LinearOperator]] = []
        for row in map(list, operators):
            rows.append(row)
            if len(row) != len(rows):  # at once, as there may be very many of them
                lengths = [len(one) for one in rows]
                raise ValueError(f"{kind}: row i must have i + 1 blocks, got rows of {lengths}")
        _checked(kind, [part for row in rows for part in row])
        diagonal = [row[-1] for row in rows]
        given = {"is_non_singular": is_non_singular, "is_square": is_square}
        hints = of_all(kind, diagonal, given, ("is_non_singular", "is_square"))
        if hints["is_square"] is False or any(part.is_square is False for part in diagonal):
            raise ValueError(f"{kind}: the blocks on the diagonal must be square")
        hints["is_square"] = True
        super().__init__(
            diagonal[0].dtype,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            name=name,
            **hints,
        )
        self._rows = rows

    @property
    def operators(self) -> list[list[LinearOperator]]:
        """The rows of blocks."""
        return [list(row) for row in self._rows]

    def _diagonal(self) -> list[LinearOperator]:
        return [row[-1] for row in self._rows]

    def _all(self) -> list[LinearOperator]:
        return [part for row in self._rows for part in row]

    def _pieces(self, x: Tensor) -> list[Tensor]:
        return _ops.split(x, [part._sizes()[-1] for part in self._diagonal()], axis=-2)

    def _beside(self, at: int, adjoint: bool) -> list[tuple[int, LinearOperator]]:
        """The blocks off the diagonal of a row, of the conjugate transpose with `adjoint`."""
        if adjoint:
            return [(k, self._rows[k][at]) for k in range(at + 1, len(self._rows))]
        return list(enumerate(self._rows[at][:-1]))

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        pieces, found = self._pieces(x), []
        for at, part in enumerate(self._diagonal()):
            total = part.matmul(pieces[at], adjoint=adjoint)
            for k, block in self._beside(at, adjoint):
                total = total + block.matmul(pieces[k], adjoint=adjoint)
            found.append(total)
        return self._joined(found, -2)

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        pieces = self._pieces(rhs)
        diagonal = self._diagonal()
        order = list(range(len(pieces)))
        for at in reversed(order) if adjoint else order:
            left = pieces[at]
            for k, block in self._beside(at, adjoint):
                left = left - block.matmul(pieces[k], adjoint=adjoint)
            pieces[at] = diagonal[at].solve(left, adjoint=adjoint)
        return self._joined(pieces, -2)

    def _to_dense(self) -> Tensor:
        return LinearOperator._to_dense(self)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
