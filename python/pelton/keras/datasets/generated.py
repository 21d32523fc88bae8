"""Small generated data sets of the forms of the real ones: something to learn, nothing to download.

They are no part of the real data sets; each data set's `load_sample` gives one."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    import numpy as np

    from pelton._types import Arrays

_SEED = 20
_TRAIN, _TEST = 600, 200


def images(shape: tuple[int, ...], classes: int) -> tuple[Arrays, Arrays]:
    """uint8 images (n, *shape) and labels (n,): a pattern of stripes for each class, with noise."""
    import numpy as np

    rng = np.random.default_rng(_SEED)
    rows, columns = np.mgrid[: shape[0], : shape[1]] / max(shape[:2])
    channels = shape[2] if len(shape) == 3 else 1
    angle, count = rng.uniform(0, np.pi, classes), rng.uniform(2, 6, classes)
    tint = rng.uniform(0.4, 1, (classes, channels))
    parts = []
    for size in (_TRAIN, _TEST):
        labels = rng.integers(0, classes, size)
        along = (
            np.cos(angle[labels])[:, None, None] * rows
            + np.sin(angle[labels])[:, None, None] * columns
        )
        stripes = np.sin(2 * np.pi * count[labels][:, None, None] * along) / 2 + 0.5
        noisy = stripes[..., None] * tint[labels][:, None, None]
        noisy = np.clip(noisy + rng.normal(0, 0.15, noisy.shape), 0, 1)
        parts.append(((noisy * 255).astype("uint8").reshape(size, *shape), labels.astype("uint8")))
    return parts[0], parts[1]


def sequences(classes: int, words: int = 200) -> tuple[np.ndarray, np.ndarray]:
    """Lists of word numbers from 1 in an object array (n,), and labels (n,): each class prefers
    words of its own."""
    import numpy as np

    rng = np.random.default_rng(_SEED)
    likely = 1 / np.arange(1, words + 1) * rng.uniform(0.1, 2, (classes, words))
    likely /= likely.sum(1, keepdims=True)
    labels = rng.integers(0, classes, _TRAIN + _TEST)
    texts = np.empty(len(labels), dtype=object)
    for place, label in enumerate(labels):
        length = int(rng.integers(8, 40))
        texts[place] = (rng.choice(words, length, p=likely[label]) + 1).tolist()
    return texts, labels.astype("int64")


def word_index(words: int = 200) -> dict[str, int]:
    """Words for the numbers of `sequences`."""
    return {f"word{number}": number for number in range(1, words + 1)}


def table(features: int) -> tuple[np.ndarray, np.ndarray]:
    """float features (n, features) and targets (n,) that mostly follow from them."""
    import numpy as np

    rng = np.random.default_rng(_SEED)
    x = rng.normal(0, 1, (_TRAIN + _TEST, features))
    y = x @ rng.normal(0, 2, features) + np.abs(x[:, 0]) + rng.normal(0, 0.5, len(x)) + 22
    return x, y
