"""Owns Operation, a node of a graph that Python makes: what is computed when a session runs it.

Ops of the engine on symbolic tensors need none: their tensors remember the calls by themselves."""

from __future__ import annotations

import re
import weakref

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import layers as _layers
from pelton.nest import flatten, map_structure

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton.compat.v1.graph import Graph


class _Values:
    """What all nodes have: their outputs by another name."""

    outputs: Any

    def values(self) -> tuple[Any, ...]:
        """Its outputs."""
        return tuple(self.outputs)


class Operation(_Values):
    """`function(*args, **kwargs)`, called in each run on the values of symbolic arguments.

    With `takes_run` the run itself comes first. It runs after its `control_inputs`."""

    def __init__(
        self,
        graph: Graph,
        type: str,  # noqa: A002 - TensorFlow's name
        name: str,
        function: Callable[..., Any],
        args: Sequence[Any] = (),
        kwargs: dict[str, Any] | None = None,
        takes_run: bool = False,
    ) -> None:
        self.graph = graph
        self.type = type
        self.name = graph.unique_name(name)
        self.device = graph.current_device()
        self.function = function
        self.args = list(args)
        self.kwargs = kwargs or {}
        self.takes_run = takes_run
        self.control_inputs = graph.current_control_inputs()
        self._outputs: list[Any] = []
        self.is_seeded = False  # whether its draws follow a seed of its own
        # What each run calls with its session and what is fed for the outputs' values, before
        # anything runs.
        self.draw: Callable[[Any, dict[Any, Any]], list[Any]] | None = None
        graph.add(self)

    def give(self, like: Any) -> Any:
        """Symbolic outputs of the same shapes and dtypes as the tensors `like`, in their nest."""
        counter = iter(range(len(flatten(like))))

        def output(leaf: Any) -> Any:
            index = next(counter)
            if hasattr(leaf, "output_of"):  # Unranked, or what is like an output
                made = leaf.output_of(self, index)
                self._outputs.append(made)
                return made
            blank = _functions.symbolic(leaf.shape, leaf.dtype)
            made = _layers._with_history(blank, self, index, f"{self.name}:{index}")
            self._outputs.append(made)
            return made

        return map_structure(output, like)

    @property
    def outputs(self) -> list[Any]:
        """The symbolic tensors that it gives."""
        return list(self._outputs)

    @property
    def inputs(self) -> list[Any]:
        """The symbolic tensors among its arguments."""
        return [leaf for leaf in self.leaves() if is_of_operation(leaf)]

    def leaves(self) -> list[Any]:
        """All arguments, flat."""
        return flatten([self.args, self.kwargs])

    def run(self, feed_dict: Any = None, session: Any = None) -> None:
        """Runs it in `session`, or the default one."""
        self.graph.session_for(session).run(self, feed_dict)

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"


def is_of_operation(value: Any) -> bool:
    """Whether a value is a tensor of a graph: symbolic, of known rank or not."""
    return _functions.is_symbolic(value) or hasattr(value, "output_of")


def is_of_node(tensor: Tensor) -> bool:
    """Whether a node that Python made gave a symbolic tensor."""
    found = _layers._history(tensor)
    return found is not None and isinstance(found[0], Operation)


class EngineOperation(_Values):
    """The call of an op of the engine, or of a layer, that gave a symbolic tensor."""

    def __init__(self, tensor: Tensor, graph: Graph, name: str | None = None) -> None:
        self.graph = graph
        self.name = tensor.name.rpartition(":")[0] if name is None else name
        self.control_inputs: list[Any] = []
        self._outputs = {0 if name is None else tensor_index(tensor): tensor}

    def give(self, tensor: Tensor) -> bool:
        """Takes in one more of the call's outputs; whether it is named already or new."""
        index = tensor_index(tensor)
        return self._outputs.setdefault(index, tensor) is tensor

    @property
    def outputs(self) -> list[Any]:
        """The outputs that are known, in order."""
        return [self._outputs[index] for index in sorted(self._outputs)]

    @property
    def device(self) -> str:
        """The device that was asked for."""
        is_call = _layers._call_of(self.outputs[0]) is not None
        return _layers._call_place(self.outputs[0])[1] if is_call else ""

    @property
    def type(self) -> str:
        """The op's name; "Layer" for a layer's call."""
        found = _layers._call_of(self.outputs[0])
        if found is None:
            return "Layer"
        if found[2] == "conv2d" and found[3][1].shape[2] == 1 != found[3][0].shape[-1]:
            return "DepthwiseConv2dNative"  # the engine's convolutions are of groups
        return str(_layers._call_place(self.outputs[0])[0])

    @property
    def inputs(self) -> list[Any]:
        """The symbolic tensors among its arguments."""
        call = _layers._call_of(self.outputs[0])
        given = [] if call is None else [*call[3], *call[4]]
        return [leaf for leaf in given if _functions.is_symbolic(leaf)]

    def run(self, feed_dict: Any = None, session: Any = None) -> None:
        """Runs it in `session`, or the default one."""
        self.graph.session_for(session).run(self.outputs, feed_dict)

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"


