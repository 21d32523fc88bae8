"""Keras's ops of this family: the definitions that keras.ops on Pelton has too."""

from pelton.keras.ops.math import *  # noqa: F403
from pelton.keras.ops.math.signals import complex_numbers as _get_complex_tensor_from_tuple  # noqa: F401
