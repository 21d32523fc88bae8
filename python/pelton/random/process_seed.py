"""Owns the seed that `set_seed` gave, and the seeds of ops that follow from it in order."""

from __future__ import annotations

import random as _random

_seed: int | None = None
_ops = _random.Random(0)


def note(seed: int) -> None:
    """Called by set_seed: the seeds of ops begin anew."""
    global _seed, _ops
    _seed = seed
    _ops = _random.Random(seed)


def get() -> int | None:
    """The seed, or None before any was given."""
    return _seed


def next_op_seed() -> int:
    """A seed for an op that has none of its own; TensorFlow's for the same seed."""
    return _ops.randint(0, 2**31 - 1)


def forget() -> None:
    """As if no seed had been given."""
    global _seed
    _seed = None
