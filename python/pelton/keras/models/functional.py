"""Functional: a model of the layers and ops between symbolic inputs and outputs."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from pelton._core import functions as _functions
from pelton._core import layers as _core
from pelton._core import ops as _ops
from pelton.keras.models.graph import Graph, history_of, sequential_tensors
from pelton.nest import flatten, map_structure, pack_sequence_as


def _check_symbolic(name: str, structure: Any) -> list[Any]:
    leaves = flatten(structure)
    for leaf in leaves:
        if not _functions.is_symbolic(leaf):
            raise ValueError(
                f"All `{name}` values must be KerasTensors. Received: {name}={structure} including "
                f"invalid value {leaf} of type {type(leaf)}"
            )
    if not leaves:
        raise ValueError(f"`{name}` must hold at least one KerasTensor. Received: {name}={structure}")
    return leaves


def _input_layer(tensor: Any) -> Any:
    """The InputLayer of an input; a tensor in the middle of a graph gets one of its own."""
    history = history_of(tensor)
    if history is not None and isinstance(history.operation, _core.InputLayer):
        return history.operation
    return _core.InputLayer(batch_shape=tuple(tensor.shape), dtype=tensor.dtype.name)


class Functional(_core.Model):
    """Model(inputs, outputs): `inputs` and `outputs` are symbolic tensors or nests of them.

    Raises ValueError for what is no symbolic tensor, and for outputs that do not follow from the
    inputs. Calls take the inputs in their structure, or as a flat list."""

    def __init__(self, inputs: Any, outputs: Any, name: str | None = None, **kwargs: Any) -> None:
        super().__init__(name=name, **kwargs)
        connect(self, inputs, outputs)

    def call(self, inputs: Any, training: bool | None = None, mask: Any = None) -> Any:
        return run(self, inputs)


def connect(model: Any, inputs: Any, outputs: Any) -> None:
    """Makes `model` one of the graph between inputs and outputs."""
    flat_inputs = _check_symbolic("inputs", inputs)
    flat_outputs = _check_symbolic("outputs", outputs)
    graph = Graph(flat_inputs, flat_outputs)
    state = vars(model)
    state["_graph"] = graph
    state["_nested_inputs"] = (inputs, outputs)
    state["_input_layers"] = [_input_layer(tensor) for tensor in flat_inputs]
    state["_operations"] = [*state["_input_layers"], *graph.layers()]
    state["output_names"] = _output_names(flat_outputs)
    model.built = True


def _output_names(outputs: list[Any]) -> list[str]:
    names = []
    for i, tensor in enumerate(outputs):
        history = history_of(tensor)
        names.append(f"output_{i}" if history is None else history.operation.name)
    return names


def _flat(model: Any, inputs: Any) -> list[Any]:
    """The values for the inputs, in their order; raises ValueError where they do not fit."""
    expected = vars(model)["_nested_inputs"][0]
    count = len(flatten(expected))
    if isinstance(expected, Mapping) and isinstance(inputs, Mapping):
        for key in sorted(expected):
            if key not in inputs:
                raise ValueError(
                    f'Missing data for input "{key}". You passed a data dictionary with keys '
                    f"{list(inputs)}. Expected the following keys: {list(expected)}"
                )
        return [inputs[key] for key in sorted(expected)]
    if isinstance(inputs, Mapping):
        names = [layer.name for layer in vars(model)["_input_layers"]]
        missing = [name for name in names if name not in inputs]
        if missing:
            raise ValueError(
                f'Missing data for input "{missing[0]}". You passed a data dictionary with keys '
                f"{list(inputs)}. Expected the following keys: {names}"
            )
        return [inputs[name] for name in names]
    leaves = flatten(inputs)
    if len(leaves) != count:
        raise ValueError(
            f'Layer "{model.name}" expects {count} input(s), but it received {len(leaves)} input '
            f"tensors. Inputs received: {inputs}. Expected structure: {_shown(expected)}"
        )
    if isinstance(expected, Mapping):
        warnings.warn(
            "The structure of `inputs` doesn't match the expected structure.\n"
            f"Expected: {_shown(expected)}\nReceived: inputs={type(inputs).__name__}",
            stacklevel=4,
        )
    return leaves


def _shown(structure: Any) -> Any:
    return map_structure(lambda tensor: str(tuple(tensor.shape)), structure)


def _conform(model: Any, layer: Any, value: Any, place: int) -> Any:
    """One input as the graph wants it: rank, sizes and dtype."""
    tensor = _functions.convert(value)
    shape, given = tuple(layer.batch_shape), tuple(tensor.shape)
    if len(given) == len(shape) - 1 and shape and shape[-1] == 1:
        tensor, given = _ops.expand_dims(tensor, axis=-1), (*given, 1)
    elif len(given) == len(shape) + 1 and given[-1] == 1:
        tensor, given = _ops.squeeze(tensor, axis=[-1]), given[:-1]
    fits = len(given) == len(shape) and all(
        None in (a, b) or a == b for a, b in zip(shape, given, strict=True)
    )
    if not fits:
        raise ValueError(
            f"Input {place} with name '{layer.name}' of layer '{model.name}' is incompatible with "
            f"the layer: expected shape={shape}, found shape={given}"
        )
    return _ops.cast(tensor, dtype=layer.dtype) if tensor.dtype.name != layer.dtype else tensor


def run(model: Any, inputs: Any) -> Any:
    """The model's outputs, in their structure."""
    state = vars(model)
    values = [
        _conform(model, layer, value, place)
        for place, (layer, value) in enumerate(
            zip(state["_input_layers"], _flat(model, inputs), strict=True)
        )
    ]
    leaves = state["_graph"].run(values, lambda layer, args, kwargs: layer(*args, **kwargs))
    outputs = state["_nested_inputs"][1]
    return pack_sequence_as(outputs, leaves) if isinstance(outputs, (list, tuple, dict)) else leaves[0]


