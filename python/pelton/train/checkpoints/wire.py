"""Protocol buffers on the wire: fields of messages to bytes and back."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Any

from pelton.errors import DataLossError

Fields = dict[int, list[Any]]  # by number: integers, or the bytes of texts and messages


def varint(value: int) -> bytes:
    """A whole number in groups of seven bits."""
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def read_varint(data: bytes, place: int) -> tuple[int, int]:
    """The number at a place and where it ends."""
    value = shift = 0
    while shift < 70:
        if place >= len(data):
            raise DataLossError("a checkpoint's message ends within a number")
        byte = data[place]
        place += 1
        value |= (byte & 127) << shift
        if byte < 128:
            return value & (1 << 64) - 1, place
        shift += 7
    raise DataLossError("a number of a checkpoint's message has more than 64 bits")


def varints(data: bytes) -> Iterator[int]:
    """Those that follow one another; raises DataLossError where the bytes are none."""
    place = 0
    while place < len(data):
        value, place = read_varint(data, place)
        yield value


def number(field: int, value: int) -> bytes:
    """A field with a whole number; nothing for 0, the default."""
    return varint(field << 3) + varint(value) if value else b""


def fixed32(field: int, value: int) -> bytes:
    """A field with four bytes."""
    return varint(field << 3 | 5) + struct.pack("<I", value)


def text(field: int, value: bytes | str) -> bytes:
    """A field with a text or a message."""
    value = value.encode("utf-8") if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value


def fields(data: bytes) -> Fields:
    """The fields of a message; raises DataLossError where the bytes are none."""
    found: Fields = {}
    place = 0
    while place < len(data):
        key, place = read_varint(data, place)
        kind = key & 7
        value: Any
        if kind == 0:
            value, place = read_varint(data, place)
        else:
            size = {1: 8, 5: 4}.get(kind)
            if kind == 2:
                size, place = read_varint(data, place)
            if size is None or size > len(data) - place:
                raise DataLossError("a checkpoint's message ends within a field")
            value = data[place : place + size]
            place += size
            if kind == 5:
                value = struct.unpack("<I", value)[0]
        found.setdefault(key >> 3, []).append(value)
    return found


def one(found: Fields, field: int, kind: type, default: Any) -> Any:
    """The last value of a field; raises DataLossError for one of another kind."""
    value = found.get(field, [default])[-1]
    if not isinstance(value, kind):
        raise DataLossError(f"field {field} of a checkpoint's message is of another kind")
    return value


def name(value: Any) -> str:
    """A field's bytes as text."""
    if not isinstance(value, bytes):
        raise DataLossError("a name in a checkpoint's message is none")
    return value.decode("utf-8", "replace")
