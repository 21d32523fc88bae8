"""The config of a functional model, in Keras's form; the graph of a config, and a graph's copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from pelton._core import functions as _functions
from pelton._core import layers as _core
from pelton.keras.models.graph import (
    Node,
    history_of,
    input_layer_of,
    input_tensor,
    node_of,
    place_of,
)
from pelton.keras.models.operations.calls import call_of
from pelton.keras.models.operations.classes import is_operation, named_call
from pelton.keras.models.operations.operation_node import OperationNode
from pelton.keras.models.operations.writing import OperationWriter

_TENSOR = "__keras_tensor__"


def _refuse_op(model: Any, op: str) -> NoReturn:
    raise NotImplementedError(
        f"Model '{model.name}': the call of op `{op}` between layers has no config, as no "
        "operation of Keras does the same. Call it in a layer of your own, or use the layer that "
        "does it"
    )


class _Places:
    """(name of the layer or operation, number of the call, number of the output) for the tensors of
    a model: calls are counted within it."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._numbers: dict[int, int] = {}
        self._inputs = {}
        for tensor, layer in zip(model.inputs, vars(model)["_input_layers"], strict=True):
            self._inputs[place_of(tensor)] = [layer.name, 0, 0]
        operations = vars(model)["_operations"]
        layers = {one.name for one in operations if one.layer is not None}
        graph = {one.name for one in operations if one.layer is None}
        self.writer = OperationWriter(layers, graph, self.of, self.described)

    def nodes_of(self, layer: Any) -> list[Node]:
        nodes = {id(node): node for node in layer.makers()}
        for number, key in enumerate(sorted(nodes, key=lambda key: nodes[key].index)):
            self._numbers[key] = number
        return sorted(nodes.values(), key=lambda node: node.index)

    def of(self, tensor: Any) -> list[Any]:
        place = place_of(tensor)
        found = self._inputs.get(place) or self.writer.places.get(place)
        if found is not None:
            return found
        history = history_of(tensor)
        if history is None:
            _refuse_op(self._model, tensor.name)
        number = self._numbers[id(node_of(tensor))]
        return [history.operation.name, number, history.tensor_index]

    def tensor_config(self, tensor: Any) -> dict[str, Any]:
        config = {
            "shape": tuple(tensor.shape),
            "dtype": tensor.dtype.name,
            "keras_history": self.of(tensor),
        }
        return {"class_name": _TENSOR, "config": config}

    def described(self, arguments: Any) -> Any:
        """The arguments of an operation in the form that files hold."""
        from pelton.keras.saving.serialize_object import serialize_keras_object

        described = _map(arguments, self.tensor_config, _functions.is_symbolic)
        return {key: serialize_keras_object(value) for key, value in described.items()}

    def operations_by_call(self) -> dict[Any, list[dict[str, Any]]]:
        """{key of an op's call: the entries that stand for it}, in the order of the calls."""
        entries = {}
        for operation in _in_order(self._model):
            tensor = operation.calls[0]
            if isinstance(operation.owner, OperationNode):
                found = self.writer.entries_of_operation(operation)
            else:
                found = self.writer.entries_of(operation)
            if found is None:
                _refuse_op(self._model, operation.owner.op)
            entries[place_of(tensor)[0]] = found
        return entries


def _in_order(model: Any) -> list[Any]:
    """The calls of ops, each after those that it takes the outputs of; without those that only the
    sizes of others follow from."""
    of_ops = {}
    ahead = list(model.outputs)
    made_by_layers = {}
    for one in vars(model)["_operations"]:
        for tensor in [] if one.is_input else one.calls:
            (made_by_layers if one.layer is not None else of_ops)[place_of(tensor)[0]] = one
    needed: set[Any] = set()
    while ahead:
        tensor = ahead.pop()
        key = place_of(tensor)[0]
        if key in needed or (key not in of_ops and key not in made_by_layers):
            continue
        needed.add(key)
        node = node_of(tensor)
        inputs = call_of(tensor).inputs if node is None else node.inputs()
        ahead.extend(one for one in inputs if _functions.is_symbolic(one))
    steps = (key for key, _ in vars(model)["_graph"].steps)
    return [of_ops[key] for key in steps if key in of_ops and key in needed]


def _map(structure: Any, function: Callable[[Any], Any], is_leaf: Callable[[Any], bool]) -> Any:
    """The structure of lists, tuples and dicts with function(leaf) for its leaves."""
    if is_leaf(structure):
        return function(structure)
    if isinstance(structure, dict):
        return {key: _map(value, function, is_leaf) for key, value in structure.items()}
    if isinstance(structure, (list, tuple)):
        return type(structure)(_map(value, function, is_leaf) for value in structure)
    return structure


def config_of(model: Any, with_layers: bool = False) -> dict[str, Any]:
    """Name, layers with the calls that make the graph, and where its ends are; `with_layers`: the
    layers themselves in place of their configs."""
    places = _Places(model)
    from pelton.keras.saving.serialize_object import described_layer

    operations = vars(model)["_operations"]
    of_layers = [one for one in operations if one.layer is not None]
    nodes = {id(one): [] if one.is_input else places.nodes_of(one) for one in of_layers}
    by_call = places.operations_by_call()

    def call_config(node: Node) -> dict[str, Any]:
        given = (node.args, node.kwargs)
        args, kwargs = _map(given, places.tensor_config, _functions.is_symbolic)
        return {"args": args, "kwargs": kwargs}

    def entries(one: Any) -> list[dict[str, Any]]:
        if one.layer is None:
            return by_call.get(place_of(one.calls[0])[0], [])
        made = {"layer": one.layer} if with_layers else described_layer(one.layer)
        calls = [call_config(node) for node in nodes[id(one)]]
        return [{**made, "name": one.layer.name, "inbound_nodes": calls}]

    layers = [entry for one in operations for entry in entries(one)]
    return {
        "name": model.name,
        "trainable": model.trainable,
        "layers": layers,
        "input_layers": _map(model._nested_inputs[0], places.of, _functions.is_symbolic),
        "output_layers": _map(model._nested_inputs[1], places.of, _functions.is_symbolic),
    }


