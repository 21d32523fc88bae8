"""Types of pelton.keras.backend. Made by `dev.py stubs`; do not edit."""

from pelton._core.keras_settings import epsilon as epsilon
from pelton._core.keras_settings import floatx as floatx
from pelton._core.keras_settings import set_epsilon as set_epsilon
from pelton._core.keras_settings import set_floatx as set_floatx

def backend() -> str: ...
def clear_session(free_memory: bool = True) -> None: ...
def image_data_format() -> str: ...
