"""Owns the linear operator of permutations."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.linalg.operators.base import LinearOperator
from pelton.ops.array.shape_functions import broadcast_static_shape
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike
    from pelton.ops.array.sizes import Size


class LinearOperatorPermutation(LinearOperator):
    """Row i of the product is row `perm`[..., i] of what is multiplied."""

    def __init__(
        self,
        perm: TensorLike,
        dtype: DTypeLike = _dtypes.float32,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str = "LinearOperatorPermutation",
    ) -> None:
        self._perm = _functions.convert(perm)
        if not self._perm.dtype.is_integer or self._perm.ndim < 1:
            raise TypeError(
                "LinearOperatorPermutation: perm must be integers [..., n], got "
                f"{self._perm.dtype.name} {tuple(self._perm.shape)}"
            )
        if is_non_singular is False or is_square is False:
            raise ValueError("A Permutation operator is always non-singular and square.")
        super().__init__(
            dtype,
            is_non_singular=is_non_singular,
            is_self_adjoint=is_self_adjoint,
            is_positive_definite=is_positive_definite,
            is_square=True,
            name=name,
        )

    @property
    def perm(self) -> Tensor:
        """The permutations."""
        return self._perm

    def _sizes(self) -> list[Size]:
        sizes = sizes_of(self._perm)
        return [*sizes, sizes[-1]]

    def _to_dense(self) -> Tensor:
        return _ops.one_hot(self._perm, self._sizes()[-1], dtype=self.dtype)

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        places = _ops.argsort(self._perm) if adjoint else self._perm
        if places.ndim == 1:
            return _ops.gather(x, places, axis=x.ndim - 2)
        front = list(broadcast_static_shape(x.shape[:-2], self.batch_shape))
        sizes = sizes_of(x)[-2:]
        x = _ops.broadcast_to(x, [*front, *sizes])
        places = _ops.broadcast_to(places, [*front, sizes[0]])
        from pelton.ops.array.basic import gather

        return gather(x, places, axis=-2, batch_dims=len(front))

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        return self._product(rhs, not adjoint)

    def _determinant(self) -> Tensor:
        """1, or -1 of an odd number of pairs that stand the other way round."""
        left, right = _ops.expand_dims(self._perm, -1), _ops.expand_dims(self._perm, -2)
        count = self._sizes()[-1]
        places = _ops.iota(count, "int32")
        before = _ops.less(_ops.expand_dims(places, 1), _ops.expand_dims(places, 0))
        turned = _ops.logical_and(_ops.greater(left, right), before)
        odd = _ops.reduce_sum(_ops.cast(turned, _dtypes.int32), axis=[-2, -1]) % 2
        return _ops.cast(1 - 2 * odd, self.dtype)

    def _log_abs_determinant(self) -> Tensor:
        return _ops.zeros(self._sizes()[:-2], self.dtype)

    def _cond(self) -> Tensor:
        return _ops.ones(self._sizes()[:-2], self.dtype)

    def _linop_inverse(self) -> LinearOperator:
        return LinearOperatorPermutation(_ops.argsort(self._perm), self.dtype)

    _linop_adjoint = _linop_inverse


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
