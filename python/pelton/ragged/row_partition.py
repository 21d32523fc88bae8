"""Owns the ways of saying where rows begin and end: lengths, splits and numbers of rows."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def partition(value: Any) -> Tensor:
    """``value`` as int64, the dtype of all row splits unless they are int32 tensors."""
    made = _functions.convert(value)
    return made if made.dtype == _dtypes.int64 else _ops.cast(made, _dtypes.int64)


def splits_of_lengths(lengths: Tensor) -> Tensor:
    """Where the rows of these lengths begin, then the end of the last."""
    return _ops.concat([_ops.zeros([1], lengths.dtype), _ops.cumsum(lengths)], 0)


def row_ids(splits: Tensor) -> Tensor:
    """For each value the number of its row."""
    from pelton.ops.array.sizes import scalar_size

    total = scalar_size(splits[-1])
    return _ops.searchsorted(splits[1:], _ops.iota(total, splits.dtype), "right")


def places_in_rows(splits: Tensor) -> Tensor:
    """For each value its place in its row."""
    from pelton.ops.array.sizes import scalar_size

    total = scalar_size(splits[-1])
    ids = _ops.cast(row_ids(splits), splits.dtype)
    return _ops.iota(total, splits.dtype) - _ops.gather(splits[:-1], ids)
