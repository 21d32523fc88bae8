"""An LSTM step by step: for activations and dropout that the fused op does not have."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton.keras.layers.recurrent.dropout_masks import Masks


def run_steps(
    layer: Any, x: Tensor, state: Any, mask: Tensor | None, masks: tuple[Masks, Masks]
) -> tuple[Tensor, ...]:
    """What LSTM `layer` makes of `x` (batch, time, features): the outputs of the steps in their
    order, (batch, time, units), and the last h and c. `masks`: of dropout, for inputs and h.
    Raises ValueError for an unknown time."""
    time = x.shape[1]
    if time is None:
        raise ValueError(
            f"LSTM '{layer.name}': an unknown number of steps needs the activations tanh and "
            "sigmoid, and no recurrent_dropout; these run step by step"
        )
    cell = layer.cell
    projected = cell.project(x, masks[0])
    h, c = _start(projected, state, layer.units)
    before = _ops.zeros_like(h)
    outputs = []
    for at in reversed(range(time)) if layer.go_backwards else range(time):
        next_h, next_c = cell.step(projected[:, at], h, c, masks[1])
        if mask is None:
            h, c, output = next_h, next_c, next_h
        else:
            keep = mask[:, at : at + 1]
            output = _ops.where(keep, next_h, before)
            h, c = _ops.where(keep, next_h, h), _ops.where(keep, next_c, c)
        if not layer.zero_output_for_mask:
            before = output
        outputs.append(output)
    return _ops.stack(outputs, axis=1), h, c


def _start(projected: Tensor, state: Any, units: int) -> tuple[Tensor, Tensor]:
    if state is not None:
        return state
    zeros = _functions.zeros_like(projected[:, 0, :units])
    return zeros, zeros
