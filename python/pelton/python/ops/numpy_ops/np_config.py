"""Owns ``np_config.enable_numpy_behavior``."""

from __future__ import annotations


def enable_numpy_behavior(
    prefer_float32: bool = False, dtype_conversion_mode: str = "legacy"
) -> None:
    """As tf.experimental.numpy.experimental_enable_numpy_behavior."""
    from pelton.experimental import numpy

    numpy.experimental_enable_numpy_behavior(prefer_float32, dtype_conversion_mode)
