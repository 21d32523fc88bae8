"""Owns parts of sparse tensors, new axes, and sparse tensors of others."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.sparse.sparse_ops import from_dense, gathered_rows, reorder, retain, to_dense
from pelton.sparse.sparse_tensor import SparseTensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike


def _checked(function: str, x: Any) -> SparseTensor:
    if not isinstance(x, SparseTensor):
        raise TypeError(f"Input must be a SparseTensor: {function} got {type(x).__name__}")
    return x


def _int64(values: Any) -> Tensor:
    return _functions.convert_like(values, _dtypes.int64)


def slice(  # noqa: A001 - TensorFlow's name
    sp_input: SparseTensor, start: Any, size: Any, name: str | None = None
) -> SparseTensor:
    """What begins at `start` and has the sizes `size`, or what there is of it; both [rank]."""
    x = _checked("slice", sp_input)
    first, sizes = _int64(start), _int64(size)
    last = _ops.minimum(first + sizes, x.dense_shape)
    inside = _ops.logical_and(_ops.greater_equal(x.indices, first), _ops.less(x.indices, last))
    kept = retain(x, _ops.reduce_all(inside, [1]))
    shape = _ops.maximum(last - first, _ops.zeros_like(last))
    return SparseTensor(kept.indices - first, kept.values, shape)


def split(
    sp_input: SparseTensor | None = None,
    num_split: int | None = None,
    axis: int | None = None,
    name: str | None = None,
) -> list[SparseTensor]:
    """`num_split` parts along `axis`; of a size that does not divide, the first are one larger."""
    x = _checked("split", sp_input)
    if num_split is None or axis is None:
        raise ValueError("split: num_split and axis must be given")
    shape = x.dense_shape.numpy().tolist()
    axis = int(axis) + (len(shape) if axis < 0 else 0)
    if not 0 <= axis < len(shape) or not 0 < num_split <= shape[axis]:
        raise InvalidArgumentError(
            f"split: num_split must be from 1 to the size of axis, got num_split={num_split}, "
            f"axis={axis} of shape {shape}"
        )
    small, more = divmod(shape[axis], int(num_split))
    found, start = [], [0] * len(shape)
    for part in range(int(num_split)):
        shape[axis] = small + (part < more)
        found.append(slice(x, start, shape))
        start[axis] += shape[axis]
    return found


def expand_dims(
    sp_input: SparseTensor, axis: int | None = None, name: str | None = None
) -> SparseTensor:
    """The tensor with a new axis of size 1 there, counted in the result; None: the last."""
    x = _checked("expand_dims", sp_input)
    rank = len(x.shape)
    place = -1 if axis is None else int(axis)
    if not -rank - 1 <= place <= rank:
        raise InvalidArgumentError(f"expand_dims: axis {axis} is not in [{-rank - 1}, {rank}]")
    place = place + rank + 1 if place < 0 else place
    column = _ops.zeros_like(x.indices[:, :1])
    indices = _ops.concat([x.indices[:, :place], column, x.indices[:, place:]], 1)
    one = _int64([1])
    shape = _ops.concat([x.dense_shape[:place], one, x.dense_shape[place:]], 0)
    return SparseTensor(indices, x.values, shape)


def eye(
    num_rows: int,
    num_columns: int | None = None,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
) -> SparseTensor:
    """[num_rows, num_columns]: ones on the diagonal."""
    columns = num_rows if num_columns is None else num_columns
    count = min(int(num_rows), int(columns))
    places = _ops.iota(count, _dtypes.int64)
    indices = _ops.stack([places, places], 1)
    return SparseTensor(indices, _ops.ones([count], dtype), [int(num_rows), int(columns)])


def _combined(op: Any, sp_a: Any, sp_b: Any, function: str) -> SparseTensor:
    a, b = _checked(function, sp_a), _checked(function, sp_b)
    found = op(to_dense(reorder(a)), to_dense(reorder(b)))
    marks = [SparseTensor(x.indices, _ops.ones_like(x.values), x.dense_shape) for x in (a, b)]
    there = [to_dense(reorder(mark)) for mark in marks]
    places = from_dense(_ops.add(*there)).indices
    from pelton.ops.array.indexing import gather_nd

    return SparseTensor(places, gather_nd(found, places), a.dense_shape)


def maximum(sp_a: SparseTensor, sp_b: SparseTensor, name: str | None = None) -> SparseTensor:
    """The larger of two where one has a value, the other counting 0 there."""
    return _combined(_ops.maximum, sp_a, sp_b, "maximum")


def minimum(sp_a: SparseTensor, sp_b: SparseTensor, name: str | None = None) -> SparseTensor:
    """The smaller of two where one has a value, the other counting 0 there."""
    return _combined(_ops.minimum, sp_a, sp_b, "minimum")


def softmax(sp_input: SparseTensor, name: str | None = None) -> SparseTensor:
    """The softmax over the values that each row (the last axis) has, in place of them."""
    x = reorder(_checked("softmax", sp_input))
    lowest = to_dense(x, float("-inf"))
    from pelton.ops.array.indexing import gather_nd

    return x.with_values(gather_nd(_ops.softmax(lowest), x.indices))


def to_indicator(sp_input: SparseTensor, vocab_size: int, name: str | None = None) -> Tensor:
    """[..., vocab_size]: True at each value, a whole number, that a row (the last axis) has.

    Raises InvalidArgumentError for a value outside [0, vocab_size)."""
    x = _checked("to_indicator", sp_input)
    column = _ops.expand_dims(_ops.cast(x.values, _dtypes.int64), 1)
    indices = _ops.concat([x.indices[:, :-1], column], 1)
    shape = _ops.concat([x.dense_shape[:-1], _int64([int(vocab_size)])], 0)
    from pelton.ops.array.indexing import scatter_nd

    counts = scatter_nd(indices, _ops.ones_like(x.values, "int32"), shape)
    return _ops.greater(counts, 0)


def mask(a: Any, mask_indices: Any, name: str | None = None) -> Any:
    """An IndexedSlices without the rows of the indices `mask_indices`."""
    from pelton.tensors.indexed_slices import IndexedSlices

    if not isinstance(a, IndexedSlices):
        raise TypeError(f"mask: a must be an IndexedSlices, got {type(a).__name__}")
    dropped = _functions.convert_like(mask_indices, a.indices.dtype)
    same = _ops.equal(_ops.expand_dims(a.indices, 1), _ops.reshape(dropped, [1, -1]))
    kept = _ops.logical_not(_ops.reduce_any(same, [1]))
    rows = _ops.boolean_mask(a.values, kept)
    return IndexedSlices(rows, _ops.boolean_mask(a.indices, kept), a.dense_shape)


def _segments(reduce: str, data: Any, indices: Any, segment_ids: Any, num_segments: Any) -> Tensor:
    from pelton.ops.math import segments

    rows = gathered_rows(_functions.convert(data), indices)
    if num_segments is None:
        return getattr(segments, f"segment_{reduce}")(rows, segment_ids)
    return getattr(segments, f"unsorted_segment_{reduce}")(rows, segment_ids, num_segments)


def segment_sum(
    data: Any,
    indices: Any,
    segment_ids: Any,
    num_segments: Any = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Tensor:
    """The sums of the rows of `data` at `indices` that have one of the sorted `segment_ids`.

    The gradient is dense, whatever `sparse_gradient` says."""
    return _segments("sum", data, indices, segment_ids, num_segments)


def segment_mean(
    data: Any,
    indices: Any,
    segment_ids: Any,
    num_segments: Any = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Tensor:
    """As ``segment_sum``, the means of the rows."""
    return _segments("mean", data, indices, segment_ids, num_segments)


def segment_sqrt_n(
    data: Any,
    indices: Any,
    segment_ids: Any,
    num_segments: Any = None,
    name: str | None = None,
    sparse_gradient: bool = False,
) -> Tensor:
    """As ``segment_sum``, the sums over the roots of the counts."""
    total = _segments("sum", data, indices, segment_ids, num_segments)
    ones = _ops.ones(_ops.shape(_functions.convert(indices)), total.dtype)
    places = _ops.iota(_ops.shape(ones)[0], "int32")
    counts = _segments("sum", ones, places, segment_ids, num_segments)
    counts = _ops.sqrt(_ops.maximum(counts, _ops.ones_like(counts)))
    shape = _ops.concat([_ops.shape(counts), _ops.ones([total.ndim - 1], "int32")], 0)
    return _ops.divide(total, _ops.reshape(counts, shape))
