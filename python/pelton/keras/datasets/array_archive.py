"""Reads .npz files from outside: every member's header is checked before its data is read.

Pickles are refused, so a file cannot run code; knows archives and arrays, no data sets."""

from __future__ import annotations

import errno
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pelton.keras.datasets.errors import DatasetFileError

if TYPE_CHECKING:
    import numpy as np

_MAX_HEADER = 4096
_COMPRESSIONS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


@dataclass(frozen=True)
class ArraySpec:
    """What an array must be: a NumPy dtype name and a shape; -1 stands for any size above 0."""

    dtype: str
    shape: tuple[int, ...]

    def accepts(self, dtype: Any, shape: tuple[int, ...]) -> bool:
        """Whether an array of this dtype and shape fits."""
        return (
            dtype == self.dtype
            and len(shape) == len(self.shape)
            and all(
                size > 0 if want == -1 else size == want
                for size, want in zip(shape, self.shape, strict=True)
            )
        )


def read_archive(
    path: str, specs: Mapping[str, ArraySpec], max_bytes: int
) -> dict[str, np.ndarray]:
    """The arrays named in `specs`, at most `max_bytes` in all.

    Raises DatasetFileError, naming the file and what is wrong, for anything else in it."""
    try:
        with zipfile.ZipFile(path) as archive:
            members = _members(path, archive, specs, max_bytes)
            return {
                key: _read(path, archive, members[key], key, spec) for key, spec in specs.items()
            }
    except (DatasetFileError, MemoryError):
        raise
    except Exception as error:  # damaged archives raise a dozen kinds
        # A damaged offset makes the seek fail with EINVAL; other OSErrors are the disk's.
        if isinstance(error, OSError) and error.errno != errno.EINVAL:
            raise
        raise DatasetFileError(f"{path}: not a complete .npz file: {error}") from error


def _members(
    path: str, archive: zipfile.ZipFile, specs: Mapping[str, ArraySpec], max_bytes: int
) -> dict[str, zipfile.ZipInfo]:
    infos = archive.infolist()
    names = sorted(info.filename for info in infos)
    if names != sorted(f"{key}.npy" for key in specs):
        found = ", ".join(name.removesuffix(".npy") for name in names) or "nothing"
        raise DatasetFileError(f"{path}: must hold {', '.join(sorted(specs))}; it holds {found}")
    for info in infos:
        if info.flag_bits & 1 or info.compress_type not in _COMPRESSIONS:
            raise DatasetFileError(f"{path}: {info.filename} is encrypted or oddly compressed")
    total = sum(info.file_size for info in infos)
    if total > max_bytes:
        raise DatasetFileError(f"{path}: unpacks to {total} bytes, at most {max_bytes} are allowed")
    return {info.filename.removesuffix(".npy"): info for info in infos}


def _read(
    path: str, archive: zipfile.ZipFile, info: zipfile.ZipInfo, key: str, spec: ArraySpec
) -> np.ndarray:
    import numpy as np
    from numpy.lib import format as npy

    with archive.open(info) as file:
        if npy.read_magic(file) != (1, 0):
            raise DatasetFileError(f"{path}: {key} has an unknown .npy version")
        shape, _, dtype = npy.read_array_header_1_0(file, max_header_size=_MAX_HEADER)
        if dtype.hasobject:
            raise DatasetFileError(f"{path}: {key} holds pickled objects, which are never loaded")
        if not spec.accepts(dtype, shape):
            raise DatasetFileError(
                f"{path}: {key} has dtype {dtype} and shape {shape}; expected {spec.dtype} and "
                f"{str(spec.shape).replace('-1', 'n')}"
            )
    with archive.open(info) as file:
        array = npy.read_array(file, allow_pickle=False, max_header_size=_MAX_HEADER)
        if file.read(1):
            raise DatasetFileError(f"{path}: {key} is followed by more data")
    return np.ascontiguousarray(array)
