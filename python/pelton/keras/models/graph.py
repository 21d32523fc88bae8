"""Graph: which calls of layers and ops lead from a model's inputs to its outputs, and their run on
other tensors. Knows no model."""

from __future__ import annotations

import re
import weakref
from collections.abc import Callable
from typing import Any, NamedTuple

from pelton._core import functions as _functions
from pelton._core import keras_settings as _settings
from pelton._core import layers as _core
from pelton.keras.layers.call_signature import parameters_of
from pelton.keras.models.operations.calls import taken_slice
from pelton.keras.models.operations.operation_node import OperationNode
from pelton.nest import flatten, map_structure, pack_sequence_as
from pelton.tensors.kinds import is_sparse


class KerasHistory(NamedTuple):
    """Where a symbolic tensor comes from: output `tensor_index` of a layer's call."""

    operation: Any
    node_index: int
    tensor_index: int


class Node:
    """One call of a layer; of an input there are no arguments."""

    def __init__(self, layer: Any, args: Any, kwargs: dict[str, Any]) -> None:
        self.layer = layer
        self.args = args
        self.kwargs = kwargs
        self.outputs_like: Any = None  # symbolic tensors without histories, in their structure
        self.names: list[str] = []  # of the outputs
        self.mask_ops: dict[Any, tuple[str, str]] = {}  # class and name of those of its masks
        self.masks = implied_masks(layer, args, kwargs)  # that Keras gives the call by itself
        self.sparse_places: tuple[int, ...] = ()  # of the outputs that are sparse
        nodes = vars(layer).setdefault("_inbound_nodes", [])
        self.index = len(nodes)
        nodes.append(weakref.ref(self))

    def inputs(self) -> list[Any]:
        """The symbolic tensors among the arguments."""
        return [leaf for leaf in flatten((self.args, self.kwargs)) if _functions.is_symbolic(leaf)]

    def shown_inputs(self, known: Any) -> list[Any]:
        """Those and the masks that the calls of `known` gave, as Keras shows them."""
        return [*self.inputs(), *(mask for mask in self.masks if place_of(mask)[0] in known)]

    def outputs(self) -> Any:
        """Symbolic tensors for the call's outputs, in their structure."""
        counter = iter(range(len(flatten(self.outputs_like))))
        return map_structure(lambda leaf: self._output(leaf, next(counter)), self.outputs_like)

    def _output(self, like: Any, index: int) -> Any:
        while len(self.names) <= index:
            self.names.append(_settings.auto_name("KerasTensor"))
        output = _core._with_history(like, self, index, self.names[index])
        if output._keras_mask is None:
            output._keras_mask = like._keras_mask
        return output


_PROBE = _core.Activation("linear", name="probe")


def is_outside_of_layers() -> bool:
    """Whether a call on a graph's tensors is part of it: not within a layer's call or a trace,
    where the engine notes no calls of layers either."""
    return _PROBE(_functions.symbolic((), "float32")) is None


def note_call(layer: Any, args: Any, kwargs: dict[str, Any], outputs: Any) -> Any:
    """The outputs of a layer's call on symbolic tensors, which remember it."""
    if layer is _PROBE:
        return None
    node = Node(layer, args, kwargs)
    node.sparse_places = vars(layer).pop("_sparse_places", ())
    # Other tensors than those of the call: those would hold all that is inside of the layer.
    keeps = not isinstance(layer, _core.Model)
    node.outputs_like = map_structure(lambda leaf: _without_origin(leaf, keeps), outputs)
    masks = [
        leaf._keras_mask for leaf in flatten(outputs) if keeps and _functions.is_symbolic(leaf)
    ]
    given = [leaf._keras_mask for leaf in node.inputs()]
    node.mask_ops = _named_ops(_calls_between(given, masks))
    return node.outputs()


