"""Owns psnr: how near one signal is to another."""

from __future__ import annotations

import math as _math

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import floats, scalar

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def psnr(x1: TensorLike, x2: TensorLike, max_val: float) -> Tensor:
    """The ratio of `max_val` to the root mean square of x1 - x2, in decibels."""
    x1, x2 = floats(x1, x2)
    if x1.shape != x2.shape:
        raise ValueError(
            "Input shapes must match for PSNR calculation. Received: "
            f"x1.shape={tuple(x1.shape)}, x2.shape={tuple(x2.shape)}"
        )
    error = _ops.reduce_mean(_ops.squared_difference(x1, x2))
    ratio = _ops.divide(scalar(float(max_val) ** 2, error), error)
    return _ops.multiply(_ops.log(ratio), scalar(10 / _math.log(10), error))
