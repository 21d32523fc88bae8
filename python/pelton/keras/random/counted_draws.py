"""Uniform numbers that a SeedGenerator's seed and count decide, computed from them as tensors, so
that a traced function draws new ones in each run."""

from __future__ import annotations

from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton.keras.random.seed_generator import SeedGenerator

_LOW = (1 << 32) - 1
# Shifts and factors of a mix of 32 bits in which each bit changes about half of the others; the
# factors are below 2^31, so that products fit into int64.
_STEPS = ((16, 0x21F0AAAD), (15, 0x735A2D97))
_LAST_SHIFT = 15
_STRIDE = 0x1E3779B9


def _mixed(x: Tensor) -> Tensor:
    """The mix of the lower 32 bits of int64 numbers."""
    x = _ops.bitwise_and(x, _LOW)
    for shift, factor in _STEPS:
        x = _ops.bitwise_xor(x, _ops.right_shift(x, shift))
        x = _ops.bitwise_and(x * factor, _LOW)
    return _ops.bitwise_xor(x, _ops.right_shift(x, _LAST_SHIFT))


def uniform(generator: SeedGenerator, count: Any, low: float, high: float) -> Tensor:
    """`count` numbers in [low, high), float32; an int or a tensor. The generator moves on by one
    draw."""
    seed, drawn = _ops.unstack(generator.next(), num=2)
    start = _mixed(_mixed(seed) + _mixed(_ops.right_shift(seed, 32) + 1))
    start = _mixed(start + drawn * _STRIDE)
    places = _ops.iota(count, "int64") * _STRIDE
    bits = _mixed(_mixed(places + start) + start)
    return _ops.cast(_ops.right_shift(bits, 8), "float32") * (2.0**-24 * (high - low)) + low
