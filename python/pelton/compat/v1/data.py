"""Owns ``tf.data`` of TensorFlow 1: iterators whose next element is a node of the graph."""

from __future__ import annotations

import weakref

from pelton._core import functions as _functions
from pelton.compat.v1.evaluation import place_of
from pelton.compat.v1.graph import get_default_graph, is_active
from pelton.compat.v1.graph_dataset import GraphDataset, install_sources, takes_graph_tensors
from pelton.compat.v1.operation import Operation, is_of_operation
from pelton.errors import FailedPreconditionError, InvalidArgumentError, OutOfRangeError
from pelton.nest import flatten, map_structure, pack_sequence_as
from pelton.tensors.tensor_spec import TensorSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

install_sources()
_by_handle: weakref.WeakValueDictionary[bytes, Iterator] = weakref.WeakValueDictionary()


class Iterator:
    """A pass over a dataset: of each session its own in graphs, one where code runs at once."""

    def __init__(self, dataset: Any, has_initializer: bool, element_spec: Any = None) -> None:
        from pelton.data.dataset import check_dataset

        if dataset is not None and not isinstance(dataset, GraphDataset):
            check_dataset("dataset", dataset)
        self._dataset = dataset
        self._element_spec = dataset.element_spec if dataset is not None else element_spec
        self._has_initializer = has_initializer
        self._passes: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()
        self._at_once: Any = None
        self._initializer: Operation | None = None
        self._handle: Any = None  # the tensor that says which iterator's elements are given

    @staticmethod
    def from_structure(
        output_types: Any, output_shapes: Any = None, shared_name: str | None = None,
        output_classes: Any = None,
    ) -> Iterator:  # fmt: skip
        """An iterator without a dataset, which operations of make_initializer give it."""
        return Iterator(None, True, _specs(output_types, output_shapes))

    @staticmethod
    def from_string_handle(
        string_handle: Any, output_types: Any, output_shapes: Any = None,
        output_classes: Any = None,
    ) -> Iterator:  # fmt: skip
        """An iterator that gives the elements of the one whose handle is fed."""
        made = Iterator(None, False, _specs(output_types, output_shapes))
        made._handle = string_handle
        return made

    @property
    def element_spec(self) -> Any:
        """The specs of an element's tensors."""
        return self._element_spec

    @property
    def output_types(self) -> Any:
        """The dtypes of an element's tensors."""
        return map_structure(lambda one: one.dtype, self._element_spec)

    @property
    def output_shapes(self) -> Any:
        """The shapes of an element's tensors."""
        return map_structure(lambda one: one.shape, self._element_spec)

    @property
    def initializer(self) -> Operation:
        """An operation that begins a pass. Raises ValueError for a one-shot iterator, or one that
        make_initializer gives its datasets."""
        if not self._has_initializer or self._dataset is None:
            raise ValueError("Iterator does not have an initializer.")
        if self._initializer is None:
            self._initializer = self.make_initializer(self._dataset)
        return self._initializer

    def make_initializer(self, dataset: Any, name: str | None = None) -> Operation:
        """An operation that begins a pass over `dataset`. Raises TypeError for other dtypes."""
        found = [one.dtype for one in flatten(dataset.element_spec)]
        wanted = [one.dtype for one in flatten(self._element_spec)]
        if found != wanted:
            raise TypeError(
                f"Expected output types {wanted!r} but got dataset with output types {found!r}."
            )
        made = Operation(get_default_graph(), "MakeIterator", name or "MakeIterator", lambda: None)
        made.draw = lambda session, fed: self._begin(session, fed, dataset)
        return made

    def string_handle(self, name: str | None = None) -> Any:
        """A tensor of what from_string_handle's placeholder is fed to give this one's elements."""
        from pelton.ops.array.creation import constant

        handle = f"iterator_{id(self)}".encode()
        _by_handle[handle] = self
        return Operation(
            get_default_graph(), "IteratorToStringHandle", name or "IteratorToStringHandle",
            lambda: constant(handle),
        ).give(_functions.symbolic([], "string"))  # fmt: skip

    def _begin(self, session: Any, fed: dict[Any, Any], dataset: Any) -> list[Any]:
        if isinstance(dataset, GraphDataset):
            values = session.values_given(dataset.inputs, fed)
            dataset = dataset.with_values(values)
        self._passes[session] = iter(dataset)
        return []

    def _source(self, session: Any, fed: dict[Any, Any]) -> Iterator:
        """This iterator, or the one of the handle. Raises InvalidArgumentError for no handle."""
        if self._handle is None:
            return self
        if is_of_operation(self._handle):
            handle = fed.get(place_of(self._handle))
            if handle is None:
                handle = session.values_given([self._handle], fed)[0]
        else:
            handle = _functions.convert(self._handle)
        found = _by_handle.get(handle.numpy())
        if found is None:
            raise InvalidArgumentError(f"{handle.numpy()!r} is no handle of an iterator")
        return found

    def _draw(self, session: Any, fed: dict[Any, Any]) -> list[Any]:
        """The next element's tensors. Raises OutOfRangeError where the pass has ended."""
        source = self._source(session, fed)
        if session not in source._passes:
            if source._has_initializer:
                raise FailedPreconditionError(
                    "GetNext() failed because the iterator has not been initialized. Ensure that "
                    "you have run the initializer operation for this iterator before getting the "
                    "next element."
                )
            source._begin(session, fed, source._dataset)
        return flatten(_next(source._passes[session]))

    def get_next(self, name: str | None = None) -> Any:
        """The next element: of each run in graphs, now where code runs at once."""
        if not is_active():
            if self._at_once is None:
                self._at_once = iter(self._dataset)
            return _next(self._at_once)
        graph = get_default_graph()
        made = Operation(graph, "IteratorGetNext", name or "IteratorGetNext", lambda: None)
        made.draw = self._draw
        return made.give(self.element_spec)


