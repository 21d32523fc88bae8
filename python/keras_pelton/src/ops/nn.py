"""Keras's ops of this family: the definitions that keras.ops on Pelton has too."""

from pelton.keras.ops.nn import *  # noqa: F403
from pelton.keras.ops.numpy import tanh as tanh
