"""Owns the specs of values that are no tensors: rows of tensors, optional values, arrays, None."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton.tensor_shape import TensorShape
from pelton.tensors.tensor_spec import TensorSpec
from pelton.tensors.type_spec import TypeSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from pelton._types import DTypeLike


class CompositeSpec(TypeSpec):
    """A spec that is compared by what it serializes to."""

    def _serialize(self) -> tuple[Any, ...]:
        return ()

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether the spec, or the value's own, describes values that this one may."""
        if isinstance(spec_or_value, TypeSpec):
            other = spec_or_value
        elif isinstance(spec_or_value, self.value_type):
            other = type(self).from_value(spec_or_value)
        else:
            return False
        return type(other) is type(self) and all(
            one.is_compatible_with(two) if hasattr(one, "is_compatible_with") else one == two
            for one, two in zip(self._serialize(), other._serialize(), strict=True)
        )

    def is_subtype_of(self, other: Any) -> bool:
        """Whether every value of this spec is one of `other`."""
        return type(other) is type(self) and all(
            one.is_subtype_of(two) if hasattr(one, "is_subtype_of") else one == two
            for one, two in zip(self._serialize(), other._serialize(), strict=True)
        )

    def most_specific_common_supertype(self, others: Sequence[Any]) -> Any:
        """The one of these specs of which all are cases, or None."""
        return next(
            (
                one
                for one in (self, *others)
                if all(other == one or other.is_subtype_of(one) for other in (self, *others))
            ),
            None,
        )

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self._serialize() == other._serialize()

    def __hash__(self) -> int:
        return hash((type(self), *map(repr, self._serialize())))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._serialize()))})"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._serialize()


def zeros_of(spec: Any, open_size: int) -> Any:
    """Zeros, or empty strings, of a tensor's spec, of `open_size` where a size is open; of unknown
    rank one."""
    from pelton._core import ops as _ops

    sizes = [] if spec.shape.rank is None else spec.shape.as_list()
    shape = [open_size if size is None else size for size in sizes]
    if spec.dtype.name == "string":
        return _ops.broadcast_to("", shape)
    return _ops.zeros(shape, spec.dtype)


class PartsSpec(CompositeSpec):
    """A spec of values that datasets and functions carry as several tensors, their parts."""

    _shape: TensorShape

    def part_specs(self) -> list[Any]:
        """The specs of the parts."""
        raise NotImplementedError

    def parts_of(self, value: Any) -> list[Any]:
        """The parts of a value."""
        raise NotImplementedError

    def of_parts(self, parts: Sequence[Any]) -> Any:
        """The value of them."""
        raise NotImplementedError

    def static_parts(self) -> tuple[Any, ...]:
        """What of the spec is not in its parts' specs: numbers, texts, nests and objects."""
        raise NotImplementedError

    def sample(self) -> list[Any]:
        """The parts of some value of this spec, without entries where sizes are open."""
        raise NotImplementedError

    def batched(self, rows: int | None) -> Any:
        """The spec of a batch of such values."""
        raise TypeError(f"{self!r} describes no rows of a batch")

    def row_spec(self) -> Any:
        """The spec of a row."""
        raise TypeError(f"{self!r} describes no batch of rows")

    def with_open_sizes(self) -> Any:
        """The spec of the same rank in which all sizes are open."""
        return self._with_shape(TensorShape([None] * (self._shape.rank or 0)))

    def count_of_rows(self) -> int | None:
        """How many rows such values have, where that is known."""
        return self._shape[0] if self._shape.rank else None

    def stacked(self, values: Sequence[Any]) -> Any:
        """The batch of values of this spec, whose tensors have values of their own."""
        raise TypeError(f"{self!r} describes no rows of a batch")

    def rows_of(self, value: Any) -> Iterable[Any]:
        """The rows of such a value, whose tensors have values of their own."""
        raise TypeError(f"{self!r} describes no batch of rows")

    def _with_shape(self, shape: TensorShape) -> Any:
        raise NotImplementedError

    def most_specific_common_supertype(self, others: Sequence[Any]) -> Any:
        """The narrowest spec of which this and all `others` are cases, or None."""
        shape = self._shape
        for other in others:
            if type(other) is not type(self) or other._serialize()[1:] != self._serialize()[1:]:
                return None
            shape = shape.most_specific_compatible_shape(other._shape)
        return self._with_shape(shape)


