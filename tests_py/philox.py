"""Owns Philox 4x32-10 and what TensorFlow draws from it, written again in NumPy.

A stream is (key, offset) or (key, offset, block): the counter is block (lower half) and offset."""

import numpy as np

_MASK = np.uint64(0xFFFFFFFF)
_SCRAMBLING_KEY = 0x02461E293EC8F720
_RESERVED = 64  # blocks for a group of truncated numbers, for each number in it


def words32(key, offset, count, first=0):
    """`count` 32-bit words of a stream, from block `first` on."""
    block = np.arange((count + 3) // 4, dtype=np.uint64) + np.uint64(first % 2**64)
    return _words_of(key, offset, block)[:count]


def _words_of(key, offset, block):
    c = [block & _MASK, block >> np.uint64(32)]
    c += [np.full_like(block, offset & 0xFFFFFFFF), np.full_like(block, offset >> 32)]
    k = [key & 0xFFFFFFFF, key >> 32]
    for _ in range(10):
        a = np.uint64(0xD2511F53) * c[0]
        b = np.uint64(0xCD9E8D57) * c[2]
        high_a, high_b = a >> np.uint64(32), b >> np.uint64(32)
        c = [high_b ^ c[1] ^ np.uint64(k[0]), b & _MASK, high_a ^ c[3] ^ np.uint64(k[1]), a & _MASK]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return np.stack(c, axis=1).reshape(-1)


def words64(key, offset, count, first=0):
    """`count` 64-bit words: two 32-bit ones each, the first in the lower half."""
    words = words32(key, offset, 2 * count, first)
    return words[0::2] | (words[1::2] << np.uint64(32))


def scrambled(first, second):
    """The stream of a seed of two integers."""
    words = words32(_SCRAMBLING_KEY, second % 2**64, 4, first % 2**64)
    words = [int(word) for word in words]
    return words[0] | words[1] << 32, words[2] | words[3] << 32


def _is_wide(dtype):
    return dtype in ("float64", "int64")


_MANTISSAS = {"float32": 23, "float16": 10, "bfloat16": 7}


def _units(dtype, words):
    """Numbers in [0, 1) of 32-bit words, exact in float64: a mantissa's bits."""
    if dtype == "float64":
        return ((words[0::2] & np.uint64(0xFFFFF)) << np.uint64(32) | words[1::2]) * 2.0**-52
    bits = _MANTISSAS[dtype]
    return (words & np.uint64(2**bits - 1)).astype(np.float64) * 2.0**-bits


def unit(dtype, stream, count):
    """Numbers in [0, 1), exact in float64."""
    return _units(dtype, words32(*stream[:2], count * (1 + _is_wide(dtype)), *stream[2:]))


def integers(dtype, stream, count, low, high):
    """Whole numbers in [low, high): remainders; all bits where the range is all of the dtype's."""
    draw = words64 if _is_wide(dtype) else words32
    raw = [int(word) for word in draw(*stream[:2], count, *stream[2:])]
    bits = 64 if _is_wide(dtype) else 32
    if high - low == 2**bits:
        return np.array(raw, np.uint64).astype(f"u{dtype}").view(dtype)
    return np.array([low + word % (high - low) for word in raw], dtype)


def _pairs(dtype, words):
    """Standard normal numbers of 32-bit words, by Box and Muller."""
    u = _units("float64" if dtype == "float64" else "float32", words)
    radius = np.sqrt(-2 * np.log(np.maximum(u[0::2], 1e-7)))
    angle = 2 * np.pi * u[1::2]
    return np.stack([np.sin(angle) * radius, np.cos(angle) * radius], axis=1).reshape(-1)


def normal(dtype, stream, count):
    """Standard normal numbers."""
    words = words32(*stream[:2], (count + 1) // 2 * 2 * (1 + _is_wide(dtype)), *stream[2:])
    return _pairs(dtype, words)[:count]


def truncated_normal(dtype, stream, count):
    """Standard normal numbers within two deviations: others are drawn again, group by group."""
    key, offset, start = (*stream, 0)[:3]
    group = 2 if dtype == "float64" else 4
    numbers = []
    for first in range(0, count, group):
        block, kept = start + first * _RESERVED, []
        while len(kept) < group:
            drawn = _pairs(dtype, words32(key, offset, 4, block))
            kept += [x for x in drawn if abs(x) < 2]
            block += 1
        numbers += kept[:group]
    return np.array(numbers[:count])


def permutation(stream, count):
    """The numbers below `count` in random order, by Fisher and Yates."""
    order = list(range(count))
    raw = words32(*stream[:2], count, *stream[2:])
    for i in range(count - 1):
        j = i + int(raw[i]) % (count - i)
        order[i], order[j] = order[j], order[i]
    return np.array(order, np.int64)
