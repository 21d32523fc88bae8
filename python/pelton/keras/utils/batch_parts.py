"""The inputs, targets and weights of a batch: as one tuple, and out of it."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def pack_x_y_sample_weight(x: Any, y: Any = None, sample_weight: Any = None) -> Any:
    """(x, y, sample_weight) without what is None at its end; x alone unless it is a nest."""
    if y is None:
        return (x,) if isinstance(x, (tuple, list)) else x
    return (x, y) if sample_weight is None else (x, y, sample_weight)


def unpack_x_y_sample_weight(data: Any) -> tuple[Any, Any, Any]:
    """(x, y, sample_weight) of a batch, None for what it lacks; a list is a tuple.

    Raises ValueError for more than three parts or none."""
    parts = tuple(data) if isinstance(data, (list, tuple)) else (data,)
    if not 1 <= len(parts) <= 3:
        raise ValueError(
            "Data is expected to be in format `x`, `(x,)`, `(x, y)`, or `(x, y, sample_weight)`, "
            f"found: {data}"
        )
    x, y, weight = (*parts, None, None)[:3]
    return x, y, weight


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
