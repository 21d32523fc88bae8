"""Owns the windows of signals: bartlett, blackman, hamming, hanning and kaiser."""

from __future__ import annotations

import math as _math

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import convert, convert_as, scalar
from pelton.keras.ops.dtypes import float_type

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike


def _length(x: Any) -> tuple[int, str]:
    """The number of points, and the dtype of the window: the default one, whatever counts."""
    return int(convert(x)), float_type("int32")


def _phase(length: int, name: str) -> Tensor:
    """0 to 1 in `length` points, [length]."""
    points = _ops.cast(_ops.iota(length, "int32"), name)
    return _ops.divide(points, scalar(float(max(length - 1, 1)), points))


def _cosines(x: Any, weights: list[float]) -> Tensor:
    """The sum of cos(2 pi k t) times the k-th weight."""
    length, name = _length(x)
    if length == 1:
        return _ops.ones([1], name)
    turn = _ops.multiply(_phase(length, name), convert_as(2 * _math.pi, name))
    total = _ops.fill(convert_as(weights[0], name), [length])
    for order, weight in enumerate(weights[1:], 1):
        wave = _ops.cos(_ops.multiply(turn, scalar(float(order), turn)))
        total = _ops.add(total, _ops.multiply(wave, scalar(weight, wave)))
    return total


def bartlett(x: TensorLike) -> Tensor:
    """A triangle of `x` points, 0 at both ends."""
    length, name = _length(x)
    if length == 1:
        return _ops.ones([1], name)
    phase = _phase(length, name)
    slope = _ops.abs(_ops.subtract(_ops.multiply(phase, scalar(2.0, phase)), scalar(1.0, phase)))
    return _ops.subtract(scalar(1.0, slope), slope)


def blackman(x: TensorLike) -> Tensor:
    """Blackman's window of `x` points."""
    return _cosines(x, [0.42, -0.5, 0.08])


def hamming(x: TensorLike) -> Tensor:
    """Hamming's window of `x` points."""
    return _cosines(x, [0.54, -0.46])


def hanning(x: TensorLike) -> Tensor:
    """Hann's window of `x` points, 0 at both ends."""
    return _cosines(x, [0.5, -0.5])


def kaiser(x: TensorLike, beta: TensorLike) -> Tensor:
    """Kaiser's window of `x` points, the narrower the larger `beta` is."""
    from pelton.keras.ops.numpy.special import i0

    length, name = _length(x)
    if length == 1:
        return _ops.ones([1], name)
    phase = _phase(length, name)
    side = _ops.subtract(_ops.multiply(phase, scalar(2.0, phase)), scalar(1.0, phase))
    beta = convert_as(beta, name)
    root = _ops.sqrt(_ops.maximum(_ops.subtract(scalar(1.0, side), _ops.square(side)), 0.0))
    return _ops.divide(i0(_ops.multiply(beta, root)), i0(beta))