def _calls_between(given: list[Any], tensors: list[Any]) -> list[tuple[Any, Any]]:
    """The calls of ops that lead to `tensors` from `given`, which other calls gave, and from the
    outputs of layers, as (key, call), inputs first."""
    known = {_maker(tensor)[0] for tensor in given if _functions.is_symbolic(tensor)}
    steps: dict[Any, Any] = {}

    def visit(tensor: Any) -> None:
        key, maker, _ = _maker(tensor)
        if key not in known and isinstance(maker, (_Call, OperationNode)):
            known.add(key)
            for leaf in maker.inputs():
                visit(leaf)
            steps[key] = maker

    for tensor in tensors:
        if _functions.is_symbolic(tensor):
            visit(tensor)
    return list(steps.items())


def _without_origin(leaf: Any, keeps_mask: bool = False) -> Any:
    """A symbolic tensor like `leaf` that no call gave, with the mask of `leaf`, or one like it."""
    if not _functions.is_symbolic(leaf):
        return leaf
    like = _functions.symbolic(leaf.shape, leaf.dtype)
    mask = leaf._keras_mask
    if mask is not None:
        like._keras_mask = mask if keeps_mask else _without_origin(mask)
    return like


def input_tensor(layer: Any, name: str | None = None) -> Any:
    """The symbolic tensor of an InputLayer, always of the same node; `name`: a new one's."""
    nodes = vars(layer).get("_inbound_nodes", [])
    node = nodes[0]() if nodes else None
    if layer.sparse or layer.ragged:
        from pelton.keras.models.sparse_calls import activate

        activate()
    if node is None:
        vars(layer).pop("_inbound_nodes", None)
        node = Node(layer, (), {})
        node.names += [] if name is None else [name]
        node.outputs_like = _functions.symbolic(layer.batch_shape, layer.dtype)
    return node.outputs()


def history_of(tensor: Any) -> KerasHistory | None:
    """Where a symbolic tensor comes from, where a layer gave it."""
    found = _core._history(tensor) if _functions.is_symbolic(tensor) else None
    if found is None or not hasattr(found[0], "layer"):  # a call of no layer, a graph's node
        return None
    return KerasHistory(found[0].layer, found[0].index, found[1])


def is_input_of(kind: str, tensor: Any) -> bool:
    """Whether a symbolic tensor is an Input that was declared as "sparse" or "ragged"."""
    history = history_of(tensor)
    is_input = history is not None and isinstance(history.operation, _core.InputLayer)
    return is_input and getattr(history.operation, kind)


def node_of(tensor: Any) -> Node | None:
    """The layer's call that gave a symbolic tensor."""
    found = _core._history(tensor)
    return None if found is None else found[0]


def ends_of(layer: Any) -> tuple[Any, Any] | None:
    """Inputs and outputs of the layer's first call that some model or tensor still holds: a tensor
    each, or a flat list of several."""
    for reference in vars(layer).get("_inbound_nodes", []):
        node = reference()
        if node is not None:
            outputs = flatten(node.outputs())
            ends = (node.inputs() or outputs, outputs)
            return tuple(end[0] if len(end) == 1 else end for end in ends)
    return None


def input_layer_of(tensor: Any) -> Any:
    """The InputLayer that a symbolic tensor is of; None for what something else gave."""
    history = history_of(tensor)
    is_input = history is not None and isinstance(history.operation, _core.InputLayer)
    return history.operation if is_input else None


def get_source_inputs(tensor: Any) -> list[Any]:
    """The inputs that a symbolic tensor follows from, each once; what is none as it is."""
    if not _functions.is_symbolic(tensor):
        return tensor  # type: ignore[no-any-return]
    found: list[Any] = []
    known: set[Any] = set()
    ahead = [tensor]
    while ahead:
        leaf = ahead.pop()
        key, maker, _ = _maker(leaf)
        inputs = [] if maker is None else maker.inputs()
        if key not in known and not inputs:
            found.append(leaf)
        if key not in known:
            ahead.extend(reversed(inputs))
        known.add(key)
    return found


