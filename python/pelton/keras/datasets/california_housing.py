"""California housing: 20,640 districts of 8 features and the median price of a home."""

from __future__ import annotations

from pelton.keras.datasets import generated, tables
from pelton.keras.datasets.dataset_file import stored

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import Arrays

_FEATURES, _SMALL = 8, 600
_FILE = stored(
    "california_housing",
    "california_housing.npz",
    "1a2e3a52e0398de6463aebe6f4a8da34fb21fbb6b934cf88c3425e766f2a1a6f",
)


def load_data(
    version: str = "large",
    path: str = "california_housing.npz",
    test_split: float = 0.2,
    seed: int = 113,
) -> tuple[Arrays, Arrays]:
    """(x_train, y_train), (x_test, y_test): features (n, 8) and prices in dollars (n,); the
    version "small" has the first 600 rows.

    Raises DatasetUnavailableError (an OSError) when there is no file, DatasetFileError (a
    ValueError) for another one."""
    tables.check_split(test_split)
    if version not in ("small", "large"):
        raise ValueError(
            f"Argument `version` must be one of 'small', 'large'. Received: version={version}"
        )
    x, y = tables.read_table(_FILE.find(path), _FEATURES, "float32")
    rows = _SMALL if version == "small" else len(x)
    return tables.split(x[:rows], y[:rows], test_split, seed)


def load_sample() -> tuple[Arrays, Arrays]:
    """600 and 200 generated rows of the same form; no part of the real data set."""
    x, y = generated.table(_FEATURES)
    return tables.split(x.astype("float32"), (y * 1e4).astype("float32"), 0.25, 113)
