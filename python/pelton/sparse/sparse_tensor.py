"""Owns SparseTensor: places, values and a shape."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton.sparse.elementwise import register
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_value import CompositeValue

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import DType


def _shape_of_list(sizes: Any) -> TensorShape | None:
    """The shape of plain numbers, which traces keep as symbols; None for a tensor."""
    is_list = isinstance(sizes, (list, tuple, TensorShape))
    return TensorShape(sizes) if is_list and all(isinstance(n, int) for n in sizes) else None


class SparseTensor(CompositeValue):
    """``values[i]`` stands at ``indices[i]`` of a tensor of ``dense_shape``; all else is 0.

    ``indices``: int64 (n, rank); ``values``: (n); ``dense_shape``: int64 (rank).
    """

    _is_tensor_like = True

    def __init__(self, indices: Any, values: Any, dense_shape: Any) -> None:
        self._known_shape = _shape_of_list(dense_shape)
        self._indices = _functions.convert_like(indices, _dtypes.int64)
        self._values = _functions.convert(values)
        self._dense_shape = _functions.convert_like(dense_shape, _dtypes.int64)
        rank = self._dense_shape.shape[0] if self._dense_shape.ndim == 1 else None
        fits = self._indices.ndim == 2 and self._values.ndim == 1 and self._dense_shape.ndim == 1
        known = (self._indices.shape[0], self._values.shape[0])
        fits = fits and (None in known or known[0] == known[1])
        if not fits or (self._indices.shape[1] not in (None, rank) and rank is not None):
            raise ValueError(
                "SparseTensor: indices must be (n, rank), values (n) and dense_shape (rank), got "
                f"{tuple(self._indices.shape)}, {tuple(self._values.shape)} and "
                f"{tuple(self._dense_shape.shape)}"
            )

    @classmethod
    def from_value(cls, sparse_tensor_value: Any) -> SparseTensor:
        """That of a SparseTensor or a ``compat.v1.SparseTensorValue``; raises TypeError for
        anything else."""
        parts = [
            getattr(sparse_tensor_value, name, None)
            for name in ("indices", "values", "dense_shape")
        ]
        if any(part is None for part in parts):
            raise TypeError(
                "Argument sparse_tensor_value must be a SparseTensor or SparseTensorValue, got "
                f"{type(sparse_tensor_value).__name__}"
            )
        return cls(*parts)

    @property
    def _type_spec(self) -> Any:
        """The SparseTensorSpec of this tensor."""
        from pelton.sparse.sparse_tensor_spec import SparseTensorSpec

        return SparseTensorSpec.from_value(self)

    @property
    def indices(self) -> Tensor:
        """The places, int64 (n, rank)."""
        return self._indices

    @property
    def values(self) -> Tensor:
        """What stands there (n)."""
        return self._values

    @property
    def dense_shape(self) -> Tensor:
        """The shape as a tensor, int64 (rank)."""
        return self._dense_shape

    @property
    def dtype(self) -> DType:
        """The DType of the values."""
        return self._values.dtype

    @property
    def shape(self) -> TensorShape:
        """The shape; sizes that are not known yet are None."""
        if self._known_shape is not None:
            return self._known_shape
        if _functions.is_symbolic(self._dense_shape):
            return TensorShape([None] * (self._dense_shape.shape[0] or 0))
        return TensorShape(self._dense_shape.numpy().tolist())

    def _of_shape(self, shape: TensorShape) -> SparseTensor:
        """This tensor, of whose shape a spec has told."""
        self._known_shape = shape if _functions.is_symbolic(self._dense_shape) else None
        return self

    def get_shape(self) -> TensorShape:
        """The same as ``shape``."""
        return self.shape

    def set_shape(self, shape: Any) -> None:
        """Says more of the shape in a trace. Raises ValueError where it is another."""
        self._known_shape = self.shape.merge_with(TensorShape(shape))

    def with_values(self, new_values: Any) -> SparseTensor:
        """Other values at the same places."""
        made = SparseTensor(self._indices, new_values, self._dense_shape)
        return made._of_shape(self.shape)

    def _map(self, function: Any) -> SparseTensor:
        return self.with_values(function(self._values))

    def __mul__(self, other: Any) -> SparseTensor:
        return self._map(lambda values: values * self._beside(other))

    def __rmul__(self, other: Any) -> SparseTensor:
        return self * other if isinstance(other, Tensor) else NotImplemented

    def __truediv__(self, other: Any) -> SparseTensor:
        return self._map(lambda values: values / self._beside(other))

    def __neg__(self) -> SparseTensor:
        return self._map(lambda values: -values)

    def _beside(self, dense: Any) -> Tensor:
        """What of a dense tensor, which broadcasts, stands at the places."""
        from pelton._core import ops as _ops
        from pelton.ops.array.indexing import gather_nd

        other = _functions.convert_like(dense, self.dtype)
        if other.ndim == 0:
            return other
        return gather_nd(_ops.broadcast_to(other, self.shape.as_list()), self._indices)

    def __repr__(self) -> str:
        return (
            f"SparseTensor(indices={self._indices!s}, values={self._values!s}, "
            f"dense_shape={self._dense_shape!s})"
        )


register(SparseTensor)

from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
