"""Owns means and variances of a network's values, and what is normalized by them."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import keras_settings as _settings
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import (
    axes_of,
    cast_to,
    convert,
    floating,
    one_axis,
    scalar,
)
from pelton.keras.ops.dtypes import result_type

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import TensorLike


def moments(
    x: TensorLike,
    axes: int | Sequence[int],
    keepdims: bool = False,
    synchronized: bool = False,
) -> tuple[Tensor, Tensor]:
    """The mean and the variance along the axes; 16-bit values are computed in float32.

    `synchronized` changes nothing: there is one replica."""
    x = floating(x)
    name = x.dtype.name
    wide = cast_to(x, result_type(name, "float32"))
    places = axes_of(axes, x.ndim, "axes")
    mean = _ops.reduce_mean(wide, places, keepdims)
    variance = _ops.reduce_variance(wide, places, keepdims)
    if name == "float16":
        mean, variance = (_ops.clip_by_value(v, -65504.0, 65504.0) for v in (mean, variance))
    return cast_to(mean, name), cast_to(variance, name)


def _along(value: Any, x: Tensor, axis: int) -> Tensor:
    """A vector as it broadcasts along an axis of `x`."""
    shape = [1] * x.ndim
    shape[axis] = -1
    return _ops.reshape(cast_to(convert(value), x.dtype.name), shape)


def batch_normalization(
    x: TensorLike,
    mean: TensorLike,
    variance: TensorLike,
    axis: int,
    offset: TensorLike | None = None,
    scale: TensorLike | None = None,
    epsilon: float = 1e-3,
) -> Tensor:
    """(x - mean) / sqrt(variance + epsilon) * scale + offset, vectors along `axis`."""
    x = floating(x)
    place = one_axis(axis, x.ndim)
    spread = cast_to(convert(variance), x.dtype.name)
    factor = _ops.rsqrt(_ops.add(spread, scalar(epsilon, x)))
    if scale is not None:
        factor = _ops.multiply(factor, cast_to(convert(scale), x.dtype.name))
    shift = _ops.negative(_ops.multiply(cast_to(convert(mean), x.dtype.name), factor))
    if offset is not None:
        shift = _ops.add(shift, cast_to(convert(offset), x.dtype.name))
    return _ops.add(_ops.multiply(x, _along(factor, x, place)), _along(shift, x, place))


def layer_normalization(
    x: TensorLike,
    gamma: TensorLike | None = None,
    beta: TensorLike | None = None,
    axis: int | Sequence[int] = -1,
    epsilon: float | None = None,
    **kwargs: Any,
) -> Tensor:
    """(x - mean) / sqrt(variance + epsilon) * gamma + beta along the axes, in float32 at least."""
    x = floating(x)
    name = x.dtype.name
    wide = cast_to(x, result_type(name, "float32"))
    places = axes_of(axis, x.ndim)
    if gamma is not None and beta is not None:
        weights = [cast_to(convert(value), wide.dtype.name) for value in (gamma, beta)]
        if _have_last_axes(weights, wide, places):
            return cast_to(_ops.layer_norm(wide, *weights, epsilon=_epsilon(epsilon)), name)
    mean, variance = moments(wide, places, keepdims=True)
    factor = _ops.rsqrt(_ops.add(variance, scalar(_epsilon(epsilon), variance)))
    found = _ops.multiply(_ops.subtract(wide, mean), factor)
    if gamma is not None:
        found = _ops.multiply(found, _over(gamma, found, places))
    if beta is not None:
        found = _ops.add(found, _over(beta, found, places))
    return cast_to(found, name)


def _have_last_axes(weights: list[Tensor], x: Tensor, axes: list[int]) -> bool:
    """Whether these are the last axes of `x`, and the weights have their known shape."""
    first = x.ndim - len(axes)
    shape = tuple(x.shape[first:])
    return (
        first < x.ndim
        and sorted(axes) == list(range(first, x.ndim))
        and None not in shape
        and all(tuple(weight.shape) == shape for weight in weights)
    )


def _over(value: Any, x: Tensor, axes: list[int]) -> Tensor:
    """Weights of the sizes of these axes as they broadcast over `x`."""
    weight = cast_to(convert(value), x.dtype.name)
    shape = [x.shape[axis] if axis in axes else 1 for axis in range(x.ndim)]
    return weight if None in shape else _ops.reshape(weight, shape)


def _epsilon(epsilon: float | None) -> float:
    return _settings.epsilon() if epsilon is None else epsilon


def rms_normalization(
    x: TensorLike,
    scale: TensorLike | None = None,
    axis: int | Sequence[int] = -1,
    epsilon: float | None = None,
) -> Tensor:
    """x / sqrt(mean(x^2) + epsilon) * scale along the axes, computed in float32 at least."""
    x = floating(x)
    name = x.dtype.name
    wide = cast_to(x, result_type(name, "float32"))
    places = axes_of(axis, x.ndim)
    power = _ops.reduce_mean(_ops.square(wide), places, True)
    found = _ops.multiply(wide, _ops.rsqrt(_ops.add(power, scalar(_epsilon(epsilon), power))))
    if scale is not None:
        weight = cast_to(convert(scale), found.dtype.name)
        found = _ops.multiply(found, weight)
    return cast_to(found, name)


def normalize(
    x: TensorLike, axis: int | Sequence[int] = -1, order: int = 2, epsilon: float | None = None
) -> Tensor:
    """`x` divided by its norm of that order along the axes, at least `epsilon`."""
    if not isinstance(order, int) or order < 1:
        raise ValueError(f"Argument `order` must be an int >= 1. Received: order={order}")
    from pelton.keras.ops.linalg.norms import norm

    x = floating(x)
    least = scalar(_epsilon(epsilon), x)
    places = axes_of(axis, x.ndim)
    if order == 2:
        total = _ops.reduce_sum_of_squares(x, places, True)
        return _ops.multiply(x, _ops.rsqrt(_ops.maximum(total, _ops.square(least))))
    length = norm(x, ord=order, axis=axis, keepdims=True)
    return _ops.divide(x, _ops.maximum(length, least))
