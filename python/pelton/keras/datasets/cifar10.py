"""CIFAR-10: 60,000 coloured images of 32x32, of 10 classes."""

from __future__ import annotations

import os

from pelton.keras.datasets import generated
from pelton.keras.datasets.cifar_batches import read_batch
from pelton.keras.datasets.dataset_file import DatasetFile

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import Arrays

_FILE = DatasetFile(
    "cifar10",
    "https://www.cs.toronto.edu/~kriz/cifar-10-python.tar.gz",
    "6d958be074577803d12ecdefd02955f39262c83c16fe9348329d7fe0b5c001ce",
    unpacked="cifar-10-batches-py-target",
)


def load_data() -> tuple[Arrays, Arrays]:
    """(x_train, y_train), (x_test, y_test): uint8 images (n, 32, 32, 3) and labels (n, 1).

    Raises DatasetUnavailableError (an OSError) when there is no file, DatasetFileError (a
    ValueError) for another one."""
    import numpy as np

    folder = os.path.join(_FILE.find(), "cifar-10-batches-py")
    batches = [read_batch(os.path.join(folder, f"data_batch_{i}"), "labels") for i in range(1, 6)]
    images, labels = (np.concatenate(part) for part in zip(*batches, strict=True))
    return (images, labels), read_batch(os.path.join(folder, "test_batch"), "labels")


def load_sample() -> tuple[Arrays, Arrays]:
    """600 and 200 generated images of the same form; no part of CIFAR-10."""
    (x_train, y_train), (x_test, y_test) = generated.images((32, 32, 3), 10)
    return (x_train, y_train[:, None]), (x_test, y_test[:, None])
