"""Owns recurrence over a number of steps that only a run knows: the cell is called once while the
graph is built, and its nodes run for each step."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.control_flow import Body, blank
from pelton.compat.v1.graph import get_default_graph
from pelton.compat.v1.operation import Operation
from pelton.compat.v1.recurrence.rnn import first_state, masked
from pelton.compat.v1.variable_scopes import variable_scope
from pelton.nest import flatten, map_structure, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def rnn_of_open_steps(
    cell: Any, inputs: Any, axis: int, sequence_length: Any, initial_state: Any, dtype: Any,
    scope: Any,
) -> tuple[Any, Any]:  # fmt: skip
    """(outputs, last state) of `cell` over the slices of `inputs` along `axis`."""
    from pelton.ops.array.basic import stack

    first = inputs[0] if axis == 0 else inputs[:, 0]
    with variable_scope(scope or "rnn"):
        start = first_state(cell, first, dtype) if initial_state is None else initial_state
        start = map_structure(_functions.convert, start)
        row, state = blank(first), map_structure(blank, start)
        body = Body([row, *flatten(state)], cell(row, state))

    def compute(run: Any, values: Any, lengths: Any, now: Any, captures: Any, _: Any) -> Any:
        outputs = []
        for number, one in enumerate(_ops.unstack(values, axis=axis)):
            made, after = body(run, [one, *flatten(now), *captures])
            if lengths is not None:
                is_alive = _ops.expand_dims(_ops.cast(lengths, "int32") > number, 1)
                made, after = masked(is_alive, made, after, now)
            now = pack_sequence_as(start, flatten(after))
            outputs.append(made)
        return stack(outputs, axis=axis), now

    node = Operation(
        get_default_graph(), "RNN", "rnn/", compute,
        (inputs, sequence_length, start, body.captures, body.reads), takes_run=True,
    )  # fmt: skip
    sizes = [inputs.shape[0], inputs.shape[1], body.outputs[0].shape[-1]]
    like = [_functions.symbolic(one.shape, one.dtype) for one in flatten(start)]
    outputs = _functions.symbolic(sizes, body.outputs[0].dtype)
    made: tuple[Any, Any] = node.give((outputs, pack_sequence_as(start, like)))
    return made
