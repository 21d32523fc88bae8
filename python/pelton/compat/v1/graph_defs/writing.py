"""Owns how a graph becomes a GraphDef: nodes with TensorFlow's names, ops and attributes; what a
node computes goes along as a program."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import layers as _layers
from pelton.compat.v1.graph_defs.messages import (
    AttrValue,
    GraphDef,
    ListValue,
    NodeDef,
    VersionDef,
    shape_of,
    tensor_of,
)
from pelton.compat.v1.operation import (
    EngineOperation,
    Operation,
    ValueOperation,
    is_of_operation,
    operation_of,
)
from pelton.compat.v1.variables import RefVariable
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton.compat.v1.graph import Graph

PROGRAM, TYPES, SHAPES = "_program", "_output_types", "_output_shapes"
_MOST_PROGRAMS = 4000  # nodes of a graph that is written with what they compute
_PRODUCER = 2413  # the version of graphs of the TensorFlow whose names these are
# Whose nodes have no program: they are made anew, or need their session.
_PLAIN = frozenset(
    "Argument Assign AssignAdd AssignSub Const Gradients NoOp Placeholder PlaceholderWithDefault "
    "VariableV2".split()
)


class _Value:
    """A variable within a trace: a tensor that is read."""

    def __init__(self, tensor: Any) -> None:
        self._tensor = tensor

    def value(self) -> Any:
        """The tensor."""
        return self._tensor


class _Session:
    """What a node sees of a session while its program is recorded."""

    def __init__(self, values: dict[RefVariable, Any]) -> None:
        self._values = values

    def variable(self, reference: RefVariable, is_written: bool = False) -> Any:
        """The tensor of a variable. KeyError for another, or one that is written."""
        if is_written:
            raise KeyError(reference.name)
        return _Value(self._values[reference])


class GraphWriter:
    """Writes the nodes of a graph one by one."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._constants: dict[int, tuple[Any, str]] = {}
        self._nodes: dict[str, NodeDef] = {}
        self._has_programs = True

    def write(self) -> GraphDef:
        """The graph's nodes and those that they take."""
        waiting = list(self._graph.get_operations())
        self._has_programs = len(waiting) <= _MOST_PROGRAMS
        while waiting:
            operation = waiting.pop(0)
            if operation.name in self._nodes:
                continue
            self._nodes[operation.name] = NodeDef()
            self._nodes[operation.name] = self._node(operation)
            waiting += [
                operation_of(one) for one in self._tensors(operation) if is_of_operation(one)
            ]
        made = GraphDef(versions=VersionDef(producer=_PRODUCER))
        made.node.extend(self._nodes.values())
        return made

    def _tensors(self, operation: Any) -> list[Any]:
        """What a node takes: tensors and variables."""
        if isinstance(operation, EngineOperation):
            call = _layers._call_of(operation.outputs[0])
            return [] if call is None else [*call[3], *call[4]]
        if operation.type == "PlaceholderWithDefault":
            return list(operation.args)
        if isinstance(operation, Operation):
            return [one for one in operation.leaves() if _is_taken(one)]
        return []

    def _node(self, operation: Any) -> NodeDef:
        node = NodeDef(name=operation.name, op=operation.type, device=operation.device or "")
        held = getattr(getattr(operation, "kwargs", {}).get("target"), "variable", None)
        if held is not None:
            node.input.append(held.op.name)
        node.input.extend(self._name(one) for one in self._tensors(operation))
        for one in operation.control_inputs:
            name = getattr(one, "name", None) or one.op.name
            node.input.append("^" + name.partition(":")[0])
        self._describe(node, operation)
        return node

    def _name(self, leaf: Any) -> str:
        if isinstance(leaf, RefVariable):
            return leaf.op.name
        if is_of_operation(leaf) or hasattr(leaf, "_graph_operation"):
            name, _, index = str(leaf.name).partition(":")
            return name if index in ("", "0") else f"{name}:{index}"
        return self._constant(leaf)

    def _constant(self, value: Any) -> str:
        """The name of a node for a tensor that has a value."""
        if id(value) not in self._constants:
            name = self._graph.unique_name("Const", mark_as_used=True)
            self._constants[id(value)] = (value, name)
            node = NodeDef(name=name, op="Const")
            _set_value(node, value)
            self._nodes[name] = node
        return self._constants[id(value)][1]

    def _describe(self, node: NodeDef, operation: Any) -> None:
        """The attributes of a node."""
        outputs = operation.outputs
        if isinstance(operation, ValueOperation):
            _set_value(node, outputs[0])
            return
        if node.op == "Const":
            _set_value(node, operation.function())
            return
        if node.op == "VariableV2":
            self._describe_variable(node, operation)
            return
        if node.op in ("Placeholder", "PlaceholderWithDefault"):
            node.attr["dtype"] = AttrValue(type=outputs[0].dtype)
            node.attr["shape"] = AttrValue(shape=shape_of(outputs[0].shape))
        elif outputs:
            node.attr["T"] = AttrValue(type=outputs[0].dtype)
        kinds = ListValue(type=[int(one.dtype.as_datatype_enum) for one in outputs])
        shapes = ListValue(shape=[shape_of(TensorShape(one.shape)) for one in outputs])
        node.attr[TYPES], node.attr[SHAPES] = AttrValue(list=kinds), AttrValue(list=shapes)
        if node.op not in _PLAIN and self._has_programs:
            data = _program_of(operation, self._tensors(operation))
            if data is not None:
                node.attr[PROGRAM] = AttrValue(s=data)

    def _describe_variable(self, node: NodeDef, operation: Operation) -> None:
        for found in self._graph._collections.values():
            for one in found:
                if isinstance(one, RefVariable) and one.op is operation:
                    node.attr["dtype"] = AttrValue(type=one.dtype)
                    node.attr["shape"] = AttrValue(shape=shape_of(TensorShape(one.shape)))
                    return


