"""Owns ``tf.data`` of TensorFlow 1: iterators whose next element is a node of the graph."""

from __future__ import annotations

import weakref

from pelton.compat.v1.graph import get_default_graph, is_active
from pelton.compat.v1.operation import Operation
from pelton.errors import FailedPreconditionError, OutOfRangeError
from pelton.nest import flatten, map_structure

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class Iterator:
    """A pass over a dataset: of each session its own in graphs, one where code runs at once."""

    def __init__(self, dataset: Any, has_initializer: bool) -> None:
        from pelton.data.dataset import check_dataset

        self._dataset = check_dataset("dataset", dataset)
        self._has_initializer = has_initializer
        self._passes: weakref.WeakKeyDictionary[Any, Any] = weakref.WeakKeyDictionary()
        self._at_once: Any = None
        self._initializer: Operation | None = None

    @property
    def element_spec(self) -> Any:
        """The specs of an element's tensors."""
        return self._dataset.element_spec

    @property
    def initializer(self) -> Operation:
        """An operation that begins a pass. Raises ValueError for a one-shot iterator."""
        if not self._has_initializer:
            raise ValueError("Iterator does not have an initializer.")
        if self._initializer is None:
            made = Operation(get_default_graph(), "MakeIterator", "MakeIterator", lambda: None)
            made.draw = self._begin
            self._initializer = made
        return self._initializer

    def _begin(self, session: Any) -> list[Any]:
        self._passes[session] = iter(self._dataset)
        return []

    def _draw(self, session: Any) -> list[Any]:
        """The next element's tensors. Raises OutOfRangeError where the pass has ended."""
        if session not in self._passes:
            if self._has_initializer:
                raise FailedPreconditionError(
                    "GetNext() failed because the iterator has not been initialized. Ensure that "
                    "you have run the initializer operation for this iterator before getting the "
                    "next element."
                )
            self._begin(session)
        return flatten(_next(self._passes[session]))

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


def _next(elements: Any) -> Any:
    try:
        return next(elements)
    except StopIteration:
        raise OutOfRangeError("End of sequence") from None


def make_one_shot_iterator(dataset: Any) -> Iterator:
    """An iterator of one pass in each session. Raises TypeError for what is no dataset."""
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


def __getattr__(name: str) -> Any:
    from pelton import data

    return getattr(data, name)
