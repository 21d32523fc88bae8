"""Owns Generator, which keeps the state of its stream in a variable, and the global one.

The state has TensorFlow's layout: two halves of a 128-bit counter, then the key. A draw of n
numbers moves the counter by 256 n.
"""

from __future__ import annotations

import contextlib
import contextvars
import os

from pelton import dtypes as _dtypes
from pelton._core import Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.random import draws as _draws
from pelton.random import rejections as _rejections
from pelton.random.algorithm import Algorithm, check_algorithm

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, ShapeLike, TensorLike

_STATE_SIZE = 3
_STEP = 256  # of the counter, per number
_WORD = 2**64


_before: contextvars.ContextVar[dict[int, Any] | None] = contextvars.ContextVar(
    "_before", default=None
)


@contextlib.contextmanager
def states_kept() -> Iterator[None]:
    """Within it generators draw, and afterwards have the states that they had."""
    states: dict[int, tuple[Variable, Tensor]] = {}
    token = _before.set(states)
    try:
        yield
    finally:
        _before.reset(token)
        for variable, state in states.values():
            variable.assign(state)


def _signed(word: int) -> int:
    word %= _WORD
    return word - _WORD if word >= _WORD // 2 else word


def _whole_numbers(value: TensorLike, what: str, count: int) -> list[int]:
    """``value`` as 1 to ``count`` Python integers; raises TypeError or ValueError."""
    tensor = _functions.convert(value)
    if not tensor.dtype.is_integer:
        raise TypeError(f"{what} must be made of integers, got dtype {tensor.dtype.name}")
    shape = tuple(tensor.shape)
    if len(shape) > 1 or not 1 <= (shape[0] if shape else 1) <= count:
        raise ValueError(f"{what} must be a scalar or have 1 to {count} elements, got {shape}")
    return [int(tensor)] if not shape else [int(word) for word in tensor]


def create_rng_state(seed: TensorLike, alg: str | int | Algorithm | None) -> Tensor:
    """The state [3] (int64) of a Generator with this seed: an integer or up to three of them."""
    check_algorithm(alg)
    if isinstance(seed, int) and not isinstance(seed, bool):
        words = [seed, -1 if seed < 0 else 0, -1 if seed < 0 else 0]
    else:
        words = _whole_numbers(seed, "seed", _STATE_SIZE)
        fill = -1 if words[0] < 0 and len(words) == 1 else 0
        few = len(words) == 1
        # TensorFlow puts several words at the end of the state, one at its beginning.
        words = [words[0], fill, fill] if few else [0] * (_STATE_SIZE - len(words)) + words
    return _functions.convert([_signed(word) for word in words], _dtypes.int64)


