"""clone_model: another model of the same layers with new weights, compiled as the first."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import layers as _core
from pelton.nest import assert_same_structure, flatten

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core.layers import Layer, Sequential
    from pelton.keras.models.functional import Functional


def clone_model(
    model: Any,
    input_tensors: Any = None,
    clone_function: Callable[[Layer], Layer] | None = None,
    call_function: Callable[..., Any] | None = None,
    recursive: bool = False,
    **kwargs: Any,
) -> Any:
    """A new model with layers made from the configs of `model`'s; weights are made anew. A compiled
    model's clone is compiled like it, with a new optimizer.

    clone_function(layer) may return another layer in place of one, with `recursive` of the layers
    within models inside too; call_function(layer, *args, **kwargs) calls it in the graph of a
    functional model. `input_tensors` are symbolic tensors in the structure of the inputs. Any other
    model is made again from its config. Raises ValueError where these do not fit the model."""
    from pelton.keras.models.functional import Functional

    cache = kwargs.pop("cache", None)
    if kwargs:
        raise ValueError(f"Unexpected keyword argument(s): {tuple(kwargs)}")
    clone = _Cloning(clone_function, call_function, recursive, cache)
    if isinstance(model, _core.Sequential):
        made = _sequential(model, clone, input_tensors)
    elif isinstance(model, Functional):
        made = _functional(model, clone, input_tensors)
    else:
        return _by_config(model, input_tensors, clone_function, call_function)
    if model.compiled:
        made.compile_from_config(model.get_compile_config())
    return made


class _Cloning:
    """Makes the clone of each layer, once."""

    def __init__(self, function: Any, call: Any, recursive: bool, cache: Any) -> None:
        self.function, self.call, self.recursive = function or _clone, call, recursive
        self.made = {} if cache is None else cache

    def __call__(self, layer: Layer) -> Any:
        if id(layer) not in self.made:
            self.made[id(layer)] = self._made(layer)
        return self.made[id(layer)]

    def _made(self, layer: Layer) -> Any:
        from pelton.keras.models.functional import Functional

        if not self.recursive or not isinstance(layer, (_core.Sequential, Functional)):
            return self.function(layer)
        call = self.call if isinstance(layer, Functional) else None
        options = {"call_function": call, "recursive": True, "cache": self.made}
        return clone_model(layer, clone_function=self.function, **options)


def _functional(model: Functional, clone: _Cloning, input_tensors: Any) -> Any:
    from pelton.keras.models.functional import Functional, is_made_of_ends
    from pelton.keras.models.functional_config import cloned_ends

    if input_tensors is not None:
        _check_inputs(model, input_tensors)
    inputs, outputs = cloned_ends(model, clone, input_tensors, clone.call)
    cls: Any = type(model) if is_made_of_ends(type(model)) else Functional
    return cls(inputs, outputs, name=model.name)


def _check_inputs(model: Functional, input_tensors: Any) -> None:
    if not all(_functions.is_symbolic(leaf) for leaf in flatten(input_tensors)):
        raise ValueError(
            "All entries in `input_tensors` must be KerasTensors. Received invalid values: "
            f"inputs_tensors={input_tensors}"
        )
    try:
        assert_same_structure(input_tensors, model.input)
    except (TypeError, ValueError) as error:
        raise ValueError(
            "`input_tensors` must have the same structure as model.input\nReference structure: "
            f"{model.input}\nReceived structure: {input_tensors}"
        ) from error


def _sequential(model: Sequential, clone: _Cloning, input_tensors: Any) -> Any:
    if clone.call is not None:
        raise ValueError(
            "`call_function` argument is not supported with Sequential models.  In a Sequential "
            "model, layers aren't called at model-construction time (they're merely listed). Use "
            f"`call_function` with Functional models only. Received model of type "
            f"'{type(model).__name__}', with call_function={clone.call}"
        )
    layers = [clone(layer) for layer in model.layers]
    first = model._input_layer
    if input_tensors is not None:
        tensor = _only(input_tensors)
        layers.insert(0, _core.InputLayer(batch_shape=tuple(tensor.shape), dtype=tensor.dtype))
    elif first is not None:
        layers.insert(0, type(first).from_config(first.get_config()))
    frozen = {} if model.trainable else {"trainable": False}
    return type(model)(layers, name=model.name, **frozen)


def _only(input_tensors: Any) -> Any:
    """The symbolic tensor; raises ValueError for several and for what is none."""
    if isinstance(input_tensors, (list, tuple)):
        if len(input_tensors) != 1:
            raise ValueError("Argument `input_tensors` must contain a single tensor.")
        input_tensors = input_tensors[0]
    if not _functions.is_symbolic(input_tensors):
        raise ValueError(
            "Argument `input_tensors` must be a KerasTensor. Received invalid value: "
            f"input_tensors={input_tensors}"
        )
    return input_tensors


def _by_config(model: Any, input_tensors: Any, clone_function: Any, call_function: Any) -> Any:
    from pelton.keras.saving.deserialize_object import deserialize_keras_object
    from pelton.keras.saving.serialize_object import serialize_keras_object

    if not isinstance(model, _core.Model):
        raise ValueError(f"Expected `model` argument to be a Model. Received: model={model}")
    name = type(model).__name__
    if clone_function or input_tensors is not None:
        raise ValueError(
            "Arguments `clone_function` and `input_tensors` are only supported for Sequential "
            f"models or Functional models. Received model of type '{name}', with "
            f"clone_function={clone_function} and input_tensors={input_tensors}"
        )
    if call_function is not None:
        raise ValueError(
            "Argument `call_function` is only supported for Functional models. Received model of "
            f"type '{name}', with call_function={clone_function}"
        )
    config = serialize_keras_object(model)
    return deserialize_keras_object(config, custom_objects={name: type(model)})


def _clone(layer: Layer) -> Any:
    from pelton.keras.models.functional import Functional

    if isinstance(layer, (_core.Sequential, Functional)):
        return clone_model(layer)
    return type(layer).from_config(layer.get_config())


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
