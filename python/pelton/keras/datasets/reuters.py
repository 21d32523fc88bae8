"""Reuters: 11,228 news wires as word numbers, labelled by 46 topics."""

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
    import numpy as np

    from pelton._types import Arrays

_FILE = stored(
    "reuters", "reuters.npz", "d6586e694ee56d7a4e65172e12b3e987c03096cb01eab99753921ef915959916"
)
_INDEX = stored("reuters", "reuters_word_index.json", "4d44cc38712099c9e383dc6e5f11a921")
_LABELS = (
    "cocoa grain veg-oil earn acq wheat copper housing money-supply coffee sugar trade reserves "
    "ship cotton carcass crude nat-gas cpi money-fx interest gnp meal-feed alum oilseed gold tin "
    "strategic-metal livestock retail ipi iron-steel rubber heat jobs lei bop zinc orange pet-chem "
    "dlr gas silver wpi hog lead"
)


def load_data(
    path: str = "reuters.npz",
    num_words: int | None = None,
    skip_top: int = 0,
    maxlen: int | None = None,
    test_split: float = 0.2,
    seed: int = 113,
    start_char: int | None = 1,
    oov_char: int | None = 2,
    index_from: int = 3,
) -> tuple[Arrays, Arrays]:
    """(x_train, y_train), (x_test, y_test): object arrays of lists of word numbers, and labels.

    Raises DatasetUnavailableError (an OSError) when there is no file, DatasetFileError (a
    ValueError) for another one, ValueError when `maxlen` leaves no text."""
    arrays = read_lists(_FILE.find(path), ("x", "y"))
    options = WordOptions(num_words, skip_top, maxlen, start_char, oov_char, index_from)
    return _split(options, *shuffled(seed, arrays["x"], arrays["y"]), test_split)


def load_sample(num_words: int | None = None) -> tuple[Arrays, Arrays]:
    """600 and 200 generated texts of the same form, of 46 topics; no part of Reuters."""
    return _split(WordOptions(num_words, 0, None, 1, 2, 3), *generated.sequences(46), 0.25)


def _split(
    options: WordOptions, texts: np.ndarray, labels: np.ndarray, test_split: float
) -> tuple[Arrays, Arrays]:
    kept, labels = options.shortened(options.moved(texts), labels)
    kept = options.limited(kept)
    count = int(len(kept) * (1 - test_split))
    return (as_objects(kept[:count]), labels[:count]), (as_objects(kept[count:]), labels[count:])


def get_word_index(path: str = "reuters_word_index.json") -> dict[str, int]:
    """The number of each word, from 1; in the texts it is `index_from` higher."""
    return read_word_index(_INDEX.find(path))


def get_label_names() -> tuple[str, ...]:
    """The topics, in the order of their labels."""
    return tuple(_LABELS.split())
