"""Owns ``tf.contrib.lookup``: tables that texts and numbers are looked up in."""

from __future__ import annotations

from pelton import lookup as _lookup

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

KeyValueTensorInitializer = _lookup.KeyValueTensorInitializer
TextFileInitializer = _lookup.TextFileInitializer
TextFileIndex = _lookup.TextFileIndex


def HashTable(  # noqa: N802 - TensorFlow's name
    initializer: Any, default_value: Any, shared_name: Any = None, name: Any = None
) -> Any:
    """A table that does not change."""
    return _lookup.StaticHashTable(initializer, default_value, name)


def index_table_from_tensor(
    mapping: Any, num_oov_buckets: int = 0, default_value: int = -1, hasher_spec: Any = None,
    dtype: Any = "string", name: Any = None,
) -> Any:  # fmt: skip
    """The place of each text of `mapping`; others are `default_value`, or in buckets behind."""
    import numpy as np

    keys = np.asarray(mapping)
    keys = keys.astype(object) if keys.dtype.kind in "US" else keys
    places = np.arange(len(keys), dtype=np.int64)
    return _indexed(KeyValueTensorInitializer(keys, places), num_oov_buckets, default_value)


def index_table_from_file(
    vocabulary_file: Any = None, num_oov_buckets: int = 0, vocab_size: Any = None,
    default_value: int = -1, **options: Any,
) -> Any:  # fmt: skip
    """The line of each text of a file; others are `default_value`, or in buckets behind."""
    start = TextFileInitializer(
        vocabulary_file, "string", TextFileIndex.WHOLE_LINE, "int64", TextFileIndex.LINE_NUMBER
    )
    return _indexed(start, num_oov_buckets, default_value)


def _indexed(start: Any, buckets: int, default: int) -> Any:
    if buckets:
        return _lookup.StaticVocabularyTable(start, buckets)
    return _lookup.StaticHashTable(start, default)


def index_to_string_table_from_tensor(
    mapping: Any, default_value: str = "UNK", name: Any = None
) -> Any:
    """The text at each place."""
    import numpy as np

    values = np.asarray(mapping).astype(object)
    start = KeyValueTensorInitializer(np.arange(len(values), dtype=np.int64), values)
    return _lookup.StaticHashTable(start, default_value)


def index_to_string_table_from_file(
    vocabulary_file: Any, vocab_size: Any = None, default_value: str = "UNK", **options: Any
) -> Any:
    """The line of a file at each place."""
    start = TextFileInitializer(
        vocabulary_file, "int64", TextFileIndex.LINE_NUMBER, "string", TextFileIndex.WHOLE_LINE
    )
    return _lookup.StaticHashTable(start, default_value)
