"""Owns LinearOperator: a batch of matrices known by what they do to vectors.

After TensorFlow's `tf.linalg.LinearOperator`: a subclass says its shape, and what it knows better
than the dense matrix does.
"""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.linalg import factoring as _factoring
from pelton.linalg import solving as _solving
from pelton.linalg.diagonals import diag_part as _diag_part
from pelton.linalg.diagonals import matrix_transpose
from pelton.linalg.operators.checks import Checks
from pelton.linalg.operators.hints import implied
from pelton.ops.array.shape_functions import broadcast_static_shape
from pelton.ops.array.sizes import sizes_of
from pelton.tensor_shape import TensorShape
from pelton.variables.module import Module

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import DType, Tensor
    from pelton._types import DTypeLike, TensorLike
    from pelton.ops.array.sizes import Size


def kept(operator: str, argument: str, value: TensorLike) -> Any:
    """`value` as a tensor of numbers with fractions; a Variable stays itself.

    Raises TypeError, naming the operator, for another dtype."""
    try:
        found = value if isinstance(value, Variable) else _functions.convert(value)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{operator}: {argument}: {error}") from None
    if not (found.dtype.is_floating or found.dtype.is_complex):
        raise TypeError(
            f"{operator}: {argument} must have a floating or complex dtype, got {found.dtype.name}"
        )
    return found


def adjoint_of(x: Any) -> Tensor:
    """The conjugate transposes."""
    return matrix_transpose(x, conjugate=True)


def spread(x: Tensor, batch: list[Size]) -> Tensor:
    """Matrices with at least the batch axes that theirs and `batch` broadcast to."""
    front = sizes_of(x)[:-2]
    if not batch or front == batch or not all(isinstance(s, int) for s in [*batch, *front]):
        return x
    wanted = list(broadcast_static_shape(front, batch))
    return _ops.broadcast_to(x, [*wanted, *sizes_of(x)[-2:]])


