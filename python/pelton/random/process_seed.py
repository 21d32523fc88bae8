"""Owns the seed that `set_seed` gave, and where seeds of layers and initializers come from."""

from __future__ import annotations

import random as _python_random

from pelton._core import runtime as _runtime

_MOST = 10**9
_seed: int | None = None
_seeds_layers = False  # whether the process's stream does, not Python's `random`


def note(seed: int) -> None:
    """Called by set_seed: what draws later follows from it."""
    global _seed, _seeds_layers
    _seed, _seeds_layers = seed, True


def layers_follow_python() -> None:
    """Python's `random` was seeded too: layers draw from it, as in Keras."""
    global _seeds_layers
    _seeds_layers = False


def get() -> int | None:
    """The seed, or None before any was given."""
    return _seed


def next_op_seed() -> int:
    """A seed for an op that has none of its own; TensorFlow's for the same seed."""
    return _runtime.next_op_seed()


def default_seed() -> int:
    """A seed in [1, 10**9] for a layer or initializer that was given none.

    Python's `random` draws it, as in Keras; where nothing but `set_seed` gave a seed, the process's
    stream does, so that models begin alike.
    """
    return _runtime.draw_seed() if _seeds_layers else _python_random.randint(1, _MOST)


def forget() -> None:
    """As if no seed had been given."""
    global _seed, _seeds_layers
    _seed, _seeds_layers = None, False
