"""Owns normal numbers between bounds of their own."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ops.array.sizes import integers
from pelton.random.stateless import stateless_uniform

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def stateless_parameterized_truncated_normal(
    shape: Any,
    seed: TensorLike,
    means: TensorLike = 0.0,
    stddevs: TensorLike = 1.0,
    minvals: TensorLike = -2.0,
    maxvals: TensorLike = 2.0,
    name: str | None = None,
) -> Tensor:
    """Normal numbers in [minvals, maxvals], the same for the same `seed` of two integers.

    The parameters broadcast to `shape`. Drawn by the inverse of the distribution function, in
    float64; differentiable by all parameters. TensorFlow's numbers differ for the same seed."""
    given = [_functions.convert(means)]
    dtype = given[0].dtype
    given += [_functions.convert_like(x, dtype) for x in (stddevs, minvals, maxvals)]
    op = "stateless_parameterized_truncated_normal"
    if not dtype.is_floating:
        raise TypeError(f"{op}: means must be floating, got {dtype.name}")
    sizes = integers(op, "shape", shape)
    wide = [_ops.broadcast_to(_ops.cast(x, _dtypes.float64), sizes) for x in given]
    mean, deviation, low, high = wide
    draws = stateless_uniform(sizes, seed, dtype=_dtypes.float64)
    # The half in which probabilities are small, where they are exact; mirrored where it is above.
    first, last = (low - mean) / deviation, (high - mean) / deviation
    sign = _ops.where(_ops.greater(first, _ops.zeros_like(first)), -1.0, 1.0)
    sign = _ops.cast(sign, _dtypes.float64)
    least, most = _below(first * sign), _below(last * sign)
    found = sign * _ops.ndtri(least + draws * (most - least))
    return _ops.cast(_ops.clip_by_value(mean + deviation * found, low, high), dtype)


def _below(x: Tensor) -> Tensor:
    """The probability of a normal number below x."""
    return 0.5 * _ops.erfc(x * -(0.5**0.5))