class IndexedSlicesSpec(PartsSpec):
    """What a ``tf.IndexedSlices`` looks like."""

    def __init__(
        self,
        shape: Any = None,
        dtype: DTypeLike = _dtypes.float32,
        indices_dtype: DTypeLike = _dtypes.int64,
        dense_shape_dtype: DTypeLike | None = None,
        indices_shape: Any = None,
    ) -> None:
        self._shape = TensorShape(shape)
        self._dtype = _dtypes.as_dtype(dtype)
        self._indices_dtype = _dtypes.as_dtype(indices_dtype)
        is_none = dense_shape_dtype is None
        self._dense_shape_dtype = None if is_none else _dtypes.as_dtype(dense_shape_dtype)
        self._indices_shape = TensorShape(indices_shape).with_rank(1)

    @classmethod
    def from_value(cls, value: Any) -> IndexedSlicesSpec:
        """The spec of rows of a tensor."""
        values, indices, dense = value.values, value.indices, value.dense_shape
        dtype = None if dense is None else dense.dtype
        is_known = value.shape.rank is not None
        shape = value.shape if is_known else [None, *values.shape[1:]]
        return cls(shape, values.dtype, indices.dtype, dtype, indices.shape)

    @property
    def value_type(self) -> type:
        """``tf.IndexedSlices``."""
        from pelton.tensors.indexed_slices import IndexedSlices

        return IndexedSlices

    def part_specs(self) -> list[TensorSpec]:
        """The rows, their places, and the dense shape where there is one."""
        rows = self._indices_shape[:1].as_list()
        rank = self._shape.rank
        shape = None if rank is None else [*rows, *self._shape[1:]]
        specs = [TensorSpec(shape, self._dtype), TensorSpec(rows, self._indices_dtype)]
        if self._dense_shape_dtype is None:
            return specs
        return [*specs, TensorSpec([rank], self._dense_shape_dtype)]

    def parts_of(self, value: Any) -> list[Any]:
        """These tensors of rows."""
        dense = value.dense_shape
        return [value.values, value.indices] + ([] if dense is None else [dense])

    def of_parts(self, parts: Sequence[Any]) -> Any:
        """The rows that the parts are."""
        return self.value_type(*parts)

    def static_parts(self) -> tuple[Any, ...]:
        """The sizes of the whole."""
        return (None if self._shape.rank is None else tuple(self._shape.as_list()),)

    def _serialize(self) -> tuple[Any, ...]:
        dtypes = (self._dtype, self._indices_dtype, self._dense_shape_dtype)
        return self._shape, *dtypes, self._indices_shape


class NoneTensorSpec(CompositeSpec):
    """What None looks like."""

    @classmethod
    def from_value(cls, value: None) -> NoneTensorSpec:
        """The spec of None."""
        return cls()

    @property
    def value_type(self) -> type:
        """The type of None."""
        return type(None)


class OptionalSpec(CompositeSpec):
    """What a ``tf.experimental.Optional`` looks like."""

    def __init__(self, element_spec: Any) -> None:
        self._element_spec = element_spec

    @classmethod
    def from_value(cls, value: Any) -> OptionalSpec:
        """The spec of an optional value."""
        return cls(value.element_spec)

    @property
    def value_type(self) -> type:
        """``tf.experimental.Optional``."""
        from pelton.experimental.optional import Optional

        return Optional

    def _serialize(self) -> tuple[Any, ...]:
        return (self._element_spec,)

    def __repr__(self) -> str:
        return f"OptionalSpec({self._element_spec!r},)"


class TensorArraySpec(CompositeSpec):
    """What a ``tf.TensorArray`` looks like."""

    def __init__(
        self,
        element_shape: Any = None,
        dtype: DTypeLike = _dtypes.float32,
        dynamic_size: bool = False,
        infer_shape: bool = True,
    ) -> None:
        self._element_shape = TensorShape(element_shape)
        self._dtype = _dtypes.as_dtype(dtype)
        self._dynamic_size, self._infer_shape = dynamic_size, infer_shape

    @classmethod
    def from_value(cls, value: Any) -> TensorArraySpec:
        """The spec of an array."""
        return cls(value.element_shape, value.dtype, bool(value.dynamic_size))

    @property
    def value_type(self) -> type:
        """``tf.TensorArray``."""
        from pelton.tensors.tensor_array import TensorArray

        return TensorArray

    def _serialize(self) -> tuple[Any, ...]:
        return self._element_shape, self._dtype, self._dynamic_size, self._infer_shape


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
