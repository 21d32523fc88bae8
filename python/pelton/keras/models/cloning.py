"""clone_model: another model of the same layers with new weights."""

from __future__ import annotations

from pelton._core import layers as _core

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core.layers import Layer


def clone_model(
    model: Any,
    input_tensors: None = None,
    clone_function: Callable[[Layer], Layer] | None = None,
    **kwargs: Any,
) -> Any:
    """A new model with layers made from the configs of `model`'s; weights are made anew.

    clone_function(layer) may return another layer in place of one. Raises ValueError for what is
    neither a Sequential nor a functional model."""
    from pelton.keras.models.functional import Functional

    if not isinstance(model, (_core.Sequential, Functional)):
        raise ValueError(
            "Expected `model` argument to be a Sequential or functional model. "
            f"Received: model={model}"
        )
    if input_tensors is not None or kwargs:
        raise NotImplementedError("clone_model: only `model` and `clone_function` are supported")
    clone = clone_function or _clone
    if isinstance(model, Functional):
        from pelton.keras.models.functional import is_made_of_ends
        from pelton.keras.models.functional_config import cloned_ends

        inputs, outputs = cloned_ends(model, clone)
        cls = type(model) if is_made_of_ends(type(model)) else Functional
        made = cls(inputs, outputs, name=model.name)
        made.trainable = model.trainable
        return made
    layers = [clone(layer) for layer in model.layers]
    if model._input_layer is not None:
        layers.insert(0, type(model._input_layer).from_config(model._input_layer.get_config()))
    return type(model)(layers, trainable=model.trainable, name=model.name)


def _clone(layer: Layer) -> Any:
    from pelton.keras.models.functional import Functional

    if isinstance(layer, (_core.Sequential, Functional)):
        return clone_model(layer)
    return type(layer).from_config(layer.get_config())