def _structure(which: int) -> property:
    def get(self: Any) -> Any:
        return vars(self)["_nested_inputs"][which]

    return property(get)


def _flat_structure(which: int) -> property:
    def get(self: Any) -> list[Any]:
        return flatten(vars(self)["_nested_inputs"][which])

    return property(get)


def _shapes(which: int) -> property:
    def get(self: Any) -> Any:
        structure = vars(self)["_nested_inputs"][which]
        shapes = [tuple(tensor.shape) for tensor in flatten(structure)]
        return shapes if isinstance(structure, (list, tuple, dict)) else shapes[0]

    return property(get)


_ATTRIBUTES = {
    "call": Functional.call,
    "input": _structure(0),
    "output": _structure(1),
    "inputs": _flat_structure(0),
    "outputs": _flat_structure(1),
    "input_shape": _shapes(0),
    "output_shape": _shapes(1),
    "layers": property(lambda self: list(vars(self)["_operations"])),
}
for _name, _value in _ATTRIBUTES.items():
    setattr(Functional, _name, _value)


def adopt(model: Any, inputs: Any, outputs: Any) -> None:
    """Makes an instance of a class derived from Model a model of a graph, as
    `super().__init__(inputs=..., outputs=...)` asks; the class gets what Functional has."""
    cls = type(model)
    for name, value in _ATTRIBUTES.items():
        if getattr(cls, name, None) is getattr(_core.Model, name, None):
            setattr(cls, name, value)
    connect(model, inputs, outputs)


def _is_functional(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    return len(args) >= 2 or "inputs" in kwargs or "outputs" in kwargs


def _taken(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any]:
    """(inputs, outputs), by position or by name; raises ValueError where one is missing."""
    names = ("inputs", "outputs")
    given = dict(zip((*names, "name"), args, strict=False))
    for name in names:
        if name in given:
            continue
        if name not in kwargs:
            raise ValueError(f"Model(inputs, outputs) needs both; `{name}` is missing")
        given[name] = kwargs.pop(name)
    if "name" in given:
        kwargs["name"] = given["name"]
    return given["inputs"], given["outputs"]


def add_to(model_class: Any, sequential: Any) -> None:
    """Makes Model(inputs, outputs) a Functional, and gives Sequential symbolic ends."""
    native = model_class.__init__

    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        if isinstance(self, Functional) or not _is_functional(args, kwargs):
            native(self, *args, **kwargs)
            return
        inputs, outputs = _taken(args, kwargs)
        native(self, **kwargs)
        adopt(self, inputs, outputs)

    def new(cls: Any, *args: Any, **kwargs: Any) -> Any:
        inputs, outputs = _taken(args, kwargs)
        return Functional(inputs, outputs, **kwargs)

    init.__doc__ = native.__doc__
    model_class.__init__ = init
    _core._set_functional(_is_functional, new)
    for name, get in _SEQUENTIAL_ENDS.items():
        setattr(sequential, name, property(get))


def _ends(model: Any) -> Any:
    if model._input_layer is None or not model.built:
        raise AttributeError(f"Sequential model '{model.name}' has no defined inputs and outputs yet.")
    return sequential_tensors(model)


def inputs(self: Any) -> list[Any]:
    """The symbolic inputs of a built Sequential, a list of one."""
    return list(_ends(self)[0])


def outputs(self: Any) -> list[Any]:
    """The symbolic outputs of a built Sequential, a list of one."""
    return list(_ends(self)[1])


def input(self: Any) -> Any:  # noqa: A001 - Keras's name
    """The symbolic input of a built Sequential."""
    return _ends(self)[0][0]


def output(self: Any) -> Any:
    """The symbolic output of a built Sequential."""
    return _ends(self)[1][0]


_SEQUENTIAL_ENDS = {"inputs": inputs, "outputs": outputs, "input": input, "output": output}
