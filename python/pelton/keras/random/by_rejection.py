"""keras.random's gamma, beta and binomial numbers."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.random.draws import floating
from pelton.keras.random.seed_generator import stream_of
from pelton.random import rejections as _rejections

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import DTypeLike, ShapeLike, TensorLike
    from pelton.keras.random.seed_generator import SeedGenerator

_BEYOND = 1 << 60  # offsets that no count of draws reaches


def gamma(
    shape: ShapeLike,
    alpha: TensorLike,
    dtype: DTypeLike | None = None,
    seed: int | SeedGenerator | None = None,
) -> Tensor:
    """Gamma numbers of shape `alpha`, which broadcasts to `shape`, and scale 1."""
    with stream_of(seed) as stream:
        return _gamma(stream, shape, alpha, dtype)


def _gamma(stream: tuple[int, int], shape: ShapeLike, alpha: TensorLike, dtype: object) -> Tensor:
    kind = floating(dtype)
    return _rejections.gamma(_ops.random_gamma, stream, shape, alpha, None, kind, False)


def beta(
    shape: ShapeLike,
    alpha: TensorLike,
    beta: TensorLike,
    dtype: DTypeLike | None = None,
    seed: int | SeedGenerator | None = None,
) -> Tensor:
    """Numbers in (0, 1) of the beta distribution of `alpha` and `beta`, which broadcast to
    `shape`: x / (x + y) of two gamma numbers."""
    with stream_of(seed) as (key, offset):
        x = _gamma((key, offset), shape, alpha, dtype)
        y = _gamma((key, offset + _BEYOND), shape, beta, dtype)
    return x / (x + y)


def binomial(
    shape: ShapeLike,
    counts: TensorLike,
    probabilities: TensorLike,
    dtype: DTypeLike | None = None,
    seed: int | SeedGenerator | None = None,
) -> Tensor:
    """How many of `counts` trials succeed, each with one of `probabilities`; both broadcast to
    `shape`. In `dtype`, by default `keras.config.floatx()`."""
    op, kind = _ops.random_binomial, floating(dtype)
    with stream_of(seed) as stream:
        return _rejections.binomial(op, stream, shape, counts, probabilities, kind)
