"""The checksum of TensorFlow's files: CRC-32C, in TensorFlow's masked form.

Many bytes are summed in lanes side by side, which are then joined."""

from __future__ import annotations

import functools
from typing import Any

_POLYNOMIAL = 0x82F63B78
_LANE = 1024  # bytes


@functools.cache
def _table() -> Any:
    import numpy as np

    sums = np.arange(256, dtype=np.uint32)
    for _ in range(8):
        sums = (sums >> 1) ^ np.where(sums & 1, np.uint32(_POLYNOMIAL), np.uint32(0))
    return sums


@functools.cache
def _plain_table() -> list[int]:
    return [int(value) for value in _table()]


def _through(state: int, data: bytes) -> int:
    table = _plain_table()
    for byte in data:
        state = table[(state ^ byte) & 255] ^ (state >> 8)
    return state


@functools.cache
def _over_a_lane() -> list[list[int]]:
    """What a lane of zero bytes makes of a state, by each byte of it."""
    zeros = bytes(_LANE)
    bits = [_through(1 << bit, zeros) for bit in range(32)]
    tables = []
    for start in (0, 8, 16, 24):
        row = [0] * 256
        for value in range(256):
            for bit in range(8):
                row[value] ^= bits[start + bit] if value >> bit & 1 else 0
        tables.append(row)
    return tables


def crc32c(data: bytes) -> int:
    """The checksum of the bytes."""
    lanes = len(data) // _LANE
    state = 0xFFFFFFFF
    if lanes > 4:
        import numpy as np

        table = _table()
        columns = np.frombuffer(data, np.uint8, lanes * _LANE).reshape(lanes, _LANE).T
        sums = np.zeros(lanes, np.uint32)
        for column in np.ascontiguousarray(columns):
            sums = table[(sums ^ column) & np.uint32(255)] ^ (sums >> np.uint32(8))
        first, second, third, fourth = _over_a_lane()
        for lane in sums.tolist():
            state = (
                first[state & 255]
                ^ second[state >> 8 & 255]
                ^ third[state >> 16 & 255]
                ^ fourth[state >> 24]
                ^ lane
            )
        data = data[lanes * _LANE :]
    return _through(state, data) ^ 0xFFFFFFFF


def masked(data: bytes) -> int:
    """The checksum as files hold it."""
    found = crc32c(data)
    return ((found >> 15 | found << 17) + 0xA282EAD8) & 0xFFFFFFFF
