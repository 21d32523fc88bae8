"""Owns ``ragged[...]``: rows by number and slices, then what stands inside of them."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ragged.ragged_tensor import RaggedTensor
from pelton.ragged.row_partition import partition, splits_of_lengths

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def subscript(x: RaggedTensor, key: Any) -> Any:
    """What ``key`` names: an integer, a slice, ..., or a tuple of them."""
    first, *rest = key if isinstance(key, tuple) else (key,)
    if first is Ellipsis:
        return x if not rest else _of_rows(x, rest)
    if isinstance(first, slice):
        rows = _rows(x, first)
        return _of_rows(rows, rest) if rest else rows
    row = _row(x, first)
    return row[tuple(rest)] if rest else row


def _row(x: RaggedTensor, number: Any) -> Any:
    if not _functions.is_symbolic(x.row_splits) and isinstance(number, int):
        rows = len(x)
        if not -rows <= number < rows:
            raise IndexError(f"Row key {number} out of bounds")
        number += rows if number < 0 else 0
    return x.values[x.row_splits[number] : x.row_splits[number + 1]]


def _rows(x: RaggedTensor, chosen: slice) -> RaggedTensor:
    if chosen.step in (None, 1) and chosen.start is None and chosen.stop is None:
        return x
    starts, limits = x.row_starts()[chosen], x.row_limits()[chosen]
    return gather_ranges(x.values, starts, limits)


def gather_ranges(values: Any, starts: Any, limits: Any) -> RaggedTensor:
    """Rows of ``values`` from ``starts`` to ``limits``."""
    from pelton.ragged.row_partition import places_in_rows, row_ids

    splits = splits_of_lengths(_ops.maximum(limits - starts, _ops.zeros_like(starts)))
    at = _ops.gather(starts, row_ids(splits)) + places_in_rows(splits)
    return RaggedTensor(gather_rows(values, at), splits, internal=True)


def gather_rows(values: Any, at: Any) -> Any:
    """Rows ``at`` of a tensor or a RaggedTensor."""
    if not isinstance(values, RaggedTensor):
        return _ops.gather(values, at)
    at = partition(at)
    starts, limits = values.row_starts(), values.row_limits()
    return gather_ranges(values.values, _ops.gather(starts, at), _ops.gather(limits, at))


def _of_rows(x: RaggedTensor, rest: list[Any]) -> Any:
    """``rest`` of each row."""
    first, *more = rest
    if isinstance(first, slice):
        rows = _within_rows(x, first)
        if not more:
            return rows
        inner = rows.values
        is_ragged = isinstance(inner, RaggedTensor)
        return rows.with_values(_of_rows(inner, more) if is_ragged else inner[(slice(None), *more)])
    if not isinstance(first, (slice, type(None), type(Ellipsis))) and x.uniform_row_length is None:
        raise ValueError("Cannot index into an inner ragged dimension.")
    starts, limits = x.row_starts(), x.row_limits()
    at = limits + first if isinstance(first, int) and first < 0 else starts + first
    picked = gather_rows(x.values, at)
    return picked[(slice(None), *more)] if more else picked


def _within_rows(x: RaggedTensor, chosen: slice) -> RaggedTensor:
    if chosen.step not in (None, 1):
        raise ValueError(f"rows of a ragged tensor are sliced with step 1 only, not {chosen.step}")
    starts, limits = x.row_starts(), x.row_limits()

    def place(bound: int, default: Any) -> Any:
        if bound is None:
            return default
        wanted = limits + bound if bound < 0 else starts + bound
        return _ops.minimum(_ops.maximum(wanted, starts), limits)

    return gather_ranges(x.values, place(chosen.start, starts), place(chosen.stop, limits))
