"""Owns random bits that a seed tensor decides: a hash of each element's number under two keys.

The seed is read on the device, by ops, so that a generator's next seed does not end a trace; the
engine's Philox ops take their stream as numbers of the host."""

from __future__ import annotations

import math
from typing import Any

import pelton
from pelton._core import ops as _ops

# The multipliers of MurmurHash3's finalizer, and the golden ratio's bits (both public domain).
_FIRST, _SECOND, _GOLDEN = 0x85EBCA6B, 0xC2B2AE35, 0x9E3779B9


def _shifted(x: Any, bits: int) -> Any:
    return _ops.bitwise_xor(x, _ops.right_shift(x, pelton.constant(bits, "uint32")))


def _times(x: Any, factor: int) -> Any:
    return x * pelton.constant(factor, "uint32")


def _mixed(x: Any) -> Any:
    x = _times(_shifted(x, 16), _FIRST)
    return _shifted(_times(_shifted(x, 13), _SECOND), 16)


def _keys(seed: Any) -> tuple[Any, Any]:
    """Two keys of 32 bits, each of which depends on all bits of a seed of two integers."""
    words = pelton.cast(seed, "uint32")
    one = _mixed(words[0] + pelton.constant(_GOLDEN, "uint32"))
    two = _mixed(_ops.bitwise_xor(words[1], one))
    return _mixed(_ops.bitwise_xor(one, _times(two, _GOLDEN))), two


def bits(shape: Any, seed: Any) -> Any:
    """uint32 tensors of `shape` whose bits are random; the same for the same seed."""
    sizes = list(shape)
    if all(isinstance(size, int) for size in sizes):
        return _ops.seeded_bits(pelton.cast(seed, "uint32"), sizes)
    first, second = _keys(seed)
    count = pelton.reduce_prod(pelton.stack(sizes))
    x = _ops.bitwise_xor(pelton.cast(pelton.range(count), "uint32"), first)
    x = _shifted(_times(x, _FIRST), 15) + second
    x = _shifted(_times(x, _SECOND), 13)
    x = _shifted(_times(x, _FIRST), 16)
    return pelton.reshape(x, sizes)


# How many of 32 bits a number below 1 can keep in a dtype.
_KEPT = {"float16": 11, "bfloat16": 8, "float32": 24, "float64": 32}


def unit(shape: Any, seed: Any, dtype: str) -> Any:
    """Numbers in [0, 1) of a floating dtype; float64 has 32 random bits."""
    kept = _KEPT[dtype]
    drawn = bits(shape, seed)
    if kept < 32:
        drawn = _ops.right_shift(drawn, pelton.constant(32 - kept, "uint32"))
    return pelton.cast(drawn, dtype) * pelton.constant(2.0**-kept, dtype)


def normal(shape: Any, seed: Any, dtype: str) -> Any:
    """Normally distributed numbers, by Box and Muller's way."""
    wide = "float64" if dtype == "float64" else "float32"
    pair = unit([2, *shape], seed, wide)
    radius = pelton.sqrt(-2.0 * pelton.math.log(1.0 - pair[0]))
    return pelton.cast(radius * pelton.cos(2.0 * math.pi * pair[1]), dtype)


def below(shape: Any, seed: Any, count: Any) -> Any:
    """int64 numbers in [0, count), of 64 random bits each."""
    pair = pelton.cast(bits([2, *shape], seed), "uint64")
    word = pair[0] * pelton.constant(1 << 32, "uint64") + pair[1]
    return pelton.cast(_ops.floormod(word, pelton.cast(count, "uint64")), "int64")


def part(seed: Any, number: int) -> Any:
    """A seed for one of several draws from `seed`."""
    return seed + pelton.constant([number * _GOLDEN, 0], seed.dtype)
