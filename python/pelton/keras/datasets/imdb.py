"""IMDB: 50,000 reviews of films as word numbers, labelled 1 where they praise, else 0."""

from __future__ import annotations

from pelton.keras.datasets import generated
from pelton.keras.datasets.dataset_file import stored
from pelton.keras.datasets.plain_pickle import read_lists
from pelton.keras.datasets.word_sequences import (
    WordOptions,
    as_objects,
    read_word_index,
    shuffled,
)

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import Arrays

_FILE = stored(
    "imdb", "imdb.npz", "69664113be75683a8fe16e3ed0ab59fda8886cb3cd7ada244f7d9544e4676b9f"
)
_INDEX = stored("imdb", "imdb_word_index.json", "bfafd718b763782e994055a2d397834f")


def load_data(
    path: str = "imdb.npz",
    num_words: int | None = None,
    skip_top: int = 0,
    maxlen: int | None = None,
    seed: int = 113,
    start_char: int | None = 1,
    oov_char: int | None = 2,
    index_from: int = 3,
    **kwargs: Any,
) -> tuple[Arrays, Arrays]:
    """(x_train, y_train), (x_test, y_test): object arrays of lists of word numbers, and labels.

    Raises DatasetUnavailableError (an OSError) when there is no file, DatasetFileError (a
    ValueError) for another one, ValueError when `maxlen` leaves no text."""
    if "nb_words" in kwargs:
        num_words = kwargs.pop("nb_words")
    if kwargs:
        raise TypeError(f"Unrecognized keyword arguments: {kwargs}.")
    keys = ("x_train", "y_train", "x_test", "y_test")
    arrays = read_lists(_FILE.find(path), keys)
    options = WordOptions(num_words, skip_top, maxlen, start_char, oov_char, index_from)
    x_train, y_train = shuffled(seed, arrays["x_train"], arrays["y_train"])
    x_test, y_test = shuffled(seed, arrays["x_test"], arrays["y_test"])
    return _split(options, (x_train, y_train), (x_test, y_test))


def load_sample(num_words: int | None = None) -> tuple[Arrays, Arrays]:
    """600 and 200 generated texts of the same form; no part of IMDB."""
    x, y = generated.sequences(2)
    options = WordOptions(num_words, 0, None, 1, 2, 3)
    return _split(options, (x[:600], y[:600]), (x[600:], y[600:]))


def _split(options: WordOptions, train: Arrays, test: Arrays) -> tuple[Arrays, Arrays]:
    x_train, y_train = options.shortened(options.moved(train[0]), train[1])
    x_test, y_test = options.shortened(options.moved(test[0]), test[1])
    texts, count = options.limited(x_train + x_test), len(x_train)
    return (as_objects(texts[:count]), y_train), (as_objects(texts[count:]), y_test)


def get_word_index(path: str = "imdb_word_index.json") -> dict[str, int]:
    """The number of each word, from 1; in the texts it is `index_from` higher."""
    return read_word_index(_INDEX.find(path))
