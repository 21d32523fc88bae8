"""Owns ``tensorflow.python.ops.linalg.sparse.sparse``: matrices of which few elements are not 0,
and their products, which libraries of graph networks take from there."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class SparseMatrix:
    """The base of such matrices."""


class CSRSparseMatrix(SparseMatrix):
    """A matrix, or a batch of them, of a SparseTensor or a dense tensor; with `indices`, the places
    of the dense tensor that count."""

    def __init__(self, value: Any, indices: Any = None, name: Any = None) -> None:
        import pelton

        if isinstance(value, CSRSparseMatrix):
            value = value.to_sparse_tensor()
        elif not isinstance(value, pelton.SparseTensor):
            dense = pelton.convert_to_tensor(value)
            if indices is None:
                value = pelton.sparse.from_dense(dense)
            else:
                shape = pelton.shape(dense, out_type="int64")
                value = pelton.SparseTensor(indices, pelton.gather_nd(dense, indices), shape)
        self._value = value

    @property
    def dtype(self) -> Any:
        """The DType of the elements."""
        return self._value.dtype

    @property
    def shape(self) -> Any:
        """The shape, with None for sizes that are not known."""
        return self._value.shape

    def to_sparse_tensor(self) -> Any:
        """The matrix as a SparseTensor."""
        return self._value

    def to_dense(self) -> Any:
        """The matrix with its zeros."""
        import pelton

        return pelton.sparse.to_dense(self._value)

    def _changed(self, is_conjugate: bool) -> CSRSparseMatrix:
        import pelton

        rank = len(self._value.shape)
        places = [*range(rank - 2), rank - 1, rank - 2]
        turned = pelton.sparse.transpose(self._value, places)
        if is_conjugate:
            turned = turned.with_values(pelton.math.conj(turned.values))
        return CSRSparseMatrix(turned)

    def transpose(self) -> CSRSparseMatrix:
        """Rows as columns."""
        return self._changed(False)

    def hermitian_transpose(self) -> CSRSparseMatrix:
        """Rows as columns, of conjugates."""
        return self._changed(True)


def _dense(value: Any) -> Any:
    import pelton

    return value.to_dense() if isinstance(value, SparseMatrix) else pelton.convert_to_tensor(value)


def matmul(
    a: Any,
    b: Any,
    transpose_a: bool = False,
    transpose_b: bool = False,
    adjoint_a: bool = False,
    adjoint_b: bool = False,
    name: Any = None,
) -> Any:
    """The product: a CSRSparseMatrix where both are, else a dense tensor.

    Raises ValueError where an operand is to be transposed and conjugated too."""
    import pelton

    for name, *asked in (("a", transpose_a, adjoint_a), ("b", transpose_b, adjoint_b)):
        if all(asked):
            raise ValueError(f"Only one of transpose_{name} and adjoint_{name} can be True.")
    product = pelton.matmul(
        _dense(a), _dense(b), transpose_a, transpose_b, adjoint_a=adjoint_a, adjoint_b=adjoint_b
    )
    are_sparse = isinstance(a, SparseMatrix) and isinstance(b, SparseMatrix)
    return CSRSparseMatrix(product) if are_sparse else product


def dense_shape_and_type(matrix: CSRSparseMatrix) -> tuple[Any, Any]:
    """The shape as a tensor, and the DType."""
    return matrix.to_sparse_tensor().dense_shape, matrix.dtype
