"""Pipeline: layers after each other, as one layer."""

from __future__ import annotations

from pelton.keras.layers.call_signature import takes
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class Pipeline(LibraryLayer):
    """Calls `layers` after each other, with `training` and the mask where they take them; inputs
    may be dictionaries, for layers over images. Raises TypeError for what is no list of layers."""

    _allow_non_tensor_positional_args = True

    def __init__(self, layers: Any, name: str | None = None) -> None:
        from pelton.keras.layers import Layer

        super().__init__(name=name)
        if not isinstance(layers, (list, tuple)) or not all(isinstance(x, Layer) for x in layers):
            raise TypeError(
                f"{type(self).__name__}: `layers` must be a list of layers. Received: "
                f"layers={layers!r}"
            )
        self._pipeline_layers = list(layers)

    @property
    def layers(self) -> list[Any]:
        """The layers, in order."""
        return self._pipeline_layers

    def call(self, inputs: Any, training: bool = True, mask: Any = None) -> Any:
        for layer in self._pipeline_layers:
            options: dict[str, Any] = {}
            if takes(layer, "mask"):
                options["mask"] = mask
            if training is not None and takes(layer, "training"):
                options["training"] = training
            inputs = layer(inputs, **options)
            mask = getattr(inputs, "_keras_mask", None)
        return inputs

    def compute_output_shape(self, input_shape: Any) -> Any:
        for layer in self._pipeline_layers:
            input_shape = layer.compute_output_shape(input_shape)
        return input_shape

    def get_config(self) -> dict[str, Any]:
        from pelton.keras.layers import serialize

        return {"layers": [serialize(one) for one in self._pipeline_layers], "name": self.name}

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Pipeline:
        """The pipeline that `config` describes; raises ValueError without a list of layers."""
        from pelton.keras.layers import deserialize

        layers = config.get("layers")
        if not isinstance(layers, (list, tuple)):
            raise ValueError(
                "`Pipeline` config must contain a `layers` key mapping to a list of serialized "
                f"layers. Received config with layers={layers}."
            )
        return cls(**{**config, "layers": [deserialize(one) for one in layers]})
