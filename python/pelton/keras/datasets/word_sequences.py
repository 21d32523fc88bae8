"""Texts as word numbers, as imdb and reuters give them: shuffled, moved, cut."""

from __future__ import annotations

import json
from dataclasses import dataclass

from pelton.keras.datasets.errors import DatasetFileError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    import numpy as np


@dataclass(frozen=True)
class WordOptions:
    """Which words are kept, and the numbers that stand for a text's start and for left-out words;
    the words themselves begin at `index_from`."""

    num_words: int | None
    skip_top: int
    maxlen: int | None
    start_char: int | None
    oov_char: int | None
    index_from: int

    def moved(self, texts: Any) -> list[list[int]]:
        """The texts with words from `index_from` on and their start."""
        first = [] if self.start_char is None else [self.start_char]
        up = self.index_from or 0
        return [[*first, *(word + up for word in text)] for text in texts]

    def shortened(
        self, texts: list[list[int]], labels: np.ndarray
    ) -> tuple[list[list[int]], np.ndarray]:
        """The texts of fewer than `maxlen` words; ValueError if none is left."""
        if not self.maxlen:
            return texts, labels
        kept = [place for place, text in enumerate(texts) if len(text) < self.maxlen]
        if not kept:
            raise ValueError(
                f"After filtering for sequences shorter than maxlen={self.maxlen}, no sequence was "
                "kept. Increase maxlen."
            )
        return [texts[place] for place in kept], labels[kept]

    def limited(self, texts: list[list[int]]) -> list[list[int]]:
        """The texts with the words from `skip_top` up to `num_words` alone."""
        limit = self.num_words or max(map(max, texts))
        if self.oov_char is None:
            return [[word for word in text if self.skip_top <= word < limit] for text in texts]
        other = self.oov_char
        return [
            [word if self.skip_top <= word < limit else other for word in text] for text in texts
        ]


def shuffled(seed: int, *arrays: np.ndarray) -> list[np.ndarray]:
    """The arrays in one order, which `seed` decides as NumPy's RandomState does."""
    import numpy as np

    order = np.arange(len(arrays[0]))
    np.random.RandomState(seed).shuffle(order)
    return [array[order] for array in arrays]


def as_objects(texts: list[list[int]]) -> np.ndarray:
    """An object array (n,) of lists."""
    import numpy as np

    found = np.empty(len(texts), dtype=object)
    found[:] = texts
    return found


def read_word_index(path: str) -> dict[str, int]:
    """The words and their numbers of a JSON file; DatasetFileError for anything else."""
    with open(path, encoding="utf-8") as file:
        try:
            found = json.load(file)
        except ValueError as error:
            raise DatasetFileError(f"{path}: not a JSON file: {error}") from error
    if not isinstance(found, dict):
        raise DatasetFileError(f"{path}: holds a {type(found).__name__}, not words and numbers")
    return found
