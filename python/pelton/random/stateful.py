"""Owns the draws from the process's stream, which ``set_seed`` makes reproducible."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core import runtime as _runtime
from pelton.random import draws as _draws
from pelton.random import process_seed as _process_seed
from pelton.random import rejections as _rejections

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, ShapeLike, TensorLike


def set_seed(seed: int | None) -> None:
    """Makes all later random numbers of this process reproducible. ``seed``: an integer, or None
    for numbers as before any seed was set. Raises TypeError for anything else."""
    if seed is None:
        _runtime.unset_seed()
        _process_seed.forget()
        return
    if isinstance(seed, int) and not -(2**63) <= seed < 2**63:
        size = abs(seed)
        words = [size >> bit & 0xFFFFFFFF for bit in range(0, size.bit_length(), 32)]
        _runtime.set_large_seed(seed % (2**31 - 1), words)
    else:
        _runtime.set_seed(seed)
    _process_seed.note(seed)


def _stream(seed: Any) -> tuple[Any]:
    """The stream of a draw: by its seed, of which a fraction is cut off."""
    return (int(seed) if isinstance(seed, float) else seed,)


def normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = _dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normally distributed numbers of a floating ``dtype``; ``mean`` and ``stddev`` broadcast."""
    return _draws.normal(_functions.random_normal, _stream(seed), shape, mean, stddev, dtype)


def truncated_normal(
    shape: ShapeLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = _dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """Normal numbers, drawn again where they lie more than two deviations from the mean."""
    return _draws.normal(_functions.truncated_normal, _stream(seed), shape, mean, stddev, dtype)


def uniform(
    shape: ShapeLike,
    minval: TensorLike = 0,
    maxval: TensorLike | None = None,
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
    return _draws.uniform(_functions.random_uniform, _stream(seed), shape, minval, maxval, dtype)


def categorical(
    logits: TensorLike,
    num_samples: int,
    dtype: DTypeLike | None = None,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """``num_samples`` class indices per row of ``logits`` [batch, classes]; int64 by default."""
    return _functions.random_categorical(logits, num_samples, dtype or _dtypes.int64, seed)


def gamma(
    shape: ShapeLike,
    alpha: TensorLike,
    beta: TensorLike | None = None,
    dtype: DTypeLike = _dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """``shape`` numbers for each gamma distribution of ``alpha`` and inverse scale ``beta``."""
    return _rejections.gamma(_ops.draw_gamma, _stream(seed), shape, alpha, beta, dtype, True)


def poisson(
    shape: ShapeLike,
    lam: TensorLike,
    dtype: DTypeLike = _dtypes.float32,
    seed: int | None = None,
    name: str | None = None,
) -> Tensor:
    """``shape`` numbers for each Poisson distribution of rate ``lam``."""
    return _rejections.poisson(_ops.draw_poisson, _stream(seed), shape, lam, dtype, True)
