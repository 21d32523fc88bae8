"""Owns the functions that fold rows by number: segments, counts and histograms."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import product, scalar_size, sizes_of
from pelton.ops.math.arithmetic import truncatediv

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike


def _unsorted(
    op: str, data: TensorLike, ids: TensorLike, count: int | Tensor, reduction: str
) -> Tensor:
    """``data`` folded by the number that ``ids``, of its first axes, gives each slice."""
    data, ids = _functions.convert(data), _functions.convert(ids)
    rank = ids.ndim
    fits = all(
        a is None or b is None or a == b for a, b in zip(ids.shape, data.shape, strict=False)
    )
    if rank > data.ndim or not fits:
        raise InvalidArgumentError(
            f"{op}: data.shape must begin with segment_ids.shape, got data: {data.dtype.name} "
            f"{tuple(data.shape)}, segment_ids: {ids.dtype.name} {tuple(ids.shape)}"
        )
    if rank != 1:
        sizes = sizes_of(data)
        rows = product(sizes[:rank])
        data = _ops.reshape(data, [rows, *sizes[rank:]])
        ids = _ops.reshape(ids, [rows])
    return _ops.segment_reduce(data, ids, scalar_size(count), reduction)


def unsorted_segment_sum(
    data: TensorLike, segment_ids: TensorLike, num_segments: int | Tensor, name: str | None = None
) -> Tensor:
    """The sum of the slices of each of ``num_segments`` segments; negative numbers are of none."""
    return _unsorted("unsorted_segment_sum", data, segment_ids, num_segments, "sum")


def unsorted_segment_prod(
    data: TensorLike, segment_ids: TensorLike, num_segments: int | Tensor, name: str | None = None
) -> Tensor:
    """The product of the slices of each segment, 1 of an empty one."""
    return _unsorted("unsorted_segment_prod", data, segment_ids, num_segments, "prod")


def unsorted_segment_max(
    data: TensorLike, segment_ids: TensorLike, num_segments: int | Tensor, name: str | None = None
) -> Tensor:
    """The largest elements of each segment, the dtype's lowest number of an empty one."""
    return _unsorted("unsorted_segment_max", data, segment_ids, num_segments, "max")


def unsorted_segment_min(
    data: TensorLike, segment_ids: TensorLike, num_segments: int | Tensor, name: str | None = None
) -> Tensor:
    """The least elements of each segment, the dtype's highest number of an empty one."""
    return _unsorted("unsorted_segment_min", data, segment_ids, num_segments, "min")


def _counts(data: Tensor, ids: Tensor, count: int | Tensor, sums: Tensor) -> Tensor:
    """How many slices each segment has, at least 1, in the shape of ``sums`` but for its rows."""
    real = data.dtype.real_dtype
    ones = _ops.ones_like(_ops.cast(ids, real))
    counts = _unsorted("segment_mean", ones, ids, count, "sum")
    column = _ops.reshape(counts, [-1, *[1] * (sums.ndim - 1)])
    return _ops.cast(_ops.maximum(column, _functions.convert(1, real)), data.dtype)


def unsorted_segment_mean(
    data: TensorLike, segment_ids: TensorLike, num_segments: int | Tensor, name: str | None = None
) -> Tensor:
    """The mean of the slices of each segment, 0 of an empty one."""
    data, ids = _functions.convert(data), _functions.convert(segment_ids)
    sums = _unsorted("unsorted_segment_mean", data, ids, num_segments, "sum")
    return sums / _counts(data, ids, num_segments, sums)


def unsorted_segment_sqrt_n(
    data: TensorLike, segment_ids: TensorLike, num_segments: int | Tensor, name: str | None = None
) -> Tensor:
    """The sum of the slices of each segment, divided by the square root of their number."""
    data, ids = _functions.convert(data), _functions.convert(segment_ids)
    sums = _unsorted("unsorted_segment_sqrt_n", data, ids, num_segments, "sum")
    return sums / _ops.sqrt(_counts(data, ids, num_segments, sums))


def _sorted_ids(op: str, data: TensorLike, ids: TensorLike) -> tuple[Tensor, Tensor, int | Tensor]:
    """Data and numbers as tensors, and how many segments there are: as the last number says."""
    data, ids = _functions.convert(data), _functions.convert(ids)
    if ids.ndim != 1:
        raise InvalidArgumentError(
            f"{op}: segment_ids should be a vector, got shape {tuple(ids.shape)}"
        )
    if ids.shape[0] == 0:
        return data, ids, 0
    if not _functions.is_symbolic(ids) and bool(_ops.reduce_any(ids[1:] < ids[:-1])):
        raise InvalidArgumentError(f"{op}: segment ids are not increasing")
    return data, ids, scalar_size(ids[-1] + 1)


