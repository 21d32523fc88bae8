"""Owns the classes of ``tf.queue``."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import as_dtype as _as_dtype
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.queue.elements import Elements, OrderedElements, ShuffledElements
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import DType, Tensor


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _as_shapes(shapes: Any, dtypes: list[DType]) -> list[TensorShape]:
    """A shape for each dtype; one shape may stand for a list of one, None for shapes unknown."""
    if shapes is None:
        return [TensorShape(None) for _ in dtypes]
    is_one = isinstance(shapes, TensorShape) or not any(
        isinstance(one, (list, tuple, TensorShape)) for one in shapes
    )
    made = [TensorShape(one) for one in ([shapes] if is_one and dtypes else shapes)]
    if len(made) != len(dtypes):
        raise InvalidArgumentError(
            f"Queue shapes must have the same length as dtypes, received {len(made)} shapes, "
            f"{len(dtypes)} dtypes"
        )
    return made


def _as_names(names: Any, dtypes: list[DType]) -> list[str] | None:
    if names is None:
        return None
    made = _as_list(names)
    if len(made) != len(dtypes):
        raise ValueError(
            f"Queue names must have the same length as dtypes, received {len(made)} names, "
            f"{len(dtypes)} dtypes"
        )
    return made


class QueueBase:
    """Elements, each of one or more tensors, that threads put in and take out.

    Inside a traced function each run puts or takes again."""

    def __init__(self, dtypes: Any, shapes: Any, names: Any, queue_ref: Any) -> None:
        self._dtypes: list[DType] = [_as_dtype(one) for one in _as_list(dtypes)]
        self._shapes = _as_shapes(shapes, self._dtypes)
        self._names = _as_names(names, self._dtypes)
        self._elements: Elements = queue_ref

    @staticmethod
    def from_list(index: Any, queues: Sequence[QueueBase]) -> QueueBase:
        """The queue at `index` of the list, whose queues have the same dtypes and names."""
        is_list = isinstance(queues, (list, tuple)) and len(queues) > 0
        if not is_list or not all(isinstance(one, QueueBase) for one in queues):
            raise TypeError("A list of queues expected")
        first = queues[0]
        if any(one._dtypes != first._dtypes for one in queues):
            raise TypeError("Queues do not have matching component dtypes.")
        if any(one._names != first._names for one in queues):
            raise TypeError("Queues do not have matching component names.")
        return queues[int(index)]

    @property
    def queue_ref(self) -> Elements:
        """What holds the elements."""
        return self._elements

    @property
    def name(self) -> str:
        """The name given."""
        return self._elements._name

    @property
    def dtypes(self) -> list[DType]:
        """The dtype of each component."""
        return self._dtypes

    @property
    def shapes(self) -> list[TensorShape]:
        """The shape of each component, as far as it was said."""
        return self._shapes

    @property
    def names(self) -> list[str] | None:
        """The names of the components; None for none."""
        return self._names

    def _given(self, vals: Any) -> list[Tensor]:
        """The components as tensors. Raises ValueError unless there is one for each dtype."""
        if isinstance(vals, dict):
            if self._names is None:
                raise ValueError("Queue must have names to enqueue a dictionary")
            if sorted(self._names, key=str) != sorted(vals, key=str):
                raise ValueError(
                    "Keys in dictionary to enqueue do not match names of Queue.  Dictionary: "
                    f"{sorted(vals)},Queue: {sorted(self._names)}"
                )
            vals = [vals[name] for name in self._names]
        elif self._names is not None:
            raise ValueError("You must enqueue a dictionary in a Queue with names")
        values = _as_list(vals)
        if len(values) != len(self._dtypes):
            raise ValueError(
                f"A queue of {len(self._dtypes)} components cannot take {len(values)} values"
            )
        pairs = zip(values, self._dtypes, strict=True)
        return [_functions.convert(value, dtype) for value, dtype in pairs]

    def _returned(self, tensors: list[Tensor]) -> Any:
        if self._names is not None:
            return dict(zip(self._names, tensors, strict=True))
        return tensors[0] if len(tensors) == 1 else tensors

    def enqueue(self, vals: Any, name: str | None = None) -> None:
        """Puts one element in, once there is room: a tensor, a list of components, or a dict where
        the queue has names. Raises CancelledError once the queue is closed."""
        tensors = self._given(vals)
        for tensor, shape in zip(tensors, self._shapes, strict=True):
            TensorShape(tensor.shape).assert_is_compatible_with(shape)
        elements = self._elements
        _functions.perform("QueueEnqueueV2", tensors, lambda given: elements.put([given]))

    def enqueue_many(self, vals: Any, name: str | None = None) -> None:
        """Puts the rows of the components in, each as one element."""
        tensors = self._given(vals)
        rows: Any = None
        for tensor, shape in zip(tensors, self._shapes, strict=True):
            if tensor.ndim < 1:
                raise ValueError(f"Shape {tuple(tensor.shape)} must have rank at least 1")
            if rows is not None and rows != tensor.shape[0]:
                raise ValueError(f"Dimensions {rows} and {tensor.shape[0]} are not compatible")
            rows = tensor.shape[0]
            TensorShape(tensor.shape[1:]).assert_is_compatible_with(shape)

        def put(given: list[Tensor]) -> None:
            columns = [_ops.unstack(one) for one in given]
            self._elements.put([list(row) for row in zip(*columns, strict=True)])

        _functions.perform("QueueEnqueueManyV2", tensors, put)

    def _outputs(self, batch: list[int | None]) -> list[Any] | None:
        """The dtypes and shapes that a trace is told; None where the ranks are not known."""
        if any(shape.rank is None for shape in self._shapes):
            return None
        pairs = zip(self._dtypes, self._shapes, strict=True)
        return [(dtype, [*batch, *shape.as_list()]) for dtype, shape in pairs]

    def dequeue(self, name: str | None = None) -> Any:
        """The next element, once there is one: a tensor, a list, or a dict where the queue has
        names. Raises OutOfRangeError where a closed queue is empty."""
        outputs, elements = self._outputs([]), self._elements
        made = _functions.compute("QueueDequeueV2", [], lambda _: elements.take(1)[0], outputs)
        return self._returned(made)

    def _check_shapes(self) -> None:
        if not all(shape.is_fully_defined() for shape in self._shapes):
            raise InvalidArgumentError(
                f"{self._elements._kind}'s DequeueMany and DequeueUpTo require the components to "
                "have specified shapes."
            )

    def _stacked(self, values: tuple[Tensor, ...], dtype: DType, shape: TensorShape) -> Tensor:
        """One component of several elements as rows."""
        if values:
            return _ops.stack(list(values))
        import numpy as np

        sizes = [size or 0 for size in shape.as_list()]
        return _functions.convert(np.empty([0, *sizes], dtype.as_numpy_dtype), dtype)

    def _take_rows(self, op: str, n: Any, up_to: bool) -> Any:
        self._check_shapes()
        elements = self._elements

        def take(given: list[Tensor]) -> list[Tensor]:
            count = int(given[0])
            if count < 0:
                raise InvalidArgumentError(f"DequeueManyOp requested {count} < 0 elements")
            rows = elements.take(count, up_to) if count else []
            columns = list(zip(*rows, strict=True)) or [()] * len(self._dtypes)
            parts = zip(columns, self._dtypes, self._shapes, strict=True)
            return [self._stacked(*part) for part in parts]

        batch = None if up_to or not isinstance(n, int) else n
        given = [_functions.convert(n, _dtypes.int32)]
        return self._returned(_functions.compute(op, given, take, self._outputs([batch])))

    def dequeue_many(self, n: Any, name: str | None = None) -> Any:
        """The next `n` elements as rows. The components' shapes must have been said."""
        return self._take_rows("QueueDequeueManyV2", n, False)

    def dequeue_up_to(self, n: Any, name: str | None = None) -> Any:
        """As ``dequeue_many``, but fewer rows where a closed queue has fewer."""
        return self._take_rows("QueueDequeueUpToV2", n, True)

    def close(self, cancel_pending_enqueues: bool = False, name: str | None = None) -> None:
        """Lets nothing in from now on; what waits for room is let in, or raises CancelledError."""
        elements = self._elements
        _functions.perform("QueueCloseV2", [], lambda _: elements.close(cancel_pending_enqueues))

    def is_closed(self, name: str | None = None) -> Tensor:
        """Whether the queue is closed."""
        outputs = [(_dtypes.bool, [])]
        elements = self._elements
        return _functions.compute(
            "QueueIsClosedV2", [], lambda _: [_functions.convert(elements.is_closed)], outputs
        )[0]

    def size(self, name: str | None = None) -> Tensor:
        """The number of elements, as int32."""
        outputs = [(_dtypes.int32, [])]
        elements = self._elements
        return _functions.compute(
            "QueueSizeV2", [], lambda _: [_functions.convert(len(elements), _dtypes.int32)], outputs
        )[0]


