"""Owns which of several datasets is drawn next: TensorFlow's numbers for the same seeds.

Two words of a random dataset are the seed of a Philox stream, whose first two words are a number
from [0, 1): it falls into one of the intervals that are as long as the weights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

_AT_ONCE = 256  # choices
_MULTIPLIERS = (0xD2511F53, 0xCD9E8D57)
_KEY_STEPS = (0x9E3779B9, 0xBB67AE85)
_SCRAMBLING_KEY = (0x3EC8F720, 0x02461E29)
_WORD = 0xFFFFFFFF


def _philox(counter: list[Any], key: list[Any]) -> list[Any]:
    """Four words of each counter of four words and key of two; arrays of uint64."""
    for _ in range(10):
        first, second = counter[0] * _MULTIPLIERS[0], counter[2] * _MULTIPLIERS[1]
        counter = [
            (second >> 32) ^ counter[1] ^ key[0],
            second & _WORD,
            (first >> 32) ^ counter[3] ^ key[1],
            first & _WORD,
        ]
        key = [(word + step) & _WORD for word, step in zip(key, _KEY_STEPS, strict=True)]
    return counter


def _fractions(seeds: Any) -> Any:
    """A number from [0, 1) for each seed of two words (n, 2)."""
    import numpy as np

    words = seeds.astype(np.uint64)
    counter = [words[:, 0] & _WORD, words[:, 0] >> 32, words[:, 1] & _WORD, words[:, 1] >> 32]
    mixed = _philox(counter, [np.full(len(words), word, np.uint64) for word in _SCRAMBLING_KEY])
    zeros = np.zeros(len(words), np.uint64)
    found = _philox([zeros, zeros, mixed[2], mixed[3]], mixed[:2])
    mantissas = ((found[0] & 0xFFFFF) << 32) | found[1]
    return mantissas.astype(np.float64) / 2.0**52


def _limits(weights: Any) -> Any:
    """Where the intervals of classes end, one after the other, the last at their sum."""
    import numpy as np

    with np.errstate(divide="ignore"):
        logits = np.log(weights)
    is_possible = np.isfinite(logits)
    largest = logits[is_possible].max() if is_possible.any() else 0.0
    shares = np.where(is_possible, np.exp(logits.astype(np.float64) - np.float64(largest)), 0.0)
    return np.cumsum(shares)


def drawn(words: Any, weights: Any) -> Iterator[int]:
    """Numbers of datasets without end, by the words of a dataset of random numbers. `weights`: an
    array, or a dataset of arrays, one for each choice."""
    import numpy as np

    from pelton.data.dataset import Dataset

    changing = iter(weights.as_numpy_iterator()) if isinstance(weights, Dataset) else None
    limits = None if changing is not None else _limits(np.asarray(weights))
    for seeds in words.batch(2 * _AT_ONCE).as_numpy_iterator():
        for fraction in _fractions(seeds.reshape(-1, 2)):
            if changing is not None:
                found = next(changing, None)
                if found is None:
                    return
                limits = _limits(np.asarray(found).reshape(-1))
            yield int(np.searchsorted(limits, fraction * limits[-1], side="right"))
