"""Owns what one asks of serialized examples: ``tf.io.FixedLenFeature`` and its kin."""

from __future__ import annotations

from typing import Any, NamedTuple

from pelton import dtypes as _dtypes


class FixedLenFeature(NamedTuple):
    """A feature with as many values as `shape` has: a tensor of (batch, *shape)."""

    shape: Any
    dtype: Any
    default_value: Any = None


class VarLenFeature(NamedTuple):
    """A feature of any number of values: a SparseTensor."""

    dtype: Any


class FixedLenSequenceFeature(NamedTuple):
    """A feature of any number of rows of `shape`: a tensor, filled up to the longest."""

    shape: Any
    dtype: Any
    allow_missing: bool = False
    default_value: Any = None


class _RaggedFields(NamedTuple):
    dtype: Any
    value_key: str | None = None
    partitions: Any = ()
    row_splits_dtype: Any = _dtypes.int32
    validate: bool = False


class RaggedFeature(_RaggedFields):
    """A feature of any number of values: a RaggedTensor. `partitions` cut the values of an example
    into rows, the first of them the outermost."""

    class RowSplits(NamedTuple):
        """Where the rows begin, and where the last one ends."""

        key: str

    class RowLengths(NamedTuple):
        """How many values each row has."""

        key: str

    class RowStarts(NamedTuple):
        """Where each row begins."""

        key: str

    class RowLimits(NamedTuple):
        """Where each row ends."""

        key: str

    class ValueRowIds(NamedTuple):
        """In which row each value is."""

        key: str

    class UniformRowLength(NamedTuple):
        """How many values every row has."""

        length: int


class SparseFeature(NamedTuple):
    """Two or more features, indices and values, as a SparseTensor of `size`."""

    index_key: Any
    value_key: str
    dtype: Any
    size: Any
    already_sorted: bool = False
