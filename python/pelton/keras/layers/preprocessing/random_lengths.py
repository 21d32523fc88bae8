"""RandomHeight and RandomWidth: images of a random height or width. Layers of Keras 2 that tf.keras
kept."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.image import sizes as _sizes
from pelton.keras.layers import library_layer
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class _RandomLength(LibraryLayer):
    """Images (..., height, width, channels) of which one size is drawn anew for each call in
    training."""

    _axis = -3

    def __init__(
        self, factor: Any, interpolation: str = "bilinear", seed: int | None = None, **kwargs: Any
    ) -> None:
        from pelton.keras.random.seed_generator import SeedGenerator

        super().__init__(**kwargs)
        ends = factor if isinstance(factor, (tuple, list)) else (-factor, factor)
        if len(ends) != 2 or ends[0] > ends[1] or ends[0] < -1:
            raise ValueError(
                "`factor` must be a number, or two of which the first is the lower, from -1 on. "
                f"Received: factor={factor} [{type(self).__name__}]"
            )
        self._low, self._high = 1.0 + ends[0], 1.0 + ends[1]
        self.factor, self.interpolation = factor, interpolation
        self.seed = library_layer.seed(self, seed)
        self.seed_generator = SeedGenerator(self.seed)

    def call(self, inputs: Any, training: bool = True) -> Tensor:
        x = library_layer.as_tensor(self, "inputs", inputs)
        x = _ops.cast(
            x if isinstance(x, Tensor) else _functions.convert(x), dtype=self.compute_dtype
        )
        return self._resized(x) if training else x

    def _resized(self, x: Tensor) -> Tensor:
        from pelton.image import resize
        from pelton.keras.random.draws import uniform

        if _functions.is_symbolic(x):
            return _functions.symbolic(self.compute_output_shape(x.shape), x.dtype)
        sizes = [_functions.convert(_sizes.size_of(x, axis)) for axis in (x.ndim - 3, x.ndim - 2)]
        drawn = uniform([], self._low, self._high, "float32", self.seed_generator)
        length = drawn * _ops.cast(sizes[self._axis + 3], dtype="float32")
        sizes[self._axis + 3] = length
        size = _ops.stack([_ops.cast(one, dtype="int32") for one in sizes])
        return _ops.cast(resize(x, size, method=self.interpolation), dtype=self.compute_dtype)

    def compute_output_shape(self, input_shape: Any) -> Any:
        shape = list(input_shape)
        shape[self._axis] = None
        return tuple(shape)

    def get_config(self) -> dict[str, Any]:
        own = {"factor": self.factor, "interpolation": self.interpolation, "seed": self.seed}
        return {**super().get_config(), **own}


class RandomHeight(_RandomLength):
    """Images of a height between (1 + low) and (1 + high) times their own, in training; `factor` is
    (low, high), or high where low is its negative. Raises ValueError for a factor below -1."""


class RandomWidth(_RandomLength):
    """Images of a width between (1 + low) and (1 + high) times their own, in training; `factor` is
    (low, high), or high where low is its negative. Raises ValueError for a factor below -1."""

    _axis = -2