def segment_sum(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The sum of the slices of each segment; the numbers of the segments must not decrease."""
    return _ops.segment_reduce(*_sorted_ids("segment_sum", data, segment_ids), "sum")


def segment_prod(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The product of the slices of each segment, 1 of an empty one."""
    return _ops.segment_reduce(*_sorted_ids("segment_prod", data, segment_ids), "prod")


def _chosen(op: str, data: TensorLike, ids: TensorLike, reduction: str) -> Tensor:
    """The largest or least elements of each segment, 0 of an empty one."""
    data, ids, count = _sorted_ids(op, data, ids)
    found = _ops.segment_reduce(data, ids, count, reduction)
    sizes = _ops.segment_reduce(_ops.ones_like(_ops.cast(ids, _dtypes.int32)), ids, count)
    column = _ops.reshape(sizes > 0, [-1, *[1] * (data.ndim - 1)])
    return _ops.where(column, found, _ops.zeros_like(found))


def segment_max(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The largest elements of each segment, 0 of an empty one."""
    return _chosen("segment_max", data, segment_ids, "max")


def segment_min(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The least elements of each segment, 0 of an empty one."""
    return _chosen("segment_min", data, segment_ids, "min")


def segment_mean(data: TensorLike, segment_ids: TensorLike, name: str | None = None) -> Tensor:
    """The mean of the slices of each segment, 0 of an empty one."""
    data, ids, count = _sorted_ids("segment_mean", data, segment_ids)
    sums = _ops.segment_reduce(data, ids, count, "sum")
    counts = _counts(data, ids, count, sums)
    return truncatediv(sums, counts) if data.dtype.is_integer else sums / counts


def _bound(length: int | Tensor | None) -> int | Tensor | None:
    """The length; TypeError for what is no integer."""
    if length is None or isinstance(length, int) or _functions.convert(length).dtype.is_integer:
        return length
    return _functions.convert(length, _dtypes.int32)  # which refuses it


def _bins(arr: Tensor, minlength: int | Tensor | None, maxlength: int | Tensor | None) -> object:
    """How many counts there are: one more than the largest value, within the given bounds."""
    minlength, maxlength = _bound(minlength), _bound(maxlength)
    if maxlength is not None and minlength is not None:
        low, high = scalar_size(minlength), scalar_size(maxlength)
        if low == high:
            return low
    size = _ops.cast(_ops.reduce_max(arr) + 1, _dtypes.int64)
    size = _ops.zeros_like(size) if arr.shape.num_elements() == 0 else size
    if minlength is not None:
        size = _ops.maximum(size, _ops.cast(minlength, _dtypes.int64))
    if maxlength is not None:
        size = _ops.minimum(size, _ops.cast(maxlength, _dtypes.int64))
    found = scalar_size(size)
    if isinstance(found, int) and found < 0:  # the largest value of its dtype has no successor
        raise InvalidArgumentError(
            f"bincount: size ({found}) must be non-negative; arr: {arr.dtype.name} {arr.shape}"
        )
    return found


def _filled(arr: Any, weights: Any) -> tuple[Tensor, Tensor | None]:
    """Numbers that are not negative and their weights; rows of a ragged `arr` end with -1, which
    stands where a sparse one has no value."""
    from pelton.ragged.ragged_tensor import RaggedTensor
    from pelton.sparse import SparseTensor, to_dense

    is_ragged, is_sparse = isinstance(arr, RaggedTensor), isinstance(arr, SparseTensor)
    arr = arr if is_ragged or is_sparse else _functions.convert(arr)
    if arr.dtype not in (_dtypes.int32, _dtypes.int64):
        cast = _ops.cast(arr.values if is_sparse else arr, _dtypes.int32)
        arr = arr.with_values(cast) if is_sparse else cast
    given = arr.flat_values if is_ragged else arr.values if is_sparse else arr
    if not _functions.is_symbolic(given) and bool(_ops.reduce_any(given < 0)):
        raise InvalidArgumentError("bincount: Input arr must be non-negative!")
    if isinstance(weights, RaggedTensor):
        weights = weights.to_tensor()
    elif isinstance(weights, SparseTensor):
        weights = to_dense(weights)
    return (arr.to_tensor(-1) if is_ragged else to_dense(arr, -1) if is_sparse else arr), weights


def bincount(
    arr: TensorLike,
    weights: TensorLike | None = None,
    minlength: int | Tensor | None = None,
    maxlength: int | Tensor | None = None,
    dtype: DTypeLike = _dtypes.int32,
    name: str | None = None,
    axis: int | None = None,
    binary_output: bool = False,
) -> Tensor:
    """How often 0, 1, ... occur in ``arr``, or the sums of their ``weights``, per row with axis -1.

    As many as the largest value asks for, at least ``minlength`` and at most ``maxlength``;
    ``binary_output``: whether they occur, as 0 and 1. ``arr`` and ``weights`` may be ragged or
    sparse.
    """
    arr, weights = _filled(arr, weights)
    if axis not in (None, 0, -1, arr.ndim - 1):
        raise ValueError(f"bincount: axis={axis} is not supported, only 0 and -1 are.")
    size = _bins(arr, minlength, maxlength)
    by_row = axis not in (None, 0) and arr.ndim > 1
    ids = _ops.where(arr < _ops.cast(size, arr.dtype), arr, _functions.convert(-1, arr.dtype))
    if by_row:
        rows = sizes_of(arr)[0]
        first = _ops.expand_dims(_ops.iota(rows, ids.dtype), 1) * _ops.cast(size, ids.dtype)
        ids = _ops.where(ids < 0, ids, ids + first)
    flat = _ops.reshape(ids, [-1])
    if weights is None:
        values = _ops.ones_like(_ops.cast(flat, dtype))
    else:
        values = _ops.reshape(_functions.convert(weights), [-1])
    counts = _ops.segment_reduce(values, flat, product([rows, size]) if by_row else size)
    if binary_output:
        counts = _ops.cast(counts > _functions.convert(0, counts.dtype), counts.dtype)
    return _ops.reshape(counts, [rows, size]) if by_row else counts


def histogram_fixed_width_bins(
    values: TensorLike,
    value_range: TensorLike,
    nbins: int = 100,
    dtype: DTypeLike = _dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """In which of ``nbins`` equal parts of ``value_range`` each value lies, or is nearest to."""
    values = _functions.convert(values)
    low, high = _functions.convert(value_range, values.dtype)
    if not _functions.is_symbolic(low) and bool(low >= high):
        raise InvalidArgumentError(
            f"histogram_fixed_width: value_range should satisfy value_range[0] < value_range[1], "
            f"but got {[low.numpy().tolist(), high.numpy().tolist()]}"
        )
    low, high, wide = (_ops.cast(one, _dtypes.float64) for one in (low, high, values))
    scaled = (wide - low) / (high - low)
    last = _functions.convert(nbins - 1, _dtypes.float64)
    places = _ops.floor(scaled * _functions.convert(nbins, _dtypes.float64))
    return _ops.cast(_ops.clip_by_value(places, _ops.zeros_like(last), last), dtype)


def histogram_fixed_width(
    values: TensorLike,
    value_range: TensorLike,
    nbins: int = 100,
    dtype: DTypeLike = _dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """How many values lie in, or nearest to, each of ``nbins`` equal parts of ``value_range``."""
    bins = _ops.reshape(histogram_fixed_width_bins(values, value_range, nbins), [-1])
    ones = _ops.ones_like(_ops.cast(bins, dtype))
    return _ops.segment_reduce(ones, bins, nbins)


def confusion_matrix(
    labels: TensorLike,
    predictions: TensorLike,
    num_classes: int | Tensor | None = None,
    weights: TensorLike | None = None,
    dtype: DTypeLike = _dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """How often each class (row) was taken for each (column); both are vectors of class numbers."""
    labels = _ops.cast(_functions.convert(labels), _dtypes.int64)
    predictions = _ops.cast(_functions.convert(predictions), _dtypes.int64)
    if labels.ndim == predictions.ndim + 1:
        labels = _ops.squeeze(labels, -1)
    elif predictions.ndim == labels.ndim + 1:
        predictions = _ops.squeeze(predictions, -1)
    for what, values in (("labels", labels), ("predictions", predictions)):
        if not _functions.is_symbolic(values) and bool(_ops.reduce_any(values < 0)):
            raise InvalidArgumentError(f"confusion_matrix: `{what}` contains negative values")
    if num_classes is None:
        largest = _ops.maximum(_ops.reduce_max(labels), _ops.reduce_max(predictions))
        num_classes = scalar_size(largest + 1)
    count = scalar_size(num_classes)
    for what, values in (("labels", labels), ("predictions", predictions)):
        wide = _ops.cast(count, _dtypes.int64)
        if not _functions.is_symbolic(values) and bool(_ops.reduce_any(values >= wide)):
            raise InvalidArgumentError(f"confusion_matrix: `{what}` out of bound {count}")
    places = _ops.flat_index(_ops.stack([labels, predictions], -1), [count, count])
    if weights is None:
        values = _ops.ones_like(_ops.cast(places, dtype))
    else:
        values = _ops.cast(_functions.convert(weights), dtype)
    flat = _ops.segment_reduce(values, places, product([count, count]))
    return _ops.reshape(flat, [count, count])


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
