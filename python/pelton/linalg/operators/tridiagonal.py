"""Owns the linear operator of matrices with three diagonals."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.linalg.diagonals import conjugate
from pelton.linalg.operators.base import LinearOperator, kept
from pelton.linalg.tridiagonal import as_compact, matrix_of, tridiagonal_matmul
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton.ops.array.sizes import Size


class LinearOperatorTridiag(LinearOperator):
    """The diagonal and the one above and below it.

    `diagonals`: [..., 3, n] ("compact": above, without its last entry; on; below, without its
    first), a list of three [..., n] ("sequence"), or [..., n, n] ("matrix")."""

    def __init__(
        self,
        diagonals: Any,
        diagonals_format: str = "compact",
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorTridiag",
    ) -> None:
        kind = "LinearOperatorTridiag"
        if diagonals_format == "sequence":
            diagonals = [_functions.convert(part) for part in diagonals]
        else:
            diagonals = kept(kind, "diagonals", diagonals)
        if is_square is False:
            raise ValueError("Tridiagonal operators must be square.")
        self._given, self._format = diagonals, diagonals_format
        compact = as_compact(kind, diagonals, diagonals_format)
        super().__init__(
            compact.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=True,
            name=name,
        )

    @property
    def diagonals(self) -> Any:
        """The diagonals as they were given."""
        return self._given

    @property
    def diagonals_format(self) -> str:
        """In which form they were given."""
        return self._format

    def _compact(self) -> Tensor:
        return as_compact(self.name, self._given, self._format)

    def _sizes(self) -> list[Size]:
        *batch, _, count = sizes_of(self._compact())
        return [*batch, count, count]

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        diagonals = self._turned() if adjoint else self._compact()
        return tridiagonal_matmul(diagonals, x)

    def _turned(self) -> Tensor:
        """The diagonals of the conjugate transposes."""
        above, middle, below = _ops.unstack(conjugate(self._compact()), axis=-2)
        rolled = _ops.concat([below[..., 1:], below[..., :1]], -1)
        moved = _ops.concat([above[..., -1:], above[..., :-1]], -1)
        return _ops.stack([rolled, middle, moved], axis=-2)

    def _to_dense(self) -> Tensor:
        return matrix_of(self._compact())

    def _diag_part(self) -> Tensor:
        return self._compact()[..., 1, :]

    def _linop_adjoint(self) -> LinearOperator:
        return LinearOperatorTridiag(self._turned(), is_non_singular=self.is_non_singular)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
