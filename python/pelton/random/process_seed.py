"""Owns the seed that `set_seed` gave, and where seeds of layers and initializers come from."""

from __future__ import annotations

import random as _python_random

import pelton as _pelton
from pelton._core import runtime as _runtime

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_MOST = 10**9
_MOST_BLOCKS = 300  # of numbers that a program draws between two questions
_seed: int | None = None


class _Unseeded:
    """Whether Python's `random` only went on from where it was when Pelton was imported.

    It computes its numbers in blocks; one that goes on has a block that follows from that start.
    Where it was not loaded then, nobody knows, and it counts as unseeded.
    """

    def __init__(self, start: Any) -> None:
        self._twin = _python_random.Random()
        self._is_known = bool(start)
        if self._is_known:
            self._twin.setstate(start)
        self._is_seeded = False

    def __bool__(self) -> bool:
        if self._is_known and not self._is_seeded:
            self._is_seeded = not self._catches_up()
        return not self._is_seeded

    def _catches_up(self) -> bool:
        now = self._block(_python_random)
        for _ in range(_MOST_BLOCKS):
            if self._block(self._twin) == now:
                return True
            self._twin.getrandbits(32 * len(now))
        return False

    @staticmethod
    def _block(generator: Any) -> tuple[int, ...]:
        """The numbers that were computed; what remains is how many of them were given."""
        state: tuple[int, ...] = generator.getstate()[1]
        return state[:-1]


_unseeded: _Unseeded | bool = _Unseeded(_pelton._state_of_random)


def note(seed: int) -> None:
    """Called by set_seed: what draws later follows from it."""
    global _seed
    _seed = seed


def get() -> int | None:
    """The seed, or None before any was given."""
    return _seed


def next_op_seed() -> int | None:
    """A seed for an op that has none of its own, TensorFlow's for the same seed; None before any
    was given."""
    return _runtime.next_op_seed()


def default_seed() -> int:
    """A seed in [1, 10**9] for a layer or initializer that was given none.

    Python's `random` draws it, as in Keras; where `set_seed` gave a seed and the program gave none
    to `random`, the process's stream does, so that models begin alike.
    """
    if _seed is not None and _unseeded:
        return _runtime.draw_seed()
    return _python_random.randint(1, _MOST)


def forget() -> None:
    """As if no seed had been given."""
    global _seed
    _seed = None


def layers_follow_python() -> None:
    """Called where Python's `random` was seeded."""
    global _unseeded
    _unseeded = False


def take_python_for_unseeded() -> None:
    """As if nobody had seeded Python's `random` until now."""
    global _unseeded
    _unseeded = _Unseeded(_python_random.getstate())
