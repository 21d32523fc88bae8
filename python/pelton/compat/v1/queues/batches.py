"""Owns ``tf.train.batch`` and its fellows: tensors of single elements, gathered by a queue."""

from __future__ import annotations

from pelton.compat.v1.graph import check_active, get_default_graph
from pelton.compat.v1.queues.graph_queues import FIFOQueue, PaddingFIFOQueue, RandomShuffleQueue
from pelton.compat.v1.queues.producers import _tensor, tell_fullness
from pelton.compat.v1.queues.runners import QueueRunner, add_queue_runner
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class _Elements:
    """The lists of tensors that threads put, one list for each thread, as what was given."""

    def __init__(self, lists: list[Any]) -> None:
        if not lists:
            raise ValueError("tensors_list must be a list or tuple of tensors")
        first = lists[0]
        self.keys = sorted(first) if isinstance(first, dict) else None
        self.is_single = self.keys is None and not isinstance(first, (list, tuple))
        self.lists = [self._flat(one) for one in lists]
        if not self.lists[0]:
            raise ValueError("Expected at least one tensor in batch().")
        self.dtypes = [one.dtype for one in self.lists[0]]
        for other in self.lists[1:]:
            if [one.dtype for one in other] != self.dtypes:
                raise TypeError(f"Expected types {self.dtypes}, got {[t.dtype for t in other]}")

    def _flat(self, element: Any) -> list[Any]:
        if self.keys is not None:
            return [_tensor(element[key]) for key in self.keys]
        return [_tensor(one) for one in ([element] if self.is_single else element)]

    def shapes(self, given: Any, is_many: bool) -> list[Any]:
        """The shape of each component: as far as all lists agree, or as given."""
        if given is not None:
            return list(given)
        found = []
        for column in zip(*self.lists, strict=True):
            shapes = [TensorShape(one.shape) for one in column]
            if is_many:
                shapes = [one[1:] for one in shapes]
            first = shapes[0]
            for other in shapes[1:]:
                first = first.most_specific_compatible_shape(other)
            found.append(first)
        return found

    def packed(self, values: Any) -> Any:
        """The batches in the form of an element."""
        found = values if isinstance(values, list) else [values]
        if self.keys is not None:
            return dict(zip(self.keys, found, strict=True))
        return found[0] if self.is_single or len(found) == 1 else found


def _enqueue(queue: Any, values: list[Any], is_many: bool, keep_input: Any) -> Any:
    put = queue.enqueue_many if is_many else queue.enqueue
    if keep_input is True:
        return put(values)
    from pelton import boolean_mask
    from pelton.compat.v1.control_flow import cond
    from pelton.compat.v1.graph_ops import no_op

    keep = _tensor(keep_input, "bool")
    if len(keep.shape) == 1:
        return put([boolean_mask(one, keep) for one in values])
    return cond(keep, lambda: put(values), no_op)


def _batched(
    elements: _Elements, queue: Any, size: Any, threads: int, is_many: bool, keep_input: Any,
    is_smaller_last: bool, title: str, scope: str, capacity: int,
) -> Any:  # fmt: skip
    made = [_enqueue(queue, one, is_many, keep_input) for one in elements.lists]
    operations = made * threads if len(made) == 1 else made
    add_queue_runner(QueueRunner(queue, operations))
    tell_fullness(queue, capacity, title)
    take = queue.dequeue_up_to if is_smaller_last else queue.dequeue_many
    return elements.packed(take(size, name=scope))


def _join(
    lists: Any, batch_size: Any, threads: int, keep_input: Any, capacity: int, enqueue_many: bool,
    shapes: Any, dynamic_pad: bool, allow_smaller_final_batch: bool, name: str,
) -> Any:  # fmt: skip
    check_active("Input pipelines based on Queues")
    with get_default_graph().name_scope(name) as scope:
        elements = _Elements(lists)
        kind = PaddingFIFOQueue if dynamic_pad else FIFOQueue
        queue = kind(capacity, elements.dtypes, shapes=elements.shapes(shapes, enqueue_many))
        return _batched(
            elements, queue, batch_size, threads, enqueue_many, keep_input,
            allow_smaller_final_batch, f"fraction_of_{capacity}_full", scope, capacity,
        )  # fmt: skip


