"""Initial weights by formula, so that a training run is repeatable without a weight file.

Needs NumPy only: an integer hash of the element's number, exact on every machine and version.
"""

import numpy as np


def unit_numbers(count, seed):
    """Returns `count` float64 numbers in [0, 1) (the finalizer of MurmurHash3 over a counter)."""
    with np.errstate(over="ignore"):
        x = np.arange(count, dtype=np.uint32) * np.uint32(2654435761) + np.uint32(seed)
        x ^= x >> np.uint32(16)
        x *= np.uint32(0x85EBCA6B)
        x ^= x >> np.uint32(13)
        x *= np.uint32(0xC2B2AE35)
        x ^= x >> np.uint32(16)
    return x / 2.0**32


def fixed_weights(shapes):
    """Returns Glorot-uniform kernels and zero biases for the shapes in `model.get_weights()`."""
    weights = []
    for index, shape in enumerate(shapes):
        if len(shape) == 1:
            weights.append(np.zeros(shape, "float32"))
            continue
        receptive = int(np.prod(shape[:-2]))
        limit = np.sqrt(6.0 / (receptive * (shape[-2] + shape[-1])))
        numbers = unit_numbers(int(np.prod(shape)), 1000 * (index + 1))
        weights.append(((2 * numbers - 1) * limit).reshape(shape).astype("float32"))
    return weights
