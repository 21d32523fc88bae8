"""Reading and writing HDF5 by way of h5py, which is asked for when a file needs it.

What a file says of itself is checked before it is followed: no links, no sizes that it lacks."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Mapping
from typing import Any

from pelton._core import Tensor, Variable

_MOST_COMPRESSED = 1100  # deflate makes at most 1,032 bytes of one


def h5py() -> Any:
    """The package; raises ImportError that says how to get it."""
    try:
        import h5py
    except ImportError:
        raise ImportError(
            "Files of models and weights (.keras, .weights.h5, .h5) need the package h5py. "
            "Install it by: pip install 'pelton[saving]'"
        ) from None
    return h5py


def open_to_read(source: str | bytes, name: str) -> Any:
    """The HDF5 file at a path, or in the bytes of a file. Raises ValueError for what is none."""
    package = h5py()
    try:
        return package.File(io.BytesIO(source) if isinstance(source, bytes) else source, "r")
    except FileNotFoundError:
        raise
    except (OSError, RuntimeError, ValueError) as error:
        if isinstance(source, str) and os.path.isdir(source):
            raise IsADirectoryError(f"{name} is a directory") from None
        raise ValueError(f"{name} is no HDF5 file, or a damaged one: {error}") from None


def group_in(parent: Any, path: str) -> Any:
    """The group at `path`, None where there is none; raises ValueError for links and others."""
    found = parent
    for name in path.split("/") if path else ():
        if name not in found:
            return None
        found = _linked(found, name)
        if not isinstance(found, h5py().Group):
            raise ValueError(f"'{found.name}' in the file is no group")
    return found


def _linked(group: Any, name: str) -> Any:
    package = h5py()
    link = group.get(name, getlink=True)
    if not isinstance(link, package.HardLink):
        raise ValueError(
            f"Not allowed: '{name}' in group '{group.name}' is a {type(link).__name__}, which may "
            "lead out of the file"
        )
    return group[name]


def dataset_in(group: Any, name: str) -> Any:
    """The array called `name`; raises ValueError unless it lies whole in the file."""
    dataset = _linked(group, name)
    if not isinstance(dataset, h5py().Dataset):
        raise ValueError(f"'{dataset.name}' in the file is no array")
    if dataset.is_virtual or dataset.external:
        raise ValueError(f"Not allowed: array '{dataset.name}' lies in another file")
    if dataset.shape is None or dataset.dtype.kind not in "biufcV" or dataset.dtype.fields:
        raise ValueError(f"Array '{dataset.name}' holds no numbers but {dataset.dtype}")
    stored = dataset.id.get_storage_size()
    if dataset.nbytes > _MOST_COMPRESSED * stored:
        raise ValueError(
            f"Not allowed: array '{dataset.name}' of shape {dataset.shape} would take "
            f"{dataset.nbytes} bytes, of which the file holds {stored}"
        )
    return dataset


def array_of(dataset: Any) -> Any:
    """The numbers of a dataset as an array."""
    import numpy as np

    if dataset.dtype.kind == "V" or dataset.attrs.get("dtype") == "bfloat16":
        import ml_dtypes

        if dataset.dtype.itemsize != 2:
            raise ValueError(f"Array '{dataset.name}' holds no numbers but {dataset.dtype}")
        read = np.empty(dataset.shape, dataset.dtype)
        if read.size:
            dataset.read_direct(read)
        return read.view(ml_dtypes.bfloat16)
    return np.asarray(dataset[()])


class StoredVariables(Mapping[str, Any]):
    """The arrays of one layer or optimizer in a file, read when they are asked for."""

    def __init__(self, group: Any) -> None:
        self._group = group

    def __getitem__(self, key: str) -> Any:
        if self._group is None or key not in self._group:
            raise KeyError(key)
        return array_of(dataset_in(self._group, key))

    def shape_of(self, key: str) -> tuple[int, ...]:
        """The array's shape; its numbers are not read."""
        if self._group is None or key not in self._group:
            raise KeyError(key)
        return tuple(dataset_in(self._group, key).shape)

    def __iter__(self) -> Iterator[str]:
        return iter(() if self._group is None else self._group.keys())

    def __len__(self) -> int:
        return 0 if self._group is None else len(self._group)


def write_array(group: Any, name: str, value: Any) -> None:
    """Adds an array; bfloat16 is two bytes with the attribute that Keras gives them."""
    import numpy as np

    array = value.numpy() if isinstance(value, (Tensor, Variable)) else np.asarray(value)
    dataset = group.create_dataset(name, data=array)
    if array.dtype.name == "bfloat16":
        dataset.attrs["dtype"] = "bfloat16"


def dataset_at(group: Any, path: str) -> Any:
    """The array at `path` below the group; raises ValueError where there is none."""
    head, _, name = path.rpartition("/")
    parent = group_in(group, head)
    if parent is None or name not in parent:
        raise ValueError(f"The file lists '{path}' in '{group.name}' but does not hold it")
    return dataset_in(parent, name)


_MOST_ATTRIBUTE_BYTES = 64512  # what HDF5 takes in the head of a group


def set_names(group: Any, attribute: str, names: list[str]) -> None:
    """Sets a list of names as an attribute, in numbered parts where they are too many for one."""
    encoded = [name.encode("utf-8") for name in names]
    longest = max(map(len, encoded), default=1)
    each = max(1, _MOST_ATTRIBUTE_BYTES // longest)
    if len(encoded) <= each:
        group.attrs[attribute] = encoded
        return
    for number, start in enumerate(range(0, len(encoded), each)):
        group.attrs[f"{attribute}{number}"] = encoded[start : start + each]


def names_in(group: Any, attribute: str) -> list[str]:
    """The names of such an attribute, none where it is missing."""
    import numpy as np

    parts = [attribute] if attribute in group.attrs else []
    while not parts or parts[-1] != attribute:
        following = f"{attribute}{len(parts)}"
        if following not in group.attrs:
            break
        parts.append(following)
    found = [name for part in parts for name in np.atleast_1d(group.attrs[part])]
    names = [name.decode("utf-8", "replace") if isinstance(name, bytes) else name for name in found]
    if not all(isinstance(name, str) for name in names):
        raise ValueError(f"`{attribute}` of '{group.name}' lists no names")
    return names
