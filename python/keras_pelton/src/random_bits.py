"""Owns the draws by a seed tensor of Keras, which is read on its device: a generator's next seed
does not end a trace. The numbers are those of Keras on TensorFlow."""

from __future__ import annotations

from typing import Any

import pelton
from pelton._core import ops as _ops
from pelton.random.draws import KERAS_MODULUS

_STEP = 0x1E3779B9


def _words(seed: Any) -> Any:
    return pelton.math.floormod(pelton.cast(seed, "int64"), KERAS_MODULUS)


def unit(shape: Any, seed: Any, dtype: str) -> Any:
    """Numbers in [0, 1) of a floating dtype."""
    return _ops.seeded_uniform(_words(seed), list(shape), 0.0, 1.0, dtype)


def normal(shape: Any, seed: Any, dtype: str) -> Any:
    """Standard normal numbers."""
    return _ops.seeded_normal(_words(seed), list(shape), 0.0, 1.0, dtype)


def truncated_normal(shape: Any, seed: Any, dtype: str) -> Any:
    """Standard normal numbers within two deviations."""
    return _ops.seeded_truncated_normal(_words(seed), list(shape), 0.0, 1.0, dtype)


def classes(logits: Any, count: int, seed: Any) -> Any:
    """Class numbers [batch, count] by logits [batch, classes]."""
    return _ops.seeded_categorical(_words(seed), logits, count)


def below(shape: Any, seed: Any, low: int, high: int, dtype: str) -> Any:
    """Whole numbers in [low, high), int32 or int64."""
    return _ops.seeded_uniform(_words(seed), list(shape), low, high, dtype)


def below_any(shape: Any, seed: Any, count: Any) -> Any:
    """int64 numbers in [0, count), where `count` is a tensor."""
    full = _ops.seeded_uniform(_words(seed), list(shape), -(2.0**63), 2.0**63, "int64")
    rest = _ops.floormod(pelton.bitcast(full, "uint64"), pelton.cast(count, "uint64"))
    return pelton.cast(rest, "int64")


def part(seed: Any, number: int) -> Any:
    """A seed for one of several draws from `seed`."""
    return seed + pelton.constant([number * _STEP, 0], seed.dtype)
