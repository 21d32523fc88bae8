"""Fashion MNIST: 70,000 grey images of 28x28 of clothes, of 10 classes. MIT licence, Zalando SE."""

from __future__ import annotations

import gzip
import struct
import zlib

from pelton.keras.datasets import generated
from pelton.keras.datasets.dataset_file import stored
from pelton.keras.datasets.errors import DatasetFileError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    import numpy as np

    from pelton._types import Arrays

_SUBFOLDER = "datasets/fashion-mnist"
_MAX_BYTES = 1 << 28
_UINT8 = 8  # the code of the element type in an IDX file


def load_data() -> tuple[Arrays, Arrays]:
    """(x_train, y_train), (x_test, y_test): uint8 images (n, 28, 28) and labels (n,).

    Raises DatasetUnavailableError (an OSError) when there is no file, DatasetFileError (a
    ValueError) for another one."""
    return _part("train"), _part("t10k")


def load_sample() -> tuple[Arrays, Arrays]:
    """600 and 200 generated images of the same form; no part of Fashion MNIST."""
    return generated.images((28, 28), 10)


def _part(name: str) -> Arrays:
    images = _read_idx(f"{name}-images-idx3-ubyte.gz", 3)
    labels = _read_idx(f"{name}-labels-idx1-ubyte.gz", 1)
    if images.shape[1:] != (28, 28) or len(images) != len(labels):
        raise DatasetFileError(
            f"fashion_mnist: {name} has images {images.shape} and labels {labels.shape}"
        )
    return images, labels


def _read_idx(name: str, rank: int) -> np.ndarray:
    """The array of a gzipped IDX file of uint8."""
    import numpy as np

    path = stored("fashion_mnist", name, None, _SUBFOLDER).find()
    try:
        with gzip.open(path, "rb") as file:
            data = file.read(_MAX_BYTES)
        magic, *sizes = struct.unpack_from(f">{rank + 1}I", data)
        if magic != _UINT8 << 8 | rank:
            raise ValueError(f"its head is {magic:#x}")
        return np.frombuffer(data, np.uint8, offset=4 * (rank + 1)).reshape(sizes)
    except (ValueError, struct.error, EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise DatasetFileError(f"{path}: not an IDX file of rank {rank}: {error}") from error
