"""Dataset's methods as functions: most are for Dataset.apply."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import data as _data
from pelton.data.dataset import Dataset
from pelton.tensors.tensor_spec import TensorSpec

Transformation = Callable[[Dataset], Dataset]


def assert_cardinality(expected_cardinality: Any) -> Transformation:
    """The same elements; a pass of another number raises FailedPreconditionError."""
    count = int(expected_cardinality)

    def apply(dataset: Dataset) -> Dataset:
        node = _data.assert_cardinality(dataset._node, count)
        return dataset._derived(node, "_AssertCardinalityDataset")

    return apply


def _method(name: str, *args: Any, **kwargs: Any) -> Transformation:
    return lambda dataset: getattr(dataset, name)(*args, **kwargs)


def _named(transformation: Transformation, kind: str) -> Transformation:
    """The same, of datasets that are called `kind`."""

    def apply(dataset: Dataset) -> Dataset:
        made = transformation(dataset)
        return made._derived(made._node, kind)

    return apply


def bucket_by_sequence_length(
    element_length_func: Callable[..., Any],
    bucket_boundaries: Any,
    bucket_batch_sizes: Any,
    padded_shapes: Any = None,
    padding_values: Any = None,
    pad_to_bucket_boundary: bool = False,
    no_padding: bool = False,
    drop_remainder: bool = False,
) -> Transformation:
    """Dataset.bucket_by_sequence_length."""
    pads = (padded_shapes, padding_values, pad_to_bucket_boundary, no_padding, drop_remainder)
    given = (element_length_func, bucket_boundaries, bucket_batch_sizes)
    return _method("bucket_by_sequence_length", *given, *pads)


def dense_to_ragged_batch(
    batch_size: Any, drop_remainder: bool = False, row_splits_dtype: Any = _dtypes.int64
) -> Transformation:
    """Dataset.ragged_batch."""
    return _method("ragged_batch", batch_size, drop_remainder, row_splits_dtype)


def dense_to_sparse_batch(batch_size: Any, row_shape: Any) -> Transformation:
    """Dataset.sparse_batch."""
    return _method("sparse_batch", batch_size, row_shape)


def enumerate_dataset(start: Any = 0) -> Transformation:
    """Dataset.enumerate."""
    return _method("enumerate", start)


def group_by_window(
    key_func: Callable[..., Any],
    reduce_func: Callable[..., Any],
    window_size: Any = None,
    window_size_func: Callable[..., Any] | None = None,
) -> Transformation:
    """Dataset.group_by_window."""
    return _method("group_by_window", key_func, reduce_func, window_size, window_size_func)


def ignore_errors(log_warning: bool = False) -> Transformation:
    """Dataset.ignore_errors."""
    return _method("ignore_errors", log_warning)


def rejection_resample(
    class_func: Callable[..., Any],
    target_dist: Any,
    initial_dist: Any = None,
    seed: int | None = None,
) -> Transformation:
    """Dataset.rejection_resample."""
    return _method("rejection_resample", class_func, target_dist, initial_dist, seed)


def scan(initial_state: Any, scan_func: Callable[..., Any]) -> Transformation:
    """Dataset.scan."""
    return _method("scan", initial_state, scan_func)


def snapshot(
    path: str, compression: str | None = "AUTO", reader_func: Any = None, shard_func: Any = None
) -> Transformation:
    """Dataset.snapshot."""
    return _method("snapshot", path, compression, reader_func, shard_func)


def take_while(predicate: Callable[..., Any]) -> Transformation:
    """Dataset.take_while."""
    return _method("take_while", predicate)


def unbatch() -> Transformation:
    """Dataset.unbatch."""
    return _method("unbatch")


def unique() -> Transformation:
    """Dataset.unique."""
    return _method("unique")


def prefetch_to_device(device: str, buffer_size: int | None = None) -> Transformation:
    """Dataset.prefetch; elements go to the device where they are first used."""
    return _method("prefetch", -1 if buffer_size is None else buffer_size)


def copy_to_device(target_device: str, source_device: str = "/cpu:0") -> Transformation:
    """The same elements, which go to the device where they are first used."""
    return lambda dataset: dataset


def shuffle_and_repeat(
    buffer_size: Any, count: Any = None, seed: int | None = None
) -> Transformation:
    """Dataset.shuffle, then Dataset.repeat."""
    return _named(
        lambda dataset: dataset.shuffle(buffer_size, seed).repeat(count),
        "_ShuffleAndRepeatDataset",
    )


def map_and_batch(
    map_func: Callable[..., Any],
    batch_size: Any,
    num_parallel_batches: Any = None,
    drop_remainder: bool = False,
    num_parallel_calls: Any = None,
) -> Transformation:
    """Dataset.map, then Dataset.batch."""
    return _named(
        lambda dataset: dataset.map(map_func, num_parallel_calls).batch(batch_size, drop_remainder),
        "_MapAndBatchDataset",
    )


def parallel_interleave(
    map_func: Callable[..., Any],
    cycle_length: Any,
    block_length: Any = 1,
    sloppy: bool | None = False,
    buffer_output_elements: Any = None,
    prefetch_input_elements: Any = None,
) -> Transformation:
    """Dataset.interleave: the order is that of `sloppy=False`, whatever it is."""
    made = _method("interleave", map_func, cycle_length, block_length)
    return _named(made, "ParallelInterleaveDataset")


def cardinality(dataset: Dataset) -> Any:
    """Dataset.cardinality."""
    return dataset.cardinality()


def get_single_element(dataset: Dataset) -> Any:
    """Dataset.get_single_element."""
    return dataset.get_single_element()


def get_structure(dataset_or_iterator: Any) -> Any:
    """The element_spec of a dataset or an iterator; raises TypeError for what has none."""
    try:
        return dataset_or_iterator.element_spec
    except AttributeError:
        raise TypeError(
            f"Invalid `dataset_or_iterator`. `dataset_or_iterator` must be a `tf.data.Dataset` or "
            f"tf.data.Iterator object, but got {type(dataset_or_iterator)}."
        ) from None


def get_next_as_optional(iterator: Any) -> Any:
    """Iterator.get_next_as_optional."""
    return iterator.get_next_as_optional()


def from_list(elements: Sequence[Any], name: str | None = None) -> Dataset:
    """A dataset of the elements of a list."""
    from pelton.data import structure

    if not elements:
        raise ValueError("Empty list of elements")
    made = [Dataset.from_tensors(element) for element in elements]
    out = made[0]
    for other in made[1:]:
        out = out.concatenate(other)
    return Dataset(out._node, structure.map_leaves(lambda s: s, out.element_spec), "_ListDataset")


def Counter(start: Any = 0, step: Any = 1, dtype: Any = _dtypes.int64) -> Dataset:  # noqa: N802
    """Dataset.counter."""
    return Dataset.counter(start, step, dtype)


def RandomDataset(  # noqa: N802
    seed: int | None = None, rerandomize_each_iteration: bool | None = None, name: str | None = None
) -> Dataset:
    """Dataset.random."""
    return Dataset.random(seed, rerandomize_each_iteration, name)


class TFRecordWriter:
    """Writes the records of a dataset of 0-d strings to one file."""

    def __init__(self, filename: Any, compression_type: str | None = None) -> None:
        self._filename = filename
        self._compression_type = compression_type

    def write(self, dataset: Dataset) -> None:
        """Raises TypeError for elements that are no 0-d strings."""
        from pelton.io.record_writer import TFRecordWriter as RecordWriter

        if not isinstance(dataset, Dataset):
            raise TypeError(f"`dataset` must be a `tf.data.Dataset`, got {type(dataset)}.")
        if dataset.element_spec != TensorSpec((), _dtypes.string):
            raise TypeError(
                f"`dataset` must produce scalar `DT_STRING` tensors whereas it produces "
                f"{dataset.element_spec}"
            )
        with RecordWriter(self._filename, self._compression_type or None) as writer:
            for record in dataset:
                writer.write(record.numpy())


def sample_from_datasets(
    datasets: Sequence[Dataset],
    weights: Any = None,
    seed: int | None = None,
    stop_on_empty_dataset: bool = False,
) -> Dataset:
    """Dataset.sample_from_datasets."""
    return Dataset.sample_from_datasets(datasets, weights, seed, stop_on_empty_dataset)


def choose_from_datasets(
    datasets: Sequence[Dataset], choice_dataset: Dataset, stop_on_empty_dataset: bool = False
) -> Dataset:
    """Dataset.choose_from_datasets."""
    return Dataset.choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset)


def save(
    dataset: Dataset,
    path: str,
    compression: str | None = None,
    shard_func: Any = None,
    checkpoint_args: Any = None,
) -> None:
    """Dataset.save."""
    dataset.save(path, compression, shard_func, checkpoint_args)


def load(
    path: str, element_spec: Any = None, compression: str | None = None, reader_func: Any = None
) -> Dataset:
    """Dataset.load."""
    return Dataset.load(path, element_spec, compression, reader_func)


def enable_debug_mode() -> None:
    """Does nothing: functions that cannot be traced run as Python code already, and
    `tf.config.run_functions_eagerly` has all of them do so."""
