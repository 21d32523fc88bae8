"""Gives objects their values of a checkpoint: at once those that are there, the others when layers
make their weights, modules their attributes and optimizers their slots."""

from __future__ import annotations

import weakref
from typing import Any

from pelton._core import init_scope
from pelton.errors import InvalidArgumentError
from pelton.train.checkpoints.bundle import Bundle
from pelton.train.checkpoints.matching import Matching
from pelton.train.checkpoints.object_graph import (
    GRAPH_KEY,
    is_saved,
    restore_stored,
    stored_as,
    stored_graph,
)
from pelton.variables import one_moment
from pelton.variables.awaited_attributes import AwaitedList


class Restoration:
    """A checkpoint and which of its values have found their variables."""

    def __init__(self, bundle: Bundle, root: Any) -> None:
        self._bundle = bundle
        self._stored = stored_graph(bundle.text(GRAPH_KEY))
        self._variables: dict[int, Any] = {}  # by number of the stored node
        self._objects: dict[int, Any] = {}  # those saved as texts or arrays, likewise
        self._open_optimizers: list[tuple[Any, int]] = []
        self._waiting: set[tuple[int, int]] = set()
        self.unmatched_objects: list[Any] = []
        self._restore(root, 0)

    def _restore(self, thing: Any, number: int) -> None:
        """Assigns what there is below an object; the rest waits."""
        matching = Matching(self._stored, thing, number)
        pairs = self._checked(matching.variables)
        for number, thing in matching.stored.items():
            key = self._stored[number].keys[str(stored_as(thing))]
            restore_stored(thing, self._bundle, key)
        self._objects.update(matching.stored)
        self._assign(pairs)
        self._variables.update(matching.variables)
        self.unmatched_objects += matching.unmatched_objects
        self._open_optimizers += matching.open_optimizers
        for layer, of_layer in matching.open_layers:
            self._wait_for(layer, of_layer)
        for module, missing in matching.open_modules:
            self._wait_for_attributes(module, missing)
        self._build_optimizers()

    def _wait_for(self, layer: Any, number: int) -> None:
        if (id(layer), number) in self._waiting:
            return
        self._waiting.add((id(layer), number))
        reference = weakref.ref(layer)

        def wake() -> None:
            built = reference()
            if built is not None:
                self._waiting.discard((id(built), number))
                with init_scope():  # a call in a trace builds too
                    self._restore(built, number)

        layer._when_built(wake)

    def _wait_for_attributes(self, module: Any, missing: dict[str, int]) -> None:
        def take(name: str, value: Any) -> None:
            if is_saved(value) or isinstance(value, AwaitedList):
                with init_scope():  # a call in a trace makes variables too
                    self._restore(value, missing[name])

        module._when_set(missing, take)

    def _build_optimizers(self) -> None:
        """Gives optimizers the slots for the variables that the checkpoint tells, if all are
        there."""
        still_open = []
        for optimizer, number in self._open_optimizers:
            listed = self._stored[number].children.get("_trainable_variables")
            numbers = {} if listed is None else self._stored[listed].children
            wanted = [self._variables.get(numbers[name]) for name in sorted(numbers, key=_number)]
            if optimizer.built or not wanted or any(variable is None for variable in wanted):
                if not optimizer.built:
                    still_open.append((optimizer, number))
                continue
            optimizer.build(wanted)
            slots = Matching(self._stored, optimizer, number).variables
            self._assign(self._checked(slots))
            self._variables.update(slots)
        self._open_optimizers = still_open

    @property
    def has_matches(self) -> bool:
        """Whether any value found its object."""
        return bool(self._variables or self._objects)

    def unused_values(self) -> list[tuple[str, str]]:
        """(name of the attribute, key) of stored values that no live object has got."""
        used = {*self._variables, *self._objects}
        unused = [node.keys for number, node in enumerate(self._stored) if number not in used]
        found = [(key, name) for keys in unused for name, key in keys.items()]
        return [(name, key) for key, name in sorted(found)]

    def _checked(self, variables: dict[int, Any]) -> list[tuple[Any, str]]:
        """(variable, key of its value). Raises ValueError for another shape and
        InvalidArgumentError for another dtype."""
        pairs = []
        for number, variable in variables.items():
            key = str(self._stored[number].value_key)
            entry = self._bundle.entry(key)
            if entry.shape != tuple(variable.shape):
                raise ValueError(
                    f"Received incompatible tensor with shape {entry.shape} when attempting to "
                    f"restore variable with shape {tuple(variable.shape)} and name "
                    f"{_full_name(variable)}."
                )
            if entry.dtype_name != _dtype_name(variable):
                raise InvalidArgumentError(
                    f"Checkpoint.restore: variable {variable.name} has dtype "
                    f"{_dtype_name(variable)}, its value in the checkpoint {entry.dtype_name}"
                )
            pairs.append((variable, key))
        return pairs

    def _assign(self, pairs: list[tuple[Any, str]]) -> None:
        """Gives the variables their values, or none of them."""
        values = [self._bundle.array(key) for _, key in pairs]
        one_moment.assign([variable for variable, _ in pairs], values)


def _full_name(variable: Any) -> str:
    """With the layers that a weight is in."""
    name = str(variable.name)
    return name if ":" in name else f"{getattr(variable, 'path', name)}:0"


def _dtype_name(variable: Any) -> str:
    return str(getattr(variable.dtype, "name", variable.dtype))


def _number(name: str) -> int:
    return int(name) if name.isdigit() else -1
