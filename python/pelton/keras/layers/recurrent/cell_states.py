"""What a cell, Keras's or the user's own, says of its states: sizes, zeros to begin with."""

from __future__ import annotations

from pelton._core import functions as _functions

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def state_sizes(cell: Any) -> list[Any]:
    """The sizes of the states; a list of lists for stacked cells. Raises ValueError for others."""
    sizes = cell.state_size
    if not isinstance(sizes, (list, tuple, int)):
        raise ValueError(
            "state_size must be an integer, or a list/tuple of integers (one for each state "
            f"tensor). Received: state_size={sizes} of {cell}"
        )
    return [sizes] if isinstance(sizes, int) else list(sizes)


def output_size(cell: Any) -> int:
    """The size of the outputs: of the first state unless the cell says another."""
    size = getattr(cell, "output_size", None)
    if size is None:
        size = state_sizes(cell)[0]
    if not isinstance(size, int):
        raise ValueError(f"output_size must be an integer. Received: {size} of {cell}")
    return size


def initial_states(cell: Any, batch: Any, dtype: str) -> list[Any]:
    """What a sequence of `batch` rows (a number or a tensor) begins with: the cell's own, or
    zeros."""
    make = getattr(cell, "get_initial_state", None)
    if make is not None:
        states = make(batch_size=batch)
        return list(states) if isinstance(states, (list, tuple)) else [states]
    dtype = getattr(cell, "compute_dtype", dtype)
    return [_functions.zeros((batch, size), dtype) for size in state_sizes(cell)]
