"""Owns elements in files: one file of arrays after the other, and a spec beside them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from typing import Any

from pelton.data import structure as _structure
from pelton.errors import DataLossError, InvalidArgumentError, NotFoundError
from pelton.tensors.tensor_spec import TensorSpec

_SPEC, _ELEMENTS = "spec.json", "elements.npy"
_NUMBERS = ("float", "int", "uint", "bool", "complex", "bfloat")


def _check_plain(spec: Any) -> None:
    for leaf in _structure.specs_in(spec):
        if not isinstance(leaf, TensorSpec) or not leaf.dtype.name.startswith(_NUMBERS):
            raise InvalidArgumentError(f"elements of {leaf} cannot be written to files")


def _encoded(spec: Any) -> Any:
    """A structure of specs as JSON has it; a named tuple becomes a tuple."""
    if isinstance(spec, Mapping):
        return {"dict": [[key, _encoded(spec[key])] for key in spec]}
    if isinstance(spec, tuple):
        return {"tuple": [_encoded(part) for part in spec]}
    shape = None if spec.shape.rank is None else spec.shape.as_list()
    return {"dtype": spec.dtype.name, "shape": shape}


def _decoded(entry: Any) -> Any:
    """The structure; raises DataLossError for what is none."""
    try:
        if "dict" in entry:
            return {key: _decoded(part) for key, part in entry["dict"]}
        if "tuple" in entry:
            return tuple(_decoded(part) for part in entry["tuple"])
        return TensorSpec(entry["shape"], entry["dtype"])
    except (KeyError, TypeError, ValueError) as error:
        raise DataLossError(f"a dataset's spec cannot be read: {entry!r}") from error


def _write(path: str, spec: Any, elements: Iterator[Any]) -> Iterator[Any]:
    """Writes elements as they pass by; the folder is whole when the last one has passed."""
    import numpy as np

    _check_plain(spec)
    os.makedirs(path, exist_ok=True)
    unfinished = os.path.join(path, f"{_ELEMENTS}.{os.getpid()}")
    try:
        with open(unfinished, "wb") as file:
            for element in elements:
                for leaf in _structure.leaves_of(element):
                    np.lib.format.write_array(file, leaf.numpy().view(), allow_pickle=False)
                yield element
        with open(os.path.join(path, _SPEC), "w", encoding="utf-8") as file:
            json.dump(_encoded(spec), file)
        os.replace(unfinished, os.path.join(path, _ELEMENTS))
    finally:
        if os.path.exists(unfinished):
            os.remove(unfinished)


def _read(path: str, spec: Any) -> Iterator[Any]:
    import numpy as np

    from pelton._core import functions as _functions

    specs = _structure.specs_in(spec)
    name = os.path.join(path, _ELEMENTS)
    with open(name, "rb") as file:
        size = os.fstat(file.fileno()).st_size
        while file.tell() < size:
            try:
                leaves = [np.lib.format.read_array(file, allow_pickle=False) for _ in specs]
            except (ValueError, EOFError) as error:
                raise DataLossError(f"{name}: an element cannot be read: {error}") from error
            yield _functions.pack(spec, [_functions.convert(leaf) for leaf in leaves])


def _exists(path: str) -> bool:
    return os.path.exists(os.path.join(path, _ELEMENTS))


def save(dataset: Any, path: Any, compression: str | None) -> None:
    """Writes all elements. Raises InvalidArgumentError for what is no tensor of numbers."""
    if compression not in (None, "", "NONE"):
        raise InvalidArgumentError(f"compression={compression!r} is not supported")
    for _ in _write(os.fspath(path), dataset.element_spec, iter(dataset)):
        pass


def load(path: Any, element_spec: Any, compression: str | None) -> Any:
    """The dataset that was written there."""
    from pelton.data.dataset import from_passes

    name = os.fspath(path)
    if not _exists(name):
        raise NotFoundError(f"Could not find a saved dataset below {name!r}")
    if element_spec is None:
        with open(os.path.join(name, _SPEC), encoding="utf-8") as file:
            element_spec = _decoded(json.load(file))
    return from_passes(lambda: _read(name, element_spec), element_spec, "_LoadDataset")


def cached_in_files(dataset: Any, filename: Any) -> Any:
    """The elements of the first whole pass, kept in the folder `filename`.pelton_cache."""
    return _kept(dataset, f"{os.fspath(filename)}.pelton_cache", "CacheDataset")


def snapshot(dataset: Any, path: Any) -> Any:
    """The same in the folder `path`."""
    return _kept(dataset, os.fspath(path), "_MapDataset")


def _kept(dataset: Any, path: str, kind: str) -> Any:
    from pelton.data.dataset import from_passes

    spec = dataset.element_spec
    _check_plain(spec)

    def begin() -> Iterator[Any]:
        return _read(path, spec) if _exists(path) else _write(path, spec, iter(dataset))

    return from_passes(begin, spec, kind, dataset._node.cardinality, [dataset])
