"""Owns datasets of files' contents: TFRecordDataset, TextLineDataset, FixedLengthRecordDataset."""

from __future__ import annotations

import os
from typing import Any

from pelton import dtypes as _dtypes
from pelton._core import data as _data
from pelton._core import functions as _functions
from pelton.data import arguments as _arguments
from pelton.data.compressed_file import opener
from pelton.data.dataset import Dataset
from pelton.data.function_methods import cycle_of
from pelton.tensors.tensor_spec import TensorSpec

_LINE = TensorSpec((), _dtypes.string)


def node_of_names(filenames: Any) -> Any:
    """A node of 0-d strings: of a name, names in a list or tensor, or a dataset of names."""
    if isinstance(filenames, Dataset):
        spec = filenames.element_spec
        if not isinstance(spec, TensorSpec) or spec.dtype != _dtypes.string:
            raise TypeError(
                "The `filenames` argument must contain `tf.string` elements. Got a dataset of "
                f"{spec}."
            )
        return filenames._node
    if isinstance(filenames, os.PathLike):
        filenames = os.fspath(filenames)
    if isinstance(filenames, (list, tuple)):
        filenames = [os.fspath(n) if isinstance(n, os.PathLike) else n for n in filenames]
    names = _functions.convert(filenames)
    if names.dtype != _dtypes.string:
        raise TypeError(
            "The `filenames` argument must contain `tf.string` elements. Got "
            f"`{names.dtype!r}` elements."
        )
    if names.shape.rank != 1:
        import pelton as tf

        names = tf.reshape(names, [-1])
    return _data.from_tensor_slices([names])


def _node_of_files(filenames: Any, num_parallel_reads: Any, read: Any) -> Any:
    """What `read` makes of a node of names; with `num_parallel_reads` that many files are open,
    and give one record in turn."""
    names = node_of_names(filenames)
    if num_parallel_reads is None:
        return read(names)
    function = _data.python_function(lambda name: [read(_data.from_tensors(name))], "files")
    return _data.interleave(names, function, cycle_of(num_parallel_reads, "num_parallel_reads"), 1)


class TFRecordDataset(Dataset):
    """The records of TFRecord files, 0-d strings; their sums are checked (DataLossError)."""

    def __init__(
        self,
        filenames: Any,
        compression_type: str | None = None,
        buffer_size: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        opened = opener(compression_type)
        node = _node_of_files(
            filenames, num_parallel_reads, lambda names: _data.tf_records(names, opened)
        )
        super().__init__(node, _LINE, "TFRecordDatasetV2")


class TextLineDataset(Dataset):
    """The lines of text files without their ends, 0-d strings."""

    def __init__(
        self,
        filenames: Any,
        compression_type: str | None = None,
        buffer_size: Any = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        opened = opener(compression_type)
        node = _node_of_files(
            filenames, num_parallel_reads, lambda names: _data.text_lines(names, opened)
        )
        super().__init__(node, _LINE, "TextLineDatasetV2")


class FixedLengthRecordDataset(Dataset):
    """Pieces of `record_bytes` bytes of files, 0-d strings."""

    def __init__(
        self,
        filenames: Any,
        record_bytes: Any,
        header_bytes: Any = None,
        footer_bytes: Any = None,
        buffer_size: Any = None,
        compression_type: str | None = None,
        num_parallel_reads: Any = None,
        name: str | None = None,
    ) -> None:
        length = _arguments.integer("record_bytes", record_bytes)
        _arguments.at_least("record_bytes must be greater than 0", length, 1)
        around = [
            0 if number is None else _arguments.integer("header_bytes", number)
            for number in (header_bytes, footer_bytes)
        ]
        for number in around:
            _arguments.at_least("header_bytes and footer_bytes must be at least 0", number, 0)
        opened = opener(compression_type)
        node = _node_of_files(
            filenames,
            num_parallel_reads,
            lambda names: _data.fixed_length_records(names, opened, length, *around),
        )
        super().__init__(node, _LINE, "FixedLengthRecordDatasetV2")


def list_files(file_pattern: Any, shuffle: Any, seed: Any) -> Dataset:
    """The names of the files that match patterns, sorted, or shuffled anew in each pass; raises
    InvalidArgumentError where there are none."""
    import glob

    from pelton.errors import InvalidArgumentError

    patterns = _functions.convert(file_pattern, _dtypes.string).numpy()
    flat = [patterns] if isinstance(patterns, bytes) else patterns.reshape(-1)
    given = [pattern.decode() for pattern in flat]
    names = sorted(
        f"./{name}" if name != pattern and not os.path.dirname(name) else name
        for pattern in given
        for name in glob.glob(pattern)
        if os.path.isfile(name)
    )
    if not names:
        raise InvalidArgumentError(f"No files matched pattern: {', '.join(given)}")
    dataset = Dataset.from_tensor_slices(names)
    if shuffle is False:
        return dataset
    return dataset.shuffle(len(names), seed=seed)


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
