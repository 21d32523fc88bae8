"""What belongs to what in a saved model: its nodes, each once, with named edges between them."""

from __future__ import annotations

from typing import Any

from pelton import _core
from pelton.functions.bound_function import BoundFunction
from pelton.functions.concrete_function import ConcreteFunction
from pelton.functions.recorded_function import Function
from pelton.lookup import table as _lookup
from pelton.saved_model.asset import Asset
from pelton.saved_model.stored_function import StoredConcreteFunction, StoredFunction
from pelton.train.checkpoints import object_graph
from pelton.variables.module import Module

CALL = "_stored_call"  # where a loaded model has what it is called by
Edges = list[tuple[str, Any]]
FUNCTIONS = (Function, BoundFunction, ConcreteFunction, StoredFunction, StoredConcreteFunction)


def is_function(thing: Any) -> bool:
    """Whether it is a function that can be stored."""
    return isinstance(thing, FUNCTIONS)


def is_kept(thing: Any, around: frozenset[int] = frozenset()) -> bool:
    """Whether a saved model keeps the thing: variables, functions, assets, and what holds some.
    `around`: the lists and dicts that it is in, so that one which contains itself ends."""
    if isinstance(thing, (list, tuple, dict)):
        if id(thing) in around:
            return False
        inside = around | {id(thing)}
        if isinstance(thing, dict) and not all(isinstance(key, str) for key in thing):
            return False
        parts = thing.values() if isinstance(thing, dict) else thing
        return any(is_kept(part, inside) for part in parts)
    return is_function(thing) or isinstance(thing, Asset) or object_graph.is_saved(thing)


def is_of_keras(thing: Any) -> bool:
    """Whether it is an object of Keras, or of a class derived from one of those."""
    return object_graph.is_of_keras(thing) or any(
        base.__module__ == "pelton._core.layers" for base in type(thing).__mro__
    )


def functions_of(thing: Any) -> Edges:
    """The functions among the methods and attributes, by name."""
    if isinstance(thing, (list, tuple, dict)):
        return []
    names = {
        name
        for base in type(thing).__mro__
        for name, value in vars(base).items()
        if isinstance(value, Function) and not isinstance(value, BoundFunction)
    }
    held = [(name, value) for name, value in _attributes(thing) if is_function(value)]
    return [(name, getattr(thing, name)) for name in sorted(names - {n for n, _ in held})] + held


def _attributes(thing: Any) -> Edges:
    return list(vars(thing).items()) if hasattr(thing, "__dict__") else []


def holds_texts(thing: Any) -> bool:
    """Whether it is a table, or a layer of Keras that has one."""
    return isinstance(thing, _lookup.LookupTable) or hasattr(thing, "_table")


def _is_part_of_training(thing: Any) -> bool:
    from pelton._core.metrics import Metric
    from pelton._core.optimizers import Optimizer

    return isinstance(thing, (Optimizer, Metric))


def _of_keras(thing: Any) -> Edges:
    """Weights and layers under their public names, without optimizer and metrics."""
    found = [edge for edge in object_graph.children(thing) if not edge[0].startswith("_")]
    if hasattr(thing, "layers"):
        found.append(("layers", list(thing.layers)))
        found.append(("_all_variables", list(thing.variables)))  # which gives their order
    found += [edge for edge in _attributes(thing) if holds_texts(edge[1])]
    return [edge for edge in found if not _is_part_of_training(edge[1])]


def children(thing: Any) -> Edges:
    """(name, object) for what the object holds and a saved model keeps."""
    if isinstance(thing, dict):
        return [(key, thing[key]) for key in thing if is_kept(thing[key])]
    if isinstance(thing, (list, tuple)):
        return [(str(place), part) for place, part in enumerate(thing) if is_kept(part)]
    if isinstance(thing, _lookup.LookupTable):
        return list(thing._held_variables().items())
    if is_of_keras(thing):
        found = _of_keras(thing)
    elif isinstance(thing, Module):
        found = _attributes(thing)
    else:
        found = object_graph.children(thing)
    assets = [edge for edge in _attributes(thing) if isinstance(edge[1], Asset)]
    names: dict[str, Any] = {}
    for name, part in [*found, *assets, *functions_of(thing)]:
        if is_kept(part):
            names.setdefault("__call__" if name == CALL else name, part)
    return list(names.items())


def tables_below(thing: Any) -> list[_lookup.LookupTable]:
    """The tables that the thing holds, at any depth."""
    return [node for node in SavedGraph(thing).nodes if isinstance(node, _lookup.LookupTable)]


class SavedGraph:
    """The things below a root, nearest first, each once."""

    def __init__(self, root: Any) -> None:
        self.nodes: list[Any] = []
        self.edges: list[dict[str, int]] = []
        self._numbers: dict[Any, int] = {}
        self._add(root)
        for thing in self.nodes:  # grows meanwhile
            is_leaf = is_function(thing) or isinstance(thing, (_core.Variable, Asset))
            edges = [] if is_leaf else children(thing)
            self.edges.append({name: self._add(child) for name, child in edges})

    def _add(self, thing: Any) -> int:
        key = key_of(thing)
        if key not in self._numbers:
            self._numbers[key] = len(self.nodes)
            self.nodes.append(thing)
        return self._numbers[key]

    def number_of(self, thing: Any) -> int | None:
        """The node's number; None for what is not below the root."""
        return self._numbers.get(key_of(thing))


def key_of(thing: Any) -> Any:
    """What is equal for the same thing alone."""
    if isinstance(thing, BoundFunction):
        return id(thing._function), id(thing.__self__)
    return object_graph.key_of(thing)
