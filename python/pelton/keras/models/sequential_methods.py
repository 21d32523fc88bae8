"""Methods of Model and Sequential that are written in Python: get_layer, summary, from_config."""

from __future__ import annotations

from pelton.names.named_refusals import named_method

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._core.layers import Layer, Sequential


def get_layer(self: Any, name: str | None = None, index: int | None = None) -> Layer:
    """The layer called `name` or at `index`; ValueError when there is none or both are given."""
    layers = self.layers
    if index is not None and name is not None:
        raise ValueError(
            f"Provide only a layer name or a layer index. Received: index={index}, name={name}."
        )
    if index is not None:
        if len(layers) <= index:
            raise ValueError(
                f"Was asked to retrieve layer at index {index} but model only has {len(layers)} "
                "layers."
            )
        return layers[index]
    if name is None:
        raise ValueError("Provide either a layer name or layer index at `get_layer`.")
    for layer in layers:
        if layer.name == name:
            return layer
    names = [layer.name for layer in layers]
    raise ValueError(f"No such layer: {name}. Existing layers are: {names}.")


def sequential_from_config(
    cls: Any, config: Any, custom_objects: dict[str, Any] | None = None
) -> Sequential:
    """The model that get_config described, or of a list of layers' configs. Raises TypeError for
    anything else, ValueError for a dictionary without `name` and for a layer without config."""
    from pelton.keras.layers import deserialize

    if isinstance(config, list):
        config = {"name": None, "layers": config}
    if isinstance(config, dict) and not {"name", "layers"} <= {*config}:
        raise ValueError(
            "A Sequential model configuration must be a dictionary containing the 'name' and "
            f"'layers' keys. Received: config={config}"
        )
    if not isinstance(config, dict) or not isinstance(config.get("layers"), list):
        raise TypeError(
            f"Sequential.from_config: config must have a list of layers, got {config!r}"
        )
    model = cls(trainable=config.get("trainable", True), name=config.get("name"))
    for layer in config["layers"]:
        if isinstance(layer, dict) and "config" not in layer:
            raise ValueError(
                "Could not interpret a layer's config. Expected a dictionary containing a 'config' "
                f"key. Received: {layer}"
            )
        model.add(deserialize(layer, custom_objects))
    shape = config.get("build_input_shape")
    if shape and not model.built:
        model.build(shape)
    return model


def summary(
    self: Any,
    line_length: int | None = None,
    positions: Sequence[float] | None = None,
    print_fn: Callable[[str], object] | None = None,
    expand_nested: bool = False,
    show_trainable: bool = False,
    layer_range: Sequence[str] | None = None,
) -> None:
    """Prints the table of layers, their output shapes and numbers of weights."""
    from pelton.keras.models.summary_rows import print_model

    print_model(
        self,
        line_length=line_length,
        positions=positions,
        print_fn=print_fn,
        expand_nested=expand_nested,
        show_trainable=show_trainable,
        layer_range=layer_range,
    )


def get_config(self: Any) -> dict[str, Any]:
    """Name, layers and, where it is built, the input's shape."""
    from pelton.keras.saving.serialize_object import built_with, serialize_keras_object

    config = self._config_of_engine()
    # With the names that user's classes are registered by, and what they were built with.
    described = [serialize_keras_object(layer) for layer in config["layers"]]
    for layer, one in zip(reversed(self.layers), reversed(described), strict=False):
        one.update(built_with(layer))
    return {**config, "layers": described}


def add_to(model: Any, sequential: Any) -> None:
    """Puts the methods onto both classes; a second time changes nothing."""
    for function in (get_layer, summary):
        setattr(model, function.__name__, named_method(function))
    if sequential.get_config is not get_config:
        sequential._config_of_engine = sequential.get_config
        sequential.get_config = get_config
    sequential.from_config = classmethod(sequential_from_config)
