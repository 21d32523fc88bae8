"""Owns the linear operator of Toeplitz matrices."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.linalg.diagonals import conjugate
from pelton.linalg.operators.base import LinearOperator, kept
from pelton.linalg.operators.circulant import LinearOperatorCirculant, complex_of
from pelton.ops.array.shape_functions import broadcast_static_shape
from pelton.ops.array.sizes import sizes_of
from pelton.signal.fourier import fft

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike
    from pelton.ops.array.sizes import Size


class LinearOperatorToeplitz(LinearOperator):
    """Constant diagonals: first column `col` and first row `row`, both [..., n].

    The corner is that of `col`. Products go through a circulant matrix of twice the size."""

    def __init__(
        self,
        col: TensorLike,
        row: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorToeplitz",
    ) -> None:
        self._col = kept("LinearOperatorToeplitz", "col", col)
        self._row = kept("LinearOperatorToeplitz", "row", row)
        if is_square is False:
            raise ValueError("Only square Toeplitz operators currently supported.")
        sizes = (self._col.shape[-1:], self._row.shape[-1:])
        if sizes[0] != sizes[1] or self._col.ndim < 1:
            raise ValueError(
                "LinearOperatorToeplitz: col and row must have the same number of entries, got "
                f"{tuple(self._col.shape)} and {tuple(self._row.shape)}"
            )
        super().__init__(
            self._row.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=True,
            name=name,
        )

    @property
    def col(self) -> Any:
        """The first columns."""
        return self._col

    @property
    def row(self) -> Any:
        """The first rows."""
        return self._row

    def _wide(self) -> tuple[Tensor, Tensor]:
        """Column and row with the same batch axes."""
        *front, count = self._sizes()[:-1]
        return tuple(_ops.broadcast_to(x, [*front, count]) for x in (self._col, self._row))

    def _sizes(self) -> list[Size]:
        count = sizes_of(self._col)[-1]
        front = broadcast_static_shape(self._col.shape[:-1], self._row.shape[:-1])
        return [*front, count, count]

    def _circulant(self) -> LinearOperatorCirculant:
        column, row = self._wide()
        ring = _ops.concat(
            [column, _ops.zeros_like(row[..., :1]), _ops.reverse(row[..., 1:], [-1])], -1
        )
        return LinearOperatorCirculant(fft(complex_of(ring)), self.dtype)

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        count = sizes_of(x)[-2]
        padded = _ops.concat([x, _ops.zeros_like(x)], -2)
        return self._circulant().matmul(padded, adjoint=adjoint)[..., :count, :]

    def _to_dense(self) -> Tensor:
        column, row = self._wide()
        count = self._sizes()[-1]
        ends = _ops.concat([_ops.reverse(row[..., 1:], [-1]), column], -1)
        places = _ops.iota(count, "int32")
        at = _ops.expand_dims(places, 1) - _ops.expand_dims(places, 0)
        return _ops.gather(ends, at + (_ops.cast(count, "int32") - 1), axis=ends.ndim - 1)

    def _diag_part(self) -> Tensor:
        return _ops.broadcast_to(self._col[..., :1], self._sizes()[:-1])

    def _linop_adjoint(self) -> LinearOperator:
        column, row = self._wide()
        corner = column[..., :1]
        turned = _ops.concat([corner, row[..., 1:]], -1)
        return LinearOperatorToeplitz(conjugate(turned), conjugate(column))


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
