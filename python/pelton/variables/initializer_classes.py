"""Owns TensorFlow's names of initializers: those of Keras, and random ones that draw at each call.

A Keras initializer without a seed gives the same numbers whenever it is called; these do not. With
one they do too, whatever the process's seed is.
"""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton import random as _random
from pelton.random import stateless as _stateless

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, ShapeLike

__all__ = ["constant_initializer", "random_normal_initializer", "random_uniform_initializer"]

_OF_KERAS = {
    "ones_initializer": "Ones",
    "zeros_initializer": "Zeros",
}


def __getattr__(name: str) -> Any:
    if name not in _OF_KERAS:
        raise AttributeError(
            f"module 'pelton.variables.initializer_classes' has no attribute {name!r}"
        )
    from pelton.keras import initializers

    return getattr(initializers, _OF_KERAS[name])


class constant_initializer:  # noqa: N801 - TensorFlow's name
    """A constant: one number everywhere, or as many as there are elements, in order. Raises
    TypeError for a function."""

    def __init__(self, value: Any = 0, support_partition: bool = False) -> None:
        if callable(value):
            raise TypeError(
                "Invalid type for initial value: constant_initializer takes a number, a list or an "
                f"array, got {type(value).__name__}"
            )
        self.value = value

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        """The constant in ``dtype``, that of the value unless given. Raises TypeError where it has
        another number of elements."""
        from pelton.ops.array.creation import constant

        return constant(self.value, dtype, shape)

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        return {"value": self.value}


class random_normal_initializer:  # noqa: N801 - TensorFlow's name
    """Normally distributed numbers."""

    def __init__(self, mean: float = 0.0, stddev: float = 0.05, seed: int | None = None) -> None:
        self.mean, self.stddev, self.seed = mean, stddev, seed

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        """Numbers of ``dtype``, float32 unless given."""
        kind = dtype or _dtypes.float32
        if self.seed is None:
            return _random.normal(shape, self.mean, self.stddev, kind)
        return _stateless.stateless_normal(shape, [self.seed, 0], self.mean, self.stddev, kind)

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        return {"mean": self.mean, "stddev": self.stddev, "seed": self.seed}


class random_uniform_initializer:  # noqa: N801 - TensorFlow's name
    """Numbers in [minval, maxval)."""

    def __init__(
        self, minval: float = -0.05, maxval: float = 0.05, seed: int | None = None
    ) -> None:
        self.minval, self.maxval, self.seed = minval, maxval, seed

    def __call__(self, shape: ShapeLike, dtype: DTypeLike | None = None, **kwargs: Any) -> Tensor:
        """Numbers of ``dtype``, float32 unless given."""
        kind = dtype or _dtypes.float32
        if self.seed is None:
            return _random.uniform(shape, self.minval, self.maxval, kind)
        return _stateless.stateless_uniform(shape, [self.seed, 0], self.minval, self.maxval, kind)

    def get_config(self) -> dict[str, Any]:
        """The constructor's arguments."""
        return {"minval": self.minval, "maxval": self.maxval, "seed": self.seed}


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
