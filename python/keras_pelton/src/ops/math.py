"""Keras's ops of this family: the definitions that keras.ops on Pelton has too."""

from pelton.keras.ops.math import *  # noqa: F403
