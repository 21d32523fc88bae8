"""Owns the reductions of ragged tensors."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ragged.broadcasting import elementwise, same_splits
from pelton.ragged.ops.rows import as_axis, expand_dims, rank_of
from pelton.ragged.ragged_tensor import RaggedTensor
from pelton.ragged.row_partition import places_in_rows

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor

    Fold = Callable[[Any, Any, Any], Any]

REDUCTIONS = frozenset(
    "reduce_sum reduce_prod reduce_max reduce_min reduce_mean reduce_any reduce_all "
    "reduce_variance reduce_std reduce_logsumexp".split()
)
_SEGMENTS = {
    "reduce_sum": "unsorted_segment_sum",
    "reduce_prod": "unsorted_segment_prod",
    "reduce_max": "unsorted_segment_max",
    "reduce_min": "unsorted_segment_min",
}


def reduce(op: str, x: RaggedTensor, axis: Any = None, keepdims: bool = False) -> Any:
    """The reduction of that name over one axis, several or all."""
    rank = rank_of(x)
    if op == "reduce_logsumexp" and axis is not None:
        return _log_of_sums(x, axis, keepdims)
    if axis is None:
        out = getattr(_ops, op)(x.flat_values)
        return _ops.reshape(out, [1] * rank) if keepdims else out
    given = _functions.convert(axis).numpy().reshape(-1).tolist()
    axes = sorted({as_axis(op, a, rank) for a in given}, reverse=True)
    if len(axes) > 1 and op in ("reduce_mean", "reduce_variance", "reduce_std"):
        return _mean_over_several(op, x, axes, keepdims)
    out: Any = x
    for one in axes:
        out = _over_axis(op, out, one)
    for one in sorted(axes) if keepdims else ():
        is_ragged = isinstance(out, RaggedTensor)
        out = expand_dims(out, one) if is_ragged else _ops.expand_dims(out, one)
    return out


def _log_of_sums(x: RaggedTensor, axis: Any, keepdims: bool) -> Any:
    """The logarithm of the sum of exponentials, which do not overflow."""
    fixed = x.with_flat_values(_ops.stop_gradient(x.flat_values))
    powers = elementwise(_ops.exp, x - reduce("reduce_max", fixed, axis, True))
    sums = reduce("reduce_sum", powers, axis, keepdims)
    log = elementwise(_ops.log, sums) if isinstance(sums, RaggedTensor) else _ops.log(sums)
    return log + reduce("reduce_max", fixed, axis, keepdims)


def _mean_over_several(op: str, x: RaggedTensor, axes: list[int], keepdims: bool) -> Any:
    if op != "reduce_mean":
        raise ValueError(f"{op}: one axis at a time for a RaggedTensor, got {axes[::-1]}")
    ones = x.with_flat_values(_ops.ones_like(x.flat_values))
    return reduce("reduce_sum", x, axes, keepdims) / reduce("reduce_sum", ones, axes, keepdims)


def _over_axis(op: str, x: Any, axis: int) -> Any:
    if not isinstance(x, RaggedTensor):
        return getattr(_ops, op)(x, axis=[axis])
    if axis > 1:
        return x.with_values(_over_axis(op, x.values, axis - 1))
    return over_outer_axis(op, x, axis)


def over_outer_axis(op: str | Fold, x: RaggedTensor, axis: int) -> Any:
    """The reduction, or what a function of (values, ids, count) makes of equal ids, over the first
    axis or the second one."""
    if axis == 0:
        width = _ops.reduce_max(_ops.concat([x.row_lengths(), _zero()], 0))
        return _by_segments(op, x.values, places_in_rows(x.row_splits), width)
    return _by_segments(op, x.values, x.value_rowids(), x.nrows())


def _zero() -> Tensor:
    return _ops.zeros([1], _dtypes.int64)


def _by_segments(op: str | Fold, values: Any, ids: Tensor, count: Tensor) -> Any:
    """The reduction over the first axis of the values with the same id."""
    if isinstance(values, RaggedTensor):
        return _ragged_segments(op, values, ids, count)
    if callable(op):
        return op(values, ids, count)
    from pelton import math

    if op in ("reduce_any", "reduce_all"):
        way = "unsorted_segment_max" if op == "reduce_any" else "unsorted_segment_min"
        numbers = _ops.cast(values, _dtypes.int32)
        start = getattr(math, way)(numbers, ids, count)
        # Of no elements the lowest or highest number comes: any of none is False, all of none True.
        return _ops.greater(start, 0)
    if op == "reduce_mean":
        return _mean(values, ids, count)
    if op in ("reduce_variance", "reduce_std"):
        centered = values - _ops.gather(_mean(values, ids, count), ids)
        variance = _mean(centered * centered, ids, count)
        return variance if op == "reduce_variance" else _ops.sqrt(variance)
    return getattr(math, _SEGMENTS[op])(values, ids, count)


def _without_rows(values: Any, ids: RaggedTensor) -> tuple[Any, Tensor]:
    """The values and ids in the rows that both have; raises ValueError where data are not ragged,
    InvalidArgumentError where rows differ."""
    from pelton.errors import InvalidArgumentError

    for splits in ids.nested_row_splits:
        if not isinstance(values, RaggedTensor):
            raise ValueError("unsorted_segment: data must be ragged where segment_ids are")
        mine, values = values.row_splits, values.values
        is_known = not (_functions.is_symbolic(mine) or _functions.is_symbolic(splits))
        if is_known and not same_splits(mine, splits):
            raise InvalidArgumentError(
                f"unsorted_segment: data have the row splits {mine.numpy()} and segment_ids "
                f"{splits.numpy()}"
            )
    return values, ids.flat_values


def by_segments(op: str, values: RaggedTensor, segment_ids: Any, count: Any) -> Any:
    """The rows with the same number folded place by place; raises InvalidArgumentError for numbers
    that are not below ``count``."""
    from pelton.errors import InvalidArgumentError

    if isinstance(segment_ids, RaggedTensor):
        values, segment_ids = _without_rows(values, segment_ids)
    ids = _functions.convert(segment_ids)
    if not _functions.is_symbolic(ids) and bool(
        _ops.reduce_any(ids >= _ops.cast(count, ids.dtype))
    ):
        raise InvalidArgumentError(f"segment ids must be less than {count}, got {ids.numpy()}")
    made: Any = _by_segments(op, values, _ops.cast(ids, _dtypes.int64), count)
    return made


def _mean(values: Tensor, ids: Tensor, count: Tensor) -> Tensor:
    """TensorFlow's: 0 / 0 where there is nothing, float64 of integers."""
    from pelton import math

    total = math.unsorted_segment_sum(values, ids, count)
    number = math.unsorted_segment_sum(_ops.ones_like(values), ids, count)
    return total / number


def _ragged_segments(op: str | Fold, values: RaggedTensor, ids: Tensor, count: Tensor) -> Any:
    """Rows with the same id, place by place: each of (id, place in the row) is a segment."""
    places = places_in_rows(values.row_splits)
    row_of_value = _ops.gather(ids, values.value_rowids())
    from pelton import math

    lengths = math.unsorted_segment_max(values.row_lengths(), ids, count)
    lengths = _ops.maximum(lengths, _ops.zeros_like(lengths))
    from pelton.ragged.row_partition import splits_of_lengths

    splits = splits_of_lengths(lengths)
    segments = _ops.gather(splits, row_of_value) + places
    made = _by_segments(op, values.values, segments, splits[-1])
    return RaggedTensor(made, splits, internal=True)
