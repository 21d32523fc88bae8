"""CIFAR-100: 60,000 coloured images of 32x32, of 100 classes in 20 groups."""

from __future__ import annotations

import os

from pelton.keras.datasets import generated
from pelton.keras.datasets.cifar_batches import read_batch
from pelton.keras.datasets.dataset_file import DatasetFile

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import Arrays

_FILE = DatasetFile(
    "cifar100",
    "https://www.cs.toronto.edu/~kriz/cifar-100-python.tar.gz",
    "85cd44d02ba6437773c5bbd22e183051d648de2e7d6b014e1ef29b855ba677a7",
    unpacked="cifar-100-python-target",
)


def load_data(label_mode: str = "fine") -> tuple[Arrays, Arrays]:
    """(x_train, y_train), (x_test, y_test): uint8 images (n, 32, 32, 3) and labels (n, 1), of the
    100 classes ("fine") or the 20 groups ("coarse").

    Raises DatasetUnavailableError (an OSError) when there is no file, DatasetFileError (a
    ValueError) for another one."""
    if label_mode not in ("fine", "coarse"):
        raise ValueError(
            f'`label_mode` must be one of `"fine"`, `"coarse"`. Received: label_mode={label_mode}.'
        )
    folder = os.path.join(_FILE.find(), "cifar-100-python")
    train, test = (
        read_batch(os.path.join(folder, name), f"{label_mode}_labels") for name in ("train", "test")
    )
    return train, test


def load_sample() -> tuple[Arrays, Arrays]:
    """600 and 200 generated images of the same form; no part of CIFAR-100."""
    (x_train, y_train), (x_test, y_test) = generated.images((32, 32, 3), 100)
    return (x_train, y_train[:, None]), (x_test, y_test[:, None])
