"""Lookup tables of the elements of datasets."""

from __future__ import annotations

from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import ops as _ops
from pelton.data.dataset import Dataset
from pelton.lookup import KeyValueTensorInitializer
from pelton.tensors.tensor_spec import TensorSpec


class DatasetInitializer(KeyValueTensorInitializer):
    """Keys and values of a table: the (key, value) elements of a dataset. Raises TypeError for what
    is no dataset, ValueError for elements that are no pairs of 0-d tensors."""

    def __init__(self, dataset: Dataset) -> None:
        if not isinstance(dataset, Dataset):
            raise TypeError(f"DatasetInitializer: `dataset` must be a Dataset, got {dataset!r}")
        spec = dataset.element_spec
        is_pair = isinstance(spec, tuple) and len(spec) == 2
        if not is_pair or any(not isinstance(s, TensorSpec) or s.shape.rank != 0 for s in spec):
            raise ValueError(
                "Invalid `dataset`. Elements of `dataset` must be tuples of two scalars, got "
                f"{spec}."
            )
        pairs = list(dataset)
        columns = [
            _ops.stack([pair[place] for pair in pairs]) if pairs else _ops.zeros([0], part.dtype)
            for place, part in enumerate(spec)
        ]
        super().__init__(*columns)


def _numbered(dataset: Dataset, most: int | None) -> Dataset:
    """(key, number) of keys that are wanted."""
    keys = dataset if most is None else dataset.take(most)
    return keys.enumerate().map(lambda number, key: (key, number))


def table_from_dataset(
    dataset: Dataset,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: Any = None,
    hasher_spec: Any = None,
    key_dtype: Any = _dtypes.string,
    name: str | None = None,
) -> Any:
    """A table of the (key, value) elements: StaticHashTable with `default_value`, or
    StaticVocabularyTable where there are `num_oov_buckets`. Raises ValueError for both."""
    import pelton as tf

    if num_oov_buckets < 0 or (vocab_size is not None and vocab_size < 1):
        raise ValueError(
            "`num_oov_buckets` must not be negative and `vocab_size` positive, got "
            f"{num_oov_buckets} and {vocab_size}"
        )
    if default_value is not None and num_oov_buckets:
        raise ValueError("Only one of `default_value` and `num_oov_buckets` can be given.")
    rows = dataset if vocab_size is None else dataset.take(vocab_size)
    pairs = DatasetInitializer(rows)
    if pairs.key_dtype != key_dtype:
        raise TypeError(f"Invalid `key_dtype` {key_dtype!r} for keys of {pairs.key_dtype!r}.")
    if num_oov_buckets:
        return tf.lookup.StaticVocabularyTable(pairs, num_oov_buckets)
    missing = -1 if default_value is None else default_value
    return tf.lookup.StaticHashTable(pairs, missing)


def index_table_from_dataset(
    dataset: Dataset,
    num_oov_buckets: int = 0,
    vocab_size: int | None = None,
    default_value: int = -1,
    hasher_spec: Any = None,
    key_dtype: Any = _dtypes.string,
    name: str | None = None,
) -> Any:
    """A table of keys and their numbers in the dataset."""
    default = None if num_oov_buckets else default_value
    numbered = _numbered(dataset, vocab_size)
    return table_from_dataset(numbered, num_oov_buckets, None, default, key_dtype=key_dtype)
