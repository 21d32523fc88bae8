"""Keras's ops of this family: the definitions that keras.ops on Pelton has too."""

from pelton.keras.ops.linalg import *  # noqa: F403
