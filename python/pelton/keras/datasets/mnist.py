"""MNIST: 28x28 grey images of handwritten digits. Knows where to find them and how to check them.

Yann LeCun and Corinna Cortes hold the copyright of MNIST; CC BY-SA 3.0."""

from __future__ import annotations

import os

from pelton.keras.datasets import cache
from pelton.keras.datasets.array_archive import ArraySpec, read_archive
from pelton.keras.datasets.errors import DatasetFileError, DatasetUnavailableError
from pelton.keras.datasets.secure_download import download
from pelton.keras.utils.console import print_msg

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import Arrays

URL = "https://storage.googleapis.com/tensorflow/tf-keras-datasets/mnist.npz"
SHA256 = "731c5ac602752760c8e48fbffcf8c3b850d9dc2a2aedcf2cc48468fc17b673d1"
_MAX_FILE = 16 << 20
_MAX_ARRAYS = 1 << 30
_IMAGES = ArraySpec("uint8", (-1, 28, 28))
_LABELS = ArraySpec("uint8", (-1,))
_SPECS = {"x_train": _IMAGES, "y_train": _LABELS, "x_test": _IMAGES, "y_test": _LABELS}
_SAMPLE = os.path.join(os.path.dirname(__file__), "mnist_sample.npz")


def load_data(path: str = "mnist.npz") -> tuple[Arrays, Arrays]:
    """(x_train, y_train), (x_test, y_test): uint8 images (n, 28, 28) and labels (n,).

    Looks for `path` in $PELTON_DATA_DIR, then in Keras's cache (SHA-256 checked), then downloads
    it there; an absolute path is that file, downloaded there if missing. Raises
    DatasetUnavailableError (an OSError) when there is none, DatasetFileError (a ValueError) for
    a file that is not MNIST. Never substitutes the sample."""
    return load_file(find_file(path))


def load_sample() -> tuple[Arrays, Arrays]:
    """The first 6,000 training and 1,000 test images, which come with the package."""
    return load_file(_SAMPLE)


def find_file(path: str = "mnist.npz") -> str:
    """The file that load_data(path) reads, downloaded if need be; errors as load_data."""
    if os.path.isabs(path):
        if not os.path.isfile(path):
            _download(path, "")
        return path
    if not path or ".." in path.replace("\\", "/").split("/"):
        raise ValueError(f"mnist.load_data: path must stay inside the cache, received {path!r}")
    named = cache.user_file(path)
    if named is not None:
        return named
    rejected = ""
    for folder in cache.cache_folders():
        cached = os.path.join(folder, path)
        if os.path.isfile(cached):
            if cache.sha256_of(cached) == SHA256:
                return cached
            rejected = f" {cached} exists, but its SHA-256 is not that of MNIST."
            print_msg(f"{cached} is not MNIST (its SHA-256 differs); it will be downloaded again.")
    try:
        target = os.path.join(cache.writable_folder(), path)
    except OSError as error:
        raise _unavailable(path, error, rejected) from error
    _download(target, rejected)
    return target


def load_file(path: str) -> tuple[Arrays, Arrays]:
    """Read an .npz file with MNIST's keys, shapes and dtypes; DatasetFileError if it differs."""
    arrays = read_archive(path, _SPECS, _MAX_ARRAYS)
    for part in ("train", "test"):
        images, labels = arrays[f"x_{part}"], arrays[f"y_{part}"]
        if len(images) != len(labels):
            raise DatasetFileError(
                f"{path}: x_{part} has {len(images)} images but y_{part} has {len(labels)} labels"
            )
        if labels.max() > 9:
            at = int(labels.argmax())
            raise DatasetFileError(f"{path}: y_{part}[{at}] is {labels[at]}, not a digit")
    return (arrays["x_train"], arrays["y_train"]), (arrays["x_test"], arrays["y_test"])


def _download(target: str, rejected: str) -> None:
    try:
        os.makedirs(os.path.dirname(target), exist_ok=True)
        download(URL, target, SHA256, _MAX_FILE)
    except OSError as error:
        raise _unavailable(target, error, rejected) from error


def _unavailable(target: str, reason: OSError, rejected: str) -> DatasetUnavailableError:
    return DatasetUnavailableError(
        f"mnist.load_data: no MNIST at {target}, and it could not be downloaded ({reason})."
        f"{rejected} Put {URL} there, or into the folder that {cache.DATA_DIR_VARIABLE} names. "
        "mnist.load_sample() needs no download: 6,000 training and 1,000 test images."
    )