def maybe_batch(
    tensors: Any, keep_input: Any, batch_size: Any, num_threads: int = 1, capacity: int = 32,
    enqueue_many: bool = False, shapes: Any = None, dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False, shared_name: str | None = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """``batch`` of those elements for which `keep_input` is true."""
    return _join(
        [tensors], batch_size, num_threads, keep_input, capacity, enqueue_many, shapes,
        dynamic_pad, allow_smaller_final_batch, name or "batch",
    )  # fmt: skip


def batch(
    tensors: Any, batch_size: Any, num_threads: int = 1, capacity: int = 32,
    enqueue_many: bool = False, shapes: Any = None, dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False, shared_name: str | None = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """`tensors` (one, a list, a dict) of `batch_size` runs as rows, which `num_threads` threads of
    start_queue_runners gather; with `enqueue_many` they are rows already.

    Raises ValueError for no tensors and for shapes that are not known, unless `dynamic_pad`."""
    return maybe_batch(
        tensors, True, batch_size, num_threads, capacity, enqueue_many, shapes, dynamic_pad,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


def maybe_batch_join(
    tensors_list: Any, keep_input: Any, batch_size: Any, capacity: int = 32,
    enqueue_many: bool = False, shapes: Any = None, dynamic_pad: bool = False,
    allow_smaller_final_batch: bool = False, shared_name: str | None = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """``batch_join`` of those elements for which `keep_input` is true."""
    return _join(
        list(tensors_list), batch_size, 1, keep_input, capacity, enqueue_many, shapes,
        dynamic_pad, allow_smaller_final_batch, name or "batch_join",
    )  # fmt: skip


def batch_join(
    tensors_list: Any, batch_size: Any, capacity: int = 32, enqueue_many: bool = False,
    shapes: Any = None, dynamic_pad: bool = False, allow_smaller_final_batch: bool = False,
    shared_name: str | None = None, name: str | None = None,
) -> Any:  # fmt: skip
    """``batch`` with a thread for each of several lists of tensors."""
    return maybe_batch_join(
        tensors_list, True, batch_size, capacity, enqueue_many, shapes, dynamic_pad,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


def _shuffled(
    lists: Any, batch_size: Any, threads: int, keep_input: Any, capacity: int, keep: int,
    seed: Any, enqueue_many: bool, shapes: Any, allow_smaller_final_batch: bool, name: str,
) -> Any:  # fmt: skip
    check_active("Input pipelines based on Queues")
    with get_default_graph().name_scope(name) as scope:
        elements = _Elements(lists)
        queue = RandomShuffleQueue(
            capacity, keep, elements.dtypes, elements.shapes(shapes, enqueue_many), seed=seed
        )
        title = f"fraction_over_{keep}_of_{capacity - keep}_full"
        return _batched(
            elements, queue, batch_size, threads, enqueue_many, keep_input,
            allow_smaller_final_batch, title, scope, capacity,
        )  # fmt: skip


def maybe_shuffle_batch(
    tensors: Any, batch_size: Any, capacity: int, min_after_dequeue: int, keep_input: Any,
    num_threads: int = 1, seed: int | None = None, enqueue_many: bool = False,
    shapes: Any = None, allow_smaller_final_batch: bool = False, shared_name: str | None = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """``shuffle_batch`` of those elements for which `keep_input` is true."""
    return _shuffled(
        [tensors], batch_size, num_threads, keep_input, capacity, min_after_dequeue, seed,
        enqueue_many, shapes, allow_smaller_final_batch, name or "shuffle_batch",
    )  # fmt: skip


def shuffle_batch(
    tensors: Any, batch_size: Any, capacity: int, min_after_dequeue: int, num_threads: int = 1,
    seed: int | None = None, enqueue_many: bool = False, shapes: Any = None,
    allow_smaller_final_batch: bool = False, shared_name: str | None = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """``batch`` of elements drawn at random among at least `min_after_dequeue`."""
    return maybe_shuffle_batch(
        tensors, batch_size, capacity, min_after_dequeue, True, num_threads, seed, enqueue_many,
        shapes, allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


def maybe_shuffle_batch_join(
    tensors_list: Any, batch_size: Any, capacity: int, min_after_dequeue: int, keep_input: Any,
    seed: int | None = None, enqueue_many: bool = False, shapes: Any = None,
    allow_smaller_final_batch: bool = False, shared_name: str | None = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """``shuffle_batch_join`` of those elements for which `keep_input` is true."""
    return _shuffled(
        list(tensors_list), batch_size, 1, keep_input, capacity, min_after_dequeue, seed,
        enqueue_many, shapes, allow_smaller_final_batch, name or "shuffle_batch_join",
    )  # fmt: skip


def shuffle_batch_join(
    tensors_list: Any, batch_size: Any, capacity: int, min_after_dequeue: int,
    seed: int | None = None, enqueue_many: bool = False, shapes: Any = None,
    allow_smaller_final_batch: bool = False, shared_name: str | None = None,
    name: str | None = None,
) -> Any:  # fmt: skip
    """``shuffle_batch`` with a thread for each of several lists of tensors."""
    return maybe_shuffle_batch_join(
        tensors_list, batch_size, capacity, min_after_dequeue, True, seed, enqueue_many, shapes,
        allow_smaller_final_batch, shared_name, name,
    )  # fmt: skip


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
