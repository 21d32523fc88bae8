"""Owns the functions that make ragged tensors: of lists, ranges, masks and rows."""

from __future__ import annotations

import builtins

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ragged.ragged_tensor import RaggedTensor
from pelton.ragged.row_partition import partition, places_in_rows, row_ids, splits_of_lengths

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or getattr(value, "ndim", 0) > 0


def _depth(pylist: Any, limit: int = 32) -> int:
    """How deep lists are nested."""
    if not _is_list(pylist):
        return 0
    if limit == 0:
        raise ValueError("lists nested deeper than 32 levels cannot become a ragged tensor")
    return 1 + max((_depth(item, limit - 1) for item in pylist), default=0)


def constant(
    pylist: Any,
    dtype: DTypeLike | None = None,
    ragged_rank: int | None = None,
    inner_shape: Sequence[int] | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = _dtypes.int64,
) -> Any:
    """A ragged tensor with the values of nested lists; ValueError where their depths differ."""
    if getattr(pylist, "ndim", 0) and pylist.dtype != object:
        pylist = _functions.convert(pylist).numpy()  # MemoryError for a giant, before the loops
    depth = _depth(pylist)
    inner = len(inner_shape or ())
    rank = ragged_rank if ragged_rank is not None else max(0, depth - 1 - inner)
    if rank == 0:
        return _functions.convert(pylist, dtype)
    splits, flat = [], list(pylist)
    for _ in builtins.range(rank):
        for row in flat:
            if not _is_list(row):
                raise ValueError(f"all scalar values must have the same nesting depth: {pylist!r}")
        splits.append(splits_of_lengths(_functions.convert([len(r) for r in flat], _dtypes.int64)))
        flat = [item for row in flat for item in row]
    if inner == 0 and ragged_rank is None and any(_is_list(item) for item in flat):
        raise ValueError(f"all scalar values must have the same nesting depth: {pylist!r}")
    values = _functions.convert(flat, dtype)
    if inner_shape:
        values = _ops.reshape(values, [-1, *inner_shape])
    made = RaggedTensor.from_nested_row_splits(values, splits, validate=False)
    return made.with_row_splits_dtype(row_splits_dtype)


def range(  # noqa: A001 - TensorFlow's name
    starts: Any,
    limits: Any = None,
    deltas: Any = 1,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    row_splits_dtype: DTypeLike = _dtypes.int64,
) -> RaggedTensor:
    """Row i counts from ``starts[i]`` to ``limits[i]`` in steps of ``deltas[i]``."""
    if limits is None:
        starts, limits = 0, starts
    limit = _functions.convert(limits, dtype)
    start, delta = (_functions.convert_like(part, limit.dtype) for part in (starts, deltas))
    zero = (start + limit + delta) * 0
    start, limit, delta = (_ops.reshape(part + zero, [-1]) for part in (start, limit, delta))
    wide = _dtypes.float64
    steps = (_ops.cast(limit, wide) - _ops.cast(start, wide)) / _ops.cast(delta, wide)
    lengths = _ops.cast(_ops.maximum(_ops.ceil(steps), _ops.zeros_like(steps)), _dtypes.int64)
    splits = splits_of_lengths(lengths)
    ids = row_ids(splits)
    places = _ops.cast(places_in_rows(splits), start.dtype)
    values = _ops.gather(start, ids) + places * _ops.gather(delta, ids)
    return RaggedTensor(values, splits, internal=True).with_row_splits_dtype(row_splits_dtype)


def boolean_mask(data: Any, mask: Any, name: str | None = None) -> RaggedTensor:
    """The values where ``mask``, ragged or of two axes, is true; rows keep their numbers. By a mask
    of one axis, whole rows."""
    if not isinstance(mask, RaggedTensor):
        mask = _functions.convert(mask)
        if mask.ndim == 1:
            from pelton.ragged.ops.rows import boolean_mask as rows_of_mask

            return rows_of_mask(data, mask)
        mask = RaggedTensor.from_tensor(mask)
    data = data if isinstance(data, RaggedTensor) else RaggedTensor.from_tensor(data)
    if mask.row_splits.dtype != data.row_splits.dtype:
        data = data.with_row_splits_dtype(mask.row_splits.dtype)
    kept = _ops.cast(mask.flat_values, mask.row_splits.dtype)
    ends = splits_of_lengths(kept)
    values = _ops.boolean_mask(data.values, mask.flat_values)
    return RaggedTensor(values, _ops.gather(ends, data.row_splits), internal=True)


def stack(values: Sequence[Any], axis: int = 0, name: str | None = None) -> Any:
    """Tensors or ragged tensors of one rank beside each other along a new axis; a tensor where
    tensors are stacked along the last one."""
    parts = [v if isinstance(v, RaggedTensor) else _functions.convert(v) for v in values]
    is_dense = not any(isinstance(part, RaggedTensor) for part in parts)
    from pelton.ragged.narrow_splits import on_wide

    if axis != 0:
        last = -1 if axis < 0 else len(parts[0].shape)
        if is_dense and (axis == last or all(part.shape == parts[0].shape for part in parts)):
            return _ops.stack(parts, axis)
        from pelton.ragged.ops.rows import stack as stack_along

        return on_wide(stack_along, parts, axis)
    made = on_wide(stack_rows, parts)
    is_flat = is_dense and parts[0].ndim == 1
    return made.with_row_splits_dtype(_dtypes.int32) if is_flat else made


def stack_rows(parts: Sequence[Any]) -> RaggedTensor:
    """Each of the parts, tensors or ragged tensors of one rank, as a row."""
    if not any(isinstance(part, RaggedTensor) for part in parts):
        parts = [RaggedTensor.from_tensor(part) if part.ndim > 1 else part for part in parts]
    lengths = [p.nrows() if isinstance(p, RaggedTensor) else _rows(p) for p in parts]
    return RaggedTensor.from_row_lengths(concat_rows(parts), _ops.stack(lengths), validate=False)


def _rows(tensor: Tensor) -> Tensor:
    return _ops.shape(tensor, out_type=_dtypes.int64)[0]


def concat_rows(parts: Sequence[Any]) -> Any:
    """The rows of all parts one after the other."""
    if not any(isinstance(part, RaggedTensor) for part in parts):
        return _ops.concat(list(parts), 0)
    ragged = [p if isinstance(p, RaggedTensor) else RaggedTensor.from_tensor(p) for p in parts]
    lengths = _ops.concat([part.row_lengths() for part in ragged], 0)
    inner = concat_rows([part.values for part in ragged])
    return RaggedTensor.from_row_lengths(inner, lengths, validate=False)


def row_splits_to_segment_ids(splits: Any, name: str | None = None, out_type: Any = None) -> Tensor:
    """For each value the number of its row."""
    return _ops.cast(row_ids(partition(splits)), out_type or _dtypes.int64)


def segment_ids_to_row_splits(
    segment_ids: Any, num_segments: Any = None, out_type: Any = None, name: str | None = None
) -> Tensor:
    """The row splits of sorted numbers of rows."""
    made = RaggedTensor.from_value_rowids(segment_ids, segment_ids, num_segments)
    return _ops.cast(made.row_splits, out_type or _dtypes.int64)
