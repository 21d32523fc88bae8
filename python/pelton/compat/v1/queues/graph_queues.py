"""Owns the queues of graphs: methods make nodes, and each session has elements of its own."""

from __future__ import annotations

from pelton import queue as _queue
from pelton._core import functions as _functions
from pelton.compat.v1.graph import at_once, get_default_graph, is_active
from pelton.compat.v1.operation import Operation
from pelton.compat.v1.unranked import Unranked, of_shape
from pelton.compat.v1.variables import RefVariable

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _known(value: Any, shape: Any) -> Any:
    value = value.value() if isinstance(value, RefVariable) else value
    return of_shape(value, shape) if shape.rank is not None else value


class QueueBase:
    """Elements, each of one or more tensors, that threads put in and take out by running nodes.

    A queue of ``tf.queue`` where code runs at once."""

    _kind: Callable[..., Any]

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        if is_active():
            return super().__new__(cls)
        return cls._kind(*args, **kwargs)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        with at_once():
            self._form = self._kind(*args, **kwargs)  # which says dtypes, shapes and names
        self._given = (args, kwargs)
        self.graph = get_default_graph()
        self._name = self.graph.unique_name(self._form.name)

    @staticmethod
    def from_list(index: Any, queues: Any) -> Any:
        """The queue at `index` of the list; `index` must be known when the graph is built."""
        return queues[int(index)]

    @property
    def name(self) -> str:
        """The name in its graph."""
        return self._name

    @property
    def dtypes(self) -> Any:
        """The dtype of each component."""
        return self._form.dtypes

    @property
    def shapes(self) -> Any:
        """The shape of each component, as far as it was said."""
        return self._form.shapes

    @property
    def names(self) -> Any:
        """The names of the components; None for none."""
        return self._form.names

    @property
    def queue_ref(self) -> Any:
        """The queue itself."""
        return self

    def of(self, session: Any) -> Any:
        """The session's queue of ``tf.queue``."""
        args, kwargs = self._given
        return session.resource(self, lambda: self._kind(*args, **kwargs))

    def _node(self, kind: str, suffix: str, name: str | None, args: Any, call: Any) -> Operation:
        def run(run: Any, *values: Any) -> Any:
            with at_once():
                return call(self.of(run.session), *values)

        title = name or f"{self._name}_{suffix}"
        return Operation(self.graph, kind, title, run, args, takes_run=True)

    def _components(self, vals: Any, is_many: bool) -> list[Any]:
        """What is put, in order: tensors, or tensors of unknown rank."""
        if isinstance(vals, dict):
            given = [vals[name] for name in self.names] if self.names else self._form._given(vals)
        else:
            given = list(vals) if isinstance(vals, (list, tuple)) else [vals]
        if len(given) != len(self.dtypes):
            self._form._given(vals)  # which raises
        made = []
        for value, dtype, shape in zip(given, self.dtypes, self.shapes, strict=True):
            whole = shape
            if is_many and shape.rank is not None:
                from pelton.tensor_shape import TensorShape

                whole = TensorShape([None]).concatenate(shape)
            value = _known(value, whole)
            if not isinstance(value, Unranked):
                value = _functions.convert(value, dtype)
                _check_shape(value, whole)
            made.append(value)
        return made

    def _named(self, values: Any) -> Any:
        return dict(zip(self.names, values, strict=True)) if self.names else list(values)

    def enqueue(self, vals: Any, name: str | None = None) -> Operation:
        """An operation that puts one element in, once there is room."""
        args = self._components(vals, False)
        return self._node(
            "QueueEnqueueV2", "enqueue", name, args,
            lambda queue, *values: queue.enqueue(self._named(values)),
        )  # fmt: skip

    def enqueue_many(self, vals: Any, name: str | None = None) -> Operation:
        """An operation that puts the rows of the components in, each as one element."""
        args = self._components(vals, True)
        return self._node(
            "QueueEnqueueManyV2", "EnqueueMany", name, args,
            lambda queue, *values: queue.enqueue_many(self._named(values)),
        )  # fmt: skip

    def _outputs(self, node: Operation, rows: list[Any]) -> Any:
        likes = []
        for dtype, shape in zip(self.dtypes, self.shapes, strict=True):
            if shape.rank is None:
                likes.append(Unranked(dtype))
            else:
                likes.append(_functions.symbolic([*rows, *shape.as_list()], dtype))
        return self._form._returned(node.give(likes))

    def dequeue(self, name: str | None = None) -> Any:
        """The next element, once there is one: a tensor, a list, or a dict where the queue has
        names. Runs raise OutOfRangeError where a closed queue is empty."""
        node = self._node(
            "QueueDequeueV2", "Dequeue", name, [], lambda queue: _parts(self, queue.dequeue())
        )
        return self._outputs(node, [])

    def dequeue_many(self, n: Any, name: str | None = None) -> Any:
        """The next `n` elements as rows. The components' shapes must have been said."""
        self._form._check_shapes()
        node = self._node(
            "QueueDequeueManyV2", "DequeueMany", name, [n],
            lambda queue, count: _parts(self, queue.dequeue_many(count)),
        )  # fmt: skip
        return self._outputs(node, [_static(n)])

    def dequeue_up_to(self, n: Any, name: str | None = None) -> Any:
        """As ``dequeue_many``, but fewer rows where a closed queue has fewer."""
        self._form._check_shapes()
        node = self._node(
            "QueueDequeueUpToV2", "DequeueUpTo", name, [n],
            lambda queue, count: _parts(self, queue.dequeue_up_to(count)),
        )  # fmt: skip
        return self._outputs(node, [None])

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> Operation:
        """An operation that lets nothing in from then on."""
        return self._node(
            "QueueCloseV2", "Close", name, [], lambda queue: queue.close(cancel_pending_enqueues)
        )

    def is_closed(self, name: str | None = None) -> Any:
        """Whether the queue is closed."""
        node = self._node("QueueIsClosedV2", "is_closed", name, [], lambda queue: queue.is_closed())
        return node.give(_functions.symbolic([], "bool"))

    def size(self, name: str | None = None) -> Any:
        """The number of elements, as int32."""
        node = self._node("QueueSizeV2", "Size", name, [], lambda queue: queue.size())
        return node.give(_functions.symbolic([], "int32"))


def _check_shape(value: Any, shape: Any) -> None:
    from pelton.tensor_shape import TensorShape

    if shape.rank is not None:
        TensorShape(value.shape).assert_is_compatible_with(shape)


def _static(count: Any) -> Any:
    return int(count) if isinstance(count, int) else None


def _parts(queue: QueueBase, element: Any) -> Any:
    """An element's components as a list."""
    if queue.names:
        return [element[name] for name in queue.names]
    return element if isinstance(element, (list, tuple)) else [element]


class FIFOQueue(QueueBase):
    """Elements leave in the order in which they came."""

    _kind = _queue.FIFOQueue


class PaddingFIFOQueue(QueueBase):
    """As ``FIFOQueue`` with components of several sizes: rows are filled up with zeros."""

    _kind = _queue.PaddingFIFOQueue


class PriorityQueue(QueueBase):
    """Elements leave by their first component, an int64 scalar: the least first."""

    _kind = _queue.PriorityQueue


class RandomShuffleQueue(QueueBase):
    """Elements leave at random; `min_after_dequeue` stay until the queue is closed."""

    _kind = _queue.RandomShuffleQueue
