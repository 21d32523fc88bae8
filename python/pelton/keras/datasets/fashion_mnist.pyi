"""Types of pelton.keras.datasets.fashion_mnist. Made by `dev.py stubs`; do not edit."""

from pelton._types import Arrays
from pelton.keras.datasets.dataset_file import stored as stored
from pelton.keras.datasets.errors import DatasetFileError as DatasetFileError

def load_data() -> tuple[Arrays, Arrays]: ...
def load_sample() -> tuple[Arrays, Arrays]: ...
