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
    """What ``key`` names: an integer, a slice, None for a new axis, ..., or a tuple of them."""
    first, *rest = _spelled_out(key if isinstance(key, tuple) else (key,), len(x.shape)) or [None]
    if first is None:
        from pelton.ragged.ops.rows import expand_dims

        made = expand_dims(x, 0)
        return _of_rows(made, rest) if rest else made
    if isinstance(first, slice):
        rows = _rows(x, first)
        return _of_rows(rows, rest) if rest else rows
    row = _row(x, first)
    return row[tuple(rest)] if rest else row


def _spelled_out(key: tuple[Any, ...], rank: int) -> list[Any]:
    """The parts of a key, with a slice for each axis that ... stands for."""
    given, at = list(key), [n for n, one in enumerate(key) if one is Ellipsis]
    if not at:
        return given
    if len(at) > 1:
        raise ValueError("An index can only have one ellipsis")
    named = sum(one is not None for one in given) - 1
    return [*given[: at[0]], *[slice(None)] * (rank - named), *given[at[0] + 1 :]]


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
    if isinstance(first, slice) or first is None:
        from pelton.ragged.ops.rows import expand_dims

        rows = expand_dims(x, 1) if first is None else _within_rows(x, first)
        if not more:
            return rows
        inner = rows.values
        is_ragged = isinstance(inner, RaggedTensor)
        return rows.with_values(_of_rows(inner, more) if is_ragged else inner[(slice(None), *more)])
    if x.uniform_row_length is None:
        raise ValueError("Cannot index into an inner ragged dimension.")
    starts, limits = x.row_starts(), x.row_limits()
    at = limits + first if isinstance(first, int) and first < 0 else starts + first
    picked = gather_rows(x.values, at)
    return picked[(slice(None), *more)] if more else picked


def _within_rows(x: RaggedTensor, chosen: slice) -> RaggedTensor:
    if chosen.step not in (None, 1):
        return _with_step(x, chosen)
    if chosen.start is None and chosen.stop is None:
        return x
    starts, limits = x.row_starts(), x.row_limits()

    def place(bound: int, default: Any) -> Any:
        if bound is None:
            return default
        wanted = limits + bound if bound < 0 else starts + bound
        return _ops.minimum(_ops.maximum(wanted, starts), limits)

    return gather_ranges(x.values, place(chosen.start, starts), place(chosen.stop, limits))


def _with_step(x: RaggedTensor, chosen: slice) -> RaggedTensor:
    """Every so many values of each row, or backwards, as Python's slices of lists."""
    from pelton.ragged.row_partition import places_in_rows, row_ids

    step = int(chosen.step)
    if step == 0:
        raise ValueError("slice step cannot be zero")
    lengths = x.row_lengths()
    low, high = (lengths * 0, lengths) if step > 0 else (lengths * 0 - 1, lengths - 1)

    def place(bound: Any, default: Any) -> Any:
        if bound is None:
            return default
        wanted = lengths + bound if bound < 0 else lengths * 0 + bound
        return _ops.minimum(_ops.maximum(wanted, low), high)

    first = place(chosen.start, low if step > 0 else high)
    last = place(chosen.stop, high if step > 0 else low)
    size = abs(step)
    counts = ((last - first if step > 0 else first - last) + (size - 1)) // size
    splits = splits_of_lengths(_ops.maximum(counts, counts * 0))
    ids = row_ids(splits)
    at = _ops.gather(x.row_starts() + first, ids) + places_in_rows(splits) * step
    return RaggedTensor(gather_rows(x.values, at), splits, internal=True)
