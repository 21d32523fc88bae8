"""Types of pelton.keras.config. Made by `dev.py stubs`; do not edit."""

from pelton._core.keras_settings import epsilon as epsilon
from pelton._core.keras_settings import floatx as floatx
from pelton._core.keras_settings import set_dtype_policy as set_dtype_policy
from pelton._core.keras_settings import set_epsilon as set_epsilon
from pelton._core.keras_settings import set_floatx as set_floatx
from pelton.debugging.tracebacks import disable_traceback_filtering as disable_traceback_filtering
from pelton.debugging.tracebacks import enable_traceback_filtering as enable_traceback_filtering
from pelton.debugging.tracebacks import is_traceback_filtering_enabled as is_traceback_filtering_enabled
from pelton.keras.backend import backend as backend
from pelton.keras.backend import image_data_format as image_data_format
from pelton.keras.config.limits import max_epochs as max_epochs
from pelton.keras.config.limits import max_steps_per_epoch as max_steps_per_epoch
from pelton.keras.config.limits import set_max_epochs as set_max_epochs
from pelton.keras.config.limits import set_max_steps_per_epoch as set_max_steps_per_epoch
from pelton.keras.dtype_policies import DTypePolicy
from pelton.keras.utils.console import disable_interactive_logging as disable_interactive_logging
from pelton.keras.utils.console import enable_interactive_logging as enable_interactive_logging
from pelton.keras.utils.console import is_interactive_logging_enabled as is_interactive_logging_enabled

def disable_flash_attention() -> None: ...
def dtype_policy() -> DTypePolicy: ...
def enable_flash_attention() -> None: ...
def enable_unsafe_deserialization() -> None: ...
def is_flash_attention_enabled() -> bool | None: ...
def set_image_data_format(data_format: str) -> None: ...
