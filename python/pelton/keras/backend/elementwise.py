"""Owns keras.backend's functions of one element at a time: arithmetic, comparison, activations."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.backend.refusals import name_refusals as _name_refusals
from pelton.keras.ops import abs as abs
from pelton.keras.ops import cos as cos
from pelton.keras.ops import exp as exp
from pelton.keras.ops import log as log
from pelton.keras.ops import nn as _nn
from pelton.keras.ops import numpy as _knp
from pelton.keras.ops import sign as sign
from pelton.keras.ops import sin as sin
from pelton.keras.ops import square as square
from pelton.keras.ops import tanh as tanh
from pelton.keras.ops.conversion import convert, scalar

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike


def sqrt(x: TensorLike) -> Tensor:
    """The square root; 0 of what is negative."""
    return _knp.sqrt(_knp.maximum(x, 0))


def round(x: TensorLike) -> Tensor:
    """The nearest whole number, the even one of two."""
    return _knp.round(x)


def pow(x: TensorLike, a: TensorLike) -> Tensor:
    """`x` to the power of `a`."""
    return _knp.power(x, a)


def clip(x: TensorLike, min_value: Any, max_value: Any) -> Tensor:
    """`x` within [min_value, max_value]; None bounds nothing, and `min_value` wins."""
    x = convert(x)
    if isinstance(min_value, (int, float)) and isinstance(max_value, (int, float)):
        max_value = max_value if max_value >= min_value else min_value
    if max_value is not None:
        x = _ops.minimum(x, scalar(max_value, x))
    return x if min_value is None else _ops.maximum(x, scalar(min_value, x))


def equal(x: TensorLike, y: TensorLike) -> Tensor:
    """Where `x` is `y`."""
    return _knp.equal(x, y)


def not_equal(x: TensorLike, y: TensorLike) -> Tensor:
    """Where `x` is not `y`."""
    return _knp.not_equal(x, y)


def greater(x: TensorLike, y: TensorLike) -> Tensor:
    """Where `x` is above `y`."""
    return _knp.greater(x, y)


def greater_equal(x: TensorLike, y: TensorLike) -> Tensor:
    """Where `x` is not below `y`."""
    return _knp.greater_equal(x, y)


def less(x: TensorLike, y: TensorLike) -> Tensor:
    """Where `x` is below `y`."""
    return _knp.less(x, y)


def less_equal(x: TensorLike, y: TensorLike) -> Tensor:
    """Where `x` is not above `y`."""
    return _knp.less_equal(x, y)


def maximum(x: TensorLike, y: TensorLike) -> Tensor:
    """The greater of two elements."""
    return _knp.maximum(x, y)


def minimum(x: TensorLike, y: TensorLike) -> Tensor:
    """The lesser of two elements."""
    return _knp.minimum(x, y)


def relu(
    x: TensorLike, alpha: float = 0.0, max_value: float | None = None, threshold: float = 0.0
) -> Tensor:
    """`x` from `threshold` on, at most `max_value`; below it alpha (x - threshold)."""
    from pelton.keras.activations import relu as activation

    return activation(convert(x), alpha, max_value, threshold)


def elu(x: TensorLike, alpha: float = 1.0) -> Tensor:
    """`x` where it is positive, else alpha (exp(x) - 1)."""
    return _nn.elu(x, alpha)


def softmax(x: TensorLike, axis: int = -1) -> Tensor:
    """Probabilities along `axis`."""
    return _nn.softmax(x, axis)


def softplus(x: TensorLike) -> Tensor:
    """log(1 + exp(x))."""
    return _nn.softplus(x)


def softsign(x: TensorLike) -> Tensor:
    """x / (1 + abs(x))."""
    return _nn.softsign(x)


def sigmoid(x: TensorLike) -> Tensor:
    """1 / (1 + exp(-x))."""
    return _nn.sigmoid(x)


def hard_sigmoid(x: TensorLike) -> Tensor:
    """0.2 x + 0.5 within [0, 1], as this function had it before Keras 3."""
    return clip(convert(x) * 0.2 + 0.5, 0.0, 1.0)


def l2_normalize(x: TensorLike, axis: Any = None) -> Tensor:
    """`x` over its norm along `axis`, which is taken for 1e-6 where it is smaller."""
    x = convert(x)
    total = _knp.sum(_knp.square(x), axis=axis, keepdims=True)
    return x * _ops.rsqrt(_ops.maximum(total, scalar(1e-12, total)))


_name_refusals(globals())
