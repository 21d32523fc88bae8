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
from keras_pelton.src import random_bits
from keras_pelton.src.core import cast, convert_to_tensor
from keras_pelton.src.core import shape as shape_of
from keras_pelton.src.indexing import is_symbolic


def normal(
    shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = None, seed: Any = None
) -> Any:
    """Normally distributed numbers."""
    dtype = standardize_dtype(dtype or floatx())
    drawn = random_bits.normal(shape, draw_seed(seed), dtype)
    return drawn * cast(stddev, dtype) + cast(mean, dtype)


def uniform(
    shape: Any, minval: Any = 0.0, maxval: Any = 1.0, dtype: Any = None, seed: Any = None
) -> Any:
    """Numbers in [minval, maxval)."""
    dtype = standardize_dtype(dtype or floatx())
    low, high = cast(minval, dtype), cast(maxval, dtype)
    return random_bits.unit(shape, draw_seed(seed), dtype) * (high - low) + low


def randint(shape: Any, minval: Any, maxval: Any, dtype: Any = "int32", seed: Any = None) -> Any:
    """Whole numbers in [minval, maxval)."""
    drawn = "int32" if standardize_dtype(dtype) == "int32" else "int64"
    if isinstance(minval, int) and isinstance(maxval, int):
        return cast(random_bits.below(shape, draw_seed(seed), minval, maxval, drawn), dtype)
    low, high = cast(minval, "int64"), cast(maxval, "int64")
    return cast(random_bits.below_any(shape, draw_seed(seed), high - low) + low, dtype)


def truncated_normal(
    shape: Any, mean: Any = 0.0, stddev: Any = 1.0, dtype: Any = None, seed: Any = None
) -> Any:
    """Normal numbers within two deviations of the mean."""
    dtype = standardize_dtype(dtype or floatx())
    drawn = random_bits.truncated_normal(shape, draw_seed(seed), dtype)
    return drawn * cast(stddev, dtype) + cast(mean, dtype)


def categorical(logits: Any, num_samples: int, dtype: Any = "int64", seed: Any = None) -> Any:
    """Class numbers [batch, num_samples] for logits [batch, classes]."""
    logits = convert_to_tensor(logits)
    return cast(random_bits.classes(logits, num_samples, draw_seed(seed)), dtype)


def dropout(
    inputs: Any, rate: float, noise_shape: Sequence[int | None] | None = None, seed: Any = None
) -> Any:
    """`inputs` with a share `rate` set to zero and the rest scaled by 1 / (1 - rate)."""
    inputs = convert_to_tensor(inputs)
    sizes = list(shape_of(inputs))
    if noise_shape is not None:
        sizes = [own if n is None else n for n, own in zip(noise_shape, sizes, strict=True)]
    seed = draw_seed(seed)
    if is_symbolic(inputs):
        return pelton.identity(inputs)
    if rate >= 1:
        return pelton.zeros_like(inputs)
    drawn = random_bits.unit(sizes, seed, inputs.dtype.name)
    kept = pelton.cast(drawn >= pelton.constant(rate, inputs.dtype), inputs.dtype)
    return inputs * (kept * pelton.constant(1.0 / (1.0 - rate), inputs.dtype))


def shuffle(x: Any, axis: int = 0, seed: Any = None) -> Any:
    """`x` with the slices along an axis in random order."""
    x, seed = convert_to_tensor(x), draw_seed(seed)
    if is_symbolic(x):
        return pelton.identity(x)
    order = pelton.argsort(random_bits.unit([x.shape[axis]], seed, "float32"))
    return pelton.gather(x, order, axis=axis)


def gamma(shape: Any, alpha: Any, dtype: Any = None, seed: Any = None) -> Any:
    """Gamma distributed numbers with the shape parameter `alpha`, by Marsaglia and Tsang's way."""
    dtype = standardize_dtype(dtype or floatx())
    return _gamma(shape, alpha, dtype, draw_seed(seed))


def _gamma(shape: Any, alpha: Any, dtype: str, seed: Any) -> Any:
    """Of eight candidates for each number the first that is accepted; each is, with 95%."""
    tries = 8
    alpha = convert_to_tensor(alpha, dtype)
    d = pelton.where(alpha < 1, alpha + 1, alpha) - 1.0 / 3.0
    x = random_bits.normal([tries, *shape], random_bits.part(seed, 1), dtype)
    u = 1.0 - random_bits.unit([tries, *shape], random_bits.part(seed, 2), dtype)
    v = (1.0 + x / pelton.sqrt(9.0 * d)) ** 3
    log_v = pelton.math.log(pelton.maximum(v, 1e-30))
    is_good = pelton.logical_and(v > 0, pelton.math.log(u) < 0.5 * x * x + d - d * v + d * log_v)
    pick = pelton.argmax(pelton.cast(is_good, "int32"), axis=0)
    chosen = pelton.reduce_sum(pelton.one_hot(pick, tries, axis=0, dtype=dtype) * (d * v), axis=0)
    w = 1.0 - random_bits.unit(shape, random_bits.part(seed, 3), dtype)
    return pelton.where(alpha < 1, chosen * w ** (1.0 / alpha), chosen)


def beta(shape: Any, alpha: Any, beta: Any, dtype: Any = None, seed: Any = None) -> Any:
    """Beta distributed numbers, from two gamma distributed ones."""
    dtype = standardize_dtype(dtype or floatx())
    seed = draw_seed(seed)
    one = _gamma(shape, alpha, dtype, random_bits.part(seed, 4))
    two = _gamma(shape, beta, dtype, random_bits.part(seed, 8))
    return one / (one + two)


def binomial(
    shape: Any, counts: Any, probabilities: Any, dtype: Any = None, seed: Any = None
) -> Any:
    """How many of `counts` trials succeed, each with its probability."""
    dtype = standardize_dtype(dtype or floatx())
    counts = convert_to_tensor(counts, "float32")
    probabilities = convert_to_tensor(probabilities, "float32")
    most = int(math.ceil(float(pelton.reduce_max(counts))))
    drawn = random_bits.unit([most, *shape], draw_seed(seed), "float32")
    numbers = pelton.reshape(pelton.range(most, dtype="float32"), [most] + [1] * len(shape))
    hits = pelton.logical_and(drawn < probabilities, numbers < counts)
    return pelton.reduce_sum(pelton.cast(hits, dtype), axis=0)
