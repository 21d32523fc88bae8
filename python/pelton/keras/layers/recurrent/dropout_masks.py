"""What dropout multiplies a recurrent layer's inputs and state by: drawn once for all its steps.

With `recurrent_dropout`, and in convolutional cells, each gate has masks of its own, as in Keras;
else one serves all gates."""

from __future__ import annotations

import contextlib

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from pelton._core import Tensor

    Masks = list[Tensor] | None


def _drawn(cell: Any, like: Tensor, rate: float) -> Masks:
    if not 0 < rate:
        return None
    count = cell.gates if cell.recurrent_dropout or cell.masks_gates else 1
    ones = _ops.ones_like(like)
    return [_ops.counted_dropout(ones, rate, seed=cell._draws_by) for _ in range(count)]


def of_layer(
    cell: Any, features: Callable[[], Tensor], h: Callable[[], Tensor], training: Any
) -> tuple[Masks, Masks]:
    """Those of all steps of a layer; outside of training they are drawn for nothing, as Keras
    does, so that later draws are Keras's."""
    if not cell.dropout and not cell.recurrent_dropout:
        return None, None
    masks = drawn(cell, features(), h())
    return masks if training else (None, None)


def drawn(cell: Any, features: Tensor, h: Tensor) -> tuple[Masks, Masks]:
    """Those of the inputs (batch, features) and of the state h (batch, units), where there are."""
    return _drawn(cell, features, cell.dropout), _drawn(cell, h, cell.recurrent_dropout)


def of_call(cell: Any, features: Tensor, h: Tensor, training: Any) -> tuple[Masks, Masks]:
    """Those of one call of a cell: its layer's for all steps, else its own; in training alone."""
    if not training:
        return None, None
    held: tuple[Masks, Masks] | None = cell.__dict__.get("_held_masks")
    return drawn(cell, features, h) if held is None else held


def product(x: Tensor, masks: Masks, kernel: Tensor) -> Tensor:
    """``x`` (..., features), of which each gate sees what its mask leaves, times `kernel`."""
    if not masks:
        return _ops.matmul(x, kernel)
    masks = masks if x.ndim == masks[0].ndim else [_ops.expand_dims(mask, 1) for mask in masks]
    if len(masks) == 1:
        return _ops.matmul(x * masks[0], kernel)
    kernels = _ops.split(kernel, len(masks), axis=-1)
    pairs = zip(masks, kernels, strict=True)
    return _ops.concat([_ops.matmul(x * mask, part) for mask, part in pairs], -1)


def _drops(cell: Any) -> bool:
    """Whether it is a cell of the library with dropout."""
    is_own = hasattr(cell, "_draws_by") and hasattr(cell, "gates")
    return is_own and bool(cell.dropout or cell.recurrent_dropout)


@contextlib.contextmanager
def held(cell: Any, x: Tensor, states: Any) -> Iterator[None]:
    """Within it calls of the cell, or of the cells in it, on the steps of ``x`` share masks that
    are drawn here, whether or not it is in training, as Keras does."""
    cells, holders = getattr(cell, "cells", [cell]), []
    state_of_each = states if hasattr(cell, "cells") else [states]
    if not any(_drops(one) for one in cells):
        state_of_each, cells = [], []
    else:
        features = _ops.reduce_sum(x, axis=[1])
    for one, state in zip(cells, state_of_each, strict=True):
        if _drops(one):
            h = state[0] if isinstance(state, (list, tuple)) else state
            object.__setattr__(one, "_held_masks", drawn(one, features, h))
            holders.append(one)
        size = getattr(one, "output_size", None)
        if isinstance(size, int):
            features = _functions.zeros([_ops.shape(features)[0], size], features.dtype)
    try:
        yield
    finally:
        for one in holders:
            object.__delattr__(one, "_held_masks")
