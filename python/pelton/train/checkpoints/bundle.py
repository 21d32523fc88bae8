"""The files of a checkpoint: PREFIX.index, a table of where each tensor is, and PREFIX.data-*.

Read as hostile input: sizes and checksums are checked, nothing outside of the files is read."""

from __future__ import annotations

import glob
import math
import os
from collections.abc import Mapping
from typing import Any

from pelton.errors import DataLossError, NotFoundError
from pelton.host.atomic_file import replacing
from pelton.train.checkpoints import table_file, wire
from pelton.train.checkpoints.crc32c import masked

# TensorFlow's numbers of the dtypes, and NumPy's names.
_DTYPES = {
    **{1: "float32", 2: "float64", 3: "int32", 4: "uint8", 5: "int16", 6: "int8", 8: "complex64"},
    **{9: "int64", 10: "bool", 14: "bfloat16", 17: "uint16", 18: "complex128", 19: "float16"},
    **{22: "uint32", 23: "uint64"},
}
DTYPE_NUMBERS = {name: number for number, name in _DTYPES.items()}
_STRING = 7


class Entry:
    """Where a tensor is: its dtype's number, shape, file, first byte, number of bytes, checksum."""

    def __init__(self, message: bytes) -> None:
        found = wire.fields(message)
        self.dtype: int = wire.one(found, 1, int, 0)
        dims = wire.fields(wire.one(found, 2, bytes, b"")).get(2, [])
        sizes = [wire.one(wire.fields(dim), 1, int, 0) for dim in dims if isinstance(dim, bytes)]
        self.shape = tuple(sizes)
        self.shard: int = wire.one(found, 3, int, 0)
        self.offset: int = wire.one(found, 4, int, 0)
        self.size: int = wire.one(found, 5, int, 0)
        self.checksum: int = wire.one(found, 6, int, 0)
        self.is_sliced = 7 in found

    @property
    def dtype_name(self) -> str:
        """NumPy's name of the dtype, "string" for texts."""
        return "string" if self.dtype == _STRING else _DTYPES.get(self.dtype, "?")


def _entry(dtype: int, shape: tuple[int, ...], offset: int, size: int, checksum: int) -> bytes:
    dims = b"".join(wire.text(2, wire.number(1, size)) for size in shape)
    place = wire.number(4, offset) + wire.number(5, size)
    return wire.number(1, dtype) + wire.text(2, dims) + place + wire.fixed32(6, checksum)


def _text_bytes(value: bytes) -> tuple[bytes, int]:
    """A single text as the data file holds it: length, the length's checksum, text."""
    import struct

    length = wire.varint(len(value))
    check = struct.pack("<I", masked(struct.pack("<I", len(value))))
    return length + check + value, masked(struct.pack("<I", len(value)) + check + value)


def write(prefix: str, tensors: Mapping[str, Any]) -> None:
    """Writes arrays, and bytes as texts, by name. The index comes last and names a data file that
    is whole by then; raises TypeError for arrays of other dtypes."""
    entries = {b"": wire.number(1, 1) + wire.text(3, wire.number(1, 1))}
    folder = os.path.dirname(prefix)
    if folder:
        os.makedirs(folder, exist_ok=True)
    with replacing(f"{prefix}.data-00000-of-00001") as file:
        offset = 0
        for name in sorted(tensors):
            value = tensors[name]
            if isinstance(value, bytes):
                data, checksum = _text_bytes(value)
                dtype, shape = _STRING, ()
            else:
                if value.dtype.name not in DTYPE_NUMBERS:
                    raise TypeError(f"checkpoints hold no tensors of {value.dtype.name}: {name}")
                data = value.tobytes()
                dtype, shape, checksum = DTYPE_NUMBERS[value.dtype.name], value.shape, masked(data)
            file.write(data)
            entries[name.encode()] = _entry(dtype, shape, offset, len(data), checksum)
            offset += len(data)
    with replacing(f"{prefix}.index") as file:
        file.write(table_file.written(entries))


class Bundle:
    """A checkpoint that is read. Raises NotFoundError where there is none under the prefix, and
    DataLossError for damaged files."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        try:
            with open(f"{prefix}.index", "rb") as file:
                table = table_file.read(file.read())
        except FileNotFoundError:
            raise NotFoundError(
                "Unsuccessful TensorSliceReader constructor: Failed to find any matching files for "
                f"{prefix}"
            ) from None
        header = wire.fields(table.pop(b"", b""))
        self._shards = wire.one(header, 1, int, 1)
        self.entries = {wire.name(key): Entry(table[key]) for key in table}

    def entry(self, name: str) -> Entry:
        """Where the tensor is; raises NotFoundError for an unknown name."""
        if name not in self.entries:
            raise NotFoundError(f"Key {name} not found in checkpoint {self._prefix}")
        return self.entries[name]

    def _bytes(self, name: str, entry: Entry) -> bytes:
        path = f"{self._prefix}.data-{entry.shard:05d}-of-{self._shards:05d}"
        try:
            with open(path, "rb") as file:
                if entry.offset + entry.size > os.fstat(file.fileno()).st_size:
                    raise DataLossError(f"{path} ends before the tensor '{name}' does")
                file.seek(entry.offset)
                return file.read(entry.size)
        except FileNotFoundError:
            raise NotFoundError(f"{path} is missing") from None

    def array(self, name: str) -> Any:
        """The tensor as an array; raises DataLossError where its bytes are not what was written."""
        import numpy as np

        entry = self.entry(name)
        if entry.dtype not in _DTYPES or entry.is_sliced:
            raise DataLossError(f"tensor '{name}' of dtype {entry.dtype_name} cannot be read")
        if entry.dtype_name == "bfloat16":
            import ml_dtypes

            dtype = np.dtype(ml_dtypes.bfloat16)
        else:
            dtype = np.dtype(entry.dtype_name)
        if any(size < 0 or size >> 62 for size in entry.shape) or (
            math.prod(entry.shape) * dtype.itemsize != entry.size
        ):
            raise DataLossError(f"tensor '{name}' of shape {entry.shape} has {entry.size} bytes")
        data = self._bytes(name, entry)
        if masked(data) != entry.checksum:
            raise DataLossError(f"the bytes of tensor '{name}' have another checksum than written")
        return np.frombuffer(data, dtype).reshape(entry.shape).copy()

    def text(self, name: str) -> bytes:
        """A single text."""
        entry = self.entry(name)
        if entry.dtype != _STRING or entry.shape:
            raise DataLossError(f"'{name}' in the checkpoint is no text")
        data = self._bytes(name, entry)
        length, start = wire.read_varint(data, 0)
        value = data[start + 4 :]
        if length != len(value) or _text_bytes(value)[1] != entry.checksum:
            raise DataLossError(f"the text '{name}' is not what was written")
        return value


def exists(prefix: str) -> bool:
    """Whether there is a checkpoint under the prefix."""
    return os.path.isfile(f"{prefix}.index")


def remove(prefix: str) -> None:
    """Deletes the checkpoint's files, its index first."""
    for path in (f"{prefix}.index", *glob.glob(f"{glob.escape(prefix)}.data-?????-of-?????")):
        if os.path.isfile(path):
            os.unlink(path)
