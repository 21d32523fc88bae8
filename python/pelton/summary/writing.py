"""Owns how a summary becomes an event of the default writer, in eager code and in traces."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.functions.host_steps import computed
from pelton.summary.state import condition_now, is_recording, state, step_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor


def record(kind: str, tensors: list[Any], step: Any, make: Callable[[list[Any]], Any]) -> Tensor:
    """Writes the Summary message make(tensors) of `step`; a traced function does so in each run, to
    the writer and under the condition that held where it was traced.

    Returns whether it was written: a boolean scalar."""
    writer = state.writer
    if writer is None:
        return _functions.convert(False)
    condition = _functions.convert(condition_now())
    given = [_functions.convert(one) for one in (step_of(step), condition, *tensors)]

    def run(values: list[Tensor]) -> list[Tensor]:
        # A writer that was closed since gives way to the default one.
        target = writer if writer.is_open or state.writer is None else state.writer
        writes = bool(values[1]) and target.is_open
        if writes:
            target.add_event(_event(make(values[2:]), int(values[0])))
        return [_functions.convert(writes)]

    return computed(kind, given, run, [(_dtypes.bool, [])])[0]


def _event(summary: Any, step: int) -> Any:
    import time

    from tensorboard.compat.proto.event_pb2 import Event

    return Event(wall_time=time.time(), step=step, summary=summary)


def message(tag: str, array: Any, metadata: Any = None) -> Any:
    """A Summary of one tensor, a NumPy array, for the plugin that `metadata` names, which is a
    message of TensorBoard's or of TensorFlow's class, or its bytes."""
    from tensorboard.compat.proto.summary_pb2 import Summary
    from tensorboard.util.tensor_util import make_tensor_proto

    summary = Summary()
    value = summary.value.add(tag=tag, tensor=make_tensor_proto(array))
    if metadata is not None:
        given = metadata if isinstance(metadata, bytes) else metadata.SerializeToString()
        value.metadata.MergeFromString(given)
    return summary


def write(
    tag: str, tensor: Any, step: Any = None, metadata: Any = None, name: str | None = None
) -> Tensor:
    """Writes a tensor under `tag`, for the plugin that `metadata`, a SummaryMetadata, names.

    Returns whether it was written. Raises ValueError without a step."""
    return record(
        "WriteSummary", [tensor], step, lambda given: message(tag, given[0].numpy(), metadata)
    )


def write_raw_pb(tensor: Any, step: Any = None, name: str | None = None) -> bool:
    """Writes a Summary message given as bytes. Returns whether it was written."""
    from tensorboard.compat.proto.summary_pb2 import Summary

    raw = tensor.numpy() if hasattr(tensor, "numpy") else tensor
    if not is_recording() or state.writer is None:
        return False
    state.writer.add_event(_event(Summary.FromString(raw), int(step_of(step))))
    return True
