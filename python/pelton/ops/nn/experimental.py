"""Owns ``tf.nn.experimental``: dropout by numbers that a seed, or a function, gives."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

__all__ = ["general_dropout", "stateless_dropout"]


def general_dropout(
    x: TensorLike,
    rate: float | Tensor,
    uniform_sampler: Callable[..., Tensor],
    noise_shape: Any = None,
    name: str | None = None,
) -> Tensor:
    """``x / (1 - rate)`` where ``uniform_sampler(shape=, dtype=)`` gives numbers from `rate` on, 0
    elsewhere. `noise_shape`: that of the numbers, 1 along axes that share them; None along an axis
    stands for its size. Raises ValueError for a rate outside [0, 1) and for `x` without floats."""
    x = _functions.convert(x)
    if not x.dtype.is_floating:
        raise ValueError(
            "`x.dtype` must be a floating point tensor as `x` will be scaled. Received: "
            f"x.dtype={x.dtype!r}"
        )
    is_number = isinstance(rate, (int, float))
    if is_number and not 0 <= rate < 1:
        raise ValueError(
            f"`rate` must be a scalar tensor or a float in the range [0, 1). Received: rate={rate}"
        )
    if is_number and rate == 0:
        return x
    own = sizes_of(x)
    sizes = own if noise_shape is None else list(noise_shape)
    given = zip(sizes, own, strict=True)
    drawn = uniform_sampler(shape=[b if a is None else a for a, b in given], dtype=x.dtype)
    chance = _functions.convert_like(rate, x.dtype)
    kept = _ops.cast(_ops.greater_equal(drawn, chance), x.dtype)
    return x / (1.0 - chance) * kept


def stateless_dropout(
    x: TensorLike,
    rate: float | Tensor,
    seed: TensorLike,
    rng_alg: Any = None,
    noise_shape: Any = None,
    name: str | None = None,
) -> Tensor:
    """As ``tf.nn.dropout`` with numbers that follow from `seed`, two integers, alone."""
    from pelton.random import stateless_uniform

    algorithm = "auto_select" if rng_alg is None else rng_alg

    def sampler(shape: Any, dtype: Any) -> Tensor:
        return stateless_uniform(shape, seed, dtype=dtype, alg=algorithm)

    return general_dropout(x, rate, sampler, noise_shape, name)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
