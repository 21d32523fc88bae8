"""Owns ``tf.nn.dynamic_rnn`` and its fellows: cells over the steps of sequences."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.variable_scopes import variable_scope
from pelton.nest import flatten, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

__all__ = ["bidirectional_dynamic_rnn", "dynamic_rnn", "static_bidirectional_rnn", "static_rnn"]


def first_state(cell: Any, row: Any, dtype: Any) -> Any:
    """Zeros for as many rows as `row` has, which need not be known."""
    from pelton.ops.array.creation import zeros, zeros_like

    if row.shape[0] is not None:
        return cell.zero_state(row.shape[0], dtype or row.dtype)
    first = _ops.expand_dims(row, 1) if len(row.shape) == 1 else row[:, :1]
    column = _ops.cast(zeros_like(first), dtype or row.dtype)
    sizes = cell.state_size
    made = [_ops.matmul(column, zeros([1, size], column.dtype)) for size in flatten(sizes)]
    return pack_sequence_as(sizes, made)


def masked(is_alive: Any, made: Any, after: Any, state: Any) -> tuple[Any, Any]:
    """(outputs, state) of a step: zeros and the state of before for rows that have ended."""
    from pelton.ops.array.creation import zeros_like

    return _ops.where(is_alive, made, zeros_like(made)), _held(is_alive, after, state)


def _held(is_alive: Any, after: Any, before: Any) -> Any:
    """The new values of rows whose sequence goes on, the old ones of others."""
    leaves = zip(flatten(after), flatten(before), strict=True)
    return pack_sequence_as(after, [_ops.where(is_alive, new, old) for new, old in leaves])


def static_rnn(
    cell: Any, inputs: Sequence[Any], initial_state: Any = None, dtype: Any = None,
    sequence_length: Any = None, scope: Any = None,
) -> tuple[list[Any], Any]:  # fmt: skip
    """(outputs by step, last state) of `cell` over a list of rows by step. Beyond the row's
    `sequence_length` outputs are zeros and the state stays. Raises ValueError for no steps."""
    steps = [_functions.convert(one) for one in inputs]
    if not steps:
        raise ValueError("static_rnn: `inputs` must hold at least one step, got []")
    lengths = None if sequence_length is None else _ops.cast(sequence_length, "int32")
    outputs = []
    with variable_scope(scope or "rnn") as found:
        state = initial_state
        if state is None:
            state = first_state(cell, steps[0], dtype)
        for number, row in enumerate(steps):
            if number == 1:
                found.reuse_variables()  # which the first step made
            made, after = cell(row, state)
            if lengths is not None:
                is_alive = _ops.expand_dims(lengths > number, 1)
                made, after = masked(is_alive, made, after, state)
            state = after
            outputs.append(made)
    return outputs, state


def dynamic_rnn(
    cell: Any, inputs: Any, sequence_length: Any = None, initial_state: Any = None,
    dtype: Any = None, parallel_iterations: Any = None, swap_memory: bool = False,
    time_major: bool = False, scope: Any = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(outputs, last state) of `cell` over sequences of (batch, time, features), or with time
    first.

    Raises ValueError for inputs of fewer axes."""
    tensor = _functions.convert(inputs)
    axis = 0 if time_major else 1
    if len(tensor.shape) < 3:
        raise ValueError(f"dynamic_rnn: `inputs` must have 3 axes, got shape {tensor.shape}")
    if tensor.shape[axis] is None:
        from pelton.compat.v1.recurrence.open_steps import rnn_of_open_steps

        return rnn_of_open_steps(cell, tensor, axis, sequence_length, initial_state, dtype, scope)
    steps = _ops.unstack(tensor, axis=axis)
    outputs, state = static_rnn(cell, steps, initial_state, dtype, sequence_length, scope)
    from pelton.ops.array.basic import stack

    return stack(outputs, axis=axis), state


def static_bidirectional_rnn(
    cell_fw: Any, cell_bw: Any, inputs: Sequence[Any], initial_state_fw: Any = None,
    initial_state_bw: Any = None, dtype: Any = None, sequence_length: Any = None,
    scope: Any = None,
) -> tuple[list[Any], Any, Any]:  # fmt: skip
    """(outputs of both directions side by side by step, last states forwards and backwards) of two
    cells over a list of rows by step."""
    from pelton.ops.array.basic import stack

    whole = stack([_functions.convert(one) for one in inputs])
    (ahead, behind), (first, second) = bidirectional_dynamic_rnn(
        cell_fw, cell_bw, whole, sequence_length, initial_state_fw, initial_state_bw, dtype,
        time_major=True, scope=scope,
    )  # fmt: skip
    return _ops.unstack(_ops.concat([ahead, behind], 2), axis=0), first, second


def bidirectional_dynamic_rnn(
    cell_fw: Any, cell_bw: Any, inputs: Any, sequence_length: Any = None,
    initial_state_fw: Any = None, initial_state_bw: Any = None, dtype: Any = None,
    parallel_iterations: Any = None, swap_memory: bool = False, time_major: bool = False,
    scope: Any = None,
) -> tuple[Any, Any]:  # fmt: skip
    """((outputs forwards, backwards), (states forwards, backwards)) of two cells; each row is
    turned round within its `sequence_length`."""
    axis = 0 if time_major else 1

    def turned(values: Any) -> Any:
        if sequence_length is None:
            return _ops.reverse(values, [axis])
        from pelton.ops.array.rearranging import reverse_sequence

        return reverse_sequence(values, sequence_length, seq_axis=axis, batch_axis=1 - axis)

    with variable_scope(scope or "bidirectional_rnn"):
        ahead = dynamic_rnn(
            cell_fw, inputs, sequence_length, initial_state_fw, dtype, time_major=time_major,
            scope="fw",
        )  # fmt: skip
        behind = dynamic_rnn(
            cell_bw, turned(_functions.convert(inputs)), sequence_length, initial_state_bw, dtype,
            time_major=time_major, scope="bw",
        )  # fmt: skip
    return (ahead[0], turned(behind[0])), (ahead[1], behind[1])


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
