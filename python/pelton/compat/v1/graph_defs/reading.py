"""Owns how a GraphDef becomes nodes of a graph: those that a program wrote here, and TensorFlow's
own by ``tf.raw_ops``."""

from __future__ import annotations

import re

from pelton._core import functions as _functions
from pelton.compat.v1.graph import get_default_graph
from pelton.compat.v1.graph_defs.messages import GraphDef, NodeDef, array_of, sizes_of
from pelton.compat.v1.graph_defs.writing import PROGRAM, SHAPES, TYPES
from pelton.compat.v1.operation import Operation, note_value
from pelton.compat.v1.unranked import Unranked
from pelton.compat.v1.variables import RefVariable, assign_node
from pelton.dtypes import as_dtype
from pelton.nest import flatten

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_READS = ("Identity", "ReadVariableOp")
_VARIABLES = ("VariableV2", "Variable", "VarHandleOp")
_DRAWN = re.compile("Random|ParameterizedTruncated|TruncatedNormal|Multinomial")
_ASSIGNS = {
    "Assign": "assign", "AssignAdd": "assign_add", "AssignSub": "assign_sub",
    "AssignVariableOp": "assign",
}  # fmt: skip


def import_graph_def(
    graph_def: Any, input_map: Any = None, return_elements: Any = None, name: str | None = None,
    op_dict: Any = None, producer_op_list: Any = None,
) -> list[Any] | None:  # fmt: skip
    """Makes the nodes of `graph_def` nodes of the default graph, below the scope `name`
    ("import"); the tensors and nodes of `return_elements`.

    Raises TypeError for what is no GraphDef, ValueError for inputs and elements that are not
    there. A node that only the program that built it can run raises NotImplementedError when it is
    run."""
    if not isinstance(graph_def, GraphDef):
        raise TypeError("graph_def must be a GraphDef proto.")
    graph = get_default_graph()
    prefix = ""
    if name is None or name:
        with graph.name_scope(name or "import") as scope:
            prefix = scope
    reader = GraphReader(graph_def, prefix, dict(input_map or {}))
    reader.read()
    if return_elements is None:
        return None
    return [reader.element(str(one)) for one in return_elements]


