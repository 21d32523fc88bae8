"""Owns the specs of elements that are no tensors: datasets and None."""

from __future__ import annotations

from typing import Any

from pelton.tensor_shape import TensorShape
from pelton.tensors.type_spec import TypeSpec


class DatasetSpec(TypeSpec):
    """What the elements of a dataset look like, of a dataset that is itself an element."""

    def __init__(self, element_spec: Any, dataset_shape: Any = ()) -> None:
        self._element_spec = element_spec
        self._shape = TensorShape(dataset_shape)

    @property
    def element_spec(self) -> Any:
        """The spec of the inner elements."""
        return self._element_spec

    @staticmethod
    def from_value(value: Any) -> DatasetSpec:
        """The spec of a dataset."""
        return DatasetSpec(value.element_spec)

    def is_compatible_with(self, other: Any) -> bool:
        """Whether a dataset, or the spec of one, has such elements."""
        return getattr(other, "element_spec", None) == self._element_spec

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DatasetSpec) and other._element_spec == self._element_spec

    def __hash__(self) -> int:
        return hash(("DatasetSpec", repr(self._element_spec)))

    def __repr__(self) -> str:
        return f"DatasetSpec({self._element_spec!r}, {self._shape!r})"


class NoneTensorSpec(TypeSpec):
    """The spec of None."""

    def is_compatible_with(self, other: Any) -> bool:
        """Whether it is None, or its spec."""
        return other is None or isinstance(other, NoneTensorSpec)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NoneTensorSpec)

    def __hash__(self) -> int:
        return hash("NoneTensorSpec")

    def __repr__(self) -> str:
        return "NoneTensorSpec()"
