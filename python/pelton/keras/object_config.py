"""How losses, metrics, optimizers and the parts of layers are written as configs and made again.

Knows no particular kind of object: each package says where its classes are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pelton._core.layers import Layer
from pelton.keras.hooks import is_library


def describe(module: str, thing: Any) -> Any:
    """{"module", "class_name", "config", "registered_name"} of an object or a function; None,
    numbers and texts as they are. Raises TypeError for others."""
    if thing is None or isinstance(thing, (str, int, float)):
        return thing
    if not hasattr(thing, "get_config"):
        if not hasattr(thing, "__name__"):
            raise TypeError(
                f"{module}.serialize: expected an object with `get_config()` or a function, got "
                f"one of type {type(thing).__name__}"
            )
        return describe_function(thing)
    if isinstance(thing, type):
        raise TypeError(f"{module}.serialize: expected an object, got the class {thing.__name__}")
    if not is_library(type(thing)):
        from pelton.keras.saving.serialize_object import serialize_keras_object

        return serialize_keras_object(thing)
    return {
        "module": module,
        "class_name": type(thing).__name__,
        "config": thing.get_config(),
        "registered_name": None,
    }


def describe_function(function: Any) -> dict[str, Any]:
    """Keras's form of a function, by its name or the one that it was registered by."""
    from pelton.keras.saving.registration import get_registered_name

    name = get_registered_name(function)
    form = {"module": "builtins", "class_name": "function", "config": name}
    return {**form, "registered_name": "function"}


def is_function_form(config: Any) -> bool:
    """Whether `config` is what `describe_function` gives."""
    if not isinstance(config, dict) or config.get("class_name") != "function":
        return False
    return isinstance(config.get("config"), str)


def restore_function(
    get: Callable[[Any], Any], config: Mapping[str, Any], custom_objects: Any = None
) -> Any:
    """The function that its form describes: of `custom_objects`, a registered one, else
    ``get(name)``."""
    from pelton.keras.saving.registration import get_registered_object

    check_custom_objects(custom_objects)
    found = get_registered_object(config["config"], custom_objects)
    return get(config["config"]) if found is None else found


def own_class(config: Mapping[str, Any], custom_objects: Any = None) -> Any:
    """The class of `custom_objects`, or the registered one, that `config` names; else None."""
    from pelton.keras.saving.registration import get_registered_object, registered_named

    names = [config.get(key) for key in ("registered_name", "class_name")]
    for name in names:
        found = get_registered_object(name, custom_objects)
        if isinstance(found, type):
            return found
    found = registered_named(names[1], config.get("module")) if isinstance(names[1], str) else None
    return found if isinstance(found, type) else None


def restore(get: Callable[[Any], Any], config: Any, custom_objects: Any = None) -> Any:
    """The object of the own class or the function that `config` names, else ``get(config)``."""
    check_custom_objects(custom_objects)
    if is_function_form(config):
        return restore_function(get, config, custom_objects)
    own = own_class(config, custom_objects) if isinstance(config, dict) else None
    return get(config) if own is None else own.from_config(config.get("config") or {})


def registered_part(config: Mapping[str, Any]) -> Any:
    """The registered function, or an object of the registered class, that `config` describes;
    None for layers and operations, and for what is not registered."""
    from pelton.keras.saving.registration import get_registered_object

    if is_function_form(config):
        return get_registered_object(config["config"])
    own = own_class(config)
    if own is None or issubclass(own, Layer) or hasattr(own, "symbolic_call"):
        return None
    return own.from_config(config.get("config") or {})


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
    if not isinstance(config, Mapping):
        raise TypeError(f"Could not interpret {kind} config: {type(config).__name__} is no dict")
    name = config.get("class_name")
    found = own_class(config, custom_objects)
    if found is None and isinstance(name, str):
        found = find(name)
    if found is None:
        raise ValueError(f"Could not interpret {kind} identifier: {name}")
    return found.from_config(config.get("config") or {})
