"""Owns TensorFlow 1's meta graphs: a graph with its collections and the variables of its saver, as
a message. Within the program that exported it, ``import_meta_graph`` finds the graph itself."""

from __future__ import annotations

import os
import uuid

from pelton.compat.v1.graph import Graph, GraphKeys, get_default_graph
from pelton.compat.v1.graph_defs.messages import MetaGraphDef, VariableDef
from pelton.compat.v1.graph_defs.writing import GraphWriter
from pelton.compat.v1.operation import is_of_operation
from pelton.compat.v1.variables import RefVariable
from pelton.errors import DataLossError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_OURS = "pelton "  # begins the version of a meta graph, before the key of the graph
_SAVED = "pelton_saver"  # the collection of the names that the saver saves
_graphs: dict[str, _Known] = {}  # by the keys in their files


class _Known:
    """A graph of this process with the variables that its saver saves, None for all."""

    def __init__(self, graph: Graph, variables: dict[str, Any] | None) -> None:
        self.graph = graph
        self.variables = variables
        self.key = uuid.uuid4().hex
        self.counted = -1  # the nodes that the message has
        self.data = b""  # the message


def _known(graph: Graph, variables: dict[str, Any] | None) -> _Known:
    for one in _graphs.values():
        if one.graph is graph and one.variables == variables:
            return one
    made = _Known(graph, variables)
    return _graphs.setdefault(made.key, made)


def meta_graph_of(graph: Graph, variables: dict[str, Any] | None = None) -> MetaGraphDef:
    """The message of a graph."""
    return MetaGraphDef.FromString(_written(graph, variables))  # type: ignore[no-any-return]


def _written(graph: Graph, variables: dict[str, Any] | None) -> bytes:
    """The bytes of a graph's message, made anew where it has more nodes than before."""
    known = _known(graph, variables)
    count = len(graph.get_operations())
    if known.counted != count:
        made = MetaGraphDef(graph_def=GraphWriter(graph).write())
        made.meta_info_def.meta_graph_version = _OURS + known.key
        _write_collections(made, graph)
        if variables is not None:
            names = [f"{key}={one.op.name}" for key, one in variables.items() if hasattr(one, "op")]
            made.collection_def[_SAVED].node_list.value.extend(names)
        known.data, known.counted = made.SerializeToString(), len(graph.get_operations())
    return known.data


def _write_collections(message: MetaGraphDef, graph: Graph) -> None:
    for key in graph.get_all_collection_keys():
        for one in graph.get_collection(key):
            if not isinstance(key, str):
                continue
            found = message.collection_def[key]
            if isinstance(one, RefVariable):
                held = VariableDef(
                    variable_name=one.name, initializer_name=one.initializer.name,
                    snapshot_name=one.value().name, trainable=one.trainable,
                )  # fmt: skip
                found.bytes_list.value.append(held.SerializeToString())
            elif is_of_operation(one) or hasattr(one, "takes_run"):
                found.node_list.value.append(one.name)


def export_meta_graph(
    filename: Any = None, variables: dict[str, Any] | None = None, graph: Graph | None = None,
    as_text: bool = False, **options: Any,
) -> MetaGraphDef:  # fmt: skip
    """The graph, or the default one, with its collections; written into `filename` where it is
    given."""
    if filename is not None:
        write_meta_graph(filename, variables, graph or get_default_graph(), as_text)
    return meta_graph_of(graph or get_default_graph(), variables)


def write_meta_graph(
    filename: Any, variables: dict[str, Any] | None, graph: Graph, as_text: bool = False
) -> None:
    """Writes the graph's message into a file."""
    data = _written(graph, variables)
    if as_text:
        data = str(MetaGraphDef.FromString(data)).encode()
    with open(os.fspath(filename), "wb") as file:
        file.write(data)


def _found(given: Any) -> MetaGraphDef:
    if isinstance(given, MetaGraphDef):
        return given
    path = os.fspath(given)
    if not os.path.exists(path):
        raise OSError(f"File {path} does not exist.")
    with open(path, "rb") as file:
        data = file.read()
    try:
        return MetaGraphDef.FromString(data)  # type: ignore[no-any-return]
    except DataLossError:
        raise OSError(f"Cannot parse file {path}: it holds no MetaGraphDef.") from None


def import_meta_graph(
    meta_graph_or_file: Any, clear_devices: bool = False, import_scope: str | None = None,
    **options: Any,
) -> Any:  # fmt: skip
    """Makes the nodes, names and collections of a graph the default graph's too; a Saver of its
    variables, None where it has none.

    Raises OSError where there is no such file, or it is none."""
    from pelton.compat.v1.saving.saver import Saver

    message = _found(meta_graph_or_file)
    key = message.meta_info_def.meta_graph_version.removeprefix(_OURS)
    known = None if import_scope else _graphs.get(key)
    if known is not None:
        get_default_graph().adopt(known.graph)
        if known.variables is not None:
            return Saver(known.variables)
    else:
        variables = take_in(message, import_scope)
        named = [one.partition("=") for one in message.collection_def[_SAVED].node_list.value]
        chosen = {name: variables[of] for name, _, of in named if of in variables}
        if chosen:
            return Saver(chosen)
    made = Saver(allow_empty=True)
    return made if made.has_variables() else None


def take_in(message: MetaGraphDef, import_scope: str | None = None) -> dict[str, RefVariable]:
    """Makes the nodes and collections of a message the default graph's; its variables by name."""
    from pelton.compat.v1.graph_defs.reading import GraphReader

    graph = get_default_graph()
    prefix = f"{import_scope}/" if import_scope else ""
    reader = GraphReader(message.graph_def, prefix, {})
    reader.read()
    variables = reader.variables()
    for key, found in message.collection_def.items():
        for data in found.bytes_list.value:
            _take_variable(graph, key, data, variables)
        for name in found.node_list.value if key != _SAVED else ():
            try:
                graph.add_to_collection(key, reader.element(name))
            except (ValueError, KeyError, AttributeError):
                continue  # of what has no node, such as a summary
    return variables


def _take_variable(graph: Graph, key: str, data: bytes, variables: dict[str, Any]) -> None:
    try:
        held = VariableDef.FromString(data)
    except DataLossError:
        return
    found = variables.get(held.variable_name.partition(":")[0])
    if found is not None:
        graph.add_to_collection(key, found)
        if key == GraphKeys.TRAINABLE_VARIABLES:
            found.trainable = True
            graph.variable_store.setdefault(found.op.name, found)
