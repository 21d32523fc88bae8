"""Layers to Keras's stored form ({"class_name", "config", ...}) and back."""

from __future__ import annotations

from pelton._core import layers as _core
from pelton.keras.object_config import check_custom_objects

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def serialize(layer: _core.Layer) -> dict[str, Any]:
    """The layer as a dictionary: module, class_name, config, registered_name, build_config."""
    if not isinstance(layer, _core.Layer):
        raise TypeError(f"layers.serialize: expected a layer, got {type(layer).__name__}")
    return layer._serialized()


def _is_of_library(config: dict[str, Any]) -> bool:
    """Whether the class is Keras's own, not one that somebody registered."""
    is_ours = str(config.get("module")).startswith("pelton.keras.layers")
    return is_ours or not config.get("registered_name")


def _library_class(name: Any) -> Any:
    from pelton.keras import layers

    found = getattr(_core, name, None)
    return getattr(layers, name, None) if found is None and name in layers._LAZY else found


def deserialize(config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
    """The layer that `config` describes; classes of one's own are looked up in custom_objects.

    Raises ValueError for a class that is neither built in nor in custom_objects."""
    if not isinstance(config, dict) or "class_name" not in config:
        raise ValueError(f"Could not interpret layer config: {config!r}")
    name = config["class_name"]
    if not isinstance(name, str):
        raise ValueError(f"`class_name` of a layer's config must be a str, got {name!r}")
    check_custom_objects(custom_objects)
    cls = (custom_objects or {}).get(name)
    if cls is None and name == "Functional":
        from pelton.keras.models.functional import Functional

        return Functional.from_config(config["config"], custom_objects)
    if cls is None and _is_of_library(config):
        cls = _library_class(name)
    if not isinstance(cls, type) or not issubclass(cls, _core.Layer):
        raise ValueError(
            f"Could not locate class '{name}'. A class of your own must be in `custom_objects`."
        )
    if issubclass(cls, _core.Sequential):
        import pelton.keras.models  # noqa: F401 - gives Sequential its own from_config

        layer = cls.from_config(config["config"], custom_objects)
    else:
        layer = cls.from_config(config["config"])
    build_config = config.get("build_config")
    if build_config and not layer.built:
        layer.build_from_config(build_config)
    return layer
