"""Keeps the defaults of Keras and of the definitions of ops the same: float dtype and channels."""

from __future__ import annotations

import functools
import sys

from keras.src.backend import config

from pelton._core import keras_settings
from pelton.keras.ops import conversion


def share() -> None:
    """From now on Keras's defaults are Pelton's too, beginning with those of now."""
    conversion.default_data_format = config.image_data_format
    set_stock = config.set_floatx
    keras_settings.set_floatx(config.floatx())

    @functools.wraps(set_stock)
    def set_both(value: str) -> None:
        set_stock(value)
        keras_settings.set_floatx(value)

    for module in (config, sys.modules["keras.src.backend"]):
        module.set_floatx = set_both  # type: ignore[attr-defined]
