"""Reads pickles of lists, numbers, texts and NumPy arrays; whatever names other code is refused."""

from __future__ import annotations

import io
import pickle
import zipfile

from pelton.keras.datasets.errors import DatasetFileError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np

_MULTIARRAYS = ("numpy.core.multiarray", "numpy._core.multiarray")
_MAX_BYTES = 1 << 30
_MAX_HEADER = 4096


class _PlainUnpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        import numpy as np

        if module == "numpy" and name in ("ndarray", "dtype"):
            return getattr(np, name)
        if module in _MULTIARRAYS and name in ("_reconstruct", "scalar"):
            return getattr(np._core.multiarray, name)
        if (module, name) == ("_codecs", "encode"):  # how protocol 2 writes bytes
            return lambda text, encoding="latin1": text.encode("latin1")
        raise pickle.UnpicklingError(f"{module}.{name} is not allowed in a data set")


def read_pickle(path: str, data: bytes, encoding: str = "ASCII") -> Any:
    """What the bytes of a pickle hold; raises DatasetFileError, naming `path`, for a damaged one
    and for one that names code."""
    try:
        return _PlainUnpickler(io.BytesIO(data), encoding=encoding).load()
    except MemoryError:
        raise
    except Exception as error:  # damaged pickles raise a dozen kinds
        raise DatasetFileError(f"{path}: not a pickle of plain data: {error}") from error


def read_lists(path: str, keys: Sequence[str]) -> dict[str, np.ndarray]:
    """The arrays `keys` of an .npz file, which may hold lists of numbers; errors as read_pickle."""
    import numpy as np
    from numpy.lib import format as npy

    found = {}
    try:
        with zipfile.ZipFile(path) as archive:
            for key in keys:
                info = archive.getinfo(f"{key}.npy")
                if info.file_size > _MAX_BYTES:
                    raise DatasetFileError(f"{path}: {key} unpacks to {info.file_size} bytes")
                member = io.BytesIO(archive.read(info))
                major, _ = npy.read_magic(member)
                header = npy.read_array_header_1_0 if major == 1 else npy.read_array_header_2_0
                shape, _, dtype = header(member, max_header_size=_MAX_HEADER)
                if dtype.hasobject:
                    array = read_pickle(path, member.read(), "latin1").reshape(shape)
                else:
                    array = np.load(io.BytesIO(archive.read(info)), allow_pickle=False)
                found[key] = array
    except (DatasetFileError, MemoryError, FileNotFoundError):
        raise
    except Exception as error:  # damaged archives raise a dozen kinds
        raise DatasetFileError(f"{path}: not a complete data set file: {error}") from error
    return found
