"""Owns the state of a training in the middle of an epoch, besides weights and optimizer: how many
batches are done, how many random streams were drawn, the values of metrics and seed generators."""

from __future__ import annotations

from typing import Any


def _metrics(model: Any) -> list[Any]:
    return [variable for metric in model.metrics for variable in metric.variables]


def _generators(model: Any) -> list[Any]:
    """The states of the layers' seed generators, which are no weights."""
    weights = model.weights  # held: an object that is gone leaves its id to others
    known = {id(weight) for weight in weights}
    return [variable for variable in model.variables if id(variable) not in known]


def _values(variables: list[Any]) -> list[Any]:
    return [variable.numpy().tolist() for variable in variables]


def _are_counts(values: Any, length: int | None = None) -> bool:
    """Whether `values` are whole numbers from 0 on, `length` of them if given."""
    if not isinstance(values, list) or length not in (None, len(values)):
        return False
    return all(type(count) is int and 0 <= count < 2**62 for count in values)


def state(model: Any, batches: int) -> dict[str, Any]:
    """The state as JSON has it, after so many batches."""
    from pelton._core import runtime

    return {
        "batches": batches,
        "draws": list(runtime.random_position()),
        "metrics": _values(_metrics(model)),
        "generators": _values(_generators(model)),
    }


def checked(found: Any, place: str) -> dict[str, Any]:
    """What `state` gave and a file holds, or nothing; raises ValueError for all else."""
    if found is None:
        return {}
    is_good = isinstance(found, dict)
    is_good = is_good and type(found.get("batches")) is int and found["batches"] >= 0
    is_good = is_good and _are_counts(found.get("draws"), 2)
    for name in ("metrics", "generators"):
        is_good = is_good and isinstance(found.get(name), list)
    if not is_good:
        raise ValueError(f"{place} does not say where in the epoch training was")
    return dict(found)


def _set(name: str, variables: list[Any], values: list[Any]) -> None:
    import numpy as np

    if len(variables) != len(values):
        raise ValueError(
            f"BackupAndRestore: the state has {len(values)} values of {name}, the model has "
            f"{len(variables)}"
        )
    for variable, value in zip(variables, values, strict=True):
        variable.assign(np.asarray(value, variable.numpy().dtype))


def restore_generators(model: Any, found: dict[str, Any]) -> None:
    """Sets the seed generators. Raises ValueError for another number of values or shapes."""
    _set("seed generators", _generators(model), found["generators"])


def restore(model: Any, found: dict[str, Any]) -> None:
    """Sets all that `state` read. Raises ValueError for another number of values or shapes."""
    from pelton._core import runtime

    restore_generators(model, found)
    _set("metrics", _metrics(model), found["metrics"])
    runtime.set_random_position(*found["draws"])
