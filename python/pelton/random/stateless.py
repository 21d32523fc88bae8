"""Owns the draws that a seed alone decides: the same seed, the same numbers, whenever called.

Uniform and normal numbers, classes and orders are those that TensorFlow draws for the seed on a
CPU. They read the seed on its device, the draws by rejection on the host.
"""

from __future__ import annotations

import functools

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core import runtime as _runtime
from pelton.errors import InvalidArgumentError
from pelton.random import draws as _draws
from pelton.random import rejections as _rejections
from pelton.random.algorithm import check_algorithm

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable

    from pelton._core import Tensor
    from pelton._types import DTypeLike, ShapeLike, TensorLike
    from pelton.random.algorithm import Algorithm


def _checked(seed: TensorLike) -> Tensor:
    seed = _functions.convert(seed)
    if seed.dtype not in (_dtypes.int32, _dtypes.int64):
        raise InvalidArgumentError(
            f"argument 'seed' has dtype {seed.dtype.name}, which is not in the list of allowed "
            "values: int32, int64"
        )
    if tuple(seed.shape) != (2,):
        raise InvalidArgumentError(f"seed must have shape [2], not {list(seed.shape)}")
    return seed


def _stream(seed: TensorLike) -> tuple[int, int]:
    first, second = _checked(seed).numpy().tolist()  # in one: no path for each seed
    stream: tuple[int, int] = _runtime.seeded_stream(first, second)
    return stream


def _bound(op: Callable[..., Tensor], seed: TensorLike) -> Callable[..., Tensor]:
    """``op``, which takes the seed first, with this one."""
    return functools.partial(op, _checked(seed))


def stateless_uniform(
    shape: ShapeLike,
    seed: TensorLike,
    minval: TensorLike | None = 0,
    maxval: TensorLike | None = None,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
    alg: str | int | Algorithm = "auto_select",
) -> Tensor:
    """Numbers in [minval, maxval); ``maxval`` is 1 for floats and must be given for integers.

    Integers without bounds (both None) fill all of their dtype. ``seed``: two integers. Raises
    ValueError for a dtype that is not drawn, InvalidArgumentError for another seed or an empty
    range.
    """
    check_algorithm(alg)
    op = _bound(_ops.seeded_uniform, seed)
    return _draws.uniform_or_full(op, (), shape, minval, maxval, dtype)


def stateless_normal(
    shape: ShapeLike,
    seed: TensorLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
    alg: str | int | Algorithm = "auto_select",
) -> Tensor:
    """Normally distributed numbers of a floating ``dtype``. ``seed``: two integers."""
    check_algorithm(alg)
    op = _bound(_ops.seeded_normal, seed)
    return _draws.normal(op, (), shape, mean, stddev, dtype)


def stateless_truncated_normal(
    shape: ShapeLike,
    seed: TensorLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
    alg: str | int | Algorithm = "auto_select",
) -> Tensor:
    """Normal numbers within two deviations of the mean. ``seed``: two integers."""
    check_algorithm(alg)
    op = _bound(_ops.seeded_truncated_normal, seed)
    return _draws.normal(op, (), shape, mean, stddev, dtype)


def stateless_gamma(
    shape: ShapeLike,
    seed: TensorLike,
    alpha: TensorLike,
    beta: TensorLike | None = None,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Numbers from gamma distributions of ``alpha`` and ``beta``, which broadcast to ``shape``."""
    return _rejections.gamma(_ops.random_gamma, _stream(seed), shape, alpha, beta, dtype, False)


def stateless_poisson(
    shape: ShapeLike,
    seed: TensorLike,
    lam: TensorLike,
    dtype: DTypeLike = _dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Numbers from Poisson distributions of rates ``lam``, which broadcast to ``shape``."""
    return _rejections.poisson(_ops.random_poisson, _stream(seed), shape, lam, dtype, False)


def stateless_binomial(
    shape: ShapeLike,
    seed: TensorLike,
    counts: TensorLike,
    probs: TensorLike,
    output_dtype: DTypeLike = _dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """How many of ``counts`` trials succeed with probability ``probs``; both broadcast."""
    op = _ops.random_binomial
    return _rejections.binomial(op, _stream(seed), shape, counts, probs, output_dtype)


def stateless_categorical(
    logits: TensorLike,
    num_samples: int,
    seed: TensorLike,
    dtype: DTypeLike | None = _dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """``num_samples`` class indices per row of ``logits`` [batch, classes]."""
    return _ops.seeded_categorical(_checked(seed), logits, num_samples, dtype or _dtypes.int64)


def stateless_shuffle(
    value: TensorLike,
    seed: TensorLike,
    alg: str | int | Algorithm = "auto_select",
    name: str | None = None,
) -> Tensor:
    """``value`` with the items of its first axis in random order."""
    check_algorithm(alg)
    value = _functions.convert(value)
    seed = _checked(seed)
    return _draws.permuted(seed, value) if value.ndim > 0 else value


def split(seed: TensorLike, num: int = 2, alg: str | int | Algorithm = "auto_select") -> Tensor:
    """``num`` seeds [num, 2] of the dtype of ``seed``, as good as independent of it."""
    check_algorithm(alg)
    seed = _checked(seed)
    return _draws.full_range(_bound(_ops.seeded_uniform, seed), (), [num, 2], seed.dtype)


def fold_in(
    seed: TensorLike, data: TensorLike, alg: str | int | Algorithm = "auto_select"
) -> Tensor:
    """A seed [2] that ``seed`` and the integer ``data`` decide."""
    check_algorithm(alg)
    seed = _checked(seed)
    data = _ops.cast(_functions.convert(data), seed.dtype)
    if data.ndim != 0:
        raise InvalidArgumentError(f"data must be a scalar, got shape {list(data.shape)}")
    part = _draws.full_range(_bound(_ops.seeded_uniform, seed), (), [1], seed.dtype)
    return _ops.concat([part, _ops.reshape(data, [1])], 0)
