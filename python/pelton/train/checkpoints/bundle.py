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


def _text_bytes(values: list[bytes]) -> tuple[bytes, int]:
    """Texts as the data file holds them: lengths, the lengths' checksum, texts; and a checksum."""
    import struct

    lengths = b"".join(wire.varint(len(value)) for value in values)
    numbers = struct.pack(f"<{len(values)}I", *map(len, values))
    check = struct.pack("<I", masked(numbers))
    joined = b"".join(values)
    return lengths + check + joined, masked(numbers + check + joined)


def _data_of(name: str, value: Any) -> tuple[int, tuple[int, ...], bytes, int]:
    """The number of the dtype, shape, bytes and checksum of an array, or of bytes as a text."""
    if isinstance(value, bytes):
        return _STRING, (), *_text_bytes([value])
    if value.dtype.kind == "O":
        return _STRING, value.shape, *_text_bytes(value.ravel().tolist())
    if value.dtype.name not in DTYPE_NUMBERS:
        raise TypeError(f"checkpoints hold no tensors of {value.dtype.name}: {name}")
    data = value.tobytes()
    return DTYPE_NUMBERS[value.dtype.name], value.shape, data, masked(data)


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
            dtype, shape, data, checksum = _data_of(name, tensors[name])
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
        if entry.dtype == _STRING and not entry.is_sliced:
            made = np.empty(entry.shape, object)
            made.ravel()[:] = self._texts(name, entry)
            return made
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
        return self._texts(name, entry)[0]

    def _texts(self, name: str, entry: Entry) -> list[bytes]:
        """The texts of a tensor; raises DataLossError where they are not what was written."""
        data = self._bytes(name, entry)
        count = math.prod(entry.shape)
        if any(size < 0 for size in entry.shape) or count > len(data):
            raise DataLossError(f"tensor '{name}' of shape {entry.shape} has {entry.size} bytes")
        lengths, start = [], 0
        for _ in range(count):
            length, start = wire.read_varint(data, start)
            lengths.append(length)
        start += 4
        if start + sum(lengths) != len(data):
            raise DataLossError(f"the text '{name}' is not what was written")
        values = []
        for length in lengths:
            values.append(data[start : start + length])
            start += length
        if _text_bytes(values) != (data, entry.checksum):
            raise DataLossError(f"the text '{name}' is not what was written")
        return values


def exists(prefix: str) -> bool:
    """Whether there is a checkpoint under the prefix."""
    return os.path.isfile(f"{prefix}.index")


def remove(prefix: str) -> None:
    """Deletes the checkpoint's files, its index first."""
    for path in (f"{prefix}.index", *glob.glob(f"{glob.escape(prefix)}.data-?????-of-?????")):
        if os.path.isfile(path):
            os.unlink(path)
