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
    from pelton.keras.saving.serialize_object import serialize_keras_object

    described: dict[str, Any] = serialize_keras_object(layer)
    return described


def deserialize(config: dict[str, Any], custom_objects: dict[str, Any] | None = None) -> Any:
    """The layer that `config` describes; classes of one's own are registered, or looked up in
    custom_objects. Raises TypeError for a class that is neither, nor built in."""
    from pelton.keras.saving.deserialize_object import deserialize_keras_object

    if isinstance(config, _core.Layer):
        return config
    if not isinstance(config, dict) or "class_name" not in config:
        raise ValueError(f"Could not interpret layer config: {config!r}")
    check_custom_objects(custom_objects)
    layer = deserialize_keras_object(
        {"config": {}, "module": "keras.layers", **config}, custom_objects
    )
    from pelton.keras.operation import Operation

    if not isinstance(layer, Operation):  # a graph of layers has others too
        raise ValueError(f"Could not interpret layer config: {config!r}")
    return layer
