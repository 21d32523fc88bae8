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


class RaggedFeature(NamedTuple):
    """A feature of any number of values: a RaggedTensor."""

    dtype: Any
    value_key: str | None = None
    partitions: Any = ()
    row_splits_dtype: Any = _dtypes.int32
    validate: bool = False


class SparseFeature(NamedTuple):
    """Two or more features, indices and values, as a SparseTensor of `size`."""

    index_key: Any
    value_key: str
    dtype: Any
    size: Any
    already_sorted: bool = False
