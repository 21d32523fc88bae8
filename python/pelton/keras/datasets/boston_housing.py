"""Boston housing: 506 districts of 13 features and the median price of a home."""

from __future__ import annotations

from pelton.keras.datasets import generated, tables
from pelton.keras.datasets.dataset_file import stored

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import Arrays

_FEATURES = 13
_FILE = stored(
    "boston_housing",
    "boston_housing.npz",
    "f553886a1f8d56431e820c5b82552d9d95cfcb96d1e678153f8839538947dff5",
)


def load_data(
    path: str = "boston_housing.npz", test_split: float = 0.2, seed: int = 113
) -> tuple[Arrays, Arrays]:
    """(x_train, y_train), (x_test, y_test): features (n, 13) and prices in $1,000 (n,), float64.

    Raises DatasetUnavailableError (an OSError) when there is no file, DatasetFileError (a
    ValueError) for another one."""
    tables.check_split(test_split)
    return tables.split(*tables.read_table(_FILE.find(path), _FEATURES), test_split, seed)


def load_sample() -> tuple[Arrays, Arrays]:
    """600 and 200 generated rows of the same form; no part of the real data set."""
    return tables.split(*generated.table(_FEATURES), 0.25, 113)
