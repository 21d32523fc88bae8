"""Types of pelton.keras.datasets.california_housing. Made by `dev.py stubs`; do not edit."""

from pelton._types import Arrays
from pelton.keras.datasets.dataset_file import stored as stored

def load_data(
    version: str = 'large',
    path: str = 'california_housing.npz',
    test_split: float = 0.2,
    seed: int = 113,
) -> tuple[Arrays, Arrays]: ...
def load_sample() -> tuple[Arrays, Arrays]: ...
