"""Owns Philox 4x32-10 and what is drawn from it, written again in NumPy."""

import math
import statistics

import numpy as np

_MASK = np.uint64(0xFFFFFFFF)


def words32(key, offset, count, first=0):
    """`count` 32-bit words of a stream, from block `first` on."""
    block = np.arange(first, first + (count + 3) // 4, dtype=np.uint64)
    c = [block & _MASK, block >> np.uint64(32)]
    c += [np.full_like(block, offset & 0xFFFFFFFF), np.full_like(block, offset >> 32)]
    k = [key & 0xFFFFFFFF, key >> 32]
    for _ in range(10):
        a = np.uint64(0xD2511F53) * c[0]
        b = np.uint64(0xCD9E8D57) * c[2]
        high_a, high_b = a >> np.uint64(32), b >> np.uint64(32)
        c = [high_b ^ c[1] ^ np.uint64(k[0]), b & _MASK, high_a ^ c[3] ^ np.uint64(k[1]), a & _MASK]
        k = [(k[0] + 0x9E3779B9) & 0xFFFFFFFF, (k[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return np.stack(c, axis=1).reshape(-1)[:count]


def words64(key, offset, count):
    """The first `count` 64-bit words: two 32-bit ones each, the first in the lower half."""
    words = words32(key, offset, 2 * count)
    return words[0::2] | (words[1::2] << np.uint64(32))


def words(dtype, stream, count):
    """The words that numbers of `dtype` are made of, and how many bits of them a unit uses."""
    if dtype in ("float64", "int64"):
        return words64(*stream, count), 64, 53
    return words32(*stream, count), 32, 24


def unit(dtype, stream, count):
    """Numbers in [0, 1), exact in float64."""
    raw, bits, used = words(dtype, stream, count)
    return (raw >> np.uint64(bits - used)).astype(np.float64) * 2.0**-used


def integers(dtype, stream, count, low, high):
    """Whole numbers in [low, high)."""
    raw, bits, _ = words(dtype, stream, count)
    return np.array([(int(w) * (high - low) >> bits) + low for w in raw], dtype)


def normal(dtype, stream, count):
    """Standard normal numbers by Box and Muller."""
    u = unit(dtype, stream, count + 1)
    radius = np.sqrt(-2 * np.log(1 - u[0 : count + 1 : 2]))[: (count + 1) // 2]
    angle = 2 * np.pi * u[1::2][: len(radius)]
    return np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1).reshape(-1)[:count]


def truncated_normal(dtype, stream, count):
    """Standard normal numbers within two deviations, by the inverse of their distribution."""
    raw, bits, used = words(dtype, stream, count)
    used -= 1
    whole = (raw >> np.uint64(bits - used)).astype(np.int64)
    p = (whole * 2 + 1 - 2**used).astype(np.float64) * 2.0**-used * math.erf(math.sqrt(2))
    return np.array([statistics.NormalDist().inv_cdf(0.5 + 0.5 * x) for x in p])


def permutation(stream, count):
    """The numbers below `count` in random order, by Fisher and Yates."""
    order = list(range(count))
    raw = words64(*stream, count)
    for i in range(count - 1, 0, -1):
        j = int(raw[i]) * (i + 1) >> 64
        order[i], order[j] = order[j], order[i]
    return np.array(order, np.int64)
