"""Keeps Keras's default float dtype and that of the ops' definitions the same."""

from __future__ import annotations

import functools
import sys

from keras.src.backend import config

from pelton._core import keras_settings


def share() -> None:
    """From now on Keras's default float dtype is Pelton's too, beginning with that of now."""
    set_stock = config.set_floatx
    keras_settings.set_floatx(config.floatx())

    @functools.wraps(set_stock)
    def set_both(value: str) -> None:
        set_stock(value)
        keras_settings.set_floatx(value)

    for module in (config, sys.modules["keras.src.backend"]):
        module.set_floatx = set_both  # type: ignore[attr-defined]
