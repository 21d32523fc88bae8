"""Reading and writing HDF5 by way of h5py, which is asked for when a file needs it.

What a file says of itself is checked before it is followed: no links, no sizes that it lacks."""

from __future__ import annotations

import contextlib
import io
import mmap
import os
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any

from pelton._core import Tensor, Variable

_HEAP = b"GCOL\1\0\0\0"
_MOST_COMPRESSED = 1100  # deflate makes at most 1,032 bytes of one


class DamagedFileError(OSError, ValueError):
    """A file that is no HDF5 file, or a damaged one: h5py raises OSError where it opens one."""


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


@contextlib.contextmanager
def open_to_read(source: str | bytes, name: str) -> Iterator[Any]:
    """The HDF5 file at a path, or in the bytes of a file, for a block. Raises
    DamagedFileError for what is none, and for one that is damaged where the block reads it."""
    try:
        with _opened(source, name) as file:
            yield file
    except Exception as error:
        if isinstance(error, FileNotFoundError) or not _is_of_h5py(error.__traceback__):
            raise
        raise DamagedFileError(f"{name} is a damaged HDF5 file: {error}") from None


def _opened(source: str | bytes, name: str) -> Any:
    package = h5py()
    try:
        if isinstance(source, str) and not os.path.exists(source):
            return package.File(source, "r")  # which raises with the place in its text
        _check_heaps(source)
        return package.File(io.BytesIO(source) if isinstance(source, bytes) else source, "r")
    except FileNotFoundError:
        raise
    except (OSError, RuntimeError, ValueError) as error:
        if isinstance(source, str) and os.path.isdir(source):
            raise IsADirectoryError(f"{name} is a directory") from None
        raise DamagedFileError(f"{name} is no HDF5 file, or a damaged one: {error}") from None


def _check_heaps(source: str | bytes) -> None:
    """Raises ValueError where a heap of texts has an object without a size, over which the HDF5
    library goes for ever (HDF5 File Format Specification, III.E)."""
    with contextlib.ExitStack() as held:
        data: Any = source
        if isinstance(source, str):
            file = held.enter_context(open(source, "rb"))
            if os.fstat(file.fileno()).st_size == 0:
                return
            data = held.enter_context(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        place = data.find(_HEAP)
        while place >= 0:
            _check_heap(data, place)
            place = data.find(_HEAP, place + 1)


def _check_heap(data: Any, place: int) -> None:
    at = place + 16
    end = min(place + int.from_bytes(data[place + 8 : at], "little"), len(data))
    while at + 16 <= end:
        is_free = data[at : at + 2] == b"\0\0"
        size = int.from_bytes(data[at + 8 : at + 16], "little")
        step = size if is_free else 16 + (size + 7) // 8 * 8
        if step < 16 or at + step > end:
            raise ValueError(f"the heap at {place} has an object of {size} bytes at {at}")
        at += step


def _is_of_h5py(traceback: TracebackType | None) -> bool:
    """Whether the exception was raised in h5py."""
    module = ""
    while traceback is not None:
        module = traceback.tb_frame.f_globals.get("__name__", "")
        traceback = traceback.tb_next
    return module.partition(".")[0] == "h5py"


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


def attribute_of(thing: Any, name: str) -> Any:
    """The text or the texts that a group or an array has as attribute `name`, None without it.

    Raises ValueError for what is none: the HDF5 library follows what a file says of such values."""
    if name not in thing.attrs:
        return None
    stored = thing.attrs.get_id(name)
    is_text = stored.dtype.kind == "S" or h5py().check_string_dtype(stored.dtype) is not None
    if not is_text and 0 not in stored.shape:  # an empty list of names has numbers' dtype
        raise ValueError(f"`{name}` of '{thing.name}' in the file is no text")
    return thing.attrs[name]


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

    if dataset.dtype.kind == "V" or attribute_of(dataset, "dtype") == "bfloat16":
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
    found = [name for part in parts for name in np.atleast_1d(attribute_of(group, part))]
    names = [name.decode("utf-8", "replace") if isinstance(name, bytes) else name for name in found]
    if not all(isinstance(name, str) for name in names):
        raise ValueError(f"`{attribute}` of '{group.name}' lists no names")
    return names
