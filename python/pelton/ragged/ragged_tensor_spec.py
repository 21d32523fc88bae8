"""Owns RaggedTensorSpec: what a ragged tensor looks like, without its values."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import Tensor
from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_specs import PartsSpec, zeros_of
from pelton.tensors.tensor_spec import TensorSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from pelton._core import DType
    from pelton._types import DTypeLike


class RaggedTensorSpec(PartsSpec):
    """The shape, the dtype and how many axes are ragged.

    ``ragged_rank``: the rank of ``shape`` less 1 where it is not given; of rank 0 are tensors that
    become rows of a ragged tensor when they are batched. Raises ValueError for a ragged rank that
    is not below the rank, and where neither is known; TypeError for one that is no int.
    """

    def __init__(
        self,
        shape: Any = None,
        dtype: DTypeLike = _dtypes.float32,
        ragged_rank: int | None = None,
        row_splits_dtype: DTypeLike = _dtypes.int64,
        flat_values_spec: Any = None,
    ) -> None:
        self._shape = TensorShape(shape)
        self._dtype = _dtypes.as_dtype(dtype)
        self._row_splits_dtype = _dtypes.as_dtype(row_splits_dtype)
        self._flat_values_spec = flat_values_spec
        rank = self._shape.rank
        if ragged_rank is None:
            if rank is None:
                raise ValueError("Must specify ragged_rank or a shape with a known rank.")
            ragged_rank = rank - 1
        if not isinstance(ragged_rank, int):
            raise TypeError(
                f"Argument `ragged_rank` must be an int. Received {ragged_rank} of type "
                f"{type(ragged_rank).__name__}."
            )
        if rank is not None and ragged_rank >= rank:
            raise ValueError(
                f"Argument `ragged_rank` ({ragged_rank}) must be less than rank ({rank})."
            )
        self._ragged_rank = ragged_rank

    @classmethod
    def from_value(cls, value: Any) -> RaggedTensorSpec:
        """The spec of a ragged tensor."""
        splits = value.row_splits.dtype
        return cls(value.shape, value.flat_values.dtype, value.ragged_rank, splits)

    @property
    def dtype(self) -> DType:
        """The DType of the values."""
        return self._dtype

    @property
    def shape(self) -> TensorShape:
        """The sizes, None for ragged axes."""
        return self._shape

    @property
    def ragged_rank(self) -> int:
        """How many axes have row splits."""
        return self._ragged_rank

    @property
    def row_splits_dtype(self) -> DType:
        """The DType of the row splits."""
        return self._row_splits_dtype

    @property
    def flat_values_spec(self) -> Any:
        """The spec of the innermost values where it was given, else None."""
        return self._flat_values_spec

    @property
    def value_type(self) -> type:
        """``tf.RaggedTensor``, or ``tf.Tensor`` for a ragged rank of 0."""
        from pelton.ragged.ragged_tensor import RaggedTensor

        return RaggedTensor if self._ragged_rank > 0 else Tensor

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether the spec, or the value's own, describes values that this one may."""
        if self._ragged_rank == 0 and isinstance(spec_or_value, (Tensor, TensorSpec)):
            return TensorSpec(self._shape, self._dtype).is_compatible_with(spec_or_value)
        return super().is_compatible_with(spec_or_value)

    def part_specs(self) -> list[TensorSpec]:
        """The innermost values, then the row splits of each ragged axis, the outer ones first."""
        shape, rank = self._shape, self._ragged_rank
        sizes = [None] * (rank + 1) if shape.rank is None else shape.as_list()
        is_open = rank > 0 and shape.rank is not None
        inner: Any = None if shape.rank is None else [None, *sizes[rank + 1 :]]
        splits, rows = [], sizes[0]
        for size in sizes[1 : rank + 1]:
            splits.append(TensorSpec([None if rows is None else rows + 1], self._row_splits_dtype))
            rows = None if rows is None or size is None else rows * size
        if is_open:
            inner[0] = rows
        return [TensorSpec(inner if rank > 0 else shape, self._dtype), *splits]

    def sample(self) -> list[Any]:
        """The parts of a value of empty rows, of none where their number is open; of a ragged
        rank of 0 zeros, of size 1 where a size is open."""
        values, *splits = self.part_specs()
        return [zeros_of(values, 0 if splits else 1), *(zeros_of(spec, 1) for spec in splits)]

    def parts_of(self, value: Any) -> list[Any]:
        """These tensors of a ragged tensor."""
        if self._ragged_rank == 0:
            return [value]
        return [value.flat_values, *value.nested_row_splits]

    def of_parts(self, parts: Sequence[Any]) -> Any:
        """The ragged tensor of them."""
        from pelton.ragged.ragged_tensor import RaggedTensor

        made, *splits = parts
        sizes = [None] * len(splits) if self._shape.rank is None else self._shape.as_list()[1:]
        for ends, size in reversed(list(zip(splits, sizes, strict=False))):
            made = RaggedTensor(made, ends, size, internal=True)
        return made

    def stacked(self, values: Sequence[Any]) -> Any:
        """The values as the rows of a ragged tensor."""
        from pelton.ragged.row_parts import stacked_parts

        batch = self.batched(len(values))
        parts = [self.parts_of(value) for value in values]
        return batch.of_parts(stacked_parts(parts, self._row_splits_dtype) or batch.sample())

    def rows_of(self, value: Any) -> Iterable[Any]:
        """The rows of a ragged tensor, of a ragged rank of 0 those of the tensor."""
        from pelton.ragged.row_parts import parts_of_rows

        if self._ragged_rank == 0:
            return iter(value)
        return map(self.row_spec().of_parts, parts_of_rows(self.parts_of(value)))

    def row_at(self, value: Any, place: Any) -> Any:
        """The row at a place that a tensor says, for traces."""
        from pelton.ragged.row_parts import parts_of_row

        return self.row_spec().of_parts(parts_of_row(self.parts_of(value), place))

    def static_parts(self) -> tuple[Any, ...]:
        """How many axes are ragged, and which of these have rows of one length."""
        rank = self._ragged_rank
        return rank, () if self._shape.rank is None else tuple(self._shape.as_list()[1 : rank + 1])

    def _with_shape(self, shape: TensorShape) -> RaggedTensorSpec:
        return RaggedTensorSpec(shape, self._dtype, self._ragged_rank, self._row_splits_dtype)

    def batched(self, rows: int | None) -> RaggedTensorSpec:
        """The spec of a batch of such values."""
        shape = None if self._shape.rank is None else [rows, *self._shape]
        return RaggedTensorSpec(shape, self._dtype, self._ragged_rank + 1, self._row_splits_dtype)

    def row_spec(self) -> RaggedTensorSpec | TensorSpec:
        """The spec of a row, of a ragged rank of 0 a TensorSpec."""
        rank, shape = self._ragged_rank - 1, None if self._shape.rank is None else self._shape[1:]
        if rank < 0:
            return TensorSpec(shape, self._dtype)
        return RaggedTensorSpec(shape, self._dtype, rank, self._row_splits_dtype)

    def _serialize(self) -> tuple[Any, ...]:
        parts = (self._shape, self._dtype, self._ragged_rank, self._row_splits_dtype)
        given = self._flat_values_spec
        return parts if given is None else (*parts, given)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
