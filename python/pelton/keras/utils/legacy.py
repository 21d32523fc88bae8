"""keras.utils.legacy: objects as ``{"class_name": ..., "config": ...}``, which Keras 2 wrote."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def serialize_keras_object(instance: Any) -> Any:
    """What says an object: its class and config, the name of a function, None for None. Raises
    ValueError for what has neither a config nor a name."""
    if instance is None:
        return None
    if hasattr(instance, "get_config"):
        from pelton.keras.saving import get_registered_name

        return {
            "class_name": get_registered_name(type(instance)),
            "config": instance.get_config(),
        }
    if hasattr(instance, "__name__"):
        return instance.__name__
    raise ValueError(f"Cannot serialize {instance!r} because it doesn't implement `get_config()`.")


def _found(name: str, places: list[Mapping[str, Any]], what: str) -> Any:
    from pelton.keras.saving import get_custom_objects

    for place in (*places, get_custom_objects()):
        if name in place:
            return place[name]
    raise ValueError(
        f"Unknown {what}: '{name}'. Please ensure you are using a `keras.utils.custom_object_scope`"
        " and that this object is included in the scope."
    )


def deserialize_keras_object(
    identifier: Any,
    module_objects: Mapping[str, Any] | None = None,
    custom_objects: Mapping[str, Any] | None = None,
    printable_module_name: str = "object",
) -> Any:
    """The object that `serialize_keras_object` gave; classes and functions are looked for in both
    mappings by their names. Raises ValueError for unknown names and what says no object."""
    places = [one for one in (custom_objects, module_objects) if one]
    if identifier is None or callable(identifier):
        return identifier
    if isinstance(identifier, str):
        found = _found(identifier, places, printable_module_name)
        return found() if isinstance(found, type) else found
    if not isinstance(identifier, Mapping) or not {"class_name", "config"} <= set(identifier):
        raise ValueError(f"Could not interpret serialized {printable_module_name}: {identifier!r}")
    found = _found(identifier["class_name"], places, printable_module_name)
    config = identifier["config"]
    return found.from_config(config) if hasattr(found, "from_config") else found(**config)


__all__ = ["deserialize_keras_object", "serialize_keras_object"]
