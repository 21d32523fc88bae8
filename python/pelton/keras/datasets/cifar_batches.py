"""The files of CIFAR: pickles of images, row by row, and labels."""

from __future__ import annotations

from pelton.keras.datasets.errors import DatasetFileError
from pelton.keras.datasets.plain_pickle import read_pickle

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import Arrays

_SHAPE = (3, 32, 32)  # of an image in the file


def read_batch(path: str, labels: str) -> Arrays:
    """uint8 images (n, 32, 32, 3) and labels (n, 1); DatasetFileError for any other file."""
    import numpy as np

    with open(path, "rb") as file:
        found = read_pickle(path, file.read(), "bytes")
    data = found.get(b"data") if isinstance(found, dict) else None
    names = found.get(labels.encode()) if isinstance(found, dict) else None
    if not isinstance(data, np.ndarray) or data.dtype != np.uint8 or data.shape[1:] != (3072,):
        raise DatasetFileError(f"{path}: has no images, uint8 rows of 3072")
    if not isinstance(names, list) or len(names) != len(data):
        raise DatasetFileError(f"{path}: has no list `{labels}` of {len(data)} labels")
    images = data.reshape(-1, *_SHAPE).transpose(0, 2, 3, 1)
    return np.ascontiguousarray(images), np.array(names, "uint8").reshape(-1, 1)
