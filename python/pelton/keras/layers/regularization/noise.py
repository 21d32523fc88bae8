"""GaussianNoise, GaussianDropout and AlphaDropout: noise in training, nothing else."""

from __future__ import annotations

import math

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.layers import library_layer
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.random.seed_generator import SeedGenerator

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_SCALED_ALPHA = -1.6732632423543772 * 1.0507009873554805  # where SELU ends below


def sizes_of(x: Tensor) -> Any:
    """The sizes of a tensor: numbers where all are known, else a tensor."""
    sizes = tuple(x.shape)
    return _ops.shape(x) if None in sizes else sizes


class _Noise(LibraryLayer):
    """What the three share: a share or deviation in [0, 1], a seed, inputs of floats."""

    supports_masking = True
    _argument = "rate"

    def __init__(self, amount: float, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        setattr(self, self._argument, library_layer.rate(self, self._argument, amount))
        self.seed = library_layer.seed(self, seed)
        if amount > 0:
            self.seed_generator = SeedGenerator(seed)
        self._build_at_init()

    def call(self, inputs: Any, training: bool = False) -> Tensor:
        x = library_layer.as_tensor(self, "inputs", inputs)
        x = x if isinstance(x, Tensor) else _functions.convert(x)
        if not training or not getattr(self, self._argument) > 0:
            return x
        return self._noisy(x)

    def _normal(self, x: Tensor, mean: float, stddev: float) -> Tensor:
        from pelton.keras.random import normal

        return normal(sizes_of(x), mean, stddev, x.dtype, seed=self.seed_generator)

    def compute_output_shape(self, input_shape: Any) -> Any:
        return tuple(input_shape)

    def get_config(self) -> dict[str, Any]:
        own = {self._argument: getattr(self, self._argument), "seed": self.seed}
        return {**super().get_config(), **own}


class GaussianNoise(_Noise):
    """In training adds normal noise of deviation `stddev`, in [0, 1]."""

    _argument = "stddev"

    def __init__(self, stddev: float, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(stddev, seed, **kwargs)

    def _noisy(self, x: Tensor) -> Tensor:
        return x + self._normal(x, 0.0, self.stddev)


class GaussianDropout(_Noise):
    """In training multiplies by normal noise of mean 1 and variance rate / (1 - rate)."""

    def __init__(self, rate: float, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(rate, seed, **kwargs)

    def _noisy(self, x: Tensor) -> Tensor:
        if self.rate == 1:
            raise ValueError(f"GaussianDropout '{self.name}': a rate of 1 has no finite deviation")
        return x * self._normal(x, 1.0, math.sqrt(self.rate / (1 - self.rate)))


class AlphaDropout(_Noise):
    """In training sets a share `rate` of inputs to where SELU ends below, and moves all so that
    mean and variance stay. Along sizes of 1 in `noise_shape` inputs fall together."""

    def __init__(
        self,
        rate: float,
        noise_shape: Sequence[int | None] | None = None,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(rate, seed, **kwargs)
        self.noise_shape = noise_shape

    def _noisy(self, x: Tensor) -> Tensor:
        from pelton.keras.random import uniform

        sizes = sizes_of(x)
        if self.noise_shape is not None:
            given = zip(self.noise_shape, tuple(x.shape), strict=True)
            sizes = [own if size is None else size for size, own in given]
        drawn = uniform(sizes, 0.0, 1.0, "float32", seed=self.seed_generator)
        kept = _ops.cast(_ops.greater_equal(drawn, self.rate), x.dtype)
        a = ((1 - self.rate) * (1 + self.rate * _SCALED_ALPHA**2)) ** -0.5
        return (x * kept + (1.0 - kept) * _SCALED_ALPHA) * a - a * _SCALED_ALPHA * self.rate

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "noise_shape": self.noise_shape}
