"""keras.config: process-wide settings: floatx, epsilon, dtype policy, interactive logging."""

from __future__ import annotations

from pelton._core.keras_settings import epsilon as epsilon
from pelton._core.keras_settings import floatx as floatx
from pelton._core.keras_settings import set_dtype_policy as set_dtype_policy
from pelton._core.keras_settings import set_epsilon as set_epsilon
from pelton._core.keras_settings import set_floatx as set_floatx
from pelton._core.keras_settings import set_image_data_format as _set_image_data_format
from pelton.debugging import (
    disable_traceback_filtering as disable_traceback_filtering,
)
from pelton.debugging import (
    enable_traceback_filtering as enable_traceback_filtering,
)
from pelton.debugging import (
    is_traceback_filtering_enabled as is_traceback_filtering_enabled,
)
from pelton.keras.backend import backend as backend
from pelton.keras.backend import image_data_format as image_data_format
from pelton.keras.config.limits import max_epochs as max_epochs
from pelton.keras.config.limits import max_steps_per_epoch as max_steps_per_epoch
from pelton.keras.config.limits import set_max_epochs as set_max_epochs
from pelton.keras.config.limits import set_max_steps_per_epoch as set_max_steps_per_epoch
from pelton.keras.dtype_policies import DTypePolicy as _DTypePolicy
from pelton.keras.missing_names import lookup as _lookup
from pelton.keras.utils.console import disable_interactive_logging as disable_interactive_logging
from pelton.keras.utils.console import enable_interactive_logging as enable_interactive_logging
from pelton.keras.utils.console import (
    is_interactive_logging_enabled as is_interactive_logging_enabled,
)


def dtype_policy() -> _DTypePolicy:
    """The policy that layers without a dtype of their own get."""
    return _DTypePolicy()


_flash_attention: bool | None = None


def enable_flash_attention() -> None:
    """Notes the wish, which `is_flash_attention_enabled` tells. Attention without dropout and
    returned scores never stores all scores, with or without it."""
    global _flash_attention
    _flash_attention = None


def disable_flash_attention() -> None:
    """Takes the wish of `enable_flash_attention` back; what is computed stays the same."""
    global _flash_attention
    _flash_attention = False


def is_flash_attention_enabled() -> bool | None:
    """False after `disable_flash_attention`, else None: the engine decides."""
    return _flash_attention


def set_image_data_format(data_format: str) -> None:
    """How images are laid out unless a layer says otherwise: "channels_last" or "channels_first".
    Raises ValueError for other words."""
    name = str(data_format).lower()
    if name not in ("channels_first", "channels_last"):
        raise ValueError(
            "The `data_format` argument must be one of {'channels_first', 'channels_last'}. "
            f"Received: data_format={data_format}"
        )
    _set_image_data_format(name)


def enable_unsafe_deserialization() -> None:
    """From now on loading takes functions that are code in files, as `safe_mode=False` does."""
    from pelton.keras.saving.deserialize_object import enable_unsafe_deserialization

    enable_unsafe_deserialization()


__getattr__ = _lookup(__name__)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
