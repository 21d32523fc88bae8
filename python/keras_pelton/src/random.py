"""Owns the backend's random numbers: what a seed decides, drawn by Philox 4x32-10."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from keras.src.backend.common import standardize_dtype
from keras.src.backend.config import floatx
from keras.src.random.seed_generator import SeedGenerator as SeedGenerator
from keras.src.random.seed_generator import draw_seed
from keras.src.random.seed_generator import make_default_seed as make_default_seed

import pelton
from keras_pelton.src.core import cast, convert_to_tensor
from keras_pelton.src.indexing import is_symbolic
from pelton._core import functions as _functions


def _outline(shape: Any, dtype: str) -> Any:
    return _functions.symbolic(tuple(shape), dtype, "random")


def normal(
    shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = None, seed: Any = None
) -> Any:
    """Normally distributed numbers."""
    dtype = standardize_dtype(dtype or floatx())
    return pelton.random.stateless_normal(shape, draw_seed(seed), mean, stddev, dtype)


def uniform(
    shape: Any, minval: Any = 0.0, maxval: Any = 1.0, dtype: Any = None, seed: Any = None
) -> Any:
    """Numbers in [minval, maxval)."""
    dtype = standardize_dtype(dtype or floatx())
    return pelton.random.stateless_uniform(shape, draw_seed(seed), minval, maxval, dtype)


def randint(shape: Any, minval: Any, maxval: Any, dtype: Any = "int32", seed: Any = None) -> Any:
    """Whole numbers in [minval, maxval)."""
    dtype = standardize_dtype(dtype)
    drawn = dtype if dtype in ("int32", "int64") else "int32"
    if dtype in ("uint32", "uint64"):
        drawn = "int64"
    low, high = (cast(bound, drawn) for bound in (minval, maxval))
    return cast(pelton.random.stateless_uniform(shape, draw_seed(seed), low, high, drawn), dtype)


def truncated_normal(
    shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = None, seed: Any = None
) -> Any:
    """Normal numbers within two deviations of the mean."""
    dtype = standardize_dtype(dtype or floatx())
    return pelton.random.stateless_truncated_normal(shape, draw_seed(seed), mean, stddev, dtype)


def categorical(logits: Any, num_samples: int, dtype: Any = "int64", seed: Any = None) -> Any:
    """Class numbers [batch, num_samples] for logits [batch, classes]."""
    logits = convert_to_tensor(logits)
    found = pelton.random.stateless_categorical(logits, num_samples, draw_seed(seed), "int64")
    return cast(found, dtype)


def dropout(
    inputs: Any, rate: float, noise_shape: Sequence[int | None] | None = None, seed: Any = None
) -> Any:
    """`inputs` with a share `rate` set to zero and the rest scaled by 1 / (1 - rate)."""
    inputs = convert_to_tensor(inputs)
    sizes = list(inputs.shape)
    if noise_shape is not None:
        sizes = [own if n is None else n for n, own in zip(noise_shape, sizes, strict=True)]
    seed = draw_seed(seed)
    if is_symbolic(inputs):
        return pelton.identity(inputs)
    drawn = pelton.random.stateless_uniform(sizes, seed, 0.0, 1.0, "float32")
    kept = pelton.cast(drawn >= rate, inputs.dtype)
    scale = 0.0 if rate >= 1 else 1.0 / (1.0 - rate)
    return inputs * kept * pelton.cast(scale, inputs.dtype)


def shuffle(x: Any, axis: int = 0, seed: Any = None) -> Any:
    """`x` with the slices along an axis in random order."""
    x, seed = convert_to_tensor(x), draw_seed(seed)
    if is_symbolic(x):
        return pelton.identity(x)
    places = pelton.range(x.shape[axis])
    return pelton.gather(x, pelton.random.experimental.stateless_shuffle(places, seed), axis=axis)


def gamma(shape: Any, alpha: Any, dtype: Any = None, seed: Any = None) -> Any:
    """Gamma distributed numbers with the shape parameter `alpha`, by Marsaglia and Tsang's way.

    Of eight candidates for each number the first that is accepted; each is, with at least 95%."""
    dtype = standardize_dtype(dtype or floatx())
    tries = 8
    alpha = convert_to_tensor(alpha, dtype)
    raised = pelton.where(alpha < 1, alpha + 1, alpha)
    d = raised - 1.0 / 3.0
    c = 1.0 / pelton.sqrt(9.0 * d)
    seeds = pelton.random.split(draw_seed(seed), 3)
    x = pelton.random.stateless_normal([tries, *shape], seeds[0], dtype=dtype)
    u = 1.0 - pelton.random.stateless_uniform([tries, *shape], seeds[1], dtype=dtype)
    v = (1.0 + c * x) ** 3
    log_v = pelton.math.log(pelton.maximum(v, 1e-30))
    is_good = pelton.logical_and(v > 0, pelton.math.log(u) < 0.5 * x * x + d - d * v + d * log_v)
    pick = pelton.argmax(pelton.cast(is_good, "int32"), axis=0)
    chosen = pelton.reduce_sum(pelton.one_hot(pick, tries, axis=0, dtype=dtype) * (d * v), axis=0)
    w = 1.0 - pelton.random.stateless_uniform(shape, seeds[2], dtype=dtype)
    return pelton.where(alpha < 1, chosen * w ** (1.0 / alpha), chosen)


def beta(shape: Any, alpha: Any, beta: Any, dtype: Any = None, seed: Any = None) -> Any:
    """Beta distributed numbers, from two gamma distributed ones."""
    dtype = standardize_dtype(dtype or floatx())
    one = gamma(shape, alpha, dtype, seed if seed is None else _other(seed, 0))
    two = gamma(shape, beta, dtype, seed if seed is None else _other(seed, 1))
    return one / (one + two)


def _other(seed: Any, number: int) -> Any:
    return seed + number if isinstance(seed, int) else seed


def binomial(
    shape: Any, counts: Any, probabilities: Any, dtype: Any = None, seed: Any = None
) -> Any:
    """How many of `counts` trials succeed, each with its probability."""
    dtype = standardize_dtype(dtype or floatx())
    counts = convert_to_tensor(counts, "float32")
    probabilities = convert_to_tensor(probabilities, "float32")
    most = int(math.ceil(float(pelton.reduce_max(counts))))
    drawn = pelton.random.stateless_uniform([most, *shape], draw_seed(seed), dtype="float32")
    numbers = pelton.reshape(pelton.range(most, dtype="float32"), [most] + [1] * len(shape))
    hits = pelton.logical_and(drawn < probabilities, numbers < counts)
    return pelton.reduce_sum(pelton.cast(hits, dtype), axis=0)
