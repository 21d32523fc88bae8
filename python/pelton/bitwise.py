"""Owns ``tf.bitwise``: ops on the bits of integers."""

from pelton._core.ops import (
    bitwise_and,
    bitwise_or,
    bitwise_xor,
    left_shift,
    right_shift,
)
from pelton._core.ops import bitwise_invert as invert

__all__ = ["bitwise_and", "bitwise_or", "bitwise_xor", "invert", "left_shift", "right_shift"]
