"""Owns ``tf.random``: draws that a seed makes reproducible (Philox 4x32-10)."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import runtime as _runtime

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import DTypeLike, ShapeLike, TensorLike


def set_seed(seed: int) -> None:
    """Makes all later random numbers of this process reproducible. ``seed``: an integer."""
    _runtime.set_seed(seed)


def normal(
    shape: ShapeLike,
    mean: float = 0.0,
    stddev: float = 1.0,
    dtype: DTypeLike = _dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normally distributed numbers of a floating ``dtype``."""
    return _functions.random_normal(shape, mean, stddev, dtype, seed)


def truncated_normal(
    shape: ShapeLike,
    mean: float = 0.0,
    stddev: float = 1.0,
    dtype: DTypeLike = _dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normal numbers, drawn again where they lie more than two deviations from the mean."""
    return _functions.truncated_normal(shape, mean, stddev, dtype, seed)


def uniform(
    shape: ShapeLike,
    minval: float = 0,
    maxval: float | None = None,
    dtype: DTypeLike = _dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Numbers in [minval, maxval); ``maxval`` is 1 for floats and must be given for integers.

    Raises ValueError for an integer ``dtype`` without ``maxval``.
    """
    dtype = _dtypes.as_dtype(dtype)
    if maxval is None:
        if dtype.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
        maxval = 1
    return _functions.random_uniform(shape, minval, maxval, dtype, seed)


def categorical(
    logits: TensorLike,
    num_samples: int,
    dtype: DTypeLike | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """``num_samples`` class indices per row of ``logits`` [batch, classes]; int64 by default."""
    return _functions.random_categorical(logits, num_samples, dtype or _dtypes.int64, seed)


def shuffle(value: TensorLike, seed: int | None = None, name: str | None = None) -> Tensor:
    """``value`` with the items of its first axis in random order."""
    return _functions.random_shuffle(value, seed)