def sequential_tensors(model: Any) -> tuple[list[Any], list[Any]]:
    """Symbolic inputs and outputs of a Sequential, whose layers are called one by one on them."""
    found = vars(model).get("_symbolic_chain")
    count = len(model.layers)
    if found is None or found[0] != count:
        layer = model._input_layer
        is_named = not re.fullmatch(r"input_layer(_\d+)?", layer.name)  # by the program
        tensor = first = input_tensor(layer, layer.name if is_named else None)
        for layer in model.layers:
            tensor = layer(tensor)
        found = vars(model)["_symbolic_chain"] = (count, [first], [tensor])
    return found[1], found[2]


def implied_masks(layer: Any, args: Any, kwargs: dict[str, Any]) -> list[Any]:
    """The mask that calls of ops gave and that a layer takes with its only symbolic input; masks of
    several inputs are not shown, as in Keras."""
    given = [
        value
        for value in (*args, *kwargs.values())
        if any(map(_functions.is_symbolic, flatten(value)))
    ]
    if len(given) != 1 or not _functions.is_symbolic(given[0]) or kwargs.get("mask") is not None:
        return []
    mask = given[0]._keras_mask
    if mask is None or not isinstance(_maker(mask)[1], (_Call, OperationNode)):
        return []
    if not takes_mask(layer):
        return []
    return [mask]


def takes_mask(layer: Any, name: str = "mask") -> bool:
    """Whether the layer's call has an argument for a mask, or another of that name."""
    try:
        return name in parameters_of(layer.call)
    except ValueError:  # the engine's own, whose calls have no signature
        of_engine = (_core.BatchNormalization, _core.Softmax, _core.Sequential)
        return name == "mask" and isinstance(layer, of_engine)


class _Call(NamedTuple):
    """One call of an op, outside of layers; of an index that takes axes away both ops, of which
    `first` is the slice."""

    tensor: Any
    op: str
    arguments: list[Any]
    named: list[Any]
    first: Any = None

    def inputs(self) -> list[Any]:
        return [leaf for leaf in (*self.arguments, *self.named) if _functions.is_symbolic(leaf)]

    def shown_inputs(self, known: Any) -> list[Any]:
        """Without those that only sizes are named after, where there are others."""
        given = [leaf for leaf in self.arguments if _functions.is_symbolic(leaf)]
        return given or self.inputs()

    def run(self, arguments: list[Any], named: list[Any]) -> Any:
        """The outputs for other arguments."""
        if self.first is None:
            return _core._run_call(self.tensor, arguments, named)
        return _core._run_call(self.tensor, _core._run_call(self.first, arguments, named), [])


class Operation(NamedTuple):
    """A layer or an op of a graph with its calls, each by one of its outputs."""

    owner: Any  # a layer, an OperationNode or a _Call
    depth: int
    visit: int
    calls: list[Any]
    is_input: bool
    named: dict[Any, tuple[str, str]]  # Keras's class and the name of each op of the graph
    known: Any  # the calls of the graph by their keys, those that only masks follow from too

    @property
    def layer(self) -> Any:
        """The layer; None for an op."""
        return None if isinstance(self.owner, (_Call, OperationNode)) else self.owner

    @property
    def name(self) -> str:
        return self.owner.name if self.layer is not None else self._of_op()[1]

    @property
    def kind(self) -> str:
        """The class of the layer, or what Keras's class for the op is called."""
        return type(self.owner).__name__ if self.layer is not None else self._of_op()[0]

    def _of_op(self) -> tuple[str, str]:
        return self.named[place_of(self.calls[0])[0]]

    def makers(self) -> list[Any]:
        """Its calls, nodes of a layer or calls of an op, in order; none of an input."""
        makers = [] if self.is_input else [_maker(tensor)[1] for tensor in self.calls]
        if self.layer is not None:
            makers.sort(key=lambda node: node.index)
        return makers

    def inbound(self) -> list[tuple[str, int, int]]:
        """(name, number of the call, number of the output) for each tensor that it is called on."""
        sources = []
        for made_by in self.makers():
            for leaf in made_by.shown_inputs(self.known):
                key, maker, index = _maker(leaf)
                if isinstance(maker, Node):
                    sources.append((maker.layer.name, maker.index, index))
                else:
                    sources.append((self.named[key][1], 0, index))
        return sources


