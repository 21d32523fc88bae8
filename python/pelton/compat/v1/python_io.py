"""Owns ``tf.python_io``: files of records, written and read."""

from __future__ import annotations

from pelton.io.record_writer import TFRecordCompressionType, TFRecordOptions, TFRecordWriter

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = ["TFRecordCompressionType", "TFRecordOptions", "TFRecordWriter", "tf_record_iterator"]


def tf_record_iterator(path: Any, options: Any = None) -> Iterator[bytes]:
    """The records of the file `path`."""
    import os

    from pelton.data import TFRecordDataset

    kind = options if isinstance(options, str) else getattr(options, "compression_type", None)
    for record in TFRecordDataset([os.fspath(path)], compression_type=kind):
        yield record.numpy()
