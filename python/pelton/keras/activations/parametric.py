"""Activation functions that take parameters, with Keras's defaults."""

from __future__ import annotations

from pelton._core import activations as _core
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.names.named_refusals import name_refusals as _name_refusals

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pelton._core import Tensor
    from pelton._types import TensorLike


def relu(
    x: TensorLike,
    negative_slope: float = 0.0,
    max_value: float | None = None,
    threshold: float = 0.0,
) -> Tensor:
    """x above `threshold`, negative_slope * (x - threshold) below, at most `max_value`."""
    return _core.relu(x, negative_slope, max_value, threshold)


def elu(x: TensorLike, alpha: float = 1.0) -> Tensor:
    """x where positive, else alpha * (exp(x) - 1)."""
    return _ops.elu(x, alpha=alpha)


def celu(x: TensorLike, alpha: float = 1.0) -> Tensor:
    """max(x, 0) + min(alpha * (exp(x / alpha) - 1), 0)."""
    return _core.celu(x, alpha)


def gelu(x: TensorLike, approximate: bool = False) -> Tensor:
    """x * Phi(x), with Phi by erf, or by tanh when `approximate`."""
    return _ops.gelu(x, approximate=approximate)


def glu(x: TensorLike, axis: int = -1) -> Tensor:
    """The first half along `axis` times the sigmoid of the second."""
    return _core.glu(x, axis)


def hard_shrink(x: TensorLike, threshold: float = 0.5) -> Tensor:
    """x where |x| > threshold, else 0."""
    return _core.hard_shrink(x, threshold)


def leaky_relu(x: TensorLike, negative_slope: float = 0.2) -> Tensor:
    """x where positive, else negative_slope * x."""
    return _ops.leaky_relu(x, alpha=negative_slope)


def log_softmax(x: TensorLike, axis: int | Sequence[int] | None = -1) -> Tensor:
    """x - log(sum(exp(x))) along `axis`, one axis, several together or, with None, all."""
    if isinstance(axis, int):
        return _ops.log_softmax(x, axis=axis)
    x = _functions.convert(x)
    axes = list(range(x.ndim)) if axis is None else list(axis)
    return x - _ops.reduce_logsumexp(x, axes, keepdims=True)


def soft_shrink(x: TensorLike, threshold: float = 0.5) -> Tensor:
    """sign(x) * max(|x| - threshold, 0)."""
    return _core.soft_shrink(x, threshold)


def softmax(x: TensorLike, axis: int | Sequence[int] | None = -1) -> Tensor:
    """exp(x) / sum(exp(x)) along `axis`, one axis, several together or, with None, all."""
    if axis is None:
        axis = range(_functions.convert(x).ndim)
    return _core.softmax(x, [axis] if isinstance(axis, int) else list(axis))


def squareplus(x: TensorLike, b: float = 4) -> Tensor:
    """(x + sqrt(x^2 + b)) / 2."""
    return _core.squareplus(x, b)


def sparsemax(x: TensorLike, axis: int = -1) -> Tensor:
    """The probabilities along `axis` that are nearest to x: many are 0 (Martins and Astudillo,
    2016)."""
    from pelton.keras.ops.nn.activations import sparsemax

    return sparsemax(x, axis)


def threshold(x: TensorLike, threshold: float, default_value: float) -> Tensor:
    """x where it is above the threshold, else `default_value`."""
    from pelton.keras.ops.nn.activations import threshold as above

    return above(x, threshold, default_value)


_name_refusals(__name__)
