"""Owns keras.random's functions; the numbers of an integer seed are the same at every call."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import keras_settings as _settings
from pelton._core import ops as _ops
from pelton.keras.random.seed_generator import stream_of
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
    with stream_of(seed) as stream:
        return _draws.normal(_ops.random_normal, stream, shape, mean, stddev, dtype)


def truncated_normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike | None = None,
    seed: int | SeedGenerator | None = None,
) -> Tensor:
    """Normal numbers within two deviations of the mean."""
    dtype = floating(dtype)
    with stream_of(seed) as stream:
        return _draws.normal(_ops.truncated_normal, stream, shape, mean, stddev, dtype)


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
    with stream_of(seed) as stream:
        return _draws.uniform(_ops.random_uniform, stream, shape, minval, maxval, dtype)


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
    wide = dtype in (_dtypes.int64, _dtypes.uint32, _dtypes.uint64)
    drawn = _dtypes.int64 if wide else _dtypes.int32
    with stream_of(seed) as stream:
        return _ops.cast(
            _draws.uniform(_ops.random_uniform, stream, shape, minval, maxval, drawn), dtype
        )


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
    with stream_of(seed) as (key, offset):
        drawn = _ops.random_categorical(tensor, num_samples, key=key, offset=offset)
    return _ops.cast(drawn, dtype)


def dropout(
    inputs: TensorLike,
    rate: float,
    noise_shape: Sequence[int | None] | None = None,
    seed: int | SeedGenerator | None = None,
) -> Tensor:
    """`inputs` with a share of `rate` elements zeroed and the others scaled by 1 / (1 - rate).

    `noise_shape` broadcasts against the inputs: what shares a noise value is dropped together.
    Raises ValueError unless 0 <= rate < 1."""
    inputs = _functions.convert(inputs)
    with stream_of(seed) as (key, offset):
        if noise_shape is None:
            return _ops.stateless_dropout(inputs, rate, key, offset)
        sizes = zip(inputs.shape[-len(noise_shape) :], noise_shape, strict=True)
        noise_shape = [size if given is None else given for size, given in sizes]
        full = _functions.ones(noise_shape, inputs.dtype)
        return inputs * _ops.stateless_dropout(full, rate, key, offset)


def shuffle(x: TensorLike, axis: int = 0, seed: int | SeedGenerator | None = None) -> Tensor:
    """`x` with the slices of `axis` in random order."""
    with stream_of(seed) as stream:
        return _draws.permuted(stream, _functions.convert(x), axis)
