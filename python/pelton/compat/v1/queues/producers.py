"""Owns ``tf.train``'s input producers: queues that a thread fills with names, rows or numbers."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.compat.v1.graph import GraphKeys, check_active, get_default_graph
from pelton.compat.v1.operation import Operation
from pelton.compat.v1.queues.graph_queues import FIFOQueue
from pelton.compat.v1.queues.runners import QueueRunner, add_queue_runner
from pelton.compat.v1.unranked import UnrankedTensor
from pelton.compat.v1.variables import RefVariable
from pelton.errors import InvalidArgumentError, OutOfRangeError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def count_up_to(ref: Any, limit: int, name: str | None = None) -> Any:
    """The value of an integer variable before it is made 1 more; runs raise OutOfRangeError once it
    is `limit`."""

    def step(run: Any, target: Any) -> Any:
        variable = run.session.variable(target.variable)

        def check(values: list[Any]) -> None:
            if int(values[0]) >= limit:
                raise OutOfRangeError(f"Reached limit of {limit}")

        before = _functions.convert(variable.value()) + _functions.convert(0, ref.dtype)
        _functions.perform("CountUpTo", [before], check)
        variable.assign_add(_functions.convert(1, ref.dtype))
        return before

    from pelton.compat.v1.variables import _Held

    node = Operation(
        get_default_graph(), "CountUpTo", name or "CountUpTo", step,
        kwargs={"target": _Held(ref)}, takes_run=True,
    )  # fmt: skip
    return node.give(_functions.symbolic([], ref.dtype))


def _tensor(value: Any, dtype: Any = None) -> Any:
    value = value.value() if isinstance(value, RefVariable) else value
    return value if isinstance(value, UnrankedTensor) else _functions.convert(value, dtype)


def limit_epochs(tensor: Any, num_epochs: int | None = None, name: str | None = None) -> Any:
    """`tensor`, which runs give `num_epochs` times (None: always); they raise OutOfRangeError then.
    A local variable "epochs" counts. Raises ValueError unless it is above 0."""
    if num_epochs is None:
        return tensor
    if num_epochs <= 0:
        raise ValueError(f"num_epochs must be > 0 not {num_epochs}.")
    from pelton.compat.v1.graph_ops import identity

    graph = get_default_graph()
    with graph.name_scope(name or "limit_epochs"):
        epochs = RefVariable(
            _functions.convert(0, "int64"), name="epochs", trainable=False,
            collections=[GraphKeys.LOCAL_VARIABLES],
        )  # fmt: skip
        counter = count_up_to(epochs, num_epochs)
        with graph.control_dependencies([counter]):
            return identity(tensor)


def match_filenames_once(pattern: Any, name: str | None = None) -> RefVariable:
    """The names of the files that match, found when local variables are initialized."""
    from pelton.compat.v1.deferred import node
    from pelton.io.whole_files import matching_files

    found = node("MatchingFiles", f"{name or 'matching_filenames'}/MatchingFiles",
                 lambda: _functions.convert(matching_files(pattern)))  # fmt: skip
    return RefVariable(
        found.op.give(_functions.symbolic([None], "string")), trainable=False,
        name=name or "matching_filenames", validate_shape=False,
        collections=[GraphKeys.LOCAL_VARIABLES],
    )  # fmt: skip


def input_producer(
    input_tensor: Any, element_shape: Any = None, num_epochs: int | None = None,
    shuffle: bool = True, seed: int | None = None, capacity: int = 32,
    shared_name: str | None = None, summary_name: str | None = None, name: str | None = None,
    cancel_op: Any = None,
) -> FIFOQueue:  # fmt: skip
    """A queue that a thread fills with the rows of `input_tensor`, each pass in another order where
    `shuffle` says so, `num_epochs` times or always.

    Raises ValueError where the shape of a row is not known."""
    check_active("Input pipelines based on Queues")
    from pelton.tensor_shape import TensorShape

    with get_default_graph().name_scope(name or "input_producer"):
        rows = _tensor(input_tensor)
        given = TensorShape(rows.shape)
        shape = given[1:] if given.rank is not None else TensorShape(None)
        shape = shape.merge_with(element_shape) if element_shape is not None else shape
        if not shape.is_fully_defined():
            raise ValueError(
                "Either `input_tensor` must have a fully defined shape or `element_shape` must be "
                "specified"
            )
        if shuffle:
            rows = _shuffled(rows, seed)
        rows = limit_epochs(rows, num_epochs)
        queue = FIFOQueue(capacity, [rows.dtype], shapes=[shape])
        add_queue_runner(QueueRunner(queue, [queue.enqueue_many([rows])], cancel_op=cancel_op))
        tell_fullness(queue, capacity, summary_name or f"fraction_of_{capacity}_full")
        return queue


def tell_fullness(queue: FIFOQueue, capacity: int, name: str) -> None:
    """Adds a summary of how full the queue is."""
    from pelton._core import ops
    from pelton.compat.v1 import summary

    summary.scalar(name, ops.cast(queue.size(), "float32") * (1.0 / capacity))


def _shuffled(rows: Any, seed: int | None) -> Any:
    from pelton.compat.v1.deferred import as_node
    from pelton.random import shuffle

    return as_node(shuffle, "RandomShuffle")(rows, seed=seed)


def string_input_producer(
    string_tensor: Any, num_epochs: int | None = None, shuffle: bool = True,
    seed: int | None = None, capacity: int = 32, shared_name: str | None = None,
    name: str | None = None, cancel_op: Any = None,
) -> FIFOQueue:  # fmt: skip
    """A queue of texts, such as names of files, for readers.

    Raises ValueError for an empty list; runs InvalidArgumentError for what is empty then."""
    text = "string_input_producer requires a non-null input tensor"
    if not isinstance(string_tensor, RefVariable) and isinstance(string_tensor, (list, tuple)):
        if not string_tensor:
            raise ValueError(text)
    from pelton.compat.v1.deferred import node

    with get_default_graph().name_scope(name or "input_producer") as scope:
        tensor = _tensor(string_tensor, "string")

        def check(value: Any) -> Any:
            def fail(values: list[Any]) -> None:
                if values[0].shape[0] == 0:
                    raise InvalidArgumentError(f"assertion failed: [{text}]")

            _functions.perform("Assert", [value], fail)
            return value

        checked = node("Identity", "Identity", check, tensor)
        return input_producer(
            checked, [], num_epochs, shuffle, seed, capacity, shared_name,
            f"fraction_of_{capacity}_full", scope, cancel_op,
        )  # fmt: skip


def range_input_producer(
    limit: Any, num_epochs: int | None = None, shuffle: bool = True, seed: int | None = None,
    capacity: int = 32, shared_name: str | None = None, name: str | None = None,
) -> FIFOQueue:  # fmt: skip
    """A queue of the int32 numbers from 0 to below `limit`."""
    from pelton.ops.array.creation import range as numbers

    with get_default_graph().name_scope(name or "input_producer") as scope:
        return input_producer(
            numbers(limit), [], num_epochs, shuffle, seed, capacity, shared_name,
            f"fraction_of_{capacity}_full", scope,
        )  # fmt: skip


def slice_input_producer(
    tensor_list: Any, num_epochs: int | None = None, shuffle: bool = True,
    seed: int | None = None, capacity: int = 32, shared_name: str | None = None,
    name: str | None = None,
) -> list[Any]:  # fmt: skip
    """One row of each tensor, the same of all; a queue of their numbers says which is next.

    Raises ValueError for an empty list."""
    if not tensor_list:
        raise ValueError("Expected at least one tensor in slice_input_producer().")
    from pelton import gather, shape

    with get_default_graph().name_scope(name or "input_producer"):
        tensors = [_tensor(one) for one in tensor_list]
        count = tensors[0].shape[0]
        limit = shape(tensors[0])[0] if count is None else count
        queue = range_input_producer(limit, num_epochs, shuffle, seed, capacity, shared_name)
        index = queue.dequeue()
        return [gather(one, index) for one in tensors]


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
