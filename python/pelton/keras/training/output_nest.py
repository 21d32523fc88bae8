"""Outputs of a model as a flat list with names, and what users give per output in that order."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pelton.nest import assert_same_structure, flatten, map_structure


def is_nested(value: Any) -> bool:
    """True for several values: a dict, or a list or tuple."""
    return isinstance(value, (Mapping, list, tuple))


def paths_of(outputs: Any) -> list[tuple[Any, ...]]:
    """Where each leaf is: keys and places from the outermost container inwards."""
    if isinstance(outputs, Mapping):
        parts = [(key, outputs[key]) for key in sorted(outputs)]
    elif isinstance(outputs, (list, tuple)):
        parts = list(enumerate(outputs))
    else:
        return [()]
    return [(key, *path) for key, part in parts for path in paths_of(part)]


def names_of(outputs: Any, output_names: list[str] | None = None) -> list[str]:
    """A name for each leaf of `outputs`: keys of a dict, the model's names, or positions; of
    containers inside of others the way there, "a/1"."""
    paths = paths_of(outputs)
    has_names = output_names is not None and len(output_names) == len(paths)
    if output_names and has_names and (is_deep(outputs) or not isinstance(outputs, Mapping)):
        return list(output_names)
    if isinstance(outputs, (list, tuple)) and not is_deep(outputs):
        return [f"output_{i}" for i in range(len(paths))]
    return ["/".join(map(str, path)) if path else "output_0" for path in paths]


def is_deep(outputs: Any) -> bool:
    """Whether there are containers inside of the outermost one."""
    parts = outputs.values() if isinstance(outputs, Mapping) else outputs
    return is_nested(outputs) and any(is_nested(part) for part in parts)


def entries_up_to(outputs: Any, value: Any) -> list[Any]:
    """What `value`, a nest that ends where the outputs do or deeper, has at each of the outputs'
    leaves; ValueError where it has another structure."""
    if isinstance(outputs, Mapping):
        if not isinstance(value, Mapping) or set(value) != set(outputs):
            raise ValueError(f"expected a dict with the keys {sorted(outputs)}, got {value}")
        keys = sorted(outputs)
    elif isinstance(outputs, (list, tuple)):
        if not isinstance(value, (list, tuple)) or len(value) != len(outputs):
            raise ValueError(f"expected a list of {len(outputs)} entries, got {value}")
        keys = list(range(len(outputs)))
    else:
        return [value]
    return [leaf for key in keys for leaf in entries_up_to(outputs[key], value[key])]


def _leaves_like(argument: str, value: Any, outputs: Any) -> list[Any]:
    """The leaves of a nest of the same structure as the outputs; ValueError for another one."""
    try:
        assert_same_structure(value, outputs, check_types=False)
    except ValueError:
        shown = [map_structure(lambda _: "*", one) for one in (value, outputs)]
        raise ValueError(
            f"`{argument}` and the outputs have different structures: {shown[0]} for {shown[1]}"
        ) from None
    return flatten(value)


def per_output(
    argument: str, value: Any, outputs: Any, names: list[str], shared: bool = False
) -> list[Any]:
    """`value` as one entry per output: a nest like the outputs, a dict by name, a list in order,
    one for all if `shared`.

    Raises ValueError naming `argument` for unknown names and another number of entries."""
    by_name = isinstance(value, Mapping) and not isinstance(outputs, Mapping)
    by_name = by_name and set(value) == set(names)
    is_flat = isinstance(value, (list, tuple)) and len(value) == len(names)
    is_flat = is_flat and not any(map(is_nested, value))
    if is_deep(outputs) and is_nested(value) and not by_name and not is_flat:
        return _leaves_like(argument, value, outputs)
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
    if is_deep(outputs):
        return _leaves_like(argument, value, outputs)
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
        of_keras = "y_true and y_pred have different structures: " if argument == "y" else ""
        raise ValueError(
            f"{of_keras}`{argument}` and the outputs have different structures: {len(leaves)} "
            f"arrays for the outputs {names}"
        )
    return leaves
