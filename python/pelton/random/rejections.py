"""Owns how the public functions call the draws by rejection: gamma, Poisson and binomial numbers.

``stream`` is that of the op: (key, offset), or (seed,) where it draws one of the process's.
"""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ops.array.sizes import integers, sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, ShapeLike, TensorLike


def _spread(op: str, values: Sequence[Tensor], shape: Any) -> list[Tensor]:
    """The parameters in the result's shape; None: the one that they broadcast to."""
    if shape is None:
        total = values[0]
        for one in values[1:]:
            total = total + _ops.zeros_like(one)
        return [one + _ops.zeros_like(total) for one in values]
    sizes = [shape] if isinstance(shape, int) else integers(op, "shape", shape)
    return [_ops.broadcast_to(one, sizes) for one in values]


def _outer(shape: ShapeLike, value: Tensor) -> list[Any]:
    """``shape`` and then the parameters' own shape: a draw of ``shape`` for each of them."""
    sizes = [shape] if isinstance(shape, int) else integers("random", "shape", shape)
    return [*sizes, *sizes_of(value)]


def gamma(
    op: Callable[..., Tensor],
    stream: tuple[Any, ...],
    shape: Any,
    alpha: TensorLike,
    beta: TensorLike | None,
    dtype: DTypeLike,
    is_outer: bool,
) -> Tensor:
    """Gamma numbers of ``alpha`` and inverse scale ``beta``.

    ``is_outer``: the parameters' shape follows ``shape``; else they broadcast to it.
    """
    dtype = _dtypes.as_dtype(dtype)
    alpha = _functions.convert_like(alpha, dtype)
    rate = _functions.convert_like(1 if beta is None else beta, alpha.dtype)
    if is_outer:
        together = alpha + _ops.zeros_like(rate)
        shape = _outer(shape, together)
    spread, scale = _spread("random gamma", [alpha, rate], shape)
    drawn = op(spread, *stream)
    # As TensorFlow: no number is 0, of which there is no logarithm.
    smallest = {_dtypes.float64: 2.2250738585072014e-308, _dtypes.float16: 6.104e-05}
    least = _functions.convert(smallest.get(drawn.dtype, 1.1754944e-38), drawn.dtype)
    return _ops.maximum(drawn / scale, least)


def poisson(
    op: Callable[..., Tensor],
    stream: tuple[Any, ...],
    shape: Any,
    lam: TensorLike,
    dtype: DTypeLike,
    is_outer: bool,
) -> Tensor:
    """Poisson numbers of rates ``lam``, in ``dtype``."""
    rates = _floating(lam)
    (spread,) = _spread("random poisson", [rates], _outer(shape, rates) if is_outer else shape)
    return op(spread, _dtypes.as_dtype(dtype), *stream)


def binomial(
    op: Callable[..., Tensor],
    stream: tuple[Any, ...],
    shape: Any,
    counts: TensorLike,
    probs: TensorLike,
    dtype: DTypeLike,
) -> Tensor:
    """How many of ``counts`` trials succeed, each with probability ``probs``, in ``dtype``."""
    probabilities = _floating(probs)
    trials = _ops.cast(_functions.convert(counts), probabilities.dtype)
    spread, chances = _spread("random binomial", [trials, probabilities], shape)
    return op(spread, chances, _dtypes.as_dtype(dtype), *stream)


def _floating(value: TensorLike) -> Tensor:
    tensor = _functions.convert(value)
    return tensor if tensor.dtype.is_floating else _ops.cast(tensor, _dtypes.float32)
