"""keras.backend: process-wide settings and clear_session."""

from __future__ import annotations

from pelton._core.keras_settings import epsilon as epsilon
from pelton._core.keras_settings import floatx as floatx
from pelton._core.keras_settings import reset_names as _reset_names
from pelton._core.keras_settings import set_epsilon as set_epsilon
from pelton._core.keras_settings import set_floatx as set_floatx
from pelton.keras.missing_names import lookup as _lookup


def backend() -> str:
    """The name of what computes."""
    return "pelton"


def image_data_format() -> str:
    """How images are laid out unless a layer says otherwise."""
    return "channels_last"


def clear_session(free_memory: bool = True) -> None:
    """Starts the automatic names of layers, models and variables anew."""
    _reset_names()


__getattr__ = _lookup(__name__)
