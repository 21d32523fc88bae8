"""Functional: a model of the layers and ops between symbolic inputs and outputs."""

from __future__ import annotations

import inspect
import warnings
from typing import Any

from pelton._core import functions as _functions
from pelton._core import keras_settings as _settings
from pelton._core import layers as _core
from pelton.keras.hooks import is_library
from pelton.keras.layers.call_errors import leaf_text
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.models.functional_inputs import conform, flat_inputs, symbolic_inputs
from pelton.keras.models.graph import (
    Graph,
    Operation,
    history_of,
    input_layer_of,
    place_of,
    takes_mask,
)
from pelton.nest import flatten, map_structure, pack_sequence_as


def _check_symbolic(name: str, structure: Any) -> list[Any]:
    leaves = flatten(structure)
    for leaf in leaves:
        if not _functions.is_symbolic(leaf):
            raise ValueError(
                f"All `{name}` values must be KerasTensors. Received: {name}={structure} including "
                f"invalid value {leaf} of type {type(leaf)}"
            )
    return leaves


def _check_ends(inputs: Any, outputs: Any) -> tuple[list[Any], list[Any]]:
    """The symbolic tensors of both; raises ValueError for others and where there are none."""
    leaves = _check_symbolic("inputs", inputs), _check_symbolic("outputs", outputs)
    for name, found in zip(("inputs", "outputs"), leaves, strict=True):
        if not found:
            raise ValueError(
                f"`{name}` argument cannot be empty. Received:\ninputs={inputs}\noutputs={outputs}"
            )
    return leaves


def _note_names(inputs: Any) -> None:
    """Keras's warning where the keys of a dict of inputs are not the inputs' names."""
    if not isinstance(inputs, dict):
        return
    for key, tensor in inputs.items():
        if not _functions.is_symbolic(tensor) or tensor.name == key:
            continue
        warnings.warn(
            "When providing `inputs` as a dict, all keys in the dict must match the names of the "
            f"corresponding tensors. Received key '{key}' mapping to value {leaf_text(tensor)} "
            f"which has name '{tensor.name}'. Change the tensor name to '{key}' (via "
            f"`Input(..., name='{key}')`)",
            stacklevel=4,
        )


def _paths(structure: Any, path: str = "") -> list[str]:
    """Where the leaves of a nest are, in their order: "a.1" for the second in the list at "a"."""
    if isinstance(structure, dict):
        parts = [(key, structure[key]) for key in sorted(structure)]
    elif isinstance(structure, (list, tuple)):
        parts = list(enumerate(structure))
    else:
        return [path]
    return [
        leaf for key, part in parts for leaf in _paths(part, f"{path}.{key}" if path else str(key))
    ]


def _check_names(operations: list[Operation]) -> None:
    names = [one.name for one in operations if one.layer is not None]
    for name in names:
        if names.count(name) > 1:
            raise ValueError(
                f'The name "{name}" is used {names.count(name)} times in the model. All operation '
                "names should be unique."
            )


def _input_layer(tensor: Any) -> Any:
    """The InputLayer of an input; a tensor in the middle of a graph gets one of its own."""
    found = input_layer_of(tensor)
    if found is not None:
        return found
    is_of_layer = history_of(tensor) is not None
    name = tensor.name if is_of_layer else _settings.auto_name("KerasTensor")
    made = {"batch_shape": tuple(tensor.shape), "dtype": tensor.dtype.name}
    return _core.InputLayer(**made, name=f"{name}CLONE")  # as Keras calls its copy


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
        return shapes if len(shapes) > 1 else shapes[0]

    return property(get)


# Entries of a config that say how the layers are connected, or that Model takes itself.
_OF_GRAPH = frozenset(("name", "trainable", "layers", "input_layers", "output_layers", "dtype"))


