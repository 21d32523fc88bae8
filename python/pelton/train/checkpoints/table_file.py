"""A file of sorted keys and values in blocks with checksums: TensorFlow's .index files."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping

from pelton.errors import DataLossError
from pelton.train.checkpoints.crc32c import masked
from pelton.train.checkpoints.wire import read_varint, varint

_MAGIC = 0xDB4775248B80FB57
_FOOTER = 48
_BLOCK = 4096  # bytes after which a new block begins
_RESTART = 16  # keys after which one is written whole


def _block(entries: list[tuple[bytes, bytes]], restart: int = _RESTART) -> bytes:
    out = bytearray()
    restarts = []
    before = b""
    for place, (key, value) in enumerate(entries):
        shared = 0
        if place % restart == 0:
            restarts.append(len(out))
        else:
            most = min(len(before), len(key))
            while shared < most and before[shared] == key[shared]:
                shared += 1
        out += varint(shared) + varint(len(key) - shared) + varint(len(value))
        out += key[shared:] + value
        before = key
    restarts = restarts or [0]
    return bytes(out) + struct.pack(f"<{len(restarts) + 1}I", *restarts, len(restarts))


def written(entries: Mapping[bytes, bytes]) -> bytes:
    """The bytes of a table."""
    out = bytearray()

    def add(block: bytes) -> bytes:
        """Appends the block; returns where it is."""
        place = varint(len(out)) + varint(len(block))
        out.extend(block + b"\0" + struct.pack("<I", masked(block + b"\0")))
        return place

    index = []
    waiting: list[tuple[bytes, bytes]] = []
    size = 0
    for key in sorted(entries):
        waiting.append((key, entries[key]))
        size += len(key) + len(entries[key])
        if size >= _BLOCK:
            index.append((key, add(_block(waiting))))
            waiting, size = [], 0
    if waiting:
        index.append((waiting[-1][0], add(_block(waiting))))
    footer = add(_block([])) + add(_block(index, restart=1))
    return bytes(out) + footer.ljust(_FOOTER - 8, b"\0") + struct.pack("<Q", _MAGIC)


def _checked(data: bytes, place: int, size: int) -> bytes:
    if place < 0 or size < 4 or place + size + 5 > len(data) - _FOOTER:
        raise DataLossError("the index of the checkpoint says that a block lies outside of it")
    block, kind = data[place : place + size], data[place + size]
    if struct.unpack_from("<I", data, place + size + 1)[0] != masked(
        data[place : place + size + 1]
    ):
        raise DataLossError("a block of the checkpoint's index has another checksum than it says")
    if kind != 0:
        raise DataLossError(f"a block of the checkpoint's index is compressed (kind {kind})")
    return block


def _entries(block: bytes) -> Iterator[tuple[bytes, bytes]]:
    restarts = struct.unpack_from("<I", block, len(block) - 4)[0]
    end = len(block) - 4 * (restarts + 1)
    if end < 0:
        raise DataLossError("a block of the checkpoint's index is too short")
    place = 0
    key = b""
    while place < end:
        shared, place = read_varint(block, place)
        own, place = read_varint(block, place)
        size, place = read_varint(block, place)
        if shared > len(key) or place + own + size > end:
            raise DataLossError("an entry of the checkpoint's index lies outside of its block")
        key = key[:shared] + block[place : place + own]
        yield key, block[place + own : place + own + size]
        place += own + size


def read(data: bytes) -> dict[bytes, bytes]:
    """The entries of a table's bytes; raises DataLossError for others."""
    if len(data) < _FOOTER or struct.unpack_from("<Q", data, len(data) - 8)[0] != _MAGIC:
        raise DataLossError("the file is no index of a checkpoint (bad magic number)")
    footer = data[-_FOOTER:]
    place = 0
    for _ in range(2):  # the first handle, of the block about keys, is not needed
        offset, place = read_varint(footer, place)
        size, place = read_varint(footer, place)
    found: dict[bytes, bytes] = {}
    for _, handle in _entries(_checked(data, offset, size)):
        start, after = read_varint(handle, 0)
        length, _ = read_varint(handle, after)
        found.update(_entries(_checked(data, start, length)))
    return found
