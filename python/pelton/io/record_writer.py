"""Owns TFRecordWriter, which writes the files that tf.data.TFRecordDataset reads."""

from __future__ import annotations

import os
import struct
from typing import Any

from pelton._core import bind_data as _bind_data
from pelton.errors import FailedPreconditionError, NotFoundError, PermissionDeniedError

_bind_data()

from pelton._core.data import masked_crc32c as _masked_crc32c  # noqa: E402

_KINDS = {None: None, "": None, "NONE": None, "GZIP": 31, "ZLIB": 15}


class TFRecordCompressionType:
    """How a file is compressed, as numbers."""

    NONE = 0
    ZLIB = 1
    GZIP = 2


_BY_NUMBER = {0: "", 1: "ZLIB", 2: "GZIP"}


class TFRecordOptions:
    """How a file is compressed: "GZIP", "ZLIB", or "" for not at all; or a number of
    TFRecordCompressionType. Raises ValueError for others."""

    def __init__(
        self,
        compression_type: str | int | None = None,
        flush_mode: Any = None,
        input_buffer_size: Any = None,
        output_buffer_size: Any = None,
        window_bits: Any = None,
        compression_level: int | None = None,
        compression_method: Any = None,
        mem_level: Any = None,
        compression_strategy: Any = None,
    ) -> None:
        if isinstance(compression_type, int):
            compression_type = _BY_NUMBER.get(compression_type, str(compression_type))
        if compression_type not in _KINDS:
            raise ValueError(
                f'Not a valid compression type: "{compression_type}". Valid types are: '
                "GZIP, ZLIB or None"
            )
        self.compression_type = compression_type
        self.compression_level = compression_level

    @classmethod
    def get_compression_type_string(cls, options: Any) -> str:
        """The text of options, of a text or of a number of TFRecordCompressionType: "" for none."""
        kind = options.compression_type if isinstance(options, TFRecordOptions) else options
        return str(TFRecordOptions(kind).compression_type or "")


class TFRecordWriter:
    """Writes records, one after the other, to the file `path`; a context manager that closes it."""

    def __init__(self, path: Any, options: TFRecordOptions | str | int | None = None) -> None:
        if isinstance(options, (str, int)):
            options = TFRecordOptions(options)
        name = os.fspath(path)
        try:
            self._file = open(name, "wb")  # noqa: SIM115 - closed by close()
        except FileNotFoundError as error:
            raise NotFoundError(f"{name}; No such file or directory") from error
        except PermissionError as error:
            raise PermissionDeniedError(f"{name}; Permission denied") from error
        window = None if options is None else _KINDS[options.compression_type]
        self._deflater: Any = None
        if window is not None and options is not None:
            import zlib

            level = -1 if options.compression_level is None else options.compression_level
            self._deflater = zlib.compressobj(level, zlib.DEFLATED, window)

    def write(self, record: bytes | str) -> None:
        """Add a record; text is written as UTF-8. Raises TypeError for anything else."""
        if isinstance(record, str):
            record = record.encode()
        if not isinstance(record, (bytes, bytearray, memoryview)):
            raise TypeError(f"a record must be bytes, got {type(record).__name__}")
        data = bytes(record)
        head = struct.pack("<Q", len(data))
        sums = (struct.pack("<I", _masked_crc32c(part)) for part in (head, data))
        self._put(head + next(sums) + data + next(sums))

    def _put(self, data: bytes) -> None:
        if self._file.closed:
            raise FailedPreconditionError("Writer is closed.")
        self._file.write(data if self._deflater is None else self._deflater.compress(data))

    def flush(self) -> None:
        """Hand over to the file what was written. Raises FailedPreconditionError once closed."""
        if self._file.closed:
            raise FailedPreconditionError("Writer is closed.")
        self._file.flush()

    def close(self) -> None:
        """End the file; nothing can be written afterwards."""
        if self._file.closed:
            return
        if self._deflater is not None:
            self._file.write(self._deflater.flush())
        self._file.close()

    def __enter__(self) -> TFRecordWriter:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
