"""How losses, metrics, optimizers and the parts of layers are written as configs and made again.

Knows no particular kind of object: each package says where its classes are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


def describe(module: str, thing: Any) -> Any:
    """{"module", "class_name", "config", "registered_name"} of an object, a function's name."""
    if not hasattr(thing, "get_config"):
        return thing.__name__
    return {
        "module": module,
        "class_name": type(thing).__name__,
        "config": thing.get_config(),
        "registered_name": None,
    }


def restore(get: Callable[[Any], Any], config: Any, custom_objects: Any = None) -> Any:
    """The object of the class in `custom_objects` that `config` names, else ``get(config)``."""
    if isinstance(config, dict) and config.get("class_name") in (custom_objects or {}):
        return custom_objects[config["class_name"]].from_config(config.get("config", {}))
    return get(config)


def rebuild(
    kind: str, config: Mapping[str, Any], find: Callable[[str], Any], custom_objects: Any = None
) -> Any:
    """The object that `config` describes: of a class of `custom_objects`, or the one that `find`
    gives for its name. Raises ValueError, naming the kind, for an unknown class."""
    name = config.get("class_name")
    found = (custom_objects or {}).get(name)
    if found is None and isinstance(name, str):
        found = find(name)
    if found is None:
        raise ValueError(f"Could not interpret {kind} identifier: {name}")
    return found.from_config(config.get("config") or {})
