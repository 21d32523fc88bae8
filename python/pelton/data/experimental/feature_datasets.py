"""Datasets of serialized examples: parsed batches of files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pelton.data.dataset import Dataset
from pelton.data.file_datasets import TFRecordDataset, list_files


def parse_example_dataset(
    features: Any, num_parallel_calls: Any = 1, deterministic: bool | None = None
) -> Callable[[Dataset], Dataset]:
    """tf.io.parse_example of batches of serialized examples. Raises ValueError without
    features."""
    if features is None:
        raise ValueError("Argument `features` is required, but not specified.")

    def apply(dataset: Dataset) -> Dataset:
        import pelton as tf

        return dataset.map(
            lambda serialized: tf.io.parse_example(serialized, features), num_parallel_calls
        )

    return apply


def make_batched_features_dataset(
    file_pattern: Any,
    batch_size: int,
    features: Any,
    reader: Any = None,
    label_key: str | None = None,
    reader_args: Any = None,
    num_epochs: int | None = None,
    shuffle: bool = True,
    shuffle_buffer_size: int = 10000,
    shuffle_seed: int | None = None,
    prefetch_buffer_size: int | None = None,
    reader_num_threads: int | None = None,
    parser_num_threads: int | None = None,
    sloppy_ordering: bool = False,
    drop_final_batch: bool = False,
) -> Dataset:
    """Batches of the parsed examples of files as dicts of features, or (dict, label). Raises
    ValueError for a label that is no feature."""
    if label_key is not None and label_key not in features:
        raise ValueError(
            f"The `label_key` provided ({label_key!r}) must be one of the `features` keys: "
            f"{list(features)}."
        )
    made = TFRecordDataset if reader is None else reader
    names = list_files(file_pattern, shuffle, shuffle_seed)
    records = names.flat_map(lambda name: made(name, *(reader_args or [])))
    if shuffle:
        records = records.shuffle(shuffle_buffer_size, shuffle_seed)
    drops = drop_final_batch or num_epochs is None
    batches = records.repeat(num_epochs).batch(batch_size, drop_remainder=drops)
    parsed = batches.apply(parse_example_dataset(features, parser_num_threads or 2))
    if label_key is not None:
        parsed = parsed.map(lambda found: (found, found.pop(label_key)))
    return parsed.prefetch(prefetch_buffer_size or -1)