class GraphReader:
    """Makes the nodes of a GraphDef, each after those that it takes."""

    def __init__(self, graph_def: GraphDef, prefix: str, given: dict[str, Any]) -> None:
        self._nodes = {node.name: node for node in graph_def.node}
        self._prefix = prefix
        self._counts: dict[str, int] = {}  # how many outputs of a node are taken
        for node in graph_def.node:
            for one in node.input:
                name, _, index = one.partition(":")
                count = int(index) + 1 if index.isdigit() else 1
                self._counts[name] = max(count, self._counts.get(name, 1))
        self._given = {self._key(str(key)): value for key, value in given.items()}
        self._made: dict[str, Any] = {}  # by name: list of outputs, Operation or RefVariable

    @staticmethod
    def _key(name: str) -> str:
        return name if ":" in name or name.startswith("^") else f"{name}:0"

    def read(self) -> None:
        """Makes all nodes. ValueError for an input that is no node."""
        for name in self._nodes:
            self._make(name)

    def variables(self) -> dict[str, RefVariable]:
        """The variables among the nodes, by name."""
        return {name: one for name, one in self._made.items() if isinstance(one, RefVariable)}

    def element(self, name: str) -> Any:
        """A tensor or a node by its name. ValueError where there is none."""
        node, colon, index = name.partition(":")
        if node not in self._made:
            raise ValueError(f"Requested return_element {name!r} not found in graph_def.")
        if colon:
            return self._tensor(name)
        found = self._made[node]
        if isinstance(found, RefVariable):
            return found.op
        return found if isinstance(found, Operation) else self._tensor(node).op

    def _make(self, wanted: str) -> None:
        """Makes a node, without recursion: graphs may be long."""
        ahead, begun = [wanted], set()
        while ahead:
            name = ahead[-1]
            if name in self._made:
                ahead.pop()
                continue
            node = self._nodes[name]
            missing = [one for one in self._needed(node) if one not in self._made]
            if name in begun or not missing:
                self._made[name] = self._built(node)
                ahead.pop()
                continue
            begun.add(name)
            for one in missing:
                if one not in self._nodes:
                    raise ValueError(
                        f"graph_def is invalid at node {name!r}: Input tensor {one!r} not found"
                    )
            ahead += [one for one in missing if one not in begun]

    def _needed(self, node: NodeDef) -> list[str]:
        found = [
            one.lstrip("^").partition(":")[0]
            for one in node.input
            if self._key(one) not in self._given
        ]
        if node.op in _VARIABLES:
            start = self._start_of(node)
            found += [] if start is None else [start.partition(":")[0]]
        return found

    def _start_of(self, node: NodeDef) -> str | None:
        """The name of a variable's first value."""
        assign = self._nodes.get(f"{node.name}/Assign")
        return assign.input[1] if assign is not None and len(assign.input) > 1 else None

    def _tensor(self, name: str) -> Any:
        if self._key(name) in self._given:
            return _functions.convert(self._given[self._key(name)])
        node, _, index = name.partition(":")
        found = self._made.get(node)
        if isinstance(found, RefVariable):
            return found
        outputs = found.outputs if isinstance(found, Operation) else found or []
        if not index.isdigit() and index or int(index or 0) >= len(outputs):
            raise ValueError(f"graph_def has no tensor {name!r}")
        return outputs[int(index or 0)]

    def _built(self, node: NodeDef) -> Any:
        graph = get_default_graph()
        inputs = [self._tensor(one) for one in node.input if not one.startswith("^")]
        controls = [self._control(one[1:]) for one in node.input if one.startswith("^")]
        with graph.name_scope(None), graph.control_dependencies(controls):
            return self._of_kind(node, inputs, f"{self._prefix}{node.name}/")

    def _control(self, name: str) -> Any:
        found = self._made[name]
        if isinstance(found, RefVariable):
            return found.op
        return found if isinstance(found, Operation) else found[0]

    def _of_kind(self, node: NodeDef, inputs: list[Any], name: str) -> Any:
        from pelton.compat.v1.graph_ops import no_op, placeholder, placeholder_with_default

        if node.op == "Const":
            return [_constant(node, name)]
        if node.op in ("Placeholder", "PlaceholderV2"):
            return [placeholder(_dtype(node), sizes_of(node.attr["shape"].shape), name)]
        if node.op == "PlaceholderWithDefault":
            shape = sizes_of(node.attr["shape"].shape)
            return [placeholder_with_default(inputs[0], shape, name)]
        if node.op == "NoOp":
            return no_op(name)
        if node.op in _VARIABLES:
            return self._variable(node, name)
        if inputs and isinstance(inputs[0], RefVariable):
            found = self._of_variable(node, inputs[0], inputs[1:], name)
            if found is not None:
                return found
        values = [one.value() if isinstance(one, RefVariable) else one for one in inputs]
        if PROGRAM in node.attr:
            return _programmed(node, values, name)
        found = _raw(node, values, name)
        count = self._counts.get(node.name, 1)
        if found is not None and len(found) >= count:
            return found
        return _left_behind(node, values, name, count)

    def _variable(self, node: NodeDef, name: str) -> RefVariable:
        start = self._start_of(node)
        shape, kind = sizes_of(node.attr["shape"].shape), _dtype(node)
        value = self._tensor(start) if start is not None else None
        if value is None:
            graph = get_default_graph()
            value = Operation(graph, "Unknown", f"{name[:-1]}/start/", _refused(node)).give(
                _functions.symbolic(shape or [], kind)
            )
        return RefVariable(value, trainable=False, collections=[], name=name, dtype=kind)

    def _of_variable(self, node: NodeDef, variable: RefVariable, rest: list[Any],
                     name: str) -> Any:  # fmt: skip
        if node.op in _READS:
            is_own = node.name == f"{variable.op.name.removeprefix(self._prefix)}/read"
            return [variable.value() if is_own else variable.read_value(name)]
        if node.op not in _ASSIGNS:
            return None
        if name == f"{variable.op.name}/Assign/":
            return variable.initializer
        return [assign_node(variable, rest[0], _ASSIGNS[node.op], name)]


