"""Owns the activations: functions of each element, and softmax and its kin along axes."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import activations as _activations
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import axes_of, convert, floating, one_axis, scalar

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pelton._types import TensorLike


def relu(x: TensorLike) -> Tensor:
    """max(x, 0)."""
    return _ops.relu(convert(x))


def relu6(x: TensorLike) -> Tensor:
    """x clipped to [0, 6]."""
    return _ops.relu6(convert(x))


def sigmoid(x: TensorLike) -> Tensor:
    """1 / (1 + exp(-x)); losses that follow know x."""
    return _activations.apply("sigmoid", floating(x))


def sparse_sigmoid(x: TensorLike) -> Tensor:
    """0 below -1, (x + 1) / 2 between, 1 above 1."""
    return _activations.apply("sparse_sigmoid", floating(x))


def tanh_shrink(x: TensorLike) -> Tensor:
    """x - tanh(x)."""
    return _activations.apply("tanh_shrink", floating(x))


def softplus(x: TensorLike) -> Tensor:
    """log(1 + exp(x))."""
    return _ops.softplus(floating(x))


def softsign(x: TensorLike) -> Tensor:
    """x / (1 + |x|)."""
    return _ops.softsign(floating(x))


def soft_shrink(x: TensorLike, threshold: float = 0.5) -> Tensor:
    """sign(x) * max(|x| - threshold, 0)."""
    return _activations.soft_shrink(floating(x), threshold)


def sparse_plus(x: TensorLike) -> Tensor:
    """0 below -1, (x + 1)^2 / 4 between, x above 1."""
    return _activations.apply("sparse_plus", floating(x))


def silu(x: TensorLike) -> Tensor:
    """x * sigmoid(x)."""
    return _ops.silu(floating(x))


swish = silu


def squareplus(x: TensorLike, b: float = 4) -> Tensor:
    """(x + sqrt(x^2 + b)) / 2."""
    return _activations.squareplus(floating(x), b)


def log_sigmoid(x: TensorLike) -> Tensor:
    """-softplus(-x)."""
    return _activations.apply("log_sigmoid", floating(x))


def leaky_relu(x: TensorLike, negative_slope: float = 0.2) -> Tensor:
    """x where positive, else negative_slope * x."""
    return _ops.leaky_relu(floating(x), alpha=negative_slope)


def hard_sigmoid(x: TensorLike) -> Tensor:
    """relu6(x + 3) / 6."""
    return _activations.apply("hard_sigmoid", floating(x))


def hard_silu(x: TensorLike) -> Tensor:
    """x * hard_sigmoid(x)."""
    return _activations.apply("hard_silu", floating(x))


hard_swish = hard_silu


def hard_tanh(x: TensorLike) -> Tensor:
    """x clipped to [-1, 1]."""
    x = convert(x)
    return _ops.clip_by_value(x, scalar(-1, x), scalar(1, x))


def hard_shrink(x: TensorLike, threshold: float = 0.5) -> Tensor:
    """x where |x| > threshold, else 0."""
    return _activations.hard_shrink(floating(x), threshold)


def elu(x: TensorLike, alpha: float = 1.0) -> Tensor:
    """x where positive, else alpha * (exp(x) - 1)."""
    return _ops.elu(floating(x), alpha=alpha)


def celu(x: TensorLike, alpha: float = 1.0) -> Tensor:
    """max(x, 0) + min(alpha * (exp(x / alpha) - 1), 0)."""
    return _activations.celu(floating(x), alpha)


def selu(x: TensorLike) -> Tensor:
    """Scaled exponential linear unit (Klambauer et al., 2017)."""
    return _ops.selu(floating(x))


def gelu(x: TensorLike, approximate: bool = True) -> Tensor:
    """x * Phi(x), with Phi by tanh, or by erf unless `approximate`."""
    return _ops.gelu(floating(x), approximate=approximate)


def glu(x: TensorLike, axis: int = -1) -> Tensor:
    """The first half along `axis` times the sigmoid of the second."""
    x = convert(x)
    total = x.shape[one_axis(axis, x.ndim)]
    if total is not None and total % 2:
        raise ValueError(
            f"axis size must be divisible by 2. Received: x.shape={tuple(x.shape)} with axis={axis}"
        )
    return _activations.glu(floating(x), axis)


def threshold(x: TensorLike, threshold: float, default_value: float) -> Tensor:
    """x where it is above the threshold, else `default_value`."""
    x = convert(x)
    return _ops.where(_ops.greater(x, scalar(threshold, x)), x, scalar(default_value, x))


def softmax(x: TensorLike, axis: int | Sequence[int] | None = -1) -> Tensor:
    """exp(x) / sum(exp(x)) along the axes, all for None; losses that follow know x."""
    x = floating(x)
    return _activations.softmax(x, axes_of(axis, x.ndim))


def log_softmax(x: TensorLike, axis: int | Sequence[int] | None = -1) -> Tensor:
    """x - log(sum(exp(x))) along the axes, all for None."""
    x = floating(x)
    if isinstance(axis, int):
        return _ops.log_softmax(x, axis=one_axis(axis, x.ndim))
    return _ops.subtract(x, _ops.reduce_logsumexp(x, axes_of(axis, x.ndim), True))


def sparsemax(x: TensorLike, axis: int = -1) -> Tensor:
    """The probabilities along `axis` that are nearest to x: many are 0."""
    from pelton.keras.ops.numpy.cumulative import cumsum
    from pelton.keras.ops.numpy.shaping import moveaxis
    from pelton.keras.ops.numpy.sorting import sort

    x = moveaxis(floating(x), axis, -1)
    ordered = _ops.reverse(sort(x), [x.ndim - 1])
    count = _ops.cast(_ops.add(_ops.iota(x.shape[-1], "int32"), 1), x.dtype)
    above = _ops.subtract(cumsum(ordered, -1), scalar(1.0, x))
    is_in = _ops.greater(_ops.multiply(count, ordered), above)
    support = _ops.reduce_sum(_ops.cast(is_in, x.dtype), [-1], True)
    total = _ops.reduce_sum(_ops.where(is_in, ordered, _ops.zeros_like(ordered)), [-1], True)
    tau = _ops.divide(_ops.subtract(total, scalar(1.0, total)), support)
    return moveaxis(_ops.relu(_ops.subtract(x, tau)), -1, axis)
