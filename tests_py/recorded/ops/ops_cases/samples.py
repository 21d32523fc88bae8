"""The tensors that the rows about keras.ops speak of, by name."""

import numpy as np


def _numbers(shape, seed, scale=2.0):
    return np.round(np.random.default_rng(seed).normal(0, scale, shape), 2).astype(np.float32)


SAMPLES = {
    "x": np.array([[-1.7, 0.3, 2.6], [1.4, -0.6, 0.9]], np.float32),
    "y": np.array([[0.8, -1.3, 2.1], [-0.4, 1.9, 1.1]], np.float32),
    "p": np.array([[0.2, 0.5, 0.3], [0.6, 0.1, 0.7]], np.float32),  # in (0, 1)
    "t": _numbers((2, 3, 4), 1),
    "m": _numbers((3, 3), 2),
    "s": np.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 2.0]], np.float32),  # definite
    "v": np.array([1.5, -0.5, 2.5, 0.25], np.float32),
    "w": np.array([0.5, 1.25, -2.0], np.float32),
    "q": np.array([[[[[1.0]]]]], np.float32),
    "e": np.array([[np.nan, 1.0, np.inf], [-np.inf, 0.0, -2.5]], np.float32),
    "n": np.array([[np.nan, 1.0, 3.0], [4.0, np.nan, -2.5]], np.float32),
    "i": np.array([[3, -2, 7], [0, 5, 2]], np.int32),
    "j": np.array([[2, 3, 4], [1, 2, 3]], np.int32),
    "k": np.array([0, 2, 1, 2], np.int32),
    "u": np.array([[3, 200, 7], [0, 5, 2]], np.uint8),
    "b": np.array([[True, False, True], [False, False, True]]),
    "row": _numbers((2, 5, 3), 3),
    "img": _numbers((2, 5, 4, 3), 4),
    "vol": _numbers((1, 4, 3, 4, 2), 5),
    "rgb": np.round(np.random.default_rng(6).uniform(0, 1, (1, 3, 4, 3)), 2).astype(np.float32),
    "wave": _numbers((2, 12), 7),
}
