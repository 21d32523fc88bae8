"""How losses, metrics, optimizers and the parts of layers are written as configs and made again.

Knows no particular kind of object: each package says where its classes are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def describe(module: str, thing: Any) -> Any:
    """{"module", "class_name", "config", "registered_name"} of an object, a function's name."""
    if not hasattr(thing, "get_config"):
        if not hasattr(thing, "__name__"):
            raise TypeError(
                f"{module}.serialize: expected an object with `get_config()` or a function, got "
                f"one of type {type(thing).__name__}"
            )
        return thing.__name__
    return {
        "module": module,
        "class_name": type(thing).__name__,
        "config": thing.get_config(),
        "registered_name": None,
    }


def restore(get: Callable[[Any], Any], config: Any, custom_objects: Any = None) -> Any:
    """The object of the class in `custom_objects` that `config` names, else ``get(config)``."""
    check_custom_objects(custom_objects)
    if isinstance(config, dict) and config.get("class_name") in (custom_objects or {}):
        return custom_objects[config["class_name"]].from_config(config.get("config", {}))
    return get(config)


def check_custom_objects(custom_objects: Any) -> None:
    """Raises TypeError unless it is None or a dictionary of classes by their names."""
    if custom_objects is not None and not isinstance(custom_objects, Mapping):
        raise TypeError(
            "`custom_objects` must be a dictionary of classes by their names, got "
            f"{type(custom_objects).__name__}"
        )


def rebuild(
    kind: str, config: Mapping[str, Any], find: Callable[[str], Any], custom_objects: Any = None
) -> Any:
    """The object that `config` describes: of a class of `custom_objects`, or the one that `find`
    gives for its name. Raises ValueError, naming the kind, for an unknown class."""
    check_custom_objects(custom_objects)
    if not hasattr(config, "get"):
        raise TypeError(f"Could not interpret {kind} config: {type(config).__name__} is no dict")
    name = config.get("class_name")
    found = (custom_objects or {}).get(name)
    if found is None and isinstance(name, str):
        found = find(name)
    if found is None:
        raise ValueError(f"Could not interpret {kind} identifier: {name}")
    return found.from_config(config.get("config") or {})