def _maker(tensor: Any) -> tuple[Any, Any, int]:
    """(key, node or call, number of the output) of what gave a symbolic tensor."""
    found = _core._history(tensor)
    if found is not None:
        return id(found[0]), found[0], found[1]
    call = _core._call_of(tensor)
    if call is None:
        return tensor.name, None, 0
    key, index, op, arguments, named = call
    if op == "squeeze" and (first := taken_slice(tensor, arguments)) is not None:
        return key, _Call(tensor, "item", first[3], first[4], arguments[0]), index
    return key, _Call(tensor, op, arguments, named), index


def place_of(tensor: Any) -> tuple[Any, int]:
    """What tells a symbolic tensor from others: what gave it, and as which output."""
    key, _, index = _maker(tensor)
    return key, index


class _Argument:
    """A symbolic tensor among the arguments of a call, and where a run finds its value."""

    __slots__ = ("place", "tensor")

    def __init__(self, tensor: Any) -> None:
        self.place = place_of(tensor)
        self.tensor = tensor


def _arguments(maker: Any) -> list[Any]:
    """The leaves of what a call is given, in order."""
    is_node = isinstance(maker, (Node, OperationNode))
    given = (maker.args, maker.kwargs) if is_node else (maker.arguments, maker.named)
    return [_Argument(leaf) if _functions.is_symbolic(leaf) else leaf for leaf in flatten(given)]


