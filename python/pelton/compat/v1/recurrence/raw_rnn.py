"""Owns ``tf.nn.raw_rnn``: a cell whose inputs and end a function tells step by step."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.control_flow import while_loop
from pelton.compat.v1.recurrence.tensor_arrays import TensorArray
from pelton.compat.v1.variable_scopes import variable_scope
from pelton.nest import flatten, map_structure, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def raw_rnn(
    cell: Any, loop_fn: Callable[..., Any], parallel_iterations: Any = None,
    swap_memory: bool = False, scope: Any = None,
) -> tuple[Any, Any, Any]:  # fmt: skip
    """(TensorArray of the outputs, last state, last loop state) of `cell`.

    ``loop_fn(time, output, state, loop_state)`` gives whether each row has ended, the next input,
    the next state, what is put out and the next loop state. Raises TypeError for what cannot be
    called."""
    if not callable(loop_fn):
        raise TypeError("raw_rnn: `loop_fn` must be a callable")
    from pelton.compat.v1 import constant

    with variable_scope(scope or "rnn"):
        start = _functions.convert(0)
        finished, row, state, like, loop_state = loop_fn(start, None, None, None)
        has_loop_state = loop_state is not None
        first = loop_state if has_loop_state else constant(0.0)
        arrays = _arrays(cell, row, like)

        def body(time: Any, done: Any, row: Any, arrays: Any, state: Any, kept: Any) -> Any:
            made, after = cell(row, state)
            known = kept if has_loop_state else None
            ended, row, after, out, kept_after = loop_fn(time + 1, made, after, known)
            out = made if out is None else out
            arrays = _each(
                lambda array, one: array.write(time, _where(done, _zeros(one), one)), arrays, out
            )
            after = _each(lambda new, old: _where(done, old, new), after, state)
            kept = kept_after if has_loop_state and kept_after is not None else kept
            return [time + 1, _ops.logical_or(ended, done), row, arrays, after, kept]

        def goes_on(time: Any, done: Any, *_: Any) -> Any:
            return _ops.logical_not(_ops.reduce_all(done))

        begun = [start, finished, row, arrays, state, first]
        found = while_loop(goes_on, body, begun, parallel_iterations=parallel_iterations or 32)
    return found[3], found[4], found[5] if has_loop_state else None


def _arrays(cell: Any, row: Any, like: Any) -> Any:
    """An empty array for each part of what is put out."""
    kind = flatten(row)[0].dtype
    if like is None:
        return map_structure(
            lambda size: TensorArray(kind, 0, True, element_shape=[None, size]), cell.output_size
        )
    return map_structure(lambda one: TensorArray(_functions.convert(one).dtype, 0, True), like)


def _each(function: Callable[..., Any], nest: Any, other: Any) -> Any:
    pairs = zip(flatten(nest), flatten(other), strict=True)
    return pack_sequence_as(nest, [function(one, two) for one, two in pairs])


def _where(done: Any, one: Any, other: Any) -> Any:
    rank = len(_functions.convert(other).shape)
    spread = done
    for _ in range(rank - 1):
        spread = _ops.expand_dims(spread, -1)
    return _ops.where(spread, one, other) if rank else other


def _zeros(value: Any) -> Any:
    from pelton.ops.array.creation import zeros_like

    return zeros_like(value)
