"""What belongs to what: the graph of the objects that a checkpoint saves, named edges between them,
as TensorFlow's checkpoints hold it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pelton._core import Variable
from pelton.errors import DataLossError
from pelton.train.checkpoints import wire
from pelton.train.checkpoints.bundle import Bundle
from pelton.variables.module import Module

GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"
Edges = list[tuple[str, Any]]
_TEXT, _ARRAYS = "ITERATOR_STATE", "table"


def children(thing: Any) -> Edges:
    """(name, object) for what an object holds and a checkpoint saves."""
    if isinstance(thing, Variable) or stored_as(thing) is not None:
        return []
    if hasattr(thing, "_checkpoint_children"):
        return [edge for edge in thing._checkpoint_children() if is_saved(edge[1])]
    if isinstance(thing, dict):
        return [(key, thing[key]) for key in thing if isinstance(key, str) and is_saved(thing[key])]
    if isinstance(thing, (list, tuple)):
        return [(str(place), _held(part)) for place, part in enumerate(thing) if is_saved(part)]
    if is_of_keras(thing):
        from pelton.keras.saving.checkpoint_edges import edges

        return [edge for edge in edges(thing) if is_saved(edge[1])]
    return [(name, _held(part)) for name, part in vars(thing).items() if is_saved(part)]


def _held(part: Any) -> Any:
    """The engine's variable of one of stock Keras; anything else as it is."""
    return part._value if _is_of_stock_keras(part) and hasattr(part, "_value") else part


def stored_as(thing: Any) -> str | None:
    """The name of the attribute as which an object is saved that is one text, which
    `_checkpoint_text()` gives and `_restore_checkpoint_text(text)` takes, as of iterators over
    datasets, or some arrays by the ends of their keys, likewise, as of tables; else None."""
    if hasattr(type(thing), "_checkpoint_text"):
        return getattr(type(thing), "_checkpoint_attribute", _TEXT)
    return _ARRAYS if hasattr(type(thing), "_checkpoint_arrays") else None


def restore_stored(thing: Any, bundle: Bundle, key: str) -> None:
    """Gives such an object what is saved under the key."""
    if stored_as(thing) != _ARRAYS:
        thing._restore_checkpoint_text(bundle.text(key))
    else:
        ends = [name[len(key) :] for name in bundle.entries if name.startswith(f"{key}-")]
        thing._restore_checkpoint_arrays({end: bundle.array(key + end) for end in ends})


def is_of_keras(thing: Any) -> bool:
    """Whether it is an object of a class of Keras written in Python, or of one derived from it."""
    return any(base.__module__.startswith("pelton.keras") for base in type(thing).__mro__)


def _is_of_stock_keras(thing: Any) -> bool:
    """Whether it is an object of a class of the installed Keras, or of one derived from it."""
    return any(base.__module__.startswith("keras.src.") for base in type(thing).__mro__)


def is_saved(thing: Any) -> bool:
    """Whether checkpoints save the object: variables, and what may hold some."""
    if isinstance(thing, (list, tuple)):
        return any(is_saved(part) for part in thing)
    if isinstance(thing, dict):
        return any(is_saved(part) for part in thing.values())
    if isinstance(thing, (Variable, Module)) or hasattr(thing, "_checkpoint_children"):
        return True
    if stored_as(thing) is not None:
        return True
    if _is_of_stock_keras(thing):
        return hasattr(thing, "variables") or isinstance(getattr(thing, "_value", None), Variable)
    return is_of_keras(thing) and hasattr(thing, "variables")


def _escaped(name: str) -> str:
    return name.replace(".", "..").replace("/", ".S")


class LiveGraph:
    """The objects below a root, nearest first, each once."""

    def __init__(self, root: Any) -> None:
        self.nodes: list[Any] = []
        self.edges: list[Edges] = []
        self.paths: list[str] = []
        self._numbers: dict[Any, int] = {}
        self._add(root, "")
        for number, thing in enumerate(self.nodes):  # grows meanwhile
            self.edges.append(children(thing))
            for name, child in self.edges[number]:
                path = self.paths[number]
                self._add(child, f"{path}/{_escaped(name)}" if path else _escaped(name))

    def _add(self, thing: Any, path: str) -> None:
        key = key_of(thing)
        if key not in self._numbers:
            self._numbers[key] = len(self.nodes)
            self.nodes.append(thing)
            self.paths.append(path)

    def variables(self) -> Iterator[tuple[str, Any]]:
        """(key in the checkpoint, variable)."""
        for thing, path in zip(self.nodes, self.paths, strict=True):
            if isinstance(thing, Variable):
                yield f"{path}/.ATTRIBUTES/VARIABLE_VALUE", thing

    def stored_values(self) -> Iterator[tuple[str, Any]]:
        """(key in the checkpoint, text or array) of the objects that are saved as such."""
        for thing, path in zip(self.nodes, self.paths, strict=True):
            kind = stored_as(thing)
            key = f"{path}/.ATTRIBUTES/{kind}"
            if kind == _ARRAYS:
                for end, array in thing._checkpoint_arrays().items():
                    yield key + end, array
            elif kind is not None:
                yield key, thing._checkpoint_text()

    def message(self) -> bytes:
        """The graph as the checkpoint holds it."""
        return b"".join(wire.text(1, self._node(number)) for number in range(len(self.nodes)))

    def _node(self, number: int) -> bytes:
        out = b""
        for name, child in self.edges[number]:
            to = wire.number(1, self._numbers[key_of(child)])
            out += wire.text(1, to + wire.text(2, name))
        thing = self.nodes[number]
        if isinstance(thing, Variable):
            key = f"{self.paths[number]}/.ATTRIBUTES/VARIABLE_VALUE"
            name = thing.name.removesuffix(":0")
            parts = wire.text(1, "VARIABLE_VALUE") + wire.text(2, name) + wire.text(3, key)
            out += wire.text(2, parts)
        elif (attribute := stored_as(thing)) is not None:
            key = f"{self.paths[number]}/.ATTRIBUTES/{attribute}"
            out += wire.text(2, wire.text(1, attribute) + wire.text(3, key))
        return out + wire.text(5, wire.number(1, 1))


def key_of(thing: Any) -> Any:
    """What is equal for the same thing alone."""
    return thing.ref() if isinstance(thing, Variable) else id(thing)


class StoredNode:
    """A node of a checkpoint's graph: the numbers of its children by name, the key of its value."""

    def __init__(self, message: bytes) -> None:
        found = wire.fields(message)
        self.children: dict[str, int] = {}
        for edge in found.get(1, []):
            parts = wire.fields(edge)
            self.children[wire.name(wire.one(parts, 2, bytes, b""))] = wire.one(parts, 1, int, 0)
        self.keys = {}
        for attribute in found.get(2, []):
            parts = wire.fields(attribute)
            self.keys[wire.name(wire.one(parts, 1, bytes, b""))] = wire.name(
                wire.one(parts, 3, bytes, b"")
            )

    @property
    def value_key(self) -> str | None:
        """Where a variable's value is."""
        return self.keys.get("VARIABLE_VALUE")


def stored_graph(message: bytes) -> list[StoredNode]:
    """The nodes of a checkpoint's graph; raises DataLossError for edges that lead nowhere."""
    nodes = [StoredNode(node) for node in wire.fields(message).get(1, [])]
    if not nodes or any(to >= len(nodes) for node in nodes for to in node.children.values()):
        raise DataLossError("the graph of objects in the checkpoint has edges that lead nowhere")
    return nodes