def _dtype(node: NodeDef) -> Any:
    return as_dtype(node.attr["dtype"].type)


def _constant(node: NodeDef, name: str) -> Any:
    value = _functions.convert(array_of(node.attr["value"].tensor), _dtype(node))
    if not value.dtype.is_floating:
        return note_value(get_default_graph(), value, name)
    return Operation(get_default_graph(), "Const", name, lambda: value).give(value)


def _likes(node: NodeDef) -> list[Any]:
    """What the outputs of a node written here are like."""
    shapes = [sizes_of(one) for one in node.attr[SHAPES].list.shape]
    kinds = [as_dtype(one) for one in node.attr[TYPES].list.type]
    return [
        Unranked(kind) if shape is None else _functions.symbolic(shape, kind)
        for shape, kind in zip(shapes, kinds, strict=True)
    ]


def _programmed(node: NodeDef, values: list[Any], name: str) -> Any:
    """A node that runs its program."""
    from pelton import _core

    program = _core.program_from_bytes(node.attr[PROGRAM].s, [])

    def run(given: list[Any]) -> Any:
        return program.run([_functions.convert(one) for one in given])

    made = Operation(get_default_graph(), node.op, name, run, (values,))
    return list(made.give(_likes(node)))


def _raw(node: NodeDef, values: list[Any], name: str) -> list[Any] | None:
    """The outputs of an op of TensorFlow's; None for one that is not here."""
    from pelton import raw_ops
    from pelton.compat.v1.deferred import as_node, named

    function = getattr(raw_ops, node.op, None) if node.op in dir(raw_ops) else None
    if function is None:
        return None
    given = _arguments(node, raw_ops._read_rows()[node.op][0], values)
    call = as_node(function, node.op) if _DRAWN.match(node.op) else named(function)
    try:
        return flatten(call(name=name, **given))
    except Exception:  # it needs values, or arguments that are not here
        return None


def _arguments(node: NodeDef, row: str, values: list[Any]) -> dict[str, Any]:
    """The keyword arguments of an op: what it takes, then its attributes."""
    names = [one.strip().rstrip("!").partition("=")[0].rstrip("!") for one in _split(row)]
    if node.op in ("ConcatV2",):
        return {names[0]: values[:-1], names[1]: values[-1]}
    if node.op in ("Pack", "AddN", "Concat", "ConcatOffset", "Stack"):
        values = [values]
    given = dict(zip(names, values, strict=False))
    for key, attr in node.attr.items():
        if key in names and key not in given:
            given[key] = _attribute(attr)
    return given


def _split(row: str) -> list[str]:
    """The arguments of a row, at the commas outside of brackets."""
    parts, depth = [""], 0
    for mark in row:
        depth += (mark in "[(") - (mark in "])")
        if mark == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += mark
    return [one for one in parts if one.strip()]


def _attribute(attr: Any) -> Any:
    for name in ("s", "i", "f", "b", "type", "shape", "list"):
        if attr.HasField(name):
            found = getattr(attr, name)
            if name == "s":
                return found.decode("utf-8", "replace")
            if name == "type":
                return as_dtype(found)
            if name == "shape":
                return sizes_of(found)
            return _list(found) if name == "list" else found
    return []


def _list(found: Any) -> list[Any]:
    for name in ("s", "i", "f", "b"):
        if getattr(found, name):
            return list(getattr(found, name))
    return [as_dtype(one) for one in found.type] or [sizes_of(one) for one in found.shape]


def _refused(node: NodeDef) -> Callable[..., Any]:
    def run(*_: Any) -> Any:
        raise NotImplementedError(
            f"import_graph_def: the node {node.name!r} ({node.op}) can only be run by the program "
            "that built it"
        )

    return run


def _left_behind(node: NodeDef, values: list[Any], name: str, count: int) -> Any:
    """A node that no session here can run, of so many outputs at least."""
    made = Operation(get_default_graph(), node.op, name, _refused(node), (values,))
    likes = _likes(node) if TYPES in node.attr else []
    kind = as_dtype(node.attr["T"].type or 1)
    likes += [Unranked(kind) for _ in range(count - len(likes)) if TYPES not in node.attr]
    return list(made.give(likes)) or made
