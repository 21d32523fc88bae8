"""Types of pelton.keras.datasets.mnist. Made by `dev.py stubs`; do not edit."""

from pelton._types import Arrays
from pelton.keras.datasets.array_archive import ArraySpec as ArraySpec
from pelton.keras.datasets.array_archive import read_archive as read_archive
from pelton.keras.datasets.errors import DatasetFileError as DatasetFileError
from pelton.keras.datasets.errors import DatasetUnavailableError as DatasetUnavailableError
from pelton.keras.datasets.secure_download import download as download
from pelton.keras.utils.console import print_msg as print_msg

SHA256: str
URL: str
def find_file(path: str = 'mnist.npz') -> str: ...
def load_data(path: str = 'mnist.npz') -> tuple[Arrays, Arrays]: ...
def load_file(path: str) -> tuple[Arrays, Arrays]: ...
def load_sample() -> tuple[Arrays, Arrays]: ...
