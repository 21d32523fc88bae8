"""Owns ``tf.graph_util``: parts of graphs, and graphs whose variables are constants."""

from __future__ import annotations

from pelton.compat.v1.graph_defs.messages import AttrValue, GraphDef, NodeDef, tensor_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_VARIABLES = ("VariableV2", "Variable", "VarHandleOp")


def import_graph_def(*args: Any, **kwargs: Any) -> Any:
    """``tf.import_graph_def``."""
    from pelton.compat.v1.graph_defs.reading import import_graph_def as run

    return run(*args, **kwargs)


def _checked(graph_def: Any) -> GraphDef:
    if not isinstance(graph_def, GraphDef):
        raise TypeError("graph_def must be a graph_pb2.GraphDef proto.")
    return graph_def


def _names(node: NodeDef) -> list[str]:
    return [one.lstrip("^").partition(":")[0] for one in node.input]


def extract_sub_graph(graph_def: Any, dest_nodes: Sequence[str]) -> GraphDef:
    """The nodes that `dest_nodes` follow from, and themselves.

    Raises TypeError for a single text, AssertionError for a name that no node has."""
    nodes = {node.name: node for node in _checked(graph_def).node}
    if isinstance(dest_nodes, str):
        raise TypeError("dest_nodes must be a list.")
    kept, ahead = set(), list(dest_nodes)
    for one in ahead:
        if one not in nodes:
            raise AssertionError(f"{one} is not in graph")
    while ahead:
        name = ahead.pop()
        if name not in kept and name in nodes:
            kept.add(name)
            ahead += _names(nodes[name])
    made = GraphDef(node=[node for node in graph_def.node if node.name in kept])
    made.versions.CopyFrom(graph_def.versions)
    return made


def convert_variables_to_constants(
    sess: Any, input_graph_def: Any, output_node_names: Sequence[str],
    variable_names_whitelist: Any = None, variable_names_blacklist: Any = None,
) -> GraphDef:  # fmt: skip
    """The nodes that these outputs follow from, with the session's values for variables."""
    from pelton.compat.v1.variables import RefVariable

    part = extract_sub_graph(input_graph_def, list(output_node_names))
    known = {
        one.op.name: one
        for found in sess.graph._collections.values()
        for one in found
        if isinstance(one, RefVariable)
    }
    made = GraphDef()
    made.versions.CopyFrom(part.versions)
    for node in part.node:
        is_kept = node.name in (variable_names_blacklist or ())
        if variable_names_whitelist is not None:
            is_kept = is_kept or node.name not in variable_names_whitelist
        if node.op not in _VARIABLES or is_kept or node.name not in known:
            made.node.append(node)
            continue
        value = sess.variable(known[node.name]).value()
        constant = made.node.add(name=node.name, op="Const")
        constant.attr["dtype"] = AttrValue(type=value.dtype)
        constant.attr["value"] = AttrValue(tensor=tensor_of(value))
    return made


def remove_training_nodes(input_graph: Any, protected_nodes: Any = None) -> GraphDef:
    """The graph without nodes that only check numbers or pass them on."""
    protected = set(protected_nodes or ())
    through: dict[str, str] = {}
    for node in _checked(input_graph).node:
        is_passed = node.op in ("Identity", "CheckNumerics") and node.name not in protected
        if is_passed and len(node.input) == 1 and not node.input[0].startswith("^"):
            through[node.name] = node.input[0]
    used = {name for node in input_graph.node for name in _names(node)}
    through = {name: one for name, one in through.items() if name in used}
    made = GraphDef()
    made.versions.CopyFrom(input_graph.versions)
    for node in input_graph.node:
        if node.name not in through:
            copy = NodeDef.FromString(node.SerializeToString())
            copy.input[:] = [_followed(one, through) for one in node.input]
            made.node.append(copy)
    return made


def _followed(name: str, through: dict[str, str]) -> str:
    while name in through:
        name = through[name]
    return name


def must_run_on_cpu(node: Any, pin_variables_on_cpu: bool = False) -> bool:
    """Whether a node must be on the CPU: variables, if asked."""
    return pin_variables_on_cpu and getattr(node, "op", "") in _VARIABLES


def tensor_shape_from_node_def_name(graph: Any, input_name: str) -> Any:
    """The shape of a tensor by its name."""
    name = input_name if ":" in input_name else f"{input_name}:0"
    return graph.get_tensor_by_name(name.lstrip("^")).shape


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