class FIFOQueue(QueueBase):
    """Elements leave in the order in which they came."""

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "fifo_queue",
    ) -> None:
        super().__init__(dtypes, shapes, names, Elements("FIFOQueue", name, int(capacity)))
        if shapes is not None and not all(shape.is_fully_defined() for shape in self._shapes):
            raise ValueError(f"All shapes must be fully defined: {self._shapes}")


class PaddingFIFOQueue(QueueBase):
    """As ``FIFOQueue`` with components of several sizes: rows are filled up with zeros."""

    def __init__(
        self,
        capacity: int,
        dtypes: Any,
        shapes: Any,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "padding_fifo_queue",
    ) -> None:
        super().__init__(dtypes, shapes, names, Elements("PaddingFIFOQueue", name, int(capacity)))
        if any(shape.rank is None for shape in self._shapes):
            raise ValueError(
                f"Queue shapes must have known ranks in a PaddingFIFOQueue, got {shapes}"
            )

    def _check_shapes(self) -> None:
        pass

    def _stacked(self, values: tuple[Tensor, ...], dtype: DType, shape: TensorShape) -> Tensor:
        if not values or all(one.shape == values[0].shape for one in values):
            return super()._stacked(values, dtype, shape)
        import numpy as np

        sizes = [max(axis) for axis in zip(*(one.shape for one in values), strict=True)]
        fill: Any = b"" if dtype == _dtypes.string else 0
        rows = np.full([len(values), *sizes], fill, dtype.as_numpy_dtype)
        for row, one in zip(rows, values, strict=True):
            row[tuple(map(slice, one.shape))] = one.numpy()
        return _functions.convert(rows, dtype)