def _is_place(value: Any) -> bool:
    return (
        isinstance(value, (list, tuple))
        and len(value) == 3
        and isinstance(value[0], str)
        and isinstance(value[1], int)
        and isinstance(value[2], int)
    )


def _is_described(value: Any) -> bool:
    return isinstance(value, dict) and "class_name" in value and "config" in value


def _is_tensor_config(value: Any) -> bool:
    return value["class_name"] == _TENSOR


def _layer_of(entry: dict[str, Any], custom_objects: dict[str, Any] | None) -> Any:
    """The layer of an entry, or what an operation does when it is called."""
    from pelton.keras.layers import deserialize

    if "layer" in entry:
        return entry["layer"]
    if not is_operation(entry):
        return deserialize(entry, custom_objects)
    # What there is no function for is refused at once.
    return named_call(entry["module"], entry["class_name"], entry["config"])


def _until_none_is_left(config: Any, waiting: list[Any], call: Callable[..., bool]) -> None:
    """Calls the nodes, each as soon as what it is called on is there."""
    while waiting:
        later = [node for node in waiting if not call(*node)]
        if len(later) == len(waiting):
            raise ValueError(
                f"Model config '{config.get('name')}': layer '{later[0][1]}' is called on what no "
                "layer of the config gives"
            )
        waiting = later


def ends_of_config(config: dict[str, Any], custom_objects: dict[str, Any] | None) -> Any:
    """(inputs, outputs): the layers of the config made and called as it says.

    Raises ValueError for a call on what no layer of the config gives."""
    from pelton.keras.saving.deserialize_object import deserialize_keras_object
    from pelton.nest import flatten

    tensors: dict[tuple[str, int, int], Any] = {}

    def note(name: str, number: int, outputs: Any) -> None:
        for index, tensor in enumerate(flatten(outputs)):
            tensors[name, number, index] = tensor

    def tensor_of(value: Any) -> Any:
        return tensors[tuple(value["config"]["keras_history"])]

    def leaf(value: Any) -> Any:
        return tensor_of(value) if _is_tensor_config(value) else deserialize_keras_object(value)

    def call(layer: Any, name: str, number: int, node: dict[str, Any]) -> bool:
        try:
            args, kwargs = _map((node["args"], node["kwargs"]), leaf, _is_described)
        except KeyError:
            return False
        note(name, number, layer(*args, **kwargs))
        return True

    waiting = []
    for entry in config["layers"]:
        layer = _layer_of(entry, custom_objects)
        if not entry["inbound_nodes"]:
            note(entry["name"], 0, input_tensor(layer, layer.name))
        waiting += [(layer, entry["name"], i, n) for i, n in enumerate(entry["inbound_nodes"])]
    _until_none_is_left(config, waiting, call)
    try:
        return tuple(
            _map(config[key], lambda place: tensors[tuple(place)], _is_place)
            for key in ("input_layers", "output_layers")
        )
    except KeyError as error:
        raise ValueError(
            f"Model config '{config.get('name')}': {error} is no output of its layers"
        ) from None


def _input_like(layer: Any, tensor: Any) -> Any:
    """A new input of the name that the symbolic tensor of an InputLayer has, or the InputLayer
    that stands for another one."""
    name = tensor.name if input_layer_of(tensor) is layer else layer.name
    made = type(layer).from_config({**layer.get_config(), "name": name})
    return input_tensor(made, name)


def cloned_ends(
    model: Any,
    clone: Callable[[Any], Any],
    input_tensors: Any = None,
    call: Callable[..., Any] | None = None,
) -> Any:
    """(inputs, outputs) of the same graph over clone(layer) for each layer, called by
    call(layer, ...), on `input_tensors` or new ones."""
    from pelton.nest import flatten, pack_sequence_as

    layers: dict[int, Any] = {}
    for one in vars(model)["_operations"]:
        if one.layer is None or one.is_input:
            continue
        is_layer = isinstance(one.layer, _core.Layer)
        made = clone(one.layer) if is_layer else one.layer.from_config(one.layer.get_config())
        layers[id(one.layer)] = made
    if input_tensors is None:
        owners, tensors = vars(model)["_input_layers"], flatten(model._nested_inputs[0])
        inputs = [_input_like(*pair) for pair in zip(owners, tensors, strict=True)]
    else:
        inputs = flatten(input_tensors)

    def call_clone(layer: Any, args: Any, kwargs: Any) -> Any:
        made = layers[id(layer)]
        return made(*args, **kwargs) if call is None else call(made, *args, **kwargs)

    outputs = vars(model)["_graph"].run(inputs, call_clone)
    nested = model._nested_inputs
    return pack_sequence_as(nested[0], inputs), pack_sequence_as(nested[1], outputs)
