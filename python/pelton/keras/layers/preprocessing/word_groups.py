"""Groups of neighbouring words in ragged rows of words."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def word_groups(words: Any, sizes: tuple[int, ...], separator: str = " ") -> Any:
    """The groups of each of `sizes` words in each row (ragged, or a vector as one row), those of
    the first size first, joined by `separator`."""
    if not hasattr(words, "flat_values"):
        return _of_vector(words, sizes, separator)
    from pelton.ragged.ragged_tensor import RaggedTensor

    flat, splits = words.flat_values, words.row_splits
    starts, lengths = splits[:-1], splits[1:] - splits[:-1]
    counts = [_ops.maximum(lengths - (size - 1), 0) for size in sizes]
    texts = _groups_in(flat, starts, counts, sizes, separator)
    total = counts[0]
    for count in counts[1:]:
        total = total + count
    return RaggedTensor.from_row_lengths(texts, total)


def _of_vector(words: Any, sizes: tuple[int, ...], separator: str) -> Any:
    start = _functions.convert([0], _dtypes.int64)
    length = _ops.reshape(_ops.cast(_ops.shape(words)[-1], "int64"), [1])
    counts = [_ops.maximum(length - (size - 1), 0) for size in sizes]
    return _groups_in(words, start, counts, sizes, separator)


def _groups_in(flat: Any, starts: Any, counts: list[Any], sizes: Any, separator: str) -> Any:
    """Row after row, and in each size after size."""
    from pelton.ops.array.rearranging import repeat

    order, texts = [], []
    rows = _ops.iota(_ops.shape(starts)[0], "int64")
    for place, (size, count) in enumerate(zip(sizes, counts, strict=True)):
        row = repeat(rows, count)
        before = repeat(_ops.cumsum(count) - count, count)
        within = _ops.iota(_ops.shape(row)[0], "int64") - before
        first = _ops.gather(starts, row) + within
        parts = [_ops.gather(flat, first + step) for step in range(size)]
        texts.append(_ops.string_join(parts, separator=separator) if size > 1 else parts[0])
        order.append(row * len(sizes) + place)
    sorting = _ops.argsort(_ops.concat(order, 0), stable=True)
    return _ops.gather(_ops.concat(texts, 0), sorting)
