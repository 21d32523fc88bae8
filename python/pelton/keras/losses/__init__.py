"""keras.losses: the losses of the engine, as classes and as functions."""

from typing import Any

from pelton._core import losses as _losses

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
    if not hasattr(loss, "get_config"):
        return loss.__name__
    return {
        "module": "keras.losses",
        "class_name": type(loss).__name__,
        "config": loss.get_config(),
        "registered_name": None,
    }


def deserialize(config: Any, custom_objects: Any = None) -> Any:
    """The reverse of serialize; raises ValueError for an unknown class."""
    if isinstance(config, str):
        return get(config)
    name = config.get("class_name")
    found = (custom_objects or {}).get(name, globals().get(name))
    if found is None:
        raise ValueError(f"Could not interpret loss identifier: {name}")
    return found.from_config(config.get("config") or {})


__all__ = [*_NAMES, "deserialize", "get", "serialize"]
