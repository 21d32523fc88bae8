"""Which value of a checkpoint belongs to which live variable: both graphs are walked together."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pelton import one_moment
from pelton._core import Variable
from pelton._core.layers import Layer
from pelton._core.optimizers import Optimizer
from pelton.errors import InvalidArgumentError
from pelton.train.checkpoints.bundle import Bundle
from pelton.train.checkpoints.object_graph import (
    GRAPH_KEY,
    StoredNode,
    _key,
    children,
    stored_graph,
)


class Matching:
    """A checkpoint beside the objects below a root."""

    def __init__(self, bundle: Bundle, root: Any) -> None:
        self._bundle = bundle
        self._stored = stored_graph(bundle.text(GRAPH_KEY))
        self.variables: dict[int, Any] = {}  # by number of the stored node
        self._nodes: dict[Any, int] = {}  # numbers of stored nodes by live object
        self._kept: list[Any] = []  # so that no id is used twice
        self.unmatched_objects: list[str] = []
        self._walk(root, 0, "root")
        if self._build_optimizers():
            self.__init__(bundle, root)  # type: ignore[misc]  # with the slots that are there now

    def _walk(self, root: Any, number: int, path: str) -> None:
        ahead = [(root, number, path)]
        without: list[tuple[str, Any]] = []  # that no edge of the checkpoint leads to
        while ahead:
            thing, number, path = ahead.pop()
            if _key(thing) in self._nodes:
                continue
            self._nodes[_key(thing)] = number
            self._kept.append(thing)
            node = self._stored[number]
            if isinstance(thing, Variable):
                self._note(thing, number, node, path)
                continue
            edges = children(thing)
            self._check_built(thing, node, {name for name, _ in edges}, path)
            for name, child in edges:
                to = node.children.get(name)
                if to is not None:
                    ahead.append((child, to, f"{path}.{name}"))
                else:
                    without.append((f"{path}.{name}", child))
        self.unmatched_objects += [
            name for name, child in without if _is_lost(child, self._nodes.keys())
        ]

    def _note(self, variable: Any, number: int, node: StoredNode, path: str) -> None:
        if node.value_key is None:
            self.unmatched_objects.append(path)
        else:
            self.variables[number] = variable

    def _check_built(self, thing: Any, node: StoredNode, names: set[str], path: str) -> None:
        is_open = isinstance(thing, Layer) and not thing.built and not thing.weights
        if is_open and any(self._holds_value(to) for to in node.children.values()):
            raise NotImplementedError(
                f"Checkpoint.restore: layer '{thing.name}' ({path}) has no weights yet, and the "
                "checkpoint has some for it. Restoring on creation is not there for layers: call "
                "the model once, or build it, before it is restored"
            )

    def _holds_value(self, number: int, depth: int = 0) -> bool:
        node = self._stored[number]
        if node.value_key is not None:
            return True
        return depth < 20 and any(self._holds_value(to, depth + 1) for to in node.children.values())

    def _build_optimizers(self) -> bool:
        """Gives optimizers without slots those for the variables that the checkpoint tells."""
        built = False
        for thing in self._kept:
            if not isinstance(thing, Optimizer) or thing.built:
                continue
            node = self._stored[self._nodes[_key(thing)]]
            listed = node.children.get("_trainable_variables")
            numbers = [] if listed is None else self._stored[listed].children
            wanted = [self.variables.get(numbers[name]) for name in sorted(numbers, key=_as_number)]
            if wanted and all(variable is not None for variable in wanted):
                thing.build(wanted)
                built = True
        return built

    def unused_values(self) -> list[str]:
        """The keys of stored values that belong to no live variable."""
        used = {self._stored[number].value_key for number in self.variables}
        stored = {node.value_key for node in self._stored if node.value_key is not None}
        return sorted(stored - used)

    def assign(self) -> None:
        """Gives all matched variables their values, or none. Raises ValueError for another shape
        and InvalidArgumentError for another dtype."""
        pairs = []
        for number, variable in self.variables.items():
            key = str(self._stored[number].value_key)
            entry = self._bundle.entry(key)
            if entry.shape != tuple(variable.shape):
                raise ValueError(
                    f"Received incompatible tensor with shape {entry.shape} when attempting to "
                    f"restore variable with shape {tuple(variable.shape)} and name {variable.name}."
                )
            if entry.dtype_name != _dtype_name(variable):
                raise InvalidArgumentError(
                    f"Checkpoint.restore: variable {variable.name} has dtype "
                    f"{_dtype_name(variable)}, its value in the checkpoint {entry.dtype_name}"
                )
            pairs.append((variable, key))
        values = [self._bundle.array(key) for _, key in pairs]
        one_moment.assign([variable for variable, _ in pairs], values)


def _dtype_name(variable: Any) -> str:
    return str(getattr(variable.dtype, "name", variable.dtype))


def _as_number(name: str) -> int:
    return int(name) if name.isdigit() else -1


def _is_lost(child: Any, found: Collection[Any]) -> bool:
    """Whether a live object that no edge of the checkpoint leads to has variables that no other
    edge leads to either."""
    if _key(child) in found:
        return False
    if isinstance(child, Variable):
        return True
    seen: set[Any] = set()
    ahead = [child]
    while ahead:
        thing = ahead.pop()
        if _key(thing) in seen or _key(thing) in found:
            continue
        seen.add(_key(thing))
        if isinstance(thing, Variable):
            return True
        ahead += [part for _, part in children(thing)]
    return False
