"""keras.losses: the losses of the engine, as classes and as functions."""

from typing import Any

from pelton._core import losses as _losses
from pelton.keras import object_config

_NAMES = [name for name in dir(_losses) if not name.startswith("_") and name != "get"]
for _name in _NAMES:
    globals()[_name] = getattr(_losses, _name)
    globals()[_name].__module__ = __name__


def get(identifier: Any) -> Any:
    """A loss from its name, config, class or function; functions and None as they are.

    A snake-case name or an alias gives the function, a class name an object, as in Keras."""
    if identifier is None or (callable(identifier) and not isinstance(identifier, type)):
        return identifier
    if isinstance(identifier, type):
        return identifier()
    if isinstance(identifier, dict):
        return deserialize(identifier)
    if not isinstance(identifier, str):
        raise ValueError(f"Could not interpret loss identifier: {identifier}")
    found = _losses.get(identifier)
    if identifier == type(found).__name__:
        return found
    return globals()[_losses._function_name(found)]


def serialize(loss: Any) -> Any:
    """The name of a function, or {"class_name", "config"} of an object."""
    return object_config.describe("keras.losses", loss)


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The reverse of serialize; raises ValueError for an unknown class."""
    if isinstance(config, str):
        return get(config)
    return object_config.rebuild("loss", config, globals().get, custom_objects)


__all__ = [*_NAMES, "deserialize", "get", "serialize"]
