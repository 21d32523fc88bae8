"""keras.preprocessing.sequence: padding, windows of time series, pairs of words."""

from __future__ import annotations

import random

from pelton.keras.preprocessing.timeseries_generator import (
    TimeseriesGenerator as TimeseriesGenerator,
)
from pelton.keras.utils.sequences import pad_sequences as pad_sequences

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    import numpy as np

_EULER = 0.577
_MOST = 10**7


def make_sampling_table(size: int, sampling_factor: float = 1e-5) -> np.ndarray:
    """How likely each of `size` words, the most frequent first, is kept: as in word2vec, with
    frequencies by Zipf's law."""
    import numpy as np

    rank = np.arange(size)
    rank[:1] = 1
    rarity = rank * (np.log(rank) + _EULER) + 0.5 - 1.0 / (12.0 * rank)
    return np.minimum(1.0, np.sqrt(sampling_factor * rarity))


def skipgrams(
    sequence: Sequence[int],
    vocabulary_size: int,
    window_size: int = 4,
    negative_samples: float = 1.0,
    shuffle: bool = True,
    categorical: bool = False,
    sampling_table: Sequence[float] | None = None,
    seed: int | None = None,
) -> tuple[list[list[int]], list[Any]]:
    """Pairs of words that stand within `window_size` of each other, label 1, and pairs with a
    random word of the vocabulary, label 0 (pairs of labels with `categorical`). Word 0 is none."""
    found, missed = ([0, 1], [1, 0]) if categorical else (1, 0)
    couples: list[list[int]] = []
    for place, word in enumerate(sequence):
        if not word or (sampling_table is not None and sampling_table[word] < random.random()):
            continue
        for other in range(max(0, place - window_size), place + window_size + 1):
            if other != place and other < len(sequence) and sequence[other]:
                couples.append([word, sequence[other]])
    labels: list[Any] = [found] * len(couples)
    if negative_samples > 0 and couples:
        words = [couple[0] for couple in couples]
        random.shuffle(words)
        count = int(len(couples) * negative_samples)
        couples += [
            [words[i % len(words)], random.randint(1, vocabulary_size - 1)] for i in range(count)
        ]
        labels += [missed] * count
    if shuffle:
        start = random.randint(0, _MOST) if seed is None else seed
        for listed in (couples, labels):
            random.seed(start)
            random.shuffle(listed)
    return couples, labels


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
