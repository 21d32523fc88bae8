"""Which value of a checkpoint belongs to which live variable: both graphs are walked together."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pelton._core import Variable
from pelton._core import bind_keras as _bind_keras
from pelton.train.checkpoints.object_graph import StoredNode, children, has_text, key_of
from pelton.variables.module import Module

_bind_keras()

from pelton._core.layers import Layer, Sequential  # noqa: E402 - bound just now
from pelton._core.optimizers import Optimizer  # noqa: E402


class Matching:
    """The objects below one of them beside the part of a checkpoint below its node."""

    def __init__(self, stored: list[StoredNode], root: Any, number: int = 0) -> None:
        self._stored = stored
        self.variables: dict[int, Any] = {}  # by number of the stored node
        self.texts: dict[int, Any] = {}  # what is saved as a text, likewise
        self._nodes: dict[Any, int] = {}  # numbers of stored nodes by live object
        self._kept: list[Any] = []  # so that no id is used twice
        self.unmatched_objects: list[str] = []
        self.open_layers: list[tuple[Any, int]] = []  # without weights that the checkpoint has
        self.open_optimizers: list[tuple[Any, int]] = []  # without slots
        self.open_modules: list[tuple[Any, dict[str, int]]] = []  # without these attributes
        self._walk(root, number, "root")

    def _walk(self, root: Any, number: int, path: str) -> None:
        ahead = [(root, number, path)]
        without: list[tuple[str, Any]] = []  # that no edge of the checkpoint leads to
        while ahead:
            thing, number, path = ahead.pop()
            if key_of(thing) in self._nodes:
                continue
            self._nodes[key_of(thing)] = number
            self._kept.append(thing)
            node = self._stored[number]
            if isinstance(thing, Variable):
                self._note(thing, number, node, path)
                continue
            if has_text(thing):
                if node.text_key is None:
                    self.unmatched_objects.append(path)
                else:
                    self.texts[number] = thing
                continue
            self._note_open(thing, number, node)
            if isinstance(thing, Sequential) and not thing.built:
                continue  # its layers are counted from the input layer, which is not there yet
            edges = children(thing)
            self._note_missing(thing, node, {name for name, _ in edges})
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

    def _note_open(self, thing: Any, number: int, node: StoredNode) -> None:
        if isinstance(thing, Optimizer) and not thing.built:
            self.open_optimizers.append((thing, number))
        elif isinstance(thing, Layer) and not thing.built:
            if any(self._holds_value(to) for to in node.children.values()):
                self.open_layers.append((thing, number))

    def _note_missing(self, thing: Any, node: StoredNode, names: Collection[str]) -> None:
        missing = {name: to for name, to in node.children.items() if name not in names}
        holder = getattr(thing, "_checkpoint_root", thing)  # whose children a checkpoint takes over
        if isinstance(holder, Module) and missing:
            self.open_modules.append((holder, missing))

    def _holds_value(self, number: int, depth: int = 0) -> bool:
        node = self._stored[number]
        if node.value_key is not None:
            return True
        return depth < 20 and any(self._holds_value(to, depth + 1) for to in node.children.values())


def _is_lost(child: Any, found: Collection[Any]) -> bool:
    """Whether a live object that no edge of the checkpoint leads to has variables that no other
    edge leads to either."""
    if key_of(child) in found:
        return False
    if isinstance(child, Variable) or has_text(child):
        return True
    seen: set[Any] = set()
    ahead = [child]
    while ahead:
        thing = ahead.pop()
        if key_of(thing) in seen or key_of(thing) in found:
            continue
        seen.add(key_of(thing))
        if isinstance(thing, Variable):
            return True
        ahead += [part for _, part in children(thing)]
    return False
