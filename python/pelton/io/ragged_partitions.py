"""Owns the partitions of ``tf.io.RaggedFeature``: how a feature's values are cut into rows.

Each becomes lengths of rows; the last one cuts the values, the others the rows of the next."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.io.features import RaggedFeature
from pelton.ragged.ragged_tensor import RaggedTensor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pelton._core import Tensor


_KINDS = (
    RaggedFeature.RowSplits,
    RaggedFeature.RowLengths,
    RaggedFeature.RowStarts,
    RaggedFeature.RowLimits,
    RaggedFeature.ValueRowIds,
    RaggedFeature.UniformRowLength,
)


def partition_keys(feature: RaggedFeature) -> list[str]:
    """The keys of the features that say where rows begin and end. Raises ValueError for partitions
    that are none."""
    for partition in feature.partitions:
        if not isinstance(partition, _KINDS):
            raise ValueError(
                f"partitions must be tf.io.RaggedFeature.RowSplits or one of its kin, got "
                f"{partition!r} in {feature}"
            )
    return [partition.key for partition in feature.partitions if hasattr(partition, "key")]


def _differences(ends: Tensor) -> Tensor:
    return ends[1:] - ends[:-1]


def _lengths_in_row(partition: Any, given: Tensor, size: Tensor) -> Tensor:
    """Of the rows that one example's feature tells of; `size`: how many values they have."""
    last = _ops.reshape(_ops.cast(size, given.dtype), [1])
    zero = _ops.zeros_like(last)
    if isinstance(partition, RaggedFeature.RowLengths):
        return given
    if isinstance(partition, RaggedFeature.RowSplits):
        return _differences(given)
    if isinstance(partition, RaggedFeature.RowLimits):
        return _differences(_ops.concat([zero, given], 0))
    if isinstance(partition, RaggedFeature.RowStarts):
        return _differences(_ops.concat([given, last], 0)) if given.shape[0] else given
    import pelton as tf

    return tf.math.bincount(given, dtype=given.dtype) if given.shape[0] else given


def _cut(rows: RaggedTensor, partition: Any, made: list[Tensor]) -> RaggedTensor:
    """`rows` (examples, values) with the values of each example cut into rows."""
    if isinstance(partition, RaggedFeature.UniformRowLength):
        values = rows.values
        length = int(partition.length)
        if isinstance(values, RaggedTensor):
            inner: Any = RaggedTensor.from_uniform_row_length(values, length)
        else:
            inner = _ops.reshape(values, [-1, length, *values.shape[1:]])
        return RaggedTensor.from_row_splits(inner, rows.row_splits // length, validate=False)
    given, splits = made
    ends, own = splits.numpy().tolist(), rows.row_lengths()
    parts = [
        _lengths_in_row(partition, given[start:stop], own[place])
        for place, (start, stop) in enumerate(zip(ends, ends[1:], strict=False))
    ]
    lengths = _ops.concat(parts, 0) if parts else given[:0]
    counts = [part.shape[0] for part in parts]
    inner = RaggedTensor.from_row_lengths(rows.values, lengths)
    return RaggedTensor.from_row_lengths(inner, _functions.convert(counts, "int64"))


def partitioned(
    feature: RaggedFeature, values: Tensor, splits: Tensor, keyed: Sequence[list[Tensor]]
) -> RaggedTensor:
    """(examples, rows, ...) of values (n,) and where each example's end; `keyed`: values and splits
    of the features of partition_keys. Raises what RaggedTensor's constructors raise."""
    rows = RaggedTensor.from_row_splits(values, splits, validate=False)
    left = list(keyed)
    for partition in reversed(feature.partitions):
        made = left.pop() if hasattr(partition, "key") else []
        rows = _cut(rows, partition, made)
    return rows
