"""Owns SeedGenerator, a seed that counts its draws, and the global one."""

from __future__ import annotations

import contextlib
import random as _python_random
from collections.abc import Iterator

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import keras_settings as _settings
from pelton._core import layers as _layers
from pelton.ops.array.creation import constant as _constant

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_MOST = 10**9


class SeedGenerator:
    """Gives a fresh pair [seed, count] for each draw; `state` is the variable that counts, one of
    the variables, but none of the weights, of a layer whose attribute the generator is.

    Without `seed` Python's `random` chooses one. Raises ValueError for what is no integer."""

    def __init__(self, seed: int | None = None, name: str | None = None, **kwargs: Any) -> None:
        if kwargs:
            raise ValueError(f"Unrecognized keyword arguments: {kwargs}")
        if seed is None:
            seed = _python_random.randint(1, _MOST)
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise ValueError(f"Argument `seed` must be an integer. Received: seed={seed}")
        self.name = name or _settings.auto_name("SeedGenerator")
        self._initial_seed = seed
        start = _constant([seed, 0], dtype=_dtypes.int64)
        self.state = _layers._variable(start, "seed_generator_state", False, self.name)

    def next(self, ordered: bool = True) -> Tensor:
        """The pair for one draw, as an int64 tensor [2]; the count moves on."""

        def claimed() -> Tensor:
            pair = self.state.read_value()
            self.state.assign(pair + [0, 1])
            return pair

        return _functions.in_turn([self.state], claimed)

    def _next_stream(self) -> tuple[int, int]:
        """Key and offset of one draw, as the engine's initializers take them."""
        key, offset = self.next()
        return int(key), int(offset)

    def _give_back(self, offset: int) -> None:
        """Takes the count back to a draw that failed, unless another thread has drawn since."""

        def back() -> None:
            key, count = self.state.read_value()
            if int(count) == offset + 1:
                self.state.assign([int(key), offset])

        _functions.in_turn([self.state], back)

    def get_config(self) -> dict[str, Any]:
        """What `from_config` makes an equal generator of; the count starts anew."""
        return {"seed": self._initial_seed, "name": self.name}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> SeedGenerator:
        """A generator of this config."""
        return cls(**config)


SeedGenerator.__module__ = "pelton.keras.random"  # by which it is written, as in Keras
_global: SeedGenerator | None = None


def forget_global() -> None:
    """Lets the next draw without a seed ask Python's `random` for a new global seed."""
    global _global
    _global = None


@contextlib.contextmanager
def stream_of(seed: int | SeedGenerator | None) -> Iterator[tuple[int, int]]:
    """Gives key and offset of one draw; a generator counts it when nothing was raised inside.

    Raises ValueError for what is no integer or SeedGenerator."""
    global _global
    if seed is None:
        if _global is None:
            _global = SeedGenerator(name="global_seed_generator")
        seed = _global
    if isinstance(seed, SeedGenerator):
        key, offset = seed._next_stream()
        try:
            yield key, offset
        except BaseException:
            seed._give_back(offset)
            raise
        return
    if isinstance(seed, int) and not isinstance(seed, bool):
        yield seed, 0
        return
    raise ValueError(
        "Argument `seed` must be either an integer or an instance of `SeedGenerator`. "
        f"Received: seed={seed} (of type {type(seed)})"
    )
