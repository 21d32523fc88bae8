"""Which axes a normalizing layer takes."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def checked(layer: Any, axis: Any) -> Any:
    """An int, or a list of them; raises TypeError for anything else."""
    listed = list(axis) if isinstance(axis, (list, tuple)) else [axis]
    if not listed or not all(isinstance(a, int) and not isinstance(a, bool) for a in listed):
        raise TypeError(
            "Invalid value for `axis` argument: expected an int or a list/tuple of ints. "
            f"Received: axis={axis} [{type(layer).__name__}]"
        )
    return listed if isinstance(axis, (list, tuple)) else axis


def within(layer: Any, axis: Any, shape: Any) -> list[int]:
    """The axes as a list of numbers from 0; raises ValueError where the shape has none such."""
    listed = axis if isinstance(axis, list) else [axis]
    shape = tuple(shape or ())
    for one in listed:
        if not -len(shape) <= one < len(shape):
            raise ValueError(
                f"Axis {axis} is out of bounds for input shape {shape}. "
                f"[{type(layer).__name__} '{layer.name}']"
            )
    return [one % len(shape) for one in listed]
