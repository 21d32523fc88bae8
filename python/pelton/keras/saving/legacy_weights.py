"""The weights of a model by layer, as legacy .h5 files have them: in order, or by names."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from pelton.keras import own_variables as _own
from pelton.keras.saving import hdf5
from pelton.keras.saving.archive import KERAS_VERSION
from pelton.variables import one_moment

_TOP = "top_level_model_weights"


def _ordered(layer: Any) -> list[Any]:
    """Trainable ones first, as the format has it; frozen layers keep the order of their making."""
    return [*layer.trainable_weights, *layer.non_trainable_weights]


def write(group: Any, model: Any, values: Mapping[Any, Any]) -> None:
    """Adds the weights of all layers; `values` are by the variables' `ref()`."""
    hdf5.set_names(group, "layer_names", [layer.name for layer in model.layers])
    group.attrs["backend"] = "tensorflow"
    group.attrs["keras_version"] = KERAS_VERSION
    for layer in sorted(model.layers, key=lambda layer: layer.name):
        named = [(_name(weight), values[weight.ref()]) for weight in _ordered(layer)]
        write_list(group.create_group(layer.name), named)
    own = [(_name(weight), values[weight.ref()]) for weight in _own.own_variables(model)]
    write_list(group.create_group(_TOP), own)


def _name(weight: Any) -> str:
    """The path; where weights have Keras 2's names, that: "dense/kernel:0"."""
    return weight.name if weight.name == f"{weight.path}:0" else weight.path


def write_list(group: Any, named: list[tuple[str, Any]]) -> None:
    """Adds arrays at their paths and the list of these; equal paths get numbers."""
    used: dict[str, int] = {}
    names = []
    for path, value in named:
        number = used.get(path, 0)
        used[path] = number + 1
        names.append(f"{path}_{number}" if number else path)
        hdf5.write_array(group, names[-1], value)
    hdf5.set_names(group, "weight_names", names)


def read(group: Any, model: Any, by_name: bool = False, skip_mismatch: bool = False) -> None:
    """Assigns what the file holds, all or nothing. Raises ValueError that names layers and shapes
    where it does not fit; with skip_mismatch it warns and leaves these out."""
    pairs = _by_name(group, model) if by_name else _in_order(group, model)
    if _TOP in group:
        pairs.append((model, _own.own_variables(model), hdf5.group_in(group, _TOP)))
    plan = []
    for layer, weights, stored in pairs:
        plan += _plan(layer, weights, stored, skip_mismatch)
    values = [hdf5.array_of(dataset) for _, dataset in plan]
    one_moment.assign([weight for weight, _ in plan], values)


_Pair = tuple[Any, list[Any], Any]  # layer, its weights, its group


def _group(group: Any, name: str) -> Any:
    found = hdf5.group_in(group, name)
    if found is None:
        raise ValueError(f"The file lists layer '{name}' but has no weights of it")
    return found


def _in_order(group: Any, model: Any) -> list[_Pair]:
    layers = [layer for layer in model.layers if layer.weights]
    groups = [_group(group, name) for name in hdf5.names_in(group, "layer_names")]
    groups = [one for one in groups if hdf5.names_in(one, "weight_names")]
    if len(groups) != len(layers):
        raise ValueError(
            "Layer count mismatch when loading weights from file. Model expected "
            f"{len(layers)} layers, found {len(groups)} saved layers."
        )
    return [(layer, _ordered(layer), one) for layer, one in zip(layers, groups, strict=True)]


def _by_name(group: Any, model: Any) -> list[_Pair]:
    names = hdf5.names_in(group, "layer_names")
    found = [(layer, layer.name) for layer in model.layers if layer.name in names]
    return [(layer, _ordered(layer), _group(group, name)) for layer, name in found]


def _plan(layer: Any, weights: list[Any], stored: Any, skip: bool) -> list[tuple[Any, Any]]:
    names = hdf5.names_in(stored, "weight_names")
    if len(names) != len(weights):
        _mismatch(
            f"Weight count mismatch for layer '{layer.name}'. Layer expects {len(weights)} "
            f"weight(s). Received {len(names)} saved weight(s)",
            skip,
        )
        return []
    plan = []
    for weight, name in zip(weights, names, strict=True):
        dataset = hdf5.dataset_at(stored, name)
        if tuple(dataset.shape) == tuple(weight.shape):
            plan.append((weight, dataset))
            continue
        _mismatch(
            f"Shape mismatch in layer '{layer.name}' for weight {weight.path}. Weight expects "
            f"shape {tuple(weight.shape)}. Received saved weight with shape {dataset.shape}",
            skip,
        )
    return plan


def _mismatch(text: str, skip: bool) -> None:
    if not skip:
        raise ValueError(text)
    warnings.warn(f"Skipping loading of weights: {text}", stacklevel=6)