def _is_taken(leaf: Any) -> bool:
    return isinstance(leaf, RefVariable) or is_of_operation(leaf)


def _set_value(node: NodeDef, value: Any) -> None:
    node.attr["dtype"] = AttrValue(type=value.dtype)
    node.attr["value"] = AttrValue(tensor=tensor_of(value))


def _program_of(operation: Any, given: list[Any]) -> bytes | None:
    """What a node computes of what it takes, as a program's bytes; None where no program does."""
    from pelton import _core
    from pelton.functions.recorded_function import function
    from pelton.tensors.tensor_spec import TensorSpec

    made_of = _of_engine if isinstance(operation, EngineOperation) else _of_node
    try:
        compute = made_of(operation)  # type: ignore[operator]
        specs = [TensorSpec(one.shape, one.dtype) for one in given]
        trace = function(compute).get_concrete_function(*specs)._trace
        return None if trace.variables else bytes(_core.program_bytes(trace, False))
    except Exception:  # a node of Python's own or a layer's call, which stays behind
        return None


def _of_engine(operation: EngineOperation) -> Callable[..., Any]:
    tensor = operation.outputs[0]
    call = _layers._call_of(tensor)
    if call is None:
        raise TypeError("a call of a Keras layer is no op")
    count = len(call[3])
    return lambda *values: list(
        _layers._run_call(tensor, list(values[:count]), list(values[count:]))
    )


def _of_node(operation: Operation) -> Callable[..., Any]:
    from pelton.compat.v1.evaluation import Plan, Run, place_of
    from pelton.nest import flatten, pack_sequence_as

    leaves = operation.leaves()
    places = [place for place, leaf in enumerate(leaves) if _is_taken(leaf)]

    def compute(*values: Any) -> list[Any]:
        filled, variables, known = list(leaves), {}, {}
        for place, value in zip(places, values, strict=True):
            if isinstance(leaves[place], RefVariable):
                variables[leaves[place]] = value
                value = _Value(value)
            else:
                known[place_of(leaves[place])] = value
            filled[place] = value
        args, kwargs = pack_sequence_as([operation.args, operation.kwargs], filled)
        if operation.takes_run:
            run = Run(_Session(variables), Plan([], []))  # type: ignore[arg-type]
            run._known.update(known)
            args = [run, *args]
        return [_functions.convert(one) for one in flatten(operation.function(*args, **kwargs))]

    return compute
