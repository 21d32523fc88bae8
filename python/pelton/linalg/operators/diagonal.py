"""Owns the linear operators with nothing beside the diagonal."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import ops as _ops
from pelton.linalg.diagonals import conjugate, set_diag
from pelton.linalg.diagonals import diag as _diag
from pelton.linalg.diagonals import diag_part as _diag_part
from pelton.linalg.operators.base import LinearOperator, kept, spread
from pelton.linalg.operators.hints import always
from pelton.ops.array.sizes import integers, sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike
    from pelton.ops.array.sizes import Size


class _Diagonal(LinearOperator):
    """An operator whose `_entries` are its diagonal, or what broadcasts to it."""

    def _entries(self) -> Any:
        raise NotImplementedError

    def _column(self, adjoint: bool) -> Tensor:
        entries = conjugate(self._entries()) if adjoint else self._entries()
        return _ops.expand_dims(entries, -1)

    def _whole(self) -> Tensor:
        """The diagonal with all its entries."""
        return _ops.broadcast_to(self._entries(), self._sizes()[:-1])

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        return self._column(adjoint) * x

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        return rhs / self._column(adjoint)

    def _to_dense(self) -> Tensor:
        return _diag(self._whole())

    def _diag_part(self) -> Tensor:
        return self._whole()

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        wide = spread(x, self._sizes()[:-2])
        return set_diag(wide, _diag_part(wide) + self._entries())

    def _determinant(self) -> Tensor:
        return _ops.reduce_prod(self._whole(), axis=-1)

    def _log_abs_determinant(self) -> Tensor:
        found = _ops.reduce_sum(_ops.log(_ops.abs(self._whole())), axis=-1)
        return _ops.cast(found, self.dtype)

    def _eigvals(self) -> Tensor:
        return self._whole()

    def _cond(self) -> Tensor:
        sizes = _ops.abs(self._whole())
        found = _ops.reduce_max(sizes, axis=-1) / _ops.reduce_min(sizes, axis=-1)
        return _ops.cast(found, self.dtype)


class LinearOperatorDiag(_Diagonal):
    """Square matrices with the diagonals `diag` [..., n]."""

    def __init__(
        self,
        diag: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorDiag",
    ) -> None:
        self._diag = kept("LinearOperatorDiag", "diag", diag)
        if self._diag.ndim < 1:
            raise ValueError("LinearOperatorDiag: diag must have at least 1 axis, got a scalar")
        if not self._diag.dtype.is_complex:
            if is_self_adjoint is False:
                raise ValueError("A real diagonal operator is always self adjoint.")
            is_self_adjoint = True
        if is_square is False:
            raise ValueError("Only square, diagonal operators currently supported.")
        super().__init__(
            self._diag.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=True,
            name=name,
        )

    @property
    def diag(self) -> Any:
        """The diagonals."""
        return self._diag

    def _sizes(self) -> list[Size]:
        sizes = sizes_of(self._diag)
        return [*sizes, sizes[-1]]

    def _entries(self) -> Any:
        return self._diag

    def _linop_matmul(self, right: LinearOperator) -> LinearOperator:
        if not isinstance(right, LinearOperatorDiag):
            return super()._linop_matmul(right)
        both = self.is_non_singular and right.is_non_singular
        return LinearOperatorDiag(self._diag * right._diag, is_non_singular=both or None)

    def _linop_inverse(self) -> LinearOperator:
        return LinearOperatorDiag(
            _ops.reciprocal(self._diag),
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
        )

    def _linop_adjoint(self) -> LinearOperator:
        return LinearOperatorDiag(
            conjugate(self._diag),
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
        )

    def _linop_cholesky(self) -> LinearOperator:
        return LinearOperatorDiag(_ops.sqrt(self._diag), is_self_adjoint=True)


def _count(operator: str, argument: str, value: Any) -> Size:
    (found,) = integers(operator, argument, [value])
    if isinstance(found, int) and found < 0:
        raise ValueError(f"{operator}: {argument} must be non-negative, got {found}")
    return found


class LinearOperatorScaledIdentity(_Diagonal):
    """`multiplier` [...] times the identity of `num_rows` rows."""

    def __init__(
        self,
        num_rows: Any,
        multiplier: TensorLike,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorScaledIdentity",
    ) -> None:
        self._multiplier = kept("LinearOperatorScaledIdentity", "multiplier", multiplier)
        if not is_square:
            raise ValueError("A ScaledIdentity operator is always square.")
        if not self._multiplier.dtype.is_complex:
            is_self_adjoint = True
        super().__init__(
            self._multiplier.dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=True,
            name=name,
        )
        self._rows = _count("LinearOperatorScaledIdentity", "num_rows", num_rows)

    @property
    def multiplier(self) -> Any:
        """What the identities are multiplied by [...]."""
        return self._multiplier

    def _sizes(self) -> list[Size]:
        return [*sizes_of(self._multiplier), self._rows, self._rows]

    def _entries(self) -> Any:
        return _ops.expand_dims(self._multiplier, -1)

    def _cond(self) -> Tensor:
        return _ops.ones_like(self._multiplier)

    def _linop_inverse(self) -> LinearOperator:
        return LinearOperatorScaledIdentity(
            self._rows,
            _ops.reciprocal(self._multiplier),
            is_non_singular=self.is_non_singular,
            is_self_adjoint=True if self.is_self_adjoint else None,
            is_positive_definite=self.is_positive_definite,
        )

    def _linop_cholesky(self) -> LinearOperator:
        root = _ops.sqrt(self._multiplier)
        return LinearOperatorScaledIdentity(self._rows, root, is_self_adjoint=True)


class LinearOperatorIdentity(_Diagonal):
    """The identity of `num_rows` rows, once for each place of `batch_shape`."""

    def __init__(
        self,
        num_rows: Any,
        batch_shape: Any = None,
        dtype: DTypeLike | None = None,
        is_non_singular: bool | None = True,
        is_self_adjoint: bool | None = True,
        is_positive_definite: bool | None = True,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorIdentity",
    ) -> None:
        given = {
            "is_non_singular": is_non_singular,
            "is_self_adjoint": is_self_adjoint,
            "is_positive_definite": is_positive_definite,
            "is_square": is_square,
        }
        hints = always("LinearOperatorIdentity", given, **dict.fromkeys(given, True))
        super().__init__(dtype or _dtypes.float32, name=name, **hints)
        self._rows = _count("LinearOperatorIdentity", "num_rows", num_rows)
        self._batch = _batch("LinearOperatorIdentity", batch_shape)

    def _sizes(self) -> list[Size]:
        return [*self._batch, self._rows, self._rows]

    def _entries(self) -> Any:
        return _ops.ones([1], self.dtype)

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        return spread(x, self._batch)

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        return spread(rhs, self._batch)

    def _linop_matmul(self, right: LinearOperator) -> LinearOperator:
        return right

    def _linop_inverse(self) -> LinearOperator:
        return self

    def _linop_cholesky(self) -> LinearOperator:
        return self


def _batch(operator: str, batch_shape: Any) -> list[Size]:
    return [] if batch_shape is None else integers(operator, "batch_shape", batch_shape)


class LinearOperatorZeros(LinearOperator):
    """Matrices of zeros: [*batch_shape, num_rows, num_columns]."""

    def __init__(
        self,
        num_rows: Any,
        num_columns: Any = None,
        batch_shape: Any = None,
        dtype: DTypeLike | None = None,
        is_non_singular: bool | None = False,
        is_self_adjoint: bool | None = True,
        is_positive_definite: bool | None = False,
        is_square: bool | None = True,
        assert_proper_shapes: bool = False,
        name: str = "LinearOperatorZeros",
    ) -> None:
        if is_non_singular or is_positive_definite:
            raise ValueError("A zero operator is always singular and never positive definite.")
        self._rows = _count("LinearOperatorZeros", "num_rows", num_rows)
        columns = num_rows if num_columns is None else num_columns
        self._columns = _count("LinearOperatorZeros", "num_columns", columns)
        if is_square and isinstance(columns, int) and columns != num_rows:
            raise ValueError(
                f"A non-square zero operator must have is_square=False, got {num_rows} rows and "
                f"{columns} columns"
            )
        super().__init__(
            dtype or _dtypes.float32,
            is_non_singular=False,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=False,
            is_square=is_square,
            name=name,
        )
        self._batch = _batch("LinearOperatorZeros", batch_shape)

    def _sizes(self) -> list[Size]:
        return [*self._batch, self._rows, self._columns]

    def _to_dense(self) -> Tensor:
        return _ops.zeros(self._sizes(), self.dtype)

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        return spread(x, self._batch)

    def _determinant(self) -> Tensor:
        return _ops.zeros(self._batch, self.dtype)

    def _linop_matmul(self, right: LinearOperator) -> LinearOperator:
        return LinearOperatorZeros(
            self._rows,
            right._sizes()[-1],
            self._batch,
            self.dtype,
            is_self_adjoint=None,
            is_square=self.range_dimension == right.domain_dimension,
        )


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
