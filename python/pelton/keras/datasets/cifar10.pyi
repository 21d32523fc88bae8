"""Types of pelton.keras.datasets.cifar10. Made by `dev.py stubs`; do not edit."""

from pelton._types import Arrays
from pelton.keras.datasets.cifar_batches import read_batch as read_batch
from pelton.keras.datasets.dataset_file import DatasetFile as DatasetFile

def load_data() -> tuple[Arrays, Arrays]: ...
def load_sample() -> tuple[Arrays, Arrays]: ...
