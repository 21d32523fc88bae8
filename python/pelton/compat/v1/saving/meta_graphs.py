"""Owns what stands in for TensorFlow 1's meta graphs: a file that names a graph of this process, by
which ``import_meta_graph`` finds the graph again."""

from __future__ import annotations

import json
import os
import uuid

from pelton.compat.v1.graph import Graph, get_default_graph

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_FORMAT = "pelton graph"
_graphs: dict[str, MetaGraph] = {}  # by what their files say


class MetaGraph:
    """A graph with the names of the variables that its saver saves, None for all."""

    def __init__(self, graph: Graph, variables: dict[str, Any] | None) -> None:
        self.graph = graph
        self.variables = variables
        self.key = uuid.uuid4().hex

    def SerializeToString(self) -> bytes:  # noqa: N802 - a protobuf's name
        """What the file says."""
        return json.dumps({"format": _FORMAT, "key": self.key}).encode()


def _known(graph: Graph, variables: dict[str, Any] | None) -> MetaGraph:
    for one in _graphs.values():
        if one.graph is graph and one.variables == variables:
            return one
    made = MetaGraph(graph, variables)
    return _graphs.setdefault(made.key, made)


def export_meta_graph(
    filename: Any = None, variables: dict[str, Any] | None = None, graph: Graph | None = None,
    **options: Any,
) -> MetaGraph:  # fmt: skip
    """The graph, or the default one, for ``import_meta_graph`` in this process; written into
    `filename` where it is given."""
    made = _known(graph or get_default_graph(), variables)
    if filename is not None:
        with open(os.fspath(filename), "wb") as file:
            file.write(made.SerializeToString())
    return made


def _found(given: Any) -> MetaGraph:
    if isinstance(given, MetaGraph):
        return given
    path = os.fspath(given)
    if not os.path.exists(path):
        raise OSError(f"File {path} does not exist.")
    try:
        with open(path, "rb") as file:
            said = json.loads(file.read())
        return _graphs[said["key"]]
    except (ValueError, KeyError, TypeError):
        raise NotImplementedError(
            f"import_meta_graph: {path} is of another program, and graphs have no protobuf form "
            "here; build the graph by the program that built it, then restore with tf.train.Saver"
        ) from None


def import_meta_graph(
    meta_graph_or_file: Any, clear_devices: bool = False, import_scope: str | None = None,
    **options: Any,
) -> Any:  # fmt: skip
    """Makes the nodes, names and collections of a graph that this process exported the default
    graph's too; a Saver of its variables, None where it has none.

    Raises OSError where there is no such file, NotImplementedError for one of another program and
    for `import_scope`."""
    from pelton.compat.v1.saving.saver import Saver

    if import_scope:
        raise NotImplementedError("import_meta_graph: import_scope is not supported here")
    found = _found(meta_graph_or_file)
    get_default_graph().adopt(found.graph)
    if found.variables is not None:
        return Saver(found.variables)
    made = Saver(allow_empty=True)
    return made if made.has_variables() else None