def graph_of(tensor: Tensor) -> Graph:
    """The graph of a symbolic tensor: that of the first node before it, or the default one. Raises
    AttributeError for a tensor that has a value."""
    from pelton.compat.v1.graph import get_default_graph

    ahead, seen = [operation_of(tensor)], set()
    while ahead:
        found = ahead.pop()
        if isinstance(found, (Operation, ValueOperation)):
            return found.graph
        new = [one for one in found.inputs if id(one) not in seen]
        seen.update(id(one) for one in new)
        ahead.extend(operation_of(one) for one in new if is_of_operation(one))
    return get_default_graph()


def operation_of(tensor: Tensor) -> Operation | EngineOperation:
    """What gave a symbolic tensor. Raises AttributeError for a tensor that has a value."""
    from pelton.compat.v1.graph import get_default_graph

    if hasattr(tensor, "output_of"):
        return tensor.op
    known = value_operation(tensor)
    if known is not None:
        return known
    if not _functions.is_symbolic(tensor):
        raise AttributeError("Tensor.op is undefined when eager execution is enabled.")
    found = _layers._history(tensor)
    if found is not None and isinstance(found[0], Operation):
        return found[0]
    return note_call(get_default_graph(), tensor) or EngineOperation(tensor, get_default_graph())


class ValueOperation(_Values):
    """A constant that is a tensor with a value, as shapes and axes follow from it."""

    type = "Const"
    device = ""

    def __init__(self, tensor: Tensor, graph: Graph, name: str) -> None:
        self.graph = graph
        self.name = name
        self.inputs: list[Any] = []
        self.control_inputs: list[Any] = []
        self.outputs = [tensor]

    def run(self, feed_dict: Any = None, session: Any = None) -> None:
        """Nothing: its value is known."""

    def __repr__(self) -> str:
        return f"<tf.Operation '{self.name}' type={self.type}>"


def note_value(graph: Graph, tensor: Tensor, name: str) -> Tensor:
    """Gives a tensor that has a value a name in the graph, where it has none."""
    if graph.finalized or value_operation(tensor) is not None:
        return tensor
    made = ValueOperation(tensor, graph, graph.unique_name(name))
    graph.add(made)
    graph.note_name(f"{made.name}:0", tensor)
    tensor._graph_operation = made
    return tensor


def value_operation(tensor: Any) -> ValueOperation | None:
    """The constant that a tensor with a value is in its graph, where it has a name there."""
    return getattr(tensor, "_graph_operation", None)


_calls: weakref.WeakValueDictionary[int, EngineOperation] = weakref.WeakValueDictionary()
# What TensorFlow calls the nodes of functions whose operators have other names.
_OF_FUNCTIONS = {
    "add": "Add", "sub": "Sub", "subtract": "Sub", "mul": "Mul", "multiply": "Mul", "pow": "Pow",
    "divide": "truediv",
}  # fmt: skip


def tensor_index(tensor: Tensor) -> int:
    """Which output of an engine's call a tensor is."""
    found = _layers._call_of(tensor)
    return 0 if found is None else int(found[1])


def known_call(tensor: Any) -> EngineOperation | None:
    """The call of the engine that gave a tensor, where a graph has named it."""
    found = _layers._call_of(tensor)
    return None if found is None else _calls.get(found[0])


def note_call(graph: Graph, tensor: Any, name: str | None = None,
              is_function: bool = False) -> EngineOperation | None:  # fmt: skip
    """Gives the call of the engine that gave a tensor a name in the graph: `name`, or that of its
    op. None for a tensor that something else gave."""
    found = _layers._call_of(tensor)
    if found is None:
        return None
    known = _calls.get(found[0])
    if known is None and graph.finalized:
        return None
    if known is None:
        if name is None:
            base = re.sub(r"_\d+$", "", engine_name(tensor).rpartition(":")[0])
            name = _OF_FUNCTIONS.get(base, base) if is_function else base
        full = graph.unique_name_of(tensor, name)
        known = _calls[found[0]] = EngineOperation(tensor, graph, full)
        graph.add(known)
    if known.give(tensor):
        graph.note_name(f"{known.name}:{found[1]}", tensor)
    return known


_own_name = Tensor.name


def engine_name(tensor: Tensor) -> str:
    """The name that the engine has for a symbolic tensor."""
    return str(_own_name.__get__(tensor))


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
