"""Tables of numbers in an .npz file with x and y, split at random into training and test rows."""

from __future__ import annotations

from pelton.keras.datasets.array_archive import ArraySpec, read_archive
from pelton.keras.datasets.errors import DatasetFileError
from pelton.keras.datasets.word_sequences import shuffled

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    import numpy as np

    from pelton._types import Arrays

_MAX_BYTES = 1 << 28


def check_split(test_split: float) -> None:
    """Raises ValueError unless the share is in [0, 1)."""
    if not 0 <= test_split < 1:
        raise ValueError(
            f"Invalid `test_split` argument: {test_split}. It must be between 0 and 1 (exclusive "
            "of 1)."
        )


def read_table(path: str, features: int, dtype: str = "float64") -> tuple[np.ndarray, np.ndarray]:
    """x (n, features) and y (n,); DatasetFileError for any other file."""
    specs = {"x": ArraySpec(dtype, (-1, features)), "y": ArraySpec(dtype, (-1,))}
    arrays = read_archive(path, specs, _MAX_BYTES)
    if len(arrays["x"]) != len(arrays["y"]):
        raise DatasetFileError(
            f"{path}: x has {len(arrays['x'])} rows but y has {len(arrays['y'])}"
        )
    return arrays["x"], arrays["y"]


def split(x: np.ndarray, y: np.ndarray, test_split: float, seed: int) -> tuple[Arrays, Arrays]:
    """Training and test rows of a random order that `seed` decides."""
    x, y = shuffled(seed, x, y)
    count = int(len(x) * (1 - test_split))
    return (x[:count], y[:count]), (x[count:], y[count:])