class Generator:
    """A stream of random numbers that goes on with every draw.

    Made by ``from_seed``, ``from_state``, ``from_key_counter``, ``from_non_deterministic_state`` or
    as a copy (``copy_from``). ``alg`` is Philox; others raise. Uniform and normal numbers are those
    of TensorFlow's class.
    """

    def __init__(
        self,
        copy_from: Generator | None = None,
        state: TensorLike | None = None,
        alg: str | int | Algorithm | None = None,
    ) -> None:
        if (copy_from is None) == (state is None):
            raise ValueError("Generator: give either `copy_from` or `state` with `alg`")
        if copy_from is not None:
            if not isinstance(copy_from, Generator):
                raise TypeError(f"copy_from must be a Generator, got {copy_from!r}")
            state, alg = copy_from.state.read_value(), "philox"
        check_algorithm(alg)
        self._state = Variable(
            _checked_state(state), dtype=_dtypes.int64, trainable=False, name="StateVar"
        )

    @classmethod
    def from_state(cls, state: TensorLike, alg: str | int | Algorithm | None) -> Generator:
        """A generator that goes on from ``state``: three integers."""
        return cls(state=state, alg=alg)

    @classmethod
    def from_seed(cls, seed: TensorLike, alg: str | int | Algorithm | None = None) -> Generator:
        """A generator whose numbers ``seed`` decides."""
        return cls(state=create_rng_state(seed, alg), alg=alg)

    @classmethod
    def from_key_counter(
        cls, key: TensorLike, counter: TensorLike, alg: str | int | Algorithm | None
    ) -> Generator:
        """A generator of this key and 128-bit counter (two integers, the lower half first)."""
        return cls(state=_key_counter_state(key, counter), alg=alg)

    @classmethod
    def from_non_deterministic_state(cls, alg: str | int | Algorithm | None = None) -> Generator:
        """A generator that the operating system seeds."""
        words = [_signed(int.from_bytes(os.urandom(8), "little")) for _ in range(_STATE_SIZE)]
        return cls(state=words, alg=alg)

    def _checkpoint_children(self) -> list[tuple[str, Variable]]:
        return [("_state_var", self._state)]

    @property
    def state(self) -> Variable:
        """The variable that holds the state: int64 [3]."""
        return self._state

    @property
    def key(self) -> Tensor:
        """The key, as a 0-d int64 tensor."""
        return self._state[2] + 0

    @property
    def algorithm(self) -> int:
        """The number of the algorithm: 1, Philox."""
        return Algorithm.PHILOX.value

    def _words(self) -> list[int]:
        # In one: no path for each state.
        words: list[int] = self._state.read_value().numpy().tolist()
        return words

    def skip(self, delta: int) -> None:
        """Moves the counter as a draw of ``delta`` numbers does."""
        delta = int(delta)

        def move() -> None:
            kept = _before.get()
            if kept is not None:
                kept.setdefault(id(self), (self._state, self._state.read_value()))
            low, high, key = self._words()
            counter = low % _WORD + (high % _WORD) * _WORD + delta * _STEP
            self._state.assign([_signed(counter), _signed(counter // _WORD), key])

        _functions.in_turn([self._state], move)

    def reset(self, state: TensorLike) -> None:
        """Goes on from ``state``."""
        self._state.assign(_checked_state(state))

    def reset_from_seed(self, seed: TensorLike) -> None:
        """Goes on as a generator of this seed."""
        self._state.assign(create_rng_state(seed, "philox"))

    def reset_from_key_counter(self, key: TensorLike, counter: TensorLike) -> None:
        """Goes on as a generator of this key and counter."""
        self._state.assign(_key_counter_state(key, counter))

    def normal(
        self,
        shape: ShapeLike,
        mean: TensorLike = 0.0,
        stddev: TensorLike = 1.0,
        dtype: DTypeLike = _dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Normally distributed numbers of a floating ``dtype``."""
        draw = _draws.normal
        return self._draw(draw, shape, _ops.random_normal, mean=mean, stddev=stddev, dtype=dtype)

    def truncated_normal(
        self,
        shape: ShapeLike,
        mean: TensorLike = 0.0,
        stddev: TensorLike = 1.0,
        dtype: DTypeLike = _dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Normal numbers within two deviations of the mean."""
        draw = _draws.normal
        return self._draw(draw, shape, _ops.truncated_normal, mean=mean, stddev=stddev, dtype=dtype)

    def uniform(
        self,
        shape: ShapeLike,
        minval: TensorLike | None = 0,
        maxval: TensorLike | None = None,
        dtype: DTypeLike = _dtypes.float32,
        name: str | None = None,
    ) -> Tensor:
        """Numbers in [minval, maxval); ``maxval`` is 1 for floats, integers need both bounds.

        Raises ValueError for an integer dtype with one bound only.
        """
        dtype = _dtypes.as_dtype(dtype)
        if dtype.is_integer and (minval is None) != (maxval is None):
            raise ValueError(
                f"For integer dtype {dtype!r}, minval and maxval must be both `None` or both "
                f"non-`None`; got minval={minval} and maxval={maxval}"
            )
        draw, op = _draws.uniform_or_full, _ops.random_uniform
        return self._draw(draw, shape, op, minval=minval, maxval=maxval, dtype=dtype)

    def uniform_full_int(
        self, shape: ShapeLike, dtype: DTypeLike = _dtypes.uint64, name: str | None = None
    ) -> Tensor:
        """Whole numbers of all of an integer dtype's 32 or 64 bits."""
        return self.uniform(shape, None, None, dtype)

    def binomial(
        self,
        shape: ShapeLike,
        counts: TensorLike,
        probs: TensorLike,
        dtype: DTypeLike = _dtypes.int32,
        name: str | None = None,
    ) -> Tensor:
        """How many of ``counts`` trials succeed with probability ``probs``; both broadcast."""
        draw = _rejections.binomial
        arguments = {"counts": counts, "probs": probs, "dtype": dtype}
        return self._draw(draw, shape, _ops.random_binomial, **arguments)

    def make_seeds(self, count: int = 1) -> Tensor:
        """Seeds [2, count] for the stateless functions, one per column."""
        first = self.uniform_full_int([count], _dtypes.int64)
        return _ops.stack([first, _functions.zeros_like(first, None)], 0)

    def split(self, count: int = 1) -> list[Generator]:
        """``count`` generators of their own."""
        keys = self.make_seeds(count)[0]
        return [Generator(state=[0, 0, int(key)], alg="philox") for key in keys]

    def _draw(self, draw: Any, shape: ShapeLike, *op: Any, **kwargs: Any) -> Tensor:
        """The numbers, no other thread's; the state moves only when they could be drawn."""

        def drawn() -> Tensor:
            low, high, key = self._words()
            numbers = draw(*op, (key, high, low), shape, **kwargs)
            self.skip(numbers.shape.num_elements())
            return numbers

        return _functions.in_turn([self._state], drawn)


def _checked_state(state: TensorLike) -> Tensor:
    tensor = _functions.convert(state)
    if tuple(tensor.shape) != (_STATE_SIZE,):
        raise ValueError(f"Shapes {tensor.shape} and [{_STATE_SIZE}] are incompatible")
    if not tensor.dtype.is_integer:
        raise TypeError(f"a generator's state is made of integers, got {tensor.dtype.name}")
    return _ops.cast(tensor, _dtypes.int64)


def _key_counter_state(key: TensorLike, counter: TensorLike) -> list[int]:
    words = _whole_numbers(counter, "counter", 2)
    (key,) = _whole_numbers(key, "key", 1)
    return [*words, *[0] * (2 - len(words)), key]


_global: Generator | None = None


def get_global_generator() -> Generator:
    """The generator that this process shares; the system seeds it on first use."""
    global _global
    if _global is None:
        _global = Generator.from_non_deterministic_state()
    return _global


def set_global_generator(generator: Generator) -> None:
    """Makes ``generator`` the one that this process shares."""
    global _global
    if not isinstance(generator, Generator):
        raise TypeError(f"expected a Generator, got {generator!r}")
    _global = generator


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
