"""Owns elements in folders: a file of elements for each shard, and what they are beside them."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterator
from typing import Any

from pelton.data import element_bytes as _bytes
from pelton.data import structure as _structure
from pelton.data.specs import DatasetSpec
from pelton.errors import DataLossError, InvalidArgumentError, NotFoundError

_ABOUT = "dataset.json"


def _opened(path: str, mode: str, is_packed: bool) -> Any:
    import gzip

    return gzip.open(path, mode, compresslevel=1) if is_packed else open(path, mode)


class _Writer:
    """Writes elements to the files of their shards; the folder is whole after finish()."""

    def __init__(self, path: str, spec: Any, compression: str | None) -> None:
        import uuid

        self._spec, self._path = _bytes.checked(spec), path
        self._is_packed = compression == "GZIP"
        self._prefix = f"elements.{uuid.uuid4().hex}"
        self._files: dict[int, Any] = {}
        self._count = 0
        os.makedirs(path, exist_ok=True)

    def _name(self, shard: int) -> str:
        return f"{self._prefix}.{shard}"

    def write(self, element: Any, shard: int) -> None:
        """Appends an element."""
        if shard not in self._files:
            name = os.path.join(self._path, self._name(shard))
            self._files[shard] = _opened(name, "wb", self._is_packed)
        _bytes.write(self._files[shard], self._spec, element)
        self._count += 1

    def finish(self) -> None:
        """Puts the elements in the place of those that were there."""
        self._close()
        before = _about(self._path)["files"] if _exists(self._path) else []
        names = [self._name(shard) for shard in sorted(self._files)]
        about = {"spec": _bytes.encoded(self._spec), "files": names, "elements": self._count}
        unfinished = os.path.join(self._path, f"{self._prefix}.json")
        with open(unfinished, "w", encoding="utf-8") as file:
            json.dump({**about, "is_packed": self._is_packed}, file)
        os.replace(unfinished, os.path.join(self._path, _ABOUT))
        _removed(self._path, before)
        self._files = {}

    def discard(self) -> None:
        """Removes what was written since the beginning, unless it was finished."""
        self._close()
        _removed(self._path, [self._name(shard) for shard in self._files])

    def _close(self) -> None:
        for file in self._files.values():
            file.close()


def _removed(path: str, names: list[str]) -> None:
    for name in names:
        with contextlib.suppress(FileNotFoundError):
            os.remove(os.path.join(path, os.path.basename(name)))


def _exists(path: str) -> bool:
    return os.path.exists(os.path.join(path, _ABOUT))


def _about(path: str) -> dict[str, Any]:
    """What the elements in a folder are; raises DataLossError where that cannot be read."""
    name = os.path.join(path, _ABOUT)
    try:
        with open(name, encoding="utf-8") as file:
            found = json.load(file)
        spec, files = _bytes.decoded(found["spec"]), [os.path.basename(f) for f in found["files"]]
        is_packed = bool(found["is_packed"])
        return {"spec": spec, "files": files, "is_packed": is_packed, "n": int(found["elements"])}
    except (KeyError, TypeError, ValueError) as error:
        raise DataLossError(f"{name} cannot be read: {error}") from error


def _shard_of(function: Callable[..., Any] | None, element: Any) -> int:
    """The number that the function gives; raises InvalidArgumentError unless it is an int64."""
    from pelton._core import functions as _functions

    if function is None:
        return 0
    made = _functions.convert(function(*_structure.arguments(element)))
    if made.shape.rank != 0 or made.dtype.name != "int64":
        raise InvalidArgumentError(
            f"`shard_func` must return a scalar int64, got {made.dtype.name} of shape {made.shape}."
        )
    return int(made)


def _written(path: str, dataset: Any, shard_func: Any, compression: str | None) -> Iterator[Any]:
    """The elements, which are written as they pass by."""
    writer = _Writer(path, dataset.element_spec, compression)
    try:
        for element in dataset:
            writer.write(element, _shard_of(shard_func, element))
            yield element
        writer.finish()
    finally:
        writer.discard()


def _read(path: str, about: dict[str, Any], name: str, spec: Any) -> Iterator[Any]:
    full = os.path.join(path, name)
    with _opened(full, "rb", about["is_packed"]) as file:
        yield from _bytes.read_all(file, full, about["spec"], spec)


def _shards(path: str, spec: Any) -> Any:
    """The dataset of the datasets of shards."""
    from pelton.data.dataset import from_passes

    def begin() -> Iterator[Any]:
        about = _about(path)
        for name in about["files"]:
            yield from_passes(
                lambda name=name: _read(path, about, name, spec), spec, "_SnapshotDataset"
            )

    return from_passes(begin, DatasetSpec(spec), "_SnapshotDataset")


def _in_turn(datasets: Any) -> Any:
    """One element of each shard in turn."""
    return datasets.interleave(lambda dataset: dataset, cycle_length=16)


def _elements(path: str, spec: Any, kept: Any, reader_func: Any) -> Iterator[Any]:
    """A pass over `kept`, which the shards are; a single one is read as it is."""
    about = _about(path)
    if reader_func is None and len(about["files"]) == 1:
        return _read(path, about, about["files"][0], spec)
    return iter(kept)


def _from_shards(path: str, spec: Any, reader_func: Callable[..., Any] | None) -> Any:
    from pelton.data.dataset import check_dataset

    return check_dataset("reader_func", (reader_func or _in_turn)(_shards(path, spec)))


def _check_callable(function: Any) -> None:
    if function is not None and not callable(function):
        raise ValueError(
            "Argument `func` must be a callable. "
            f"Received func={function!r} (of type {type(function)})"
        )


def save(dataset: Any, path: Any, compression: str | None, shard_func: Any) -> None:
    """Writes all elements. Raises InvalidArgumentError for elements that are datasets."""
    _check_callable(shard_func)
    for _ in _written(os.fspath(path), dataset, shard_func, compression):
        pass


def load(path: Any, element_spec: Any, reader_func: Any) -> Any:
    """The dataset that was written there."""
    from pelton.data.dataset import from_passes

    name = os.fspath(path)
    if not _exists(name):
        raise NotFoundError(
            f"tf.data snapshot element_spec file not found: {os.path.join(name, _ABOUT)}."
        )
    about = _about(name)
    spec = about["spec"] if element_spec is None else element_spec
    elements = _from_shards(name, spec, reader_func)
    kind = "_LoadDataset"
    begin = lambda: _elements(name, spec, elements, reader_func)  # noqa: E731
    return from_passes(begin, elements.element_spec, kind, about["n"], [elements])


def _folder(method: str, path: Any) -> str:
    """The path as a text; raises ValueError for one that no file can have."""
    folder: str = os.fspath(path)
    try:
        os.fsencode(folder)
    except UnicodeEncodeError as error:
        raise ValueError(f"Dataset.{method}: no file can have the path {folder!r}") from error
    return folder


def cached_in_files(dataset: Any, filename: Any) -> Any:
    """The elements of the first whole pass, kept in the folder `filename`.pelton_cache."""
    folder = f"{_folder('cache', filename)}.pelton_cache"
    return _kept(dataset, folder, "CacheDataset")


def snapshot(
    dataset: Any, path: Any, compression: str | None, reader_func: Any, shard_func: Any
) -> Any:
    """The same in the folder `path`."""
    _check_callable(shard_func)
    kind = "_MapDataset" if shard_func is None else "_SnapshotDataset"
    folder = _folder("snapshot", path)
    return _kept(dataset, folder, kind, compression, reader_func, shard_func)


def _kept(
    dataset: Any,
    path: str,
    kind: str,
    compression: str | None = None,
    reader_func: Any = None,
    shard_func: Any = None,
) -> Any:
    from pelton.data.dataset import from_passes

    spec = _bytes.checked(dataset.element_spec)
    kept = _from_shards(path, spec, reader_func)

    def begin() -> Iterator[Any]:
        if _exists(path):
            return _elements(path, spec, kept, reader_func)
        return _written(path, dataset, shard_func, compression)

    return from_passes(begin, spec, kind, dataset._node.cardinality, [dataset])
