"""keras.activations: functions by Keras's names and defaults, and `get`."""

from __future__ import annotations

from pelton._core import activations as _core
from pelton.keras import object_config
from pelton.keras.activations import parametric as _parametric
from pelton.keras.activations import plain as _plain
from pelton.keras.missing_names import lookup as _lookup

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_FUNCTIONS = {
    name: getattr(_plain, name, None) or getattr(_parametric, name) for name in _core.names
}
_FUNCTIONS |= {"sparsemax": _parametric.sparsemax, "threshold": _parametric.threshold}
globals().update(_FUNCTIONS)


def get(identifier: Any) -> Callable[..., Any]:
    """The function called `identifier`, a callable itself, or `linear` for None.

    Raises ValueError for anything else."""
    if identifier is None:
        return _FUNCTIONS["linear"]
    if object_config.is_function_form(identifier):
        return object_config.restore_function(get, identifier)
    if isinstance(identifier, dict):
        if isinstance(identifier.get("config"), dict):  # of a layer
            from pelton.keras.saving import deserialize_keras_object

            identifier = deserialize_keras_object(identifier)
        else:
            identifier = identifier.get("config", identifier)
    if isinstance(identifier, str) and identifier in _FUNCTIONS:
        return _FUNCTIONS[identifier]
    if callable(identifier):
        return identifier
    raise ValueError(f"Could not interpret activation function identifier: {identifier}")


def serialize(activation: Callable[..., Any]) -> str | dict[str, Any]:
    """The name of a built-in function or of one of that name; of another its Keras form as a
    dictionary, of a layer its config."""
    name = getattr(activation, "__name__", None)
    if name is None:
        from pelton.keras.saving import serialize_keras_object

        found: dict[str, Any] = serialize_keras_object(activation)
        return found
    if name in _FUNCTIONS:
        return str(name)
    return object_config.describe_function(activation)


def deserialize(
    config: str | dict[str, Any], custom_objects: dict[str, Any] | None = None
) -> Callable[..., Any]:
    """The function that `config` describes; own ones are looked up in custom_objects."""
    name = config.get("config") if isinstance(config, dict) else config
    if isinstance(name, str) and name in (custom_objects or {}):
        return custom_objects[name]
    return get(config)


__getattr__ = _lookup(__name__)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
