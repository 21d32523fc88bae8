"""Types of pelton.keras.datasets.imdb. Made by `dev.py stubs`; do not edit."""

from pelton._types import Arrays
from pelton.keras.datasets.dataset_file import stored as stored
from pelton.keras.datasets.plain_pickle import read_lists as read_lists
from pelton.keras.datasets.word_sequences import WordOptions as WordOptions
from pelton.keras.datasets.word_sequences import as_objects as as_objects
from pelton.keras.datasets.word_sequences import read_word_index as read_word_index
from pelton.keras.datasets.word_sequences import shuffled as shuffled
from typing import Any

def get_word_index(path: str = 'imdb_word_index.json') -> dict[str, int]: ...
def load_data(
    path: str = 'imdb.npz',
    num_words: int | None = None,
    skip_top: int = 0,
    maxlen: int | None = None,
    seed: int = 113,
    start_char: int | None = 1,
    oov_char: int | None = 2,
    index_from: int = 3,
    **kwargs: Any,
) -> tuple[Arrays, Arrays]: ...
def load_sample(num_words: int | None = None) -> tuple[Arrays, Arrays]: ...
