"""Owns the specs of datasets and of passes over them."""

from __future__ import annotations

from typing import Any

from pelton.tensor_shape import TensorShape
from pelton.tensors.composite_specs import CompositeSpec


class DatasetSpec(CompositeSpec):
    """What the elements of a dataset look like, of a dataset that is itself an element."""

    def __init__(self, element_spec: Any, dataset_shape: Any = ()) -> None:
        self._element_spec = element_spec
        self._shape = TensorShape(dataset_shape)

    @property
    def element_spec(self) -> Any:
        """The spec of the inner elements."""
        return self._element_spec

    @property
    def value_type(self) -> type:
        """``tf.data.Dataset``."""
        from pelton.data.dataset import Dataset

        return Dataset

    @classmethod
    def from_value(cls, value: Any) -> DatasetSpec:
        """The spec of a dataset."""
        return cls(value.element_spec)

    def _serialize(self) -> tuple[Any, ...]:
        return self._element_spec, self._shape


class IteratorSpec(CompositeSpec):
    """What the elements of a pass over a dataset look like."""

    def __init__(self, element_spec: Any) -> None:
        self._element_spec = element_spec

    @property
    def value_type(self) -> type:
        """``tf.data.Iterator``."""
        from pelton.data.iteration import Iterator

        return Iterator

    @classmethod
    def from_value(cls, value: Any) -> IteratorSpec:
        """The spec of a pass."""
        return cls(value.element_spec)

    def _serialize(self) -> tuple[Any, ...]:
        return (self._element_spec,)

    def __repr__(self) -> str:
        return f"IteratorSpec({self._element_spec!r},)"


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
