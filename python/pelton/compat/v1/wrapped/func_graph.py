"""Owns FuncGraph: the graph of a function, with its inputs and outputs."""

from __future__ import annotations

import re

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import layers as _layers
from pelton.compat.v1.deferred import named
from pelton.compat.v1.graph import Graph
from pelton.compat.v1.operation import Operation, note_call
from pelton.nest import flatten
from pelton.tensors.tensor_spec import TensorSpec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

# Programs of more than calls: branches, loops, draws, work on the host.
_NOT_PLAIN = re.compile(r"^  |= (draw|host|guard)|^(draw|host|guard|assign)", re.MULTILINE)


class FuncGraph(Graph):
    """The graph of a function: ``inputs`` are placeholders, ``outputs`` what it gives, flat, and
    ``structured_outputs`` as the function nests it."""

    def __init__(self, name: str = "func") -> None:
        super().__init__()
        self.name = name
        self.inputs: list[Any] = []
        self.outputs: list[Any] = []
        self.structured_input_signature: Any = None
        self.structured_outputs: Any = None
        self.variables: tuple[Any, ...] = ()

    @property
    def trainable_variables(self) -> tuple[Any, ...]:
        """Those of its variables that are trained."""
        return tuple(variable for variable in self.variables if variable.trainable)

    def __repr__(self) -> str:
        return f"FuncGraph(name={self.name}, id={id(self)})"


def graph_of(concrete: Any, is_frozen: bool = False) -> FuncGraph:
    """The graph of a concrete function, with variables as nodes that read them, or `is_frozen` as
    constants. A function with branches, loops, draws or work on the host is one node."""
    graph = FuncGraph(concrete.name)
    graph.variables = () if is_frozen else tuple(concrete.variables)
    with graph.as_default():
        given = [one for one in concrete.inputs if isinstance(one, (Tensor, TensorSpec))]
        graph.inputs = [_placeholder(one, place) for place, one in enumerate(given)]
        trace = concrete._fresh_trace()
        if trace is None or _NOT_PLAIN.search(trace.explain()):
            made = _as_one_node(graph, concrete)
        else:
            found = flatten(trace.run(graph.inputs))
            made = _Rebuilder(graph, concrete.variables, is_frozen).made_of(found)
        title = named(_same)
        graph.outputs = [title(tensor, name="Identity") for tensor in made]
    graph.structured_input_signature = concrete.structured_input_signature
    graph.structured_outputs = concrete.structured_outputs
    return graph


def _same(tensor: Any) -> Any:
    from pelton._core import ops as _ops

    return _ops.identity(tensor)


def _placeholder(given: Any, place: int) -> Any:
    from pelton.compat.v1.graph_ops import placeholder

    name = (given.name or f"args_{place}").partition(":")[0]
    return placeholder(given.dtype, given.shape, name=name)


def _as_one_node(graph: FuncGraph, concrete: Any) -> list[Any]:
    """What a node gives that calls the function."""
    like = [_functions.symbolic(one.shape, one.dtype, "output") for one in concrete.outputs]

    def run(*values: Any) -> list[Any]:
        return [_functions.convert(one) for one in flatten(concrete._run_flat(list(values)))]

    name = "StatefulPartitionedCall"
    return list(Operation(graph, name, name, run, tuple(graph.inputs)).give(like))


class _Rebuilder:
    """Makes named nodes of the calls that gave symbolic tensors, one by one."""

    def __init__(self, graph: FuncGraph, variables: Sequence[Any], is_frozen: bool) -> None:
        self._graph = graph
        self._left = list(variables)
        self._is_frozen = is_frozen
        self._known: dict[Any, Any] = {}  # new tensors by the calls and values that they are of
        self._kept: list[Any] = []
        self._scopes: dict[int, str] = {}  # of tensors that are variables' values

    def made_of(self, tensors: list[Any]) -> list[Any]:
        """New tensors in the place of what a trace gave."""
        waiting = [(tensor, False) for tensor in reversed(tensors)]
        while waiting:
            tensor, is_ready = waiting.pop()
            call = _layers._call_of(tensor)
            if call is None or (call[0], call[1]) in self._known:
                continue
            given = [*call[3], *call[4]]
            if is_ready:
                self._remake(tensor, call)
                continue
            waiting.append((tensor, True))
            waiting += [(one, False) for one in reversed(given)]
        return [self._new(tensor) for tensor in tensors]

    def _new(self, tensor: Any) -> Any:
        call = _layers._call_of(tensor)
        if call is not None:
            return self._known[call[0], call[1]]
        if _functions.is_symbolic(tensor):
            return tensor
        key = ("value", id(tensor))
        if key not in self._known:
            self._kept.append(tensor)
            self._known[key] = self._leaf(tensor)
        return self._known[key]

    def _leaf(self, tensor: Any) -> Any:
        """A node for a value: a variable's, where there is one that has it, or a constant's."""
        variable = self._variable_of(tensor)
        name = "Const" if variable is None else variable.path
        if not tensor.dtype.is_floating:
            return tensor
        if variable is None or self._is_frozen:
            made = Operation(self._graph, "Const", name, lambda: tensor).give(tensor)
        else:
            node = Operation(self._graph, "ReadVariableOp", name, lambda: _value_of(variable))
            made = node.give(tensor)
        if variable is not None:
            self._scopes[id(made)] = name.rpartition("/")[0]
        return made

    def _variable_of(self, tensor: Any) -> Any:
        """The first variable that is left with the same value."""
        import numpy as np

        value = tensor.numpy()
        for place, variable in enumerate(self._left):
            known = _value_of(variable)
            if known.shape == tensor.shape and np.array_equal(known.numpy(), value):
                return self._left.pop(place)
        return None

    def _remake(self, tensor: Any, call: Any) -> None:
        from pelton.compat.v1.wrapped import expansions

        number, _, op, given, named_sizes = call
        inputs = [self._new(one) for one in given]
        scope = next((self._scopes[id(one)] for one in inputs if id(one) in self._scopes), "")
        with self._graph.name_scope(f"{scope}/" if scope else self._graph.current_name_scope):
            expanded = expansions.expanded(op, inputs, _layers._call_attributes(tensor))
            if expanded is not None:
                self._known[number, 0] = expanded
                return
            sizes = [self._new(one) for one in named_sizes]
            made = list(_layers._run_call(tensor, inputs, sizes))
            for index, one in enumerate(made):
                note_call(self._graph, one)
                self._known[number, index] = one


def _value_of(variable: Any) -> Any:
    value: Callable[[], Any] | Any = variable.value
    return value() if callable(value) else value