class PriorityQueue(QueueBase):
    """Elements leave by their first component, an int64 scalar: the least first."""

    def __init__(
        self,
        capacity: int,
        types: Any,
        shapes: Any = None,
        names: Any = None,
        shared_name: str | None = None,
        name: str = "priority_queue",
    ) -> None:
        types = [_as_dtype(one) for one in _as_list(types)]
        given = _as_shapes(shapes, types)
        names = None if names is None else ["priority", *_as_list(names)]
        elements = OrderedElements("PriorityQueue", name, int(capacity))
        super().__init__([_dtypes.int64, *types], [TensorShape([]), *given], names, elements)


class RandomShuffleQueue(QueueBase):
    """Elements leave at random; `min_after_dequeue` stay until the queue is closed."""

    def __init__(
        self,
        capacity: int,
        min_after_dequeue: int,
        dtypes: Any,
        shapes: Any = None,
        names: Any = None,
        seed: int | None = None,
        shared_name: str | None = None,
        name: str = "random_shuffle_queue",
    ) -> None:
        if 0 < capacity <= min_after_dequeue or min_after_dequeue < 0:
            raise InvalidArgumentError(
                f"min_after_dequeue must be from 0 to capacity {capacity}, got {min_after_dequeue}"
            )
        kind = "RandomShuffleQueue"
        elements = ShuffledElements(kind, name, int(capacity), int(min_after_dequeue), seed)
        super().__init__(dtypes, shapes, names, elements)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