def _specs(types: Any, shapes: Any) -> Any:
    """The specs of dtypes and shapes, which are of any number of axes where they are not given."""
    flat = flatten(types)
    sizes = [None] * len(flat) if shapes is None else _flat_shapes(types, shapes)
    specs = [TensorSpec(size, dtype) for size, dtype in zip(sizes, flat, strict=True)]
    return pack_sequence_as(types, specs)


def _flat_shapes(types: Any, shapes: Any) -> list[Any]:
    if isinstance(types, dict):
        return [one for key in sorted(types) for one in _flat_shapes(types[key], shapes[key])]
    if isinstance(types, (tuple, list)):
        pairs = zip(types, shapes, strict=True)
        return [one for part, shape in pairs for one in _flat_shapes(part, shape)]
    return [shapes]


def _next(elements: Any) -> Any:
    try:
        return next(elements)
    except StopIteration:
        raise OutOfRangeError("End of sequence") from None


def make_one_shot_iterator(dataset: Any) -> Iterator:
    """An iterator of one pass in each session. Raises TypeError for what is no dataset, ValueError
    for one that needs a placeholder's value."""
    for one in dataset.inputs if isinstance(dataset, GraphDataset) else ():
        if one.op.type == "Placeholder":
            raise ValueError(
                f"Cannot capture a placeholder (name:{one.op.name}, type:Placeholder) by value."
            )
    return Iterator(dataset, has_initializer=False)


def make_initializable_iterator(dataset: Any, shared_name: str | None = None) -> Iterator:
    """An iterator whose initializer begins each pass. Raises TypeError for what is no dataset."""
    return Iterator(dataset, has_initializer=True)


def _spec_of(dataset_or_iterator: Any, what: str) -> Any:
    if not hasattr(dataset_or_iterator, "element_spec"):
        raise TypeError(
            f"{what}: a dataset or an iterator is wanted, got {type(dataset_or_iterator).__name__}"
        )
    return dataset_or_iterator.element_spec


def get_output_shapes(dataset_or_iterator: Any) -> Any:
    """The shapes of an element's tensors. Raises TypeError for what has no elements."""
    return map_structure(lambda one: one.shape, _spec_of(dataset_or_iterator, "get_output_shapes"))


def get_output_types(dataset_or_iterator: Any) -> Any:
    """The dtypes of an element's tensors. Raises TypeError for what has no elements."""
    return map_structure(lambda one: one.dtype, _spec_of(dataset_or_iterator, "get_output_types"))


def get_output_classes(dataset_or_iterator: Any) -> Any:
    """The classes of an element's parts. Raises TypeError for what has no elements."""
    spec = _spec_of(dataset_or_iterator, "get_output_classes")
    return map_structure(lambda one: one.value_type, spec)


def widen_datasets() -> None:
    """Datasets have the methods of TensorFlow 1 from now on."""
    from pelton.data import Dataset

    Dataset.map_with_legacy_function = Dataset.map
    Dataset.filter_with_legacy_function = Dataset.filter
    for kind in (Dataset, GraphDataset):
        kind.make_one_shot_iterator = make_one_shot_iterator
        kind.make_initializable_iterator = make_initializable_iterator
        kind.output_shapes = property(get_output_shapes)
        kind.output_types = property(get_output_types)
        kind.output_classes = property(get_output_classes)


widen_datasets()


def __getattr__(name: str) -> Any:
    from pelton import data

    found = getattr(data, name)
    is_source = name in ("TFRecordDataset", "TextLineDataset", "FixedLengthRecordDataset")
    return takes_graph_tensors(found) if is_source else found
