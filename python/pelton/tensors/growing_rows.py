"""Owns tensors that get more rows in a trace: those of a ``TensorArray`` with `dynamic_size`, or of
a size that is known when the program runs only."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def blank(sizes: list[Any], dtype: Any) -> Any:
    """Zeros, or empty texts."""
    if dtype.name == "string":
        return _ops.fill(value=_functions.convert(""), dims=sizes)
    return _functions.zeros(sizes, dtype)


class GrowingRows:
    """The first ``count`` rows, an int32 scalar, of ``room``, whose other rows are zeros.

    Room is doubled where it ends, so that n writes copy some 2 n rows. Without rows it may have
    other sizes than those that come, which are `row_sizes`, None for those that the run tells."""

    def __init__(self, room: Any, count: Any, row_sizes: list[int | None] | None = None) -> None:
        self.room = room
        self.count = count
        self.row_sizes = room.shape.as_list()[1:] if row_sizes is None else row_sizes

    @property
    def tensors(self) -> list[Any]:
        """Both, of which it can be made again."""
        return [self.room, self.count]

    @property
    def shapes(self) -> list[list[int | None]]:
        """Those that the tensors may have after writes."""
        return [[None, *self.row_sizes], []]

    def whole(self) -> Any:
        """The rows that there are, as one tensor."""
        return _traced(_without_room, self.tensors, self.shapes)[0]

    def written(self, index: Any, row: Any) -> GrowingRows:
        """With ``row`` as row ``index``; rows between are zeros."""
        at = _ops.cast(index, "int32")
        shapes = [*self.shapes, [], row.shape.as_list()]
        room, count, *_ = _traced(_with_row, [*self.tensors, at, row], shapes)
        return GrowingRows(room, count, self.row_sizes)


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
        needed = _ops.maximum(at + 1, count)
        more = _ops.maximum(size, needed - size)
        sizes = _sizes_of(row)
        rows = room if None not in row.shape.as_list() else _ops.reshape(room, [size, *sizes])
        return [_ops.concat([rows, blank([more, *sizes], row.dtype)], 0)]

    (room,) = _functions.trace_branches("grow", at < size, [grown, lambda: [room]])
    return [_ops.write_row(room, at, row), _ops.maximum(count, at + 1), at, row]


def _sizes_of(row: Any) -> list[Any]:
    """Numbers where they are known, else scalars."""
    sizes = row.shape.as_list()
    return [_ops.shape(row)[n] if size is None else size for n, size in enumerate(sizes)]
