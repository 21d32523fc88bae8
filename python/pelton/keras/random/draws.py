"""Owns keras.random's functions; the numbers of an integer seed are the same at every call."""

from __future__ import annotations

import functools

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import keras_settings as _settings
from pelton._core import ops as _ops
from pelton.keras.random.seed_generator import seed_of
from pelton.ops.array.sizes import sizes_of
from pelton.random import draws as _draws

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pelton._core import DType, Tensor
    from pelton._types import DTypeLike, ShapeLike, TensorLike
    from pelton.keras.random.seed_generator import SeedGenerator


def floating(dtype: DTypeLike | None) -> DType:
    """The dtype, `keras.config.floatx()` for None."""
    return _dtypes.as_dtype(dtype or _settings.floatx())


def normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike | None = None,
    seed: int | SeedGenerator | None = None,
) -> Tensor:
    """Normally distributed numbers; `dtype` is `keras.config.floatx()` by default."""
    dtype = floating(dtype)
    with seed_of(seed) as pair:
        op = functools.partial(_ops.seeded_normal, pair)
        return _draws.normal(op, (), shape, mean, stddev, dtype)


def truncated_normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike | None = None,
    seed: int | SeedGenerator | None = None,
) -> Tensor:
    """Normal numbers within two deviations of the mean."""
    dtype = floating(dtype)
    with seed_of(seed) as pair:
        op = functools.partial(_ops.seeded_truncated_normal, pair)
        return _draws.normal(op, (), shape, mean, stddev, dtype)


def uniform(
    shape: ShapeLike,
    minval: TensorLike = 0.0,
    maxval: TensorLike = 1.0,
    dtype: DTypeLike | None = None,
    seed: int | SeedGenerator | None = None,
) -> Tensor:
    """Numbers in [minval, maxval); raises ValueError for a dtype that is not floating."""
    dtype = floating(dtype)
    if not dtype.is_floating:
        raise ValueError(
            "`keras.random.uniform` requires a floating point `dtype`. "
            f"Received: dtype={dtype.name} "
        )
    with seed_of(seed) as pair:
        op = functools.partial(_ops.seeded_uniform, pair)
        return _draws.uniform(op, (), shape, minval, maxval, dtype)


def randint(
    shape: ShapeLike,
    minval: TensorLike,
    maxval: TensorLike,
    dtype: DTypeLike = "int32",
    seed: int | SeedGenerator | None = None,
) -> Tensor:
    """Whole numbers in [minval, maxval); raises ValueError for a dtype that is not integer."""
    dtype = _dtypes.as_dtype(dtype)
    if not dtype.is_integer:
        raise ValueError(
            f"`keras.random.randint` requires an integer `dtype`. Received: dtype={dtype.name} "
        )
    drawn = _dtypes.int32 if dtype == _dtypes.int32 else _dtypes.int64
    with seed_of(seed) as pair:
        op = functools.partial(_ops.seeded_uniform, pair)
        return _ops.cast(_draws.uniform(op, (), shape, minval, maxval, drawn), dtype)


def categorical(
    logits: TensorLike,
    num_samples: int,
    dtype: DTypeLike = "int32",
    seed: int | SeedGenerator | None = None,
) -> Tensor:
    """`num_samples` class indices per row of `logits` [batch, classes]; ValueError for others."""
    tensor = _functions.convert(logits)
    if tensor.ndim != 2:
        raise ValueError(
            "`logits` should be a 2-D tensor with shape [batch_size, num_classes]. "
            f"Received: logits={logits}"
        )
    with seed_of(seed) as pair:
        drawn = _ops.seeded_categorical(pair, tensor, num_samples)
    return _ops.cast(drawn, dtype)


def dropout(
    inputs: TensorLike,
    rate: float,
    noise_shape: Sequence[int | None] | None = None,
    seed: int | SeedGenerator | None = None,
) -> Tensor:
    """`inputs` with a share of `rate` elements zeroed and the others scaled by 1 / (1 - rate).

    `noise_shape` broadcasts against the inputs: what shares a noise value is dropped together.
    Raises ValueError unless 0 <= rate <= 1."""
    inputs = _functions.convert(inputs)
    if not inputs.dtype.is_floating:
        raise ValueError(
            "`x.dtype` must be a floating point tensor as `x` will be scaled. Received: "
            f"x.dtype={inputs.dtype.name}"
        )
    sizes = sizes_of(inputs)
    if noise_shape is not None:
        given = zip(noise_shape, sizes[-len(noise_shape) :], strict=True)
        sizes = [own if size is None else size for size, own in given]
    if not 0 <= rate <= 1:
        raise ValueError(
            f"`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate={rate}"
        )
    if rate == 1:
        return _ops.zeros_like(inputs)
    with seed_of(seed) as pair:
        drawn = _ops.seeded_uniform(pair, sizes, dtype=inputs.dtype)
    kept = _ops.greater_equal(drawn, _ops.cast(rate, inputs.dtype))
    return _ops.where(kept, inputs * (1.0 / (1.0 - rate)), _ops.zeros_like(inputs))


def shuffle(x: TensorLike, axis: int = 0, seed: int | SeedGenerator | None = None) -> Tensor:
    """`x` with the slices of `axis` in random order."""
    x = _functions.convert(x)
    with seed_of(seed) as pair:
        order = _ops.argsort(_ops.seeded_uniform(pair, [x.shape[axis]]))
    return _ops.gather(x, order, axis)
