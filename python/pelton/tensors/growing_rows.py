"""Owns tensors that get more rows in a trace: those of a ``TensorArray`` with `dynamic_size`."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class GrowingRows:
    """The first ``count`` rows, an int32 scalar, of ``room``, whose other rows are zeros.

    Room is doubled where it ends, so that n writes copy some 2 n rows."""

    def __init__(self, room: Any, count: Any) -> None:
        self.room = room
        self.count = count

    @property
    def tensors(self) -> list[Any]:
        """Both, of which it can be made again."""
        return [self.room, self.count]

    @property
    def shapes(self) -> list[list[int | None]]:
        """Those that the tensors may have after writes."""
        return [[None, *self.room.shape.as_list()[1:]], []]

    def whole(self) -> Any:
        """The rows that there are, as one tensor."""
        return _traced(_without_room, self.tensors, self.shapes)[0]

    def written(self, index: Any, row: Any) -> GrowingRows:
        """With ``row`` as row ``index``; rows between are zeros."""
        at = _ops.cast(index, "int32")
        shapes = [*self.shapes, [], row.shape.as_list()]
        room, count, *_ = _traced(_with_row, [*self.tensors, at, row], shapes)
        return GrowingRows(room, count)


def _traced(
    function: Callable[..., list[Any]], tensors: list[Any], shapes: list[list[int | None]]
) -> list[Any]:
    """What ``function`` makes of tensors whose values it cannot read; it gives as many.

    Where there are values it is one step of the trace, a loop of one."""
    if all(_functions.is_symbolic(tensor) for tensor in tensors):
        return function(*tensors)
    found = _functions.trace_loop("rows", None, function, tensors, [], shapes, most_steps=1)
    assert found is not None
    return found


def _without_room(room: Any, count: Any) -> list[Any]:
    return [room[:count], count]


def _with_row(room: Any, count: Any, at: Any, row: Any) -> list[Any]:
    size = _ops.shape(room)[0]

    def grown() -> list[Any]:
        more = _ops.maximum(size, at + 1 - size)
        return [_ops.concat([room, _functions.zeros([more, *row.shape], row.dtype)], 0)]

    (room,) = _functions.trace_branches("grow", at < size, [grown, lambda: [room]])
    return [_ops.write_row(room, at, row), _ops.maximum(count, at + 1), at, row]