class LinearOperator(Checks, Module):
    """A batch of matrices of shape [..., rows, columns].

    A subclass of one's own has `_shape` and `_matmul`, and what else it knows (`_solve`,
    `_to_dense`, `_log_abs_determinant`, `_diag_part`, ...). Hints are promises: they are not
    checked, but two that contradict raise ValueError.
    """

    def __init__(
        self,
        dtype: DTypeLike,
        graph_parents: Any = None,
        is_non_singular: bool | None = None,
        is_self_adjoint: bool | None = None,
        is_positive_definite: bool | None = None,
        is_square: bool | None = None,
        name: str | None = None,
        parameters: dict[str, Any] | None = None,
    ) -> None:
        self._dtype = _dtypes.as_dtype(dtype) if dtype is not None else None
        self._hints = implied(
            {
                "is_non_singular": is_non_singular,
                "is_self_adjoint": is_self_adjoint,
                "is_positive_definite": is_positive_definite,
                "is_square": is_square,
            }
        )
        self._operator_name = name or type(self).__name__
        self._parameters = {} if parameters is None else dict(parameters)
        super().__init__()

    @property
    def name(self) -> str:
        """The name given, or that of the class."""
        return self._operator_name

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments that a subclass gave as `parameters`."""
        return dict(self._parameters)

    @property
    def dtype(self) -> DType:
        """The DType of the matrices."""
        return self._dtype

    @property
    def is_non_singular(self) -> bool | None:
        """Whether it can be inverted; None: not known."""
        return self._hints["is_non_singular"]

    @property
    def is_self_adjoint(self) -> bool | None:
        """Whether it is its own conjugate transpose; None: not known."""
        return self._hints["is_self_adjoint"]

    @property
    def is_positive_definite(self) -> bool | None:
        """Whether x^H A x is positive for all x but 0; None: not known."""
        return self._hints["is_positive_definite"]

    @property
    def is_square(self) -> bool | None:
        """Whether it has as many rows as columns, as said or seen by the shape; None: not known."""
        said = self._hints["is_square"]
        rows, columns = self.shape[-2:]
        return said if said is not None or None in (rows, columns) else rows == columns

    # Shapes

    def _sizes(self) -> list[Size]:
        """The size of each axis, a symbolic scalar where it is not known."""
        if type(self)._shape is LinearOperator._shape:
            raise NotImplementedError(f"{type(self).__name__} must have _shape")
        known = list(self._shape())
        if None not in known:
            return known
        sizes = self._shape_tensor()
        return [sizes[axis] if size is None else size for axis, size in enumerate(known)]

    def _shape(self) -> TensorShape:
        return TensorShape([size if isinstance(size, int) else None for size in self._sizes()])

    def _shape_tensor(self) -> Tensor:
        return _functions.convert(_sizes_as_numbers(self._sizes()), _dtypes.int32)

    @property
    def shape(self) -> TensorShape:
        """[..., rows, columns]."""
        return TensorShape(self._shape())

    @property
    def batch_shape(self) -> TensorShape:
        """The shape without rows and columns."""
        return self.shape[:-2]

    @property
    def tensor_rank(self) -> int | None:
        """The number of axes."""
        return self.shape.rank

    @property
    def domain_dimension(self) -> int | None:
        """The number of columns."""
        return self.shape[-1]

    @property
    def range_dimension(self) -> int | None:
        """The number of rows."""
        return self.shape[-2]

    def shape_tensor(self, name: str = "shape_tensor") -> Tensor:
        """The shape, int32."""
        return self._shape_tensor()

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Tensor:
        """The shape without rows and columns, int32."""
        return self._shape_tensor()[:-2]

    def tensor_rank_tensor(self, name: str = "tensor_rank_tensor") -> Tensor:
        """The number of axes, int32."""
        return _functions.convert(len(self._sizes()), _dtypes.int32)

    def domain_dimension_tensor(self, name: str = "domain_dimension_tensor") -> Tensor:
        """The number of columns, int32."""
        return self._shape_tensor()[-1]

    def range_dimension_tensor(self, name: str = "range_dimension_tensor") -> Tensor:
        """The number of rows, int32."""
        return self._shape_tensor()[-2]

    # Products

    def _product(self, x: Tensor, adjoint: bool) -> Tensor:
        if type(self)._to_dense is LinearOperator._to_dense:
            raise NotImplementedError(f"{type(self).__name__} must have _matmul")
        return _ops.matmul(self.to_dense(), x, adjoint_a=adjoint)

    def _matmul(self, x: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._product(adjoint_of(x) if adjoint_arg else x, adjoint)

    def _matvec(self, x: Tensor, adjoint: bool = False) -> Tensor:
        return _ops.squeeze(self.matmul(_ops.expand_dims(x, -1), adjoint=adjoint), [-1])

    def matmul(
        self, x: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str = "matmul"
    ) -> Any:
        """A x for x [..., columns, k], or the operator A x of an operator x; batch axes broadcast.

        `adjoint`, `adjoint_arg`: with the conjugate transpose of A, of x. Raises ValueError where
        the sizes do not fit."""
        if isinstance(x, LinearOperator):
            left = self.adjoint() if adjoint else self
            right = x.adjoint() if adjoint_arg else x
            _check_meet(self, left.domain_dimension, right.range_dimension, right.shape)
            return left._linop_matmul(right)
        x = self._argument("x", x)
        inner = self.range_dimension if adjoint else self.domain_dimension
        _check_meet(self, inner, x.shape[-1 if adjoint_arg else -2], x.shape)
        return self._matmul(x, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def __matmul__(self, other: Any) -> Any:
        return self.matmul(other)

    def matvec(self, x: TensorLike, adjoint: bool = False, name: str = "matvec") -> Tensor:
        """A x for vectors x [..., columns]."""
        x = self._argument("x", x, 1)
        inner = self.range_dimension if adjoint else self.domain_dimension
        _check_meet(self, inner, x.shape[-1], x.shape)
        return self._matvec(x, adjoint=adjoint)

    def _argument(self, argument: str, value: TensorLike, rank: int = 2) -> Tensor:
        x = _functions.convert_like(value, self.dtype)
        if x.dtype != self.dtype:
            raise TypeError(
                f"{self.name}: {argument} must have dtype {self.dtype.name}, got {x.dtype.name}"
            )
        if x.ndim < rank:
            raise ValueError(
                f"{self.name}: {argument} must have at least {rank} axes, got {tuple(x.shape)}"
            )
        return x

    # Systems of equations

    def _solution(self, rhs: Tensor, adjoint: bool) -> Tensor:
        dense, right = _solving.with_common_batch(self.to_dense(), rhs)
        if self.is_self_adjoint and self.is_positive_definite:
            return _solving.cholesky_solve(_factoring.cholesky(dense), right)
        return _solving.solve(dense, right, adjoint=adjoint)

    def _solve(self, rhs: Tensor, adjoint: bool = False, adjoint_arg: bool = False) -> Tensor:
        return self._solution(adjoint_of(rhs) if adjoint_arg else rhs, adjoint)

    def _solvevec(self, rhs: Tensor, adjoint: bool = False) -> Tensor:
        return _ops.squeeze(self.solve(_ops.expand_dims(rhs, -1), adjoint=adjoint), [-1])

    def solve(
        self, rhs: Any, adjoint: bool = False, adjoint_arg: bool = False, name: str = "solve"
    ) -> Any:
        """x with A x = `rhs` [..., rows, k]; of an operator `rhs` an operator.

        Raises NotImplementedError where hints say that A is not square or singular."""
        self._check_solvable()
        if isinstance(rhs, LinearOperator):
            left = self.adjoint() if adjoint else self
            right = rhs.adjoint() if adjoint_arg else rhs
            _check_meet(self, left.domain_dimension, right.range_dimension, right.shape)
            return left.inverse().matmul(right)
        rhs = self._argument("rhs", rhs)
        _check_meet(self, self.domain_dimension, rhs.shape[-1 if adjoint_arg else -2], rhs.shape)
        return self._solve(rhs, adjoint=adjoint, adjoint_arg=adjoint_arg)

    def solvevec(self, rhs: TensorLike, adjoint: bool = False, name: str = "solve") -> Tensor:
        """x with A x = `rhs` for vectors [..., rows]."""
        self._check_solvable()
        rhs = self._argument("rhs", rhs, 1)
        _check_meet(self, self.domain_dimension, rhs.shape[-1], rhs.shape)
        return self._solvevec(rhs, adjoint=adjoint)

    # Numbers of the matrix

    def _determinant(self) -> Tensor:
        if self.is_positive_definite:
            return _ops.exp(self.log_abs_determinant())
        return _factoring.det(self.to_dense())

    def determinant(self, name: str = "det") -> Tensor:
        """The determinants [...]. Raises NotImplementedError where A is not square."""
        self._check_square("Determinant")
        return self._determinant()

    def _log_abs_determinant(self) -> Tensor:
        found = _factoring.slogdet(self.to_dense())[1]
        return _ops.cast(found, self.dtype)

    def log_abs_determinant(self, name: str = "log_abs_det") -> Tensor:
        """The logarithms of the determinants' absolute values [...].

        Raises NotImplementedError where A is not square."""
        self._check_square("Determinant")
        return self._log_abs_determinant()

    def _to_dense(self) -> Tensor:
        unit = _ops.eye(self._sizes()[-1], None, self.dtype)
        return self.matmul(spread(unit, self._sizes()[:-2]))

    def to_dense(self, name: str = "to_dense") -> Tensor:
        """The matrices [..., rows, columns]."""
        return self._to_dense()

    def _diag_part(self) -> Tensor:
        return _diag_part(self.to_dense())

    def diag_part(self, name: str = "diag_part") -> Tensor:
        """The diagonals [..., min(rows, columns)]."""
        return self._diag_part()

    def _trace(self) -> Tensor:
        return _ops.reduce_sum(self.diag_part(), axis=-1)

    def trace(self, name: str = "trace") -> Tensor:
        """The sums of the diagonals [...]."""
        return self._trace()

    def _add_to_tensor(self, x: Tensor) -> Tensor:
        return self.to_dense() + x

    def add_to_tensor(self, x: TensorLike, name: str = "add_to_tensor") -> Tensor:
        """A + `x` for matrices x whose shape broadcasts."""
        return self._add_to_tensor(self._argument("x", x))

    def _eigvals(self) -> Tensor:
        return _factoring.eigvalsh(self.to_dense())

    def eigvals(self, name: str = "eigvals") -> Tensor:
        """The eigenvalues [..., rows] of a self-adjoint operator.

        Raises NotImplementedError for one that is not said to be self-adjoint."""
        if not self.is_self_adjoint:
            raise NotImplementedError("Only self-adjoint matrices are supported.")
        return self._eigvals()

    def _cond(self) -> Tensor:
        values = (
            _ops.abs(self.eigvals())
            if self.is_self_adjoint
            else _factoring.svd(self.to_dense(), compute_uv=False)
        )
        most, least = _ops.reduce_max(values, axis=-1), _ops.reduce_min(values, axis=-1)
        return _ops.cast(most / least, self.dtype)

    def cond(self, name: str = "cond") -> Tensor:
        """The condition numbers [...]: the greatest singular value over the least."""
        return self._cond()

    # Operators made of it

    def _linop_matmul(self, right: LinearOperator) -> LinearOperator:
        from pelton.linalg.operators.derived import product_of

        return product_of(self, right)

    def _linop_adjoint(self) -> LinearOperator:
        from pelton.linalg.operators.derived import LinearOperatorAdjoint

        return LinearOperatorAdjoint(
            self,
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
            is_square=self.is_square,
        )

    def adjoint(self, name: str = "adjoint") -> LinearOperator:
        """The operator of the conjugate transposes; itself where it is self-adjoint."""
        return self if self.is_self_adjoint else self._linop_adjoint()

    H = property(adjoint)

    def _linop_inverse(self) -> LinearOperator:
        from pelton.linalg.operators.derived import LinearOperatorInversion

        return LinearOperatorInversion(
            self,
            is_non_singular=self.is_non_singular,
            is_self_adjoint=self.is_self_adjoint,
            is_positive_definite=self.is_positive_definite,
            is_square=self.is_square,
        )

    def inverse(self, name: str = "inverse") -> LinearOperator:
        """The operator of the inverses. Raises ValueError where hints say that there are none."""
        if self.is_square is False or self.is_non_singular is False:
            kind = "non square" if self.is_square is False else "singular"
            raise ValueError(f"Cannot take the Inverse: This operator represents a {kind} matrix.")
        return self._linop_inverse()

    def _linop_cholesky(self) -> LinearOperator:
        from pelton.linalg.operators.dense import LinearOperatorLowerTriangular

        factor = _factoring.cholesky(self.to_dense())
        return LinearOperatorLowerTriangular(
            factor, is_non_singular=True, is_self_adjoint=False, is_square=True
        )

    def cholesky(self, name: str = "cholesky") -> LinearOperator:
        """The lower triangular factor L of A = L L^H, an operator.

        Raises ValueError unless A is said to be self-adjoint and positive definite."""
        if not (self.is_self_adjoint and self.is_positive_definite):
            raise ValueError(
                "Cannot take the Cholesky decomposition: Not a positive definite self adjoint "
                "matrix."
            )
        return self._linop_cholesky()


def _sizes_as_numbers(sizes: list[Size]) -> Any:
    if all(isinstance(size, int) for size in sizes):
        return sizes
    return _ops.stack([_functions.convert_like(size, _dtypes.int32) for size in sizes])


def _check_meet(operator: LinearOperator, inner: int | None, outer: int | None, shape: Any) -> None:
    if None not in (inner, outer) and inner != outer:
        raise ValueError(
            f"{operator.name}: Dimensions are not compatible: {inner} and {outer}, of shapes "
            f"{tuple(operator.shape)} and {tuple(shape)}"
        )


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
