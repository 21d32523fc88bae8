"""Owns the parts of a ragged tensor's rows: one by one, stacked, and added row by row in traces."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ragged.row_partition import splits_of_lengths

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any


def check_uniform(held: int | None, length: int, rows: Any) -> None:
    """Raises ValueError where `rows` rows of a length, or any, do not hold so many values."""
    if held is None or _functions.is_symbolic(rows):
        return
    count = int(rows) if rows is not None else held // length if length else 0
    if count * length != held:
        raise ValueError(f"uniform_row_length={length} times nrows={count} must equal nvals={held}")


def check_right_ragged(places: Any) -> None:
    """Raises InvalidArgumentError where a row of a sparse matrix's places (n, 2) has a gap, and
    ValueError for another rank; in traces nothing is known of it."""
    import numpy as np

    from pelton.errors import InvalidArgumentError

    if places.shape[1] not in (2, None):
        raise ValueError(f"rank(st_input) must be 2, got {places.shape[1]}")
    if _functions.is_symbolic(places):
        return
    rows, columns = places.numpy().T
    starts = np.flatnonzero(np.diff(rows, prepend=-1))
    lengths = np.diff(starts, append=len(rows))
    if (columns != np.arange(len(rows)) - np.repeat(starts, lengths)).any():
        raise InvalidArgumentError(
            f"from_sparse: SparseTensor is not right-ragged: its indices are "
            f"{places.numpy().tolist()}"
        )


def stacked_parts(rows: Sequence[Sequence[Any]], splits_dtype: Any) -> list[Any]:
    """The parts (innermost values, then splits) of the tensor of which `rows` are the parts.

    None of no rows."""
    import numpy as np

    if not rows:
        return []
    flats, *columns = zip(*rows, strict=True)
    dtype = splits_dtype.as_numpy_dtype
    inner = [[splits.numpy() for splits in column] for column in columns]
    counts = [[len(one) - 1 for one in inner[0]] if inner else [f.shape[0] for f in flats]]
    counts += [[int(one[-1]) for one in column] for column in inner]
    ends = [np.cumsum([0, *some], dtype=dtype) for some in counts]
    splits = [ends[0]]
    for column, starts in zip(inner, ends[1:], strict=True):
        later = [one[1:] + start for one, start in zip(column, starts, strict=False)]
        splits.append(np.concatenate([[0], *later]).astype(dtype))
    return [_ops.concat(list(flats), 0), *map(_functions.convert, splits)]


def parts_of_rows(parts: Sequence[Any]) -> Iterator[list[Any]]:
    """The parts of each row of the tensor of these parts."""
    flat, splits, *inner = parts
    ends = splits.numpy()
    limits = [one.numpy() for one in inner]
    for start, stop in zip(ends, ends[1:], strict=False):
        row = []
        for one in limits:
            own = one[start : stop + 1]
            row.append(_functions.convert(own - own[0]))
            start, stop = own[0], own[-1]
        yield [flat[int(start) : int(stop)], *row]


def _between(tensor: Any, start: Any, stop: Any) -> Any:
    from pelton.ops.array.sizes import scalar_size

    places = _ops.iota(scalar_size(stop - start), start.dtype) + start
    return _ops.gather(tensor, places)


def parts_of_row(parts: Sequence[Any], place: Any) -> list[Any]:
    """The parts of the row at a place that a tensor says."""
    flat, splits, *inner = parts
    start, stop = _ops.gather(splits, place), _ops.gather(splits, place + 1)
    row = []
    for one in inner:
        own = _between(one, start, stop + 1)
        start, stop = own[0], own[-1]
        row.append(own - start)
    return [_between(flat, start, stop), *row]


class GrowingParts:
    """The parts of a ragged tensor to which a loop adds row by row: the innermost values and the
    lengths of inner rows grow, and each row has a count."""

    def __init__(self, row_spec: Any) -> None:
        self._spec = row_spec

    def shapes(self) -> list[list[int | None]] | None:
        """The shapes of what grows; None where a rank is unknown."""
        if self._spec.shape.rank is None:
            return None
        flat, *splits = self._spec.part_specs()
        return [[None, *flat.shape[1:].as_list()], *([None] for _ in splits)]

    def none(self) -> list[Any] | None:
        """What grows, of no rows; None where a size within the values is unknown."""
        flat, *splits = self._spec.part_specs()
        sizes = flat.shape[1:].as_list()
        if None in sizes:
            return None
        lengths = [_ops.zeros([0], self._spec.row_splits_dtype) for _ in splits]
        return [_ops.zeros([0, *sizes], flat.dtype), *lengths]

    def with_row(self, grown: Sequence[Any], row: Any) -> tuple[list[Any], Any]:
        """What grows with one row more, and the row's count."""
        flat, *splits = self._spec.parts_of(row)
        added = [flat, *(one[1:] - one[:-1] for one in splits)]
        count = _ops.shape(added[-1] if len(added) == 1 else added[1], out_type="int64")[0]
        both = [_ops.concat([old, new], 0) for old, new in zip(grown, added, strict=True)]
        return both, _ops.cast(count, self._spec.row_splits_dtype)

    def value(self, grown: Sequence[Any], counts: Any) -> Any:
        """The ragged tensor of all rows."""
        flat, *lengths = grown
        splits = [splits_of_lengths(one) for one in (counts, *lengths)]
        return self._spec.batched(None).of_parts([flat, *splits])
