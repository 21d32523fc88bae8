"""Owns SeedGenerator, a seed that counts its draws, and the global one."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import keras_settings as _settings
from pelton._core import layers as _layers
from pelton._core import ops as _ops
from pelton._core import runtime as _runtime
from pelton.names.named_refusals import named_method, truth
from pelton.ops.array.creation import constant as _constant
from pelton.random.draws import KERAS_MODULUS as _KERAS_MODULUS
from pelton.random.process_seed import default_seed

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def _after(pair: Any, ordered: bool) -> Any:
    """The state after a draw, a tensor or an array."""
    return pair + [0, 1] if ordered else (pair + 1) * 5387 % 933199


class SeedGenerator:
    """Gives a fresh pair [seed, count] for each draw; `state` is the variable that counts, one of
    the variables, but none of the weights, of a layer whose attribute the generator is.

    Without `seed` Python's `random` chooses one. Raises ValueError for what is no integer."""

    def __init__(self, seed: int | None = None, name: str | None = None, **kwargs: Any) -> None:
        if kwargs:
            raise ValueError(f"Unrecognized keyword arguments: {kwargs}")
        self._initial_seed = seed
        if seed is None:
            seed = default_seed()
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise ValueError(f"Argument `seed` must be an integer. Received: seed={seed}")
        self.name = name or _settings.auto_name("SeedGenerator")
        start = _constant([seed, 0], dtype=_dtypes.int64)
        self.state = _layers._variable(start, "seed_generator_state", False, self.name)
        self._counted: Any = None

    @classmethod
    def _of_state(cls, state: Any, seed: int | None) -> SeedGenerator:
        """The generator whose `state` the variable is, which was made by `seed`."""
        made = cls.__new__(cls)
        made._initial_seed, made.state, made._counted = seed, state, None
        made.name = state.path.split("/")[-2]
        return made

    def _number(self) -> int:
        """What ops of the engine take as their seed to draw by this generator."""
        if self._counted is None:
            self._counted = _runtime.SeedState(self.state)
        number: int = self._counted.number
        return number

    def next(self, ordered: bool = True) -> Tensor:
        """The pair for one draw, as an int64 tensor [2]; the count moves on. Where it is not
        `ordered`, both numbers change to near-unique ones."""

        ordered = truth("SeedGenerator.next: `ordered`", ordered)

        def claimed() -> Tensor:
            pair = self.state.read_value()
            self.state.assign(_after(pair, ordered))
            return pair

        return _functions.in_turn([self.state], claimed)

    def _next_pair(self) -> tuple[int, int]:
        """Seed and count of one draw, as the engine's initializers take them."""
        seed, count = self.next().numpy().tolist()
        return seed, count

    def _give_back(self, pair: Tensor, ordered: bool) -> None:
        """Takes the count back to a draw that failed, unless another thread has drawn since."""
        before = pair.numpy()

        def back() -> None:
            if (self.state.read_value().numpy() == _after(before, ordered)).all():
                self.state.assign(before)

        _functions.in_turn([self.state], back)

    def get_config(self) -> dict[str, Any]:
        """What `from_config` makes an equal generator of; the count starts anew."""
        return {"seed": self._initial_seed, "name": self.name}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> SeedGenerator:
        """A generator of this config; TypeError where it holds other names than `seed` and
        `name`."""
        if not isinstance(config, dict) or any(not isinstance(key, str) for key in config):
            raise TypeError(f"SeedGenerator.from_config: argument `config` got {config!r}")
        return cls(**config)


SeedGenerator.__module__ = "pelton.keras.random"  # by which it is written, as in Keras
_global: SeedGenerator | None = None


def forget_global() -> None:
    """Lets the next draw without a seed ask Python's `random` for a new global seed."""
    global _global
    _global = None


@contextlib.contextmanager
def seed_of(seed: int | SeedGenerator | None) -> Iterator[Tensor]:
    """Gives the seed [2] of one draw; a generator counts it when nothing was raised inside.

    Raises ValueError for what is no integer or SeedGenerator."""
    global _global
    ordered = seed is not None
    if seed is None:
        if _global is None:
            _global = SeedGenerator(name="global_seed_generator")
        seed = _global
    if isinstance(seed, SeedGenerator):
        pair = seed.next(ordered)
        try:
            yield _ops.floormod(pair, _KERAS_MODULUS)
        except BaseException:
            if not _functions.is_symbolic(pair):
                seed._give_back(pair, ordered)
            raise
        return
    if isinstance(seed, int) and not isinstance(seed, bool):
        yield _constant([seed % _KERAS_MODULUS, 0], dtype=_dtypes.int64)
        return
    raise ValueError(
        "Argument `seed` must be either an integer or an instance of `SeedGenerator`. "
        f"Received: seed={seed} (of type {type(seed)})"
    )


@contextlib.contextmanager
def stream_of(seed: int | SeedGenerator | None) -> Iterator[tuple[int, int]]:
    """``seed_of`` as key and offset of Philox, for what reads them on the host."""
    with seed_of(seed) as pair:
        first, second = pair.numpy().tolist()
        yield _runtime.seeded_stream(first, second)


SeedGenerator.__init__ = named_method(SeedGenerator.__init__)  # type: ignore[method-assign]
