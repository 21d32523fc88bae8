"""Owns keras.backend's random numbers; `seed` decides them, or the global generator."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.backend.refusals import name_refusals as _name_refusals
from pelton.keras.ops.conversion import convert, convert_as
from pelton.keras.ops.dtypes import dtype_name

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import ShapeLike, TensorLike


def random_normal(
    shape: ShapeLike, mean: float = 0.0, stddev: float = 1.0, dtype: Any = None, seed: Any = None
) -> Tensor:
    """Normal numbers."""
    from pelton.random import normal

    return normal(shape, mean, stddev, dtype_name(dtype), seed)


def random_uniform(
    shape: ShapeLike,
    minval: float = 0.0,
    maxval: float = 1.0,
    dtype: Any = None,
    seed: Any = None,
) -> Tensor:
    """Even numbers in [minval, maxval)."""
    from pelton.random import uniform

    return uniform(shape, minval, maxval, dtype_name(dtype), seed)


def random_bernoulli(
    shape: ShapeLike, p: float = 0.0, dtype: Any = None, seed: Any = None
) -> Tensor:
    """1 with probability `p`, else 0."""
    name = dtype_name(dtype)
    drawn = random_uniform(shape, 0.0, 1.0, name, seed)
    return _ops.cast(_ops.less_equal(drawn, convert_as(p, name)), name)


def truncated_normal(
    shape: ShapeLike, mean: float = 0.0, stddev: float = 1.0, dtype: Any = None, seed: Any = None
) -> Tensor:
    """Normal numbers within two deviations of the mean."""
    from pelton.random import truncated_normal as draw

    return draw(shape, mean, stddev, dtype_name(dtype), seed)


def random_normal_variable(
    shape: ShapeLike,
    mean: float,
    scale: float,
    dtype: Any = None,
    name: str | None = None,
    seed: Any = None,
) -> Any:
    """A Variable of normal numbers with the deviation `scale`."""
    from pelton.keras.backend.values import variable

    return variable(random_normal(shape, mean, scale, dtype, seed), dtype, name)


def random_uniform_variable(
    shape: ShapeLike,
    low: float,
    high: float,
    dtype: Any = None,
    name: str | None = None,
    seed: Any = None,
) -> Any:
    """A Variable of even numbers in [low, high)."""
    from pelton.keras.backend.values import variable

    return variable(random_uniform(shape, low, high, dtype, seed), dtype, name)


def dropout(x: TensorLike, level: float, noise_shape: Any = None, seed: Any = None) -> Tensor:
    """`x` with a share `level` of its elements 0 and the others greater by as much."""
    from pelton.nn import dropout as drop

    return drop(convert(x), level, noise_shape=noise_shape, seed=seed)


_name_refusals(globals())