class Functional(_core.Model):
    """Model(inputs, outputs): `inputs` and `outputs` are symbolic tensors or nests of them.

    Raises ValueError for what is no symbolic tensor, and for outputs that do not follow from the
    inputs. Calls take the inputs in their structure, or as a flat list."""

    def __init__(self, inputs: Any, outputs: Any, name: str | None = None, **kwargs: Any) -> None:
        _note_names(inputs)
        super().__init__(name=name, **kwargs)
        connect(self, inputs, outputs)

    input = _structure(0)
    output = _structure(1)
    inputs = _flat_structure(0)
    outputs = _flat_structure(1)
    input_shape = _shapes(0)
    output_shape = _shapes(1)

    @property
    def layers(self) -> list[Any]:
        """The layers, by distance from the outputs."""
        owners = (one.layer for one in vars(self)["_operations"])
        return [layer for layer in owners if isinstance(layer, _core.Layer)]

    @property
    def operations(self) -> list[Any]:
        """The layers and the ops between them, by distance from the outputs."""
        return [one.layer or one for one in vars(self)["_operations"]]

    def call(self, inputs: Any, training: bool | None = None, mask: Any = None) -> Any:
        return run(self, inputs, training)

    def compute_output_shape(self, input_shape: Any) -> Any:
        """The outputs' shapes for the inputs', in their structures, as calls have them."""
        results = run(self, symbolic_inputs(self, input_shape))
        if isinstance(results, (list, tuple)) and len(flatten(results)) == 1:
            results = flatten(results)[0]
        return map_structure(lambda tensor: tuple(tensor.shape), results)

    def get_config(self) -> dict[str, Any]:
        """Name, layers with their calls, `input_layers` and `output_layers`, as Keras has them; of
        a class that is not made of inputs and outputs its constructor's arguments.

        Raises NotImplementedError for an op that is called outside of layers."""
        from pelton.keras.models.functional_config import config_of

        return config_of(self) if is_made_of_ends(type(self)) else super().get_config()

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """The model of get_config's dictionary, with new weights."""
        if "output_layers" not in config:
            return cls(**config)
        from pelton.keras.models.functional_config import ends_of_config

        inputs, outputs = ends_of_config(config, custom_objects)
        own = {key: value for key, value in config.items() if key not in _OF_GRAPH}
        # The model's own flag; those of the layers are in their configs.
        if not config.get("trainable", True):
            own["trainable"] = False
        return cls(inputs, outputs, name=config.get("name"), **own)


def is_made_of_ends(cls: type) -> bool:
    """Whether the class's constructor takes inputs and outputs, as Model's does."""
    init = cls.__init__
    if init is Functional.__init__:
        return True
    takes = inspect.getfullargspec(init)
    if takes.varargs == "args" and takes.varkw == "kwargs":  # handed on, as Keras takes it
        return True
    names = (*takes.args, *takes.kwonlyargs)
    return "inputs" in names and "outputs" in names


def connect(model: Any, inputs: Any, outputs: Any) -> None:
    """Makes `model` one of the graph between inputs and outputs."""
    flat_inputs, flat_outputs = _check_ends(inputs, outputs)
    graph = Graph(flat_inputs, flat_outputs, _paths(outputs))
    input_layers = [_input_layer(tensor) for tensor in flat_inputs]
    operations = _operations(graph, flat_inputs, input_layers)
    _check_names(operations)
    state = vars(model)
    state["_graph"] = graph
    state["_nested_inputs"] = (inputs, outputs)
    state["_input_layers"] = input_layers
    state["_operations"] = operations
    state["_layers"] = model.layers
    is_of_ops = all(one.layer is None or _is_made_of_ops(one.layer) for one in operations)
    # With `training` given as False, and not given: layers may have been told something else.
    state["_asks_gradients"] = any(_asks_gradients(one.layer) for one in operations)
    state["_call_records"] = (_core._CallRecords(), _core._CallRecords()) if is_of_ops else None
    state["output_names"] = _output_names(operations, flat_outputs)
    if len(flat_inputs) == 1:
        model._declare_input(tuple(flat_inputs[0].shape))
    model.built = True
    if hasattr(type(model).build, "_runs_in_layer"):  # a user's, which Keras calls so
        model.build(None)


def _asks_gradients(layer: Any) -> bool:
    """Whether the Python of a Lambda or of a user's layer names tf.gradients."""
    called = vars(layer).get("function") if layer is not None else None
    if called is None and layer is not None and not is_library(type(layer)):
        called = type(layer).call
    code = getattr(called, "__code__", None)
    if code is None:
        return False
    from pelton.functions.recorded_function import names_gradients

    return names_gradients(code)


def _is_made_of_ops(layer: Any) -> bool:
    """Whether a call of the layer is made of the engine's ops alone, whatever it was given: no
    code of the user's, which runs at each call, nothing left behind and no masks."""
    if not is_library(type(layer)) or "call" in vars(layer):
        return False
    if isinstance(layer, LibraryLayer):
        return layer._is_made_of_ops()
    if type(layer) in (Functional, _core.Sequential):
        return all(_is_made_of_ops(inner) for inner in layer.layers)
    return _is_of_engine(layer)


def _operations(graph: Graph, inputs: list[Any], layers: list[Any]) -> list[Operation]:
    """The graph's operations, with the model's input layers as the owners of its inputs."""
    of_input = {place_of(tensor)[0]: layer for tensor, layer in zip(inputs, layers, strict=True)}
    return [
        one._replace(owner=of_input[place_of(one.calls[0])[0]]) if one.is_input else one
        for one in graph.operations()
    ]


def _output_names(operations: list[Operation], outputs: list[Any]) -> list[str]:
    names = {place_of(tensor)[0]: one.name for one in operations for tensor in one.calls}
    return [names[place_of(tensor)[0]] for tensor in outputs]


def _is_of_engine(layer: Any) -> bool:
    return type(layer).__module__ == "pelton.keras.layers"


