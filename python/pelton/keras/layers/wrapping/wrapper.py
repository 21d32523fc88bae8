"""Wrapper, the base of layers around one other layer, and Identity."""

from __future__ import annotations

from pelton._core.layers import Layer
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def restored(config: Any, custom_objects: Any = None) -> Any:
    """The layer that a config entry describes."""
    from pelton.keras.layers.serialization import deserialize

    return deserialize(config, custom_objects)


def stored(layer: Any) -> dict[str, Any]:
    """The config entry of a layer."""
    from pelton.keras.layers.serialization import serialize

    return serialize(layer)


class Wrapper(LibraryLayer):
    """A layer around `layer`, which it builds; subclasses say what a call does. Raises ValueError
    for what is no layer."""

    def __init__(self, layer: Any, **kwargs: Any) -> None:
        if not isinstance(layer, Layer):
            raise ValueError(
                f"Layer {layer} supplied to {type(self).__name__} isn't a supported layer type. "
                "Please ensure wrapped layer is a valid Keras layer."
            )
        super().__init__(**kwargs)
        self.layer = layer

    def build(self, input_shape: Any = None) -> None:
        if not self.layer.built:
            self.layer.build(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "layer": stored(self.layer)}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """A wrapper around the layer that the config holds."""
        config = dict(config)
        return cls(restored(config.pop("layer"), custom_objects), **config)


class Identity(LibraryLayer):
    """Gives its input, whatever it is."""

    supports_masking = True

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._build_at_init()

    def call(self, inputs: Any) -> Any:
        return inputs

    def compute_output_shape(self, input_shape: Any) -> Any:
        return input_shape
