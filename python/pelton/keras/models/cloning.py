"""clone_model: another model of the same layers with new weights."""

from __future__ import annotations

from pelton._core import layers as _core

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core.layers import Layer, Sequential


def clone_model(
    model: Sequential,
    input_tensors: None = None,
    clone_function: Callable[[Layer], Layer] | None = None,
    **kwargs: Any,
) -> Sequential:
    """A new model with layers made from the configs of `model`'s; weights are made anew.

    clone_function(layer) may return another layer in place of one. Raises ValueError for what is
    no Sequential model."""
    if not isinstance(model, _core.Sequential):
        raise ValueError(
            f"Expected `model` argument to be a Sequential model. Received: model={model}"
        )
    if input_tensors is not None or kwargs:
        raise NotImplementedError("clone_model: only `model` and `clone_function` are supported")
    clone = clone_function or (lambda layer: type(layer).from_config(layer.get_config()))
    layers = [clone(layer) for layer in model.layers]
    if model._input_layer is not None:
        layers.insert(0, type(model._input_layer).from_config(model._input_layer.get_config()))
    return type(model)(layers, trainable=model.trainable, name=model.name)