class _Masks:
    """The masks of tensors in one run of a graph.

    Attention takes the masks from the tensors that it is called on. As in Keras, layers with an
    argument `mask` are given those of the graph all the same, others see what is left."""

    def __init__(self) -> None:
        self._taken: dict[int, Any] = {}  # tensors that have none but in the graph

    def call(self, layer: Any, args: Any, kwargs: dict[str, Any]) -> Any:
        """What the layer gives, with the graph's masks on the tensors afterwards."""
        if _is_of_engine(layer) and not self._taken:
            return layer(*args, **kwargs)
        tensors = _masked(args, kwargs)
        taken = [pair for pair in tensors if id(pair[0]) in self._taken]
        if taken and takes_mask(layer, "query_mask"):
            _set_masks([(tensor, None) for tensor, _ in taken])
        result = layer(*args, **kwargs)
        for tensor, mask in tensors:
            if tensor._keras_mask is None:
                tensor._keras_mask = mask
                self._taken[id(tensor)] = tensor
        if taken and not takes_mask(layer):
            self._taken.update((id(leaf), leaf) for leaf in flatten(result))
        return result

    def end(self, outputs: list[Any]) -> list[Any]:
        """The outputs with what is left of their masks."""
        _set_masks([(leaf, None) for leaf in outputs if id(leaf) in self._taken])
        return outputs


def _set_masks(pairs: list[tuple[Any, Any]]) -> None:
    for tensor, mask in pairs:
        if getattr(tensor, "_keras_mask", None) is not None:
            tensor._keras_mask = mask


def _masked(args: Any, kwargs: dict[str, Any]) -> list[tuple[Any, Any]]:
    """The tensors among a call's arguments that have masks, and those."""
    found = []
    for item in (*args, *kwargs.values()):
        for tensor in item if isinstance(item, (list, tuple)) else (item,):
            mask = getattr(tensor, "_keras_mask", None)
            if mask is not None:
                found.append((tensor, mask))
    return found


def run(model: Any, inputs: Any, training: bool | None = None) -> Any:
    """The model's outputs, in their structure, of a list of one tensor its tensor unless it is
    symbolic, as in Keras; `training`, where it is given, goes before what the
    layers' calls were given."""

    def graph_run(values: list[Any]) -> list[Any]:
        masks = _Masks()

        def call(layer: Any, args: Any, kwargs: dict[str, Any]) -> Any:
            if training is not None and "training" in kwargs:
                kwargs["training"] = training
            return masks.call(layer, args, kwargs)

        return masks.end(state["_graph"].run(values, call))

    state = vars(model)
    values = [
        conform(model, layer, value, place)
        for place, (layer, value) in enumerate(
            zip(state["_input_layers"], flat_inputs(model, inputs), strict=True)
        )
    ]
    if (training is None or training is False) and state["_call_records"] is not None:
        records = state["_call_records"][training is None]
        leaves = records.run(model, values, graph_run)
    elif state["_asks_gradients"] and _functions.is_tracing():
        from pelton.autograd.function_gradients import under_a_tape

        leaves = under_a_tape(graph_run)(values)
    else:
        leaves = graph_run(values)
    outputs = state["_nested_inputs"][1]
    packed = pack_sequence_as(outputs, leaves)
    is_one = isinstance(outputs, (list, tuple)) and len(outputs) == 1
    return packed[0] if is_one and not _functions.is_symbolic(leaves[0]) else packed


def is_functional(args: tuple[Any, ...], kwargs: dict[str, Any]) -> bool:
    """Whether Model is called with inputs and outputs."""
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


def _with_functional(cls: Any) -> Any:
    """`cls`, derived from Model, with Functional in Model's place among its bases."""
    if cls is _core.Model:
        return Functional
    if not issubclass(cls, Functional):
        cls.__bases__ = tuple(
            _with_functional(base) if issubclass(base, _core.Model) else base
            for base in cls.__bases__
        )
    return cls


def new(cls: Any, *args: Any, **kwargs: Any) -> Functional:
    """What Model(inputs, outputs) gives."""
    inputs, outputs = _taken(args, kwargs)
    return Functional(inputs, outputs, **kwargs)


def add_to(model_class: Any) -> None:
    """Makes Model(inputs, outputs) a Functional."""
    native = model_class.__init__

    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        if isinstance(self, Functional) or not is_functional(args, kwargs):
            native(self, *args, **kwargs)
            return
        inputs, outputs = _taken(args, kwargs)
        _with_functional(type(self))
        Functional.__init__(self, inputs, outputs, **kwargs)

    native_from_config = model_class.from_config.__func__

    def from_config(cls: Any, config: dict[str, Any], custom_objects: Any = None) -> Any:
        if cls is model_class and isinstance(config, dict) and "output_layers" in config:
            return Functional.from_config(config, custom_objects)
        return native_from_config(cls, config)

    model_class.from_config = classmethod(from_config)
    init.__doc__ = native.__doc__
    model_class.__init__ = init
    _core._set_functional(is_functional, new)
