"""Owns polar: complex numbers of lengths and angles."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import floats

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def polar(abs_: TensorLike, angle: TensorLike) -> Tensor:
    """abs_ * (cos(angle) + i sin(angle)), complex."""
    length, angle = floats(abs_, angle)
    return _ops.complex(
        _ops.multiply(length, _ops.cos(angle)), _ops.multiply(length, _ops.sin(angle))
    )
