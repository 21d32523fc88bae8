"""Outputs of a model as a flat list with names, and what users give per output in that order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pelton.nest import flatten


def is_nested(value: Any) -> bool:
    """True for several values: a dict, or a list or tuple."""
    return isinstance(value, (Mapping, list, tuple))


def names_of(outputs: Any, output_names: list[str] | None = None) -> list[str]:
    """A name for each leaf of `outputs`: keys of a dict, the model's names, or positions."""
    leaves = flatten(outputs)
    if isinstance(outputs, Mapping) and len(outputs) == len(leaves):
        return [str(key) for key in sorted(outputs)]
    if output_names is not None and len(output_names) == len(leaves):
        return list(output_names)
    return [f"output_{i}" for i in range(len(leaves))]


def per_output(argument: str, value: Any, names: list[str], shared: bool = False) -> list[Any]:
    """`value` as one entry per output: a dict by name, a list in order, one for all if `shared`.

    Raises ValueError naming `argument` for unknown names and another number of entries."""
    if isinstance(value, Mapping) and "class_name" not in value:
        unknown = sorted(set(map(str, value)) - set(names))
        if unknown:
            raise ValueError(
                f"In the dict argument `{argument}`, the following keys don't correspond to any "
                f"model output: {unknown}. Received: {argument}={value}, outputs={names}"
            )
        return [value.get(name) for name in names]
    if isinstance(value, (list, tuple)):
        if len(value) != len(names):
            raise ValueError(
                f"`{argument}` has {len(value)} entries, but the model has {len(names)} outputs: "
                f"{names}. Received: {argument}={value}"
            )
        return list(value)
    if value is None or shared:
        return [value] * len(names)
    raise ValueError(
        f"`{argument}` must be a list or a dict with an entry for each of the outputs {names}. "
        f"Received: {argument}={value}"
    )


def targets_of(argument: str, value: Any, outputs: Any, names: list[str]) -> list[Any]:
    """Targets or weights as leaves in the order of the outputs' leaves.

    A dict is read by the outputs' names and gives None where it has no such key, everything else in
    its own order. Raises ValueError where the structures do not fit."""
    if value is None:
        return [None] * len(names)
    if isinstance(value, Mapping):
        unknown = sorted(set(map(str, value)) - set(names))
        if unknown:
            raise ValueError(
                f"`{argument}` has the keys {sorted(map(str, value))}, the outputs are {names}: "
                f"{unknown} are none of them"
            )
        return [value.get(name) for name in names]
    leaves = flatten(value)
    if len(leaves) != len(names):
        raise ValueError(
            f"`{argument}` and the outputs have different structures: {len(leaves)} arrays for the "
            f"outputs {names}"
        )
    return leaves
