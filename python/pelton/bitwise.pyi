"""Types of pelton.bitwise. Made by `dev.py stubs`; do not edit."""

from pelton._core.ops import bitwise_and as bitwise_and
from pelton._core.ops import bitwise_invert as invert
from pelton._core.ops import bitwise_or as bitwise_or
from pelton._core.ops import bitwise_xor as bitwise_xor
from pelton._core.ops import left_shift as left_shift
from pelton._core.ops import right_shift as right_shift
