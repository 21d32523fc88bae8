"""The variables of a model and its optimizer in an HDF5 file, as Keras's .weights.h5 has them."""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Callable, Iterable
from typing import Any

from pelton._core.layers import Layer
from pelton._core.optimizers import Optimizer
from pelton.host.atomic_file import replacing
from pelton.keras import own_variables as _own
from pelton.keras.saving import hdf5
from pelton.keras.saving.state_tree import places_of
from pelton.variables import one_moment


def stored_of(model: Any) -> list[tuple[str, Any, dict[str, Any]]]:
    """(path, layer or optimizer, what it stores by name) of each, as they are between two steps of
    training."""
    places = places_of(model)
    variables = {
        variable.ref(): variable for _, thing in places for variable in _own.own_variables(thing)
    }
    values = one_moment.values_of(list(variables.values()))
    return [(path, thing, _stored(thing, values)) for path, thing in places]


def weights_bytes(model: Any, objects_to_skip: Iterable[Any] = ()) -> bytes:
    """The file's bytes."""
    buffer = io.BytesIO()
    skipped = {id(thing) for thing in objects_to_skip}
    with hdf5.h5py().File(buffer, "w") as file:
        for path, thing, stored in stored_of(model):
            if id(thing) in skipped:
                continue
            group = file.require_group(path).create_group("vars") if path else None
            group = file.create_group("vars") if group is None else group
            group.attrs["name"] = thing.name
            for key, value in stored.items():
                hdf5.write_array(group, key, value)
    return buffer.getvalue()


def _stored(thing: Any, values: dict[Any, Any]) -> dict[str, Any]:
    if _is_own(thing, "save_own_variables"):
        store: dict[str, Any] = {}
        thing.save_own_variables(store)
        return store
    import numpy as np

    derived = [np.float32(value) for value in _own.derived_values(thing).values()]
    own = [values[variable.ref()] for variable in _own.own_variables(thing)]
    return {str(i): value for i, value in enumerate([*own, *derived])}


def _is_own(thing: Any, name: str) -> bool:
    """Whether a class of the user's defines the method anew, or what it writes is no plain list of
    variables."""
    if getattr(thing, "_low_rank", None) is not None:
        return True
    base = Layer if isinstance(thing, Layer) else Optimizer
    return getattr(type(thing), name) is not getattr(base, name)


def save(model: Any, path: str, objects_to_skip: Iterable[Any] = ()) -> None:
    """Writes the file whole, or leaves what was there."""
    data = weights_bytes(model, objects_to_skip)
    with replacing(path) as file:
        file.write(data)


def load(model: Any, path: str, skip_mismatch: bool, objects_to_skip: Iterable[Any] = ()) -> None:
    """Reads the file into the model's variables, all or none; see read_state."""
    with hdf5.open_to_read(os.fspath(path), os.fspath(path)) as file:
        read_state(model, file, skip_mismatch, objects_to_skip)


def read_state(
    model: Any, file: Any, skip_mismatch: bool = False, objects_to_skip: Iterable[Any] = ()
) -> None:
    """read_stored of one file."""

    def stored_at(path: str) -> hdf5.StoredVariables:
        return hdf5.StoredVariables(hdf5.group_in(file, path))

    read_stored(model, stored_at, skip_mismatch, objects_to_skip)


def read_stored(
    model: Any,
    stored_at: Callable[[str], Any],
    skip_mismatch: bool = False,
    objects_to_skip: Iterable[Any] = (),
) -> None:
    """Assigns what `stored_at` a path holds. Raises ValueError that names layers and shapes where
    it does not fit the model, and changes nothing then; with skip_mismatch it warns and leaves
    these out.
    """
    skipped = {id(thing) for thing in objects_to_skip}
    planned: list[tuple[Any, Callable[[], Any]]] = []
    by_hook = []
    failed: list[tuple[Any, Exception]] = []
    for path, thing in places_of(model):
        if id(thing) in skipped:
            continue
        try:
            stored = stored_at(f"{path}/vars" if path else "vars")
            if _is_own(thing, "load_own_variables"):
                by_hook.append((thing, stored))
            else:
                planned += _plan(thing, stored)
        except (ValueError, KeyError) as error:
            failed.append((thing, error))
    _report(failed, skip_mismatch)
    values = [read() for _, read in planned]
    one_moment.assign([variable for variable, _ in planned], values)
    for thing, stored in by_hook:
        try:
            thing.load_own_variables(stored)
        except Exception as error:  # of the user's code  # noqa: BLE001
            _report([(thing, error)], skip_mismatch)


def _plan(thing: Any, stored: Any) -> list[tuple[Any, Callable[[], Any]]]:
    """(variable, what reads its value); raises ValueError where numbers or shapes differ."""
    variables = _own.own_variables(thing)
    wanted = len(variables) + len(_own.derived_values(thing))
    if len(stored) != wanted:
        _own.other_number(thing, wanted, len(stored))
        return []
    plan = []
    for number, variable in enumerate(variables):
        key = str(number)
        found = stored.shape_of(key)
        if found != tuple(variable.shape):
            raise ValueError(
                f"variable '{variable.path}' has shape {tuple(variable.shape)}, its value in the "
                f"file has shape {found}"
            )
        plan.append((variable, lambda key=key: stored[key]))
    return plan


def _report(failed: list[tuple[Any, Exception]], skip_mismatch: bool) -> None:
    if not failed:
        return
    first, error = failed[0]
    text = (
        f"A total of {len(failed)} objects could not be loaded. Example error message for object "
        f"{first!r}:\n\n{error}\n\nList of objects that could not be loaded:\n"
        f"{[thing for thing, _ in failed]}"
    )
    if not skip_mismatch:
        raise ValueError(text) from error
    warnings.warn(text, stacklevel=4)
