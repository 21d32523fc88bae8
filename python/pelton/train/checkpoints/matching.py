"""Which value of a checkpoint belongs to which live variable: both graphs are walked together."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import Any

from pelton._core import Variable
from pelton._core import bind_keras as _bind_keras
from pelton.train.checkpoints.object_graph import StoredNode, children, key_of, stored_as
from pelton.variables.awaited_attributes import AwaitedAttributes, AwaitedList

_bind_keras()

from pelton._core.layers import Layer, Sequential  # noqa: E402 - bound just now
from pelton._core.optimizers import Optimizer  # noqa: E402


class Matching:
    """The objects below one of them beside the part of a checkpoint below its node."""

    def __init__(self, stored: list[StoredNode], root: Any, number: int = 0) -> None:
        self._stored = stored
        self.variables: dict[int, Any] = {}  # by number of the stored node
        self.stored: dict[int, Any] = {}  # what is saved as a text or as arrays, likewise
        self._nodes: dict[Any, int] = {}  # numbers of stored nodes by live object
        self._kept: list[Any] = []  # so that no id is used twice
        self.unmatched_objects: list[Any] = []
        self.open_layers: list[tuple[Any, int]] = []  # without weights that the checkpoint has
        self.open_optimizers: list[tuple[Any, int]] = []  # without slots
        self.open_modules: list[tuple[Any, dict[str, int]]] = []  # without these attributes
        self._walk(root, number)

    def _walk(self, root: Any, number: int) -> None:
        ahead = deque([(root, number)])  # the nearest first, by name: so the first misfit is found
        without: list[Any] = []  # that no edge of the checkpoint leads to
        while ahead:
            thing, number = ahead.popleft()
            if key_of(thing) in self._nodes:
                continue
            self._nodes[key_of(thing)] = number
            self._kept.append(thing)
            node = self._stored[number]
            if isinstance(thing, Variable):
                self._note(thing, number, node)
                continue
            if (attribute := stored_as(thing)) is not None:
                if attribute in node.keys:
                    self.stored[number] = thing
                else:
                    self.unmatched_objects.append(thing)
                continue
            self._note_open(thing, number, node)
            if isinstance(thing, Sequential) and not thing.built:
                continue  # its layers are counted from the input layer, which is not there yet
            edges = children(thing)
            if not isinstance(thing, (list, tuple, Layer)):
                edges = sorted(edges, key=lambda edge: str(edge[0]))
            self._note_missing(thing, node, {name for name, _ in edges})
            for name, child in edges:
                to = node.children.get(name)
                if to is not None:
                    ahead.append((child, to))
                else:
                    without.append(child)
        for child in without:
            self.unmatched_objects += _lost(child, self._nodes.keys())

    def _note(self, variable: Any, number: int, node: StoredNode) -> None:
        if node.value_key is None:
            self.unmatched_objects.append(variable)
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
        root = getattr(thing, "_checkpoint_root", None)  # whose children a checkpoint takes over
        holder = thing if root is None else root
        if isinstance(holder, (AwaitedAttributes, AwaitedList)) and missing:
            self.open_modules.append((holder, missing))

    def _holds_value(self, number: int, depth: int = 0) -> bool:
        node = self._stored[number]
        if node.value_key is not None:
            return True
        return depth < 20 and any(self._holds_value(to, depth + 1) for to in node.children.values())


def _lost(child: Any, found: Collection[Any]) -> list[Any]:
    """The variables, and what is saved as a text or arrays, below a live object that no edge of
    the checkpoint leads to, and that no other edge leads to either."""
    lost = []
    seen: set[Any] = set()
    ahead = [child]
    while ahead:
        thing = ahead.pop()
        if key_of(thing) in seen or key_of(thing) in found:
            continue
        seen.add(key_of(thing))
        if isinstance(thing, Variable) or stored_as(thing) is not None:
            lost.append(thing)
        ahead += [part for _, part in children(thing)]
    return lost
