"""Owns SparseTensorSpec: what a sparse tensor looks like, without its values."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import ops as _ops
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_specs import PartsSpec, zeros_of
from pelton.tensors.tensor_spec import TensorSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from pelton._core import DType
    from pelton._types import DTypeLike


class SparseTensorSpec(PartsSpec):
    """The dense shape and the dtype."""

    def __init__(self, shape: Any = None, dtype: DTypeLike = _dtypes.float32) -> None:
        self._shape = TensorShape(shape)
        self._dtype = _dtypes.as_dtype(dtype)

    @classmethod
    def from_value(cls, value: Any) -> SparseTensorSpec:
        """The spec of a sparse tensor."""
        return cls(value.shape, value.dtype)

    @property
    def dtype(self) -> DType:
        """The DType of the values."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:
        """The dense shape."""
        return self._shape

    @property
    def value_type(self) -> type:
        """``tf.SparseTensor``."""
        from pelton.sparse.sparse_tensor import SparseTensor

        return SparseTensor

    def part_specs(self) -> list[TensorSpec]:
        """The indices, the values and the dense shape."""
        rank = self._shape.rank
        return [
            TensorSpec([None, rank], _dtypes.int64),
            TensorSpec([None], self._dtype),
            TensorSpec([rank], _dtypes.int64),
        ]

    def sample(self) -> list[Any]:
        """The parts of a value of zeros, of size 0 where a size is open."""
        from pelton._core import functions as _functions

        indices, values, _ = self.part_specs()
        sizes = [0 if size is None else size for size in self._shape.as_list()]
        return [zeros_of(indices, 0), zeros_of(values, 0), _functions.convert(sizes, _dtypes.int64)]

    def parts_of(self, value: Any) -> list[Any]:
        """These tensors of a sparse tensor."""
        return [value.indices, value.values, value.dense_shape]

    def of_parts(self, parts: Sequence[Any]) -> Any:
        """The sparse tensor of them."""
        return self.value_type(*parts)._of_shape(self._shape)

    def stacked(self, values: Sequence[Any]) -> Any:
        """The sparse tensor whose rows the values are; as wide as the widest."""
        import numpy as np

        if not values:
            return self.batched(0).of_parts(self.batched(0).sample())
        places = [value.indices.numpy() for value in values]
        numbers = np.repeat(np.arange(len(values)), [len(one) for one in places])
        indices = np.concatenate([numbers[:, None], np.concatenate(places)], axis=1)
        sizes = np.max([value.dense_shape.numpy() for value in values], axis=0)
        return self.value_type(
            indices,
            _ops.concat([value.values for value in values], 0),
            np.concatenate([[len(values)], sizes]),
        )

    def rows_of(self, value: Any) -> Iterable[Any]:
        """The rows of a sparse tensor."""
        import numpy as np

        indices, values = value.indices.numpy(), value.values
        numbers = indices[:, 0]
        if (numbers[1:] < numbers[:-1]).any():
            order = np.argsort(numbers, kind="stable")
            indices, values, numbers = indices[order], _ops.gather(values, order), numbers[order]
        count, *sizes = value.dense_shape.numpy().tolist()
        ends = np.searchsorted(numbers, np.arange(count + 1)).tolist()
        for start, stop in zip(ends, ends[1:], strict=False):
            yield self.value_type(indices[start:stop, 1:], values[start:stop], sizes)

    def static_parts(self) -> tuple[Any, ...]:
        """The sizes."""
        return (None if self._shape.rank is None else tuple(self._shape.as_list()),)

    def _with_shape(self, shape: TensorShape) -> SparseTensorSpec:
        return SparseTensorSpec(shape, self._dtype)

    def batched(self, rows: int | None) -> SparseTensorSpec:
        """The spec of a batch of such values."""
        shape = None if self._shape.rank is None else [rows, *self._shape]
        return SparseTensorSpec(shape, self._dtype)

    def row_spec(self) -> SparseTensorSpec:
        """The spec of a row."""
        shape = None if self._shape.rank is None else self._shape[1:]
        return SparseTensorSpec(shape, self._dtype)

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
