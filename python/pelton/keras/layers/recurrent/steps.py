"""Runs a step function over a sequence: unrolled where the number of steps is known, else as one
loop of the program."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.nest import flatten, map_structure, pack_sequence_as

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor

    Step = Callable[[Tensor, Any], tuple[Tensor, Any]]


def run(
    step: Step,
    x: Tensor,
    states: Any,
    mask: Tensor | None,
    go_backwards: bool,
    zero_output_for_mask: bool,
) -> tuple[Tensor, Tensor, Any]:
    """Outputs (batch, time, ...) in the order of the steps, the last output and the last states of
    `step(x_t, states)` over `x` (batch, time, ...). Where `mask` (batch, time) is false states
    stay, and the output is the one before, or 0 with `zero_output_for_mask`."""
    if x.shape[1] is not None:
        return _unrolled(step, x, states, mask, go_backwards, zero_output_for_mask)
    if _functions.is_tracing() or not _functions.is_symbolic(x):
        return _looped(step, x, states, mask, go_backwards, zero_output_for_mask)
    return _described(step, x, states)


def _chosen(seen: Tensor, new: Tensor, old: Tensor) -> Tensor:
    """`new` in the rows that are `seen` (batch,), else `old`."""
    for _ in range(new.ndim - 1):
        seen = _ops.expand_dims(seen, -1)
    return _ops.where(seen, new, old)


def _masked(step: Step, zero_output_for_mask: bool) -> Any:
    """`step` that also takes a mask's column and the output before."""

    def one(x: Tensor, seen: Tensor | None, before: Any, states: Any) -> tuple[Tensor, Any]:
        output, new = step(x, states)
        new = list(new) if isinstance(new, (list, tuple)) else [new]
        if seen is None:
            return output, new
        is_zero = before is None or zero_output_for_mask
        shown = _chosen(seen, output, _ops.zeros_like(output) if is_zero else before)
        old = pack_sequence_as(new, flatten(states))
        return shown, map_structure(lambda n, o: _chosen(seen, n, o), new, old)

    return one


def _unrolled(
    step: Step, x: Tensor, states: Any, mask: Any, go_backwards: bool, zeros: bool
) -> tuple[Tensor, Tensor, Any]:
    one, output, outputs = _masked(step, zeros), None, []
    rows = _ops.unstack(x, axis=1)
    seen = [None] * len(rows) if mask is None else _ops.unstack(mask, axis=1)
    for at in reversed(range(len(rows))) if go_backwards else range(len(rows)):
        output, states = one(rows[at], seen[at], output, states)
        outputs.append(output)
    return _ops.stack(outputs, axis=1), outputs[-1], states


def _looped(
    step: Step, x: Tensor, states: Any, mask: Any, go_backwards: bool, zeros: bool
) -> tuple[Tensor, Tensor, Any]:
    from pelton.functions.row_loops import scan

    one = _masked(step, zeros)
    rows = _first_axes_swapped(x)
    elems = rows if mask is None else (rows, _first_axes_swapped(mask))
    states = list(states)
    start, _ = step(_first_step(x), states)

    def body(value: Any, elem: Any) -> Any:
        row, seen = (elem, None) if mask is None else elem
        output, new = one(row, seen, value[0], value[1])
        return output, pack_sequence_as(states, flatten(new))

    outputs, after = scan(body, elems, (_ops.zeros_like(start), states), reverse=go_backwards)
    last = 0 if go_backwards else -1
    outputs = _ops.reverse(outputs, [0]) if go_backwards else outputs
    return _first_axes_swapped(outputs), outputs[-1], map_structure(lambda s: s[last], after)


def _first_step(x: Tensor) -> Tensor:
    """Zeros of the shape of one step; `x` may have no steps that are known yet."""
    return _ops.reduce_sum(_ops.zeros_like(x), axis=[1])


def _first_axes_swapped(x: Tensor) -> Tensor:
    return _ops.transpose(x, [1, 0, *range(2, x.ndim)])


def _described(step: Step, x: Tensor, states: Any) -> tuple[Tensor, Tensor, Any]:
    """Symbolic results of the right shapes, for the graph of a model whose time is open: its calls
    have sequences of a known length."""
    output, states = step(_first_step(x), states)
    states = list(states) if isinstance(states, (list, tuple)) else [states]
    per_step = x
    while per_step.ndim > 2:
        per_step = _ops.reduce_sum(per_step, axis=[-1])
    zeros = _ops.cast(_ops.zeros_like(per_step), output.dtype)
    for _ in range(output.ndim - 1):
        zeros = _ops.expand_dims(zeros, -1)
    return _ops.expand_dims(output, 1) + zeros, output, states
