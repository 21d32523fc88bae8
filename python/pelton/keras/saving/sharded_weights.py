"""The variables of a model in several HDF5 files of a greatest size, and a JSON file that says
which of them holds what, as Keras's `save_weights(max_shard_size=...)` has them."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pelton.host.atomic_file import replacing
from pelton.keras.saving import hdf5, weights_file

_GIGABYTE = 1024**3


class _Shards:
    """Arrays put into one file after the other, each closed when the next array would not fit."""

    def __init__(self, path: pathlib.Path, most_bytes: float) -> None:
        self._path, self._most = path, most_bytes
        self._number = -1
        self._filled = 0
        self._total = 0
        self._file: Any = None
        self._map: dict[str, list[str]] = {}

    def add(self, group: str, name: str, key: str, array: Any) -> None:
        """Adds an array to `group`. Raises ValueError for one that no file has room for."""
        size = array.nbytes
        if size > self._most:
            raise ValueError(
                f"The size of {key} is {size} bytes which exceeds the maximum shard size "
                f"{self._most:.0f} bytes. You can increase the `max_shard_size` parameter to "
                "accommodate the size."
            )
        if self._file is None or self._filled + size > self._most:
            self._next_file()
        self._filled += size
        self._total += size
        held = self._file.require_group(group)
        held.attrs["name"] = name
        hdf5.write_array(held, key, array)
        self._note(group)

    def _next_file(self) -> None:
        self.close()
        self._number += 1
        self._filled = 0
        self._file = hdf5.h5py().File(self._path.with_name(self._name()), "w")

    def _name(self) -> str:
        base = self._path.stem.replace(".weights", "")
        return f"{base}_{self._number:05}.weights.h5"

    def _note(self, group: str) -> None:
        names, name = self._map.setdefault(group, []), self._name()
        if name not in names:
            names.append(name)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def described(self) -> dict[str, Any]:
        """What the JSON file holds."""
        return {"metadata": {"total_size": self._total}, "weight_map": self._map}


def save(model: Any, path: str, max_shard_size: float) -> None:
    """Writes files of at most `max_shard_size` GB beside the JSON file at `path`. Raises ValueError
    for an array that is larger."""
    import numpy as np

    shards = _Shards(pathlib.Path(path), float(max_shard_size) * _GIGABYTE)
    try:
        for place, thing, stored in weights_file.stored_of(model):
            group = f"/{place}/vars" if place else "/vars"
            for key, value in stored.items():
                shards.add(group, thing.name, key, np.asarray(value))
    finally:
        shards.close()
    with replacing(path) as file:
        file.write(json.dumps(shards.described(), indent=4).encode("utf-8"))


class _Stored(Mapping[str, Any]):
    """The arrays of one layer or optimizer, of all files that hold some."""

    def __init__(self, parts: Iterable[hdf5.StoredVariables]) -> None:
        self._by_key = {key: part for part in parts for key in part}

    def __getitem__(self, key: str) -> Any:
        return self._by_key[key][key]

    def shape_of(self, key: str) -> tuple[int, ...]:
        """The array's shape; its numbers are not read."""
        return self._by_key[key].shape_of(key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_key)

    def __len__(self) -> int:
        return len(self._by_key)


def _map_of(path: str) -> dict[str, list[str]]:
    """{group: names of files}; raises ValueError for what is no such map, and for names that lead
    out of the folder."""
    with open(path, encoding="utf-8") as file:
        described = json.load(file)
    found = described.get("weight_map") if isinstance(described, dict) else None
    if not isinstance(found, dict):
        raise ValueError(f"{path} is no map of sharded weights: it has no `weight_map`")
    files = {key: one if isinstance(one, list) else [one] for key, one in found.items()}
    for names in files.values():
        for name in names:
            if not isinstance(name, str) or os.path.basename(name) != name:
                raise ValueError(f"Not allowed: {path} names {name!r}, which is no file beside it")
    return files


def load(model: Any, path: str, skip_mismatch: bool, objects_to_skip: Iterable[Any] = ()) -> None:
    """Reads the files that the JSON file at `path` names into the model, all or none."""
    by_group = _map_of(path)
    with contextlib.ExitStack() as held:
        opened: dict[str, Any] = {}
        for name in {name for names in by_group.values() for name in names}:
            shard = os.path.join(os.path.dirname(path), name)
            opened[name] = held.enter_context(hdf5.open_to_read(shard, shard))

        def stored_at(group: str) -> _Stored:
            names = by_group.get(f"/{group}", [])
            return _Stored(hdf5.StoredVariables(hdf5.group_in(opened[n], group)) for n in names)

        weights_file.read_stored(model, stored_at, skip_mismatch, objects_to_skip)