class Graph:
    """The calls between `inputs` and `outputs`, both flat lists of symbolic tensors, in order.

    Raises ValueError for an output that does not follow from the inputs, naming it by its entry
    in `paths`."""

    def __init__(self, inputs: list[Any], outputs: list[Any], paths: list[str]) -> None:
        self._input_keys = [_maker(tensor)[::2] for tensor in inputs]
        self._outputs = [_maker(tensor)[::2] for tensor in outputs]
        self._held = (inputs, outputs)  # ids in keys stay theirs
        self.steps, self._visits = self._sorted(outputs, paths, lambda maker: maker.inputs())
        self._given = [_arguments(maker) for _, maker in self.steps]

    def _sorted(
        self, outputs: list[Any], paths: list[str], inputs_of: Callable[[Any], list[Any]]
    ) -> tuple[list[tuple[Any, Any]], dict[Any, tuple[int, Any]]]:
        """The calls as (key, node or call), inputs first, and by key when each was met and one of
        its tensors."""
        steps: list[tuple[Any, Any]] = []
        visits: dict[Any, tuple[int, Any]] = {}
        done = {key for key, _ in self._input_keys}
        for path, output in zip(paths, outputs, strict=True):
            ahead = [(output, False)]
            while ahead:
                tensor, is_ready = ahead.pop()
                key, maker, _ = _maker(tensor)
                visits.setdefault(key, (len(visits), tensor))
                if key in done:
                    continue
                if is_ready:
                    done.add(key)
                    steps.append((key, maker))
                    continue
                inputs = inputs_of(maker) if maker is not None else []
                if not inputs:
                    raise ValueError(f"Output with path `{path}` is not connected to `inputs`")
                ahead.append((tensor, True))
                ahead.extend((leaf, False) for leaf in reversed(inputs))
        return steps, visits

    def _shown(self) -> tuple[list[tuple[Any, Any]], dict[Any, tuple[int, Any]]]:
        """As `steps`, without the calls that only sizes follow from and with those that give the
        masks which Keras gives to layers by itself."""
        outputs = self._held[1]
        paths = [""] * len(outputs)
        steps, known = self._sorted(outputs, paths, lambda maker: maker.shown_inputs(()))
        masks = [mask for _, maker in steps if isinstance(maker, Node) for mask in maker.masks]
        if not masks:
            return steps, known
        with_masks = set(known)
        for mask in masks:
            try:
                found = self._sorted([mask], [""], lambda maker: maker.shown_inputs(()))
            except ValueError:  # of what lies before the model's inputs
                continue
            with_masks.update(found[1])
        return self._sorted(outputs, paths, lambda maker: maker.shown_inputs(with_masks))

    def operations(self) -> list[Operation]:
        """What is called, inputs first: by distance from the outputs, then as it is met from them.

        A layer that is called several times is listed once."""
        steps, visits = self._shown()
        depth = _depths(steps, visits)
        for tensor in self._held[0]:  # also inputs that no output follows from
            visits.setdefault(_maker(tensor)[0], (-1, tensor))  # before its depth's others
        inputs = dict(self._input_keys)
        found: dict[Any, Operation] = {}
        named = _named_ops(steps)
        for key, (visit, tensor) in visits.items():
            maker = _maker(tensor)[1]
            is_node = isinstance(maker, Node)
            same = key if key in inputs or not is_node else ("layer", id(maker.layer))
            owner = maker.layer if is_node else maker
            new = Operation(owner, 0, visit, [], key in inputs, named, visits)
            made = found.setdefault(same, new)
            found[same] = made._replace(depth=max(made.depth, depth.get(key, 0)))
            made.calls.append(tensor)
        return sorted(found.values(), key=lambda one: (-one.depth, one.visit))

    def run(self, values: list[Any], call: Callable[[Any, Any, Any], Any]) -> list[Any]:
        """The outputs for `values` of the inputs; `call(layer, args, kwargs)` calls the layers."""
        known: dict[Any, Any] = {}
        for (key, index), value in zip(self._input_keys, values, strict=True):
            known[key, index] = value
        has_sparse = any(map(is_sparse, values))

        def value_of(leaf: Any) -> Any:
            return known.get(leaf.place, leaf.tensor) if isinstance(leaf, _Argument) else leaf

        for (key, maker), given in zip(self.steps, self._given, strict=True):
            leaves = [value_of(leaf) for leaf in given]
            if has_sparse:
                from pelton.keras.models.sparse_calls import taken

                leaves = taken(getattr(maker, "layer", None), leaves)
            if isinstance(maker, Node):
                args, kwargs = pack_sequence_as((maker.args, maker.kwargs), leaves)
                made = flatten(call(maker.layer, args, kwargs))
            elif isinstance(maker, OperationNode):
                made = maker.run(*pack_sequence_as((maker.args, maker.kwargs), leaves))
            else:
                count = len(maker.arguments)
                made = maker.run(leaves[:count], leaves[count:])
            for index, value in enumerate(made):
                known[key, index] = value
        return [known[place] for place in self._outputs]


def _named_ops(steps: list[tuple[Any, Any]]) -> dict[Any, tuple[str, str]]:
    """Class and automatic name of each op: "add", "add_1", as if it was a layer."""
    named: dict[Any, tuple[str, str]] = {}
    for _, maker in steps:
        if isinstance(maker, Node):
            named.update(maker.mask_ops)
    calls = []
    for key, maker in steps:
        if isinstance(maker, OperationNode):
            named[key] = (maker.class_name, maker.name)
        elif isinstance(maker, _Call) and key not in named:
            calls.append((_core._call_number(maker.tensor), key, maker.op))
    for _, key, op in sorted(calls, key=lambda call: call[0]):
        from pelton.keras.models.operations.table import class_of

        kind = class_of(op)
        named[key] = (kind, _settings.auto_name(kind))
    return named


def _depths(steps: list[tuple[Any, Any]], known: Any) -> dict[Any, int]:
    """The longest way from each step to an output; calls of one layer have one depth."""
    depth: dict[Any, int] = {key: 0 for key, _ in steps}
    of_layer: dict[int, int] = {}
    for key, maker in reversed(steps):
        if isinstance(maker, Node):
            depth[key] = max(depth[key], of_layer.get(id(maker.layer), 0))
            of_layer[id(maker.layer)] = depth[key]
        for tensor in maker.shown_inputs(known):
            before = _maker(tensor)[0]
            depth[before] = max(depth.get(before, 0), depth[key] + 1)
    return depth


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
