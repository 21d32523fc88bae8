"""Losses that are made of ops in Python, as functions: a value for each example."""

from __future__ import annotations

import math

from pelton._core import functions as _functions
from pelton._core import losses as _losses
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_EPSILON = 1e-7


def pair(y_true: Any, y_pred: Any) -> tuple[Tensor, Tensor]:
    """Both as tensors of the predictions' dtype, floats; one of a rank less gets a last axis."""
    p = _functions.convert(y_pred)
    p = p if p.dtype.is_floating else _ops.cast(p, "float32")
    t = _functions.convert(y_true)
    t = t if t.dtype == p.dtype else _ops.cast(t, p.dtype)
    if t.ndim == p.ndim - 1 and p.shape[-1] == 1:
        t = _ops.expand_dims(t, -1)
    elif t.ndim == p.ndim + 1 and t.shape[-1] == 1:
        t = _ops.squeeze(t, axis=[-1])
    return t, p


def _mean(x: Tensor, axis: int = -1) -> Tensor:
    return _ops.reduce_mean(x, axis=[axis])


def _sum(x: Tensor, axis: Any = -1) -> Tensor:
    return _ops.reduce_sum(x, axis=None if axis is None else [axis])


def _clipped(x: Tensor, least: float = _EPSILON, most: float = 1.0) -> Tensor:
    return _ops.clip_by_value(x, least, most)


def _smoothed(t: Tensor, label_smoothing: float, classes: Any) -> Tensor:
    return t * (1.0 - label_smoothing) + label_smoothing / classes if label_smoothing else t


def mean_absolute_percentage_error(y_true: Any, y_pred: Any) -> Tensor:
    """100 * mean(|t - p| / max(|t|, 1e-7))."""
    t, p = pair(y_true, y_pred)
    return 100.0 * _mean(_ops.abs((t - p) / _ops.maximum(_ops.abs(t), _EPSILON)))


def mean_squared_logarithmic_error(y_true: Any, y_pred: Any) -> Tensor:
    """mean((log(t + 1) - log(p + 1))^2) of what is at least 1e-7."""
    logs = [_ops.log(_ops.maximum(x, _EPSILON) + 1.0) for x in pair(y_true, y_pred)]
    return _mean(_ops.square(logs[0] - logs[1]))


def cosine_similarity(y_true: Any, y_pred: Any, axis: int = -1) -> Tensor:
    """Minus the cosine between both."""
    units = []
    for x in pair(y_true, y_pred):
        squares = _ops.reduce_sum(x * x, axis=[axis], keepdims=True)
        units.append(x * _ops.rsqrt(_ops.maximum(squares, 1e-12)))
    return -_sum(units[0] * units[1], axis)


def huber(y_true: Any, y_pred: Any, delta: float = 1.0) -> Tensor:
    """Mean of e^2 / 2 where |e| <= delta, else delta * |e| - delta^2 / 2."""
    t, p = pair(y_true, y_pred)
    e = _ops.abs(p - t)
    return _mean(_ops.where(e <= delta, 0.5 * e * e, delta * e - 0.5 * delta * delta))


def log_cosh(y_true: Any, y_pred: Any) -> Tensor:
    """mean(log(cosh(p - t)))."""
    t, p = pair(y_true, y_pred)
    e = p - t
    return _mean(e + _ops.softplus(-2.0 * e) - math.log(2.0))


def _signs(t: Tensor) -> Tensor:
    """Labels 0 and 1 as -1 and 1; others as they are."""
    is_binary = _ops.reduce_all(_ops.logical_or(_ops.equal(t, 0.0), _ops.equal(t, 1.0)))
    return _ops.where(is_binary, 2.0 * t - 1.0, t)


def hinge(y_true: Any, y_pred: Any) -> Tensor:
    """mean(max(1 - t * p, 0)) for labels -1 and 1; 0 and 1 are made such."""
    t, p = pair(y_true, y_pred)
    return _mean(_ops.relu(1.0 - _signs(t) * p))


def squared_hinge(y_true: Any, y_pred: Any) -> Tensor:
    """mean(max(1 - t * p, 0)^2) for labels -1 and 1; 0 and 1 are made such."""
    t, p = pair(y_true, y_pred)
    return _mean(_ops.square(_ops.relu(1.0 - _signs(t) * p)))


def categorical_hinge(y_true: Any, y_pred: Any) -> Tensor:
    """max(greatest wrong - right + 1, 0) for one-hot labels."""
    t, p = pair(y_true, y_pred)
    wrong = _ops.reduce_max((1.0 - t) * p, axis=[-1])
    return _ops.relu(wrong - _sum(t * p) + 1.0)


def kl_divergence(y_true: Any, y_pred: Any) -> Tensor:
    """sum(t * log(t / p)) of what is clipped to [1e-7, 1]."""
    t, p = (_clipped(x) for x in pair(y_true, y_pred))
    return _sum(t * _ops.log(t / p))


def poisson(y_true: Any, y_pred: Any) -> Tensor:
    """mean(p - t * log(p + 1e-7))."""
    t, p = pair(y_true, y_pred)
    return _mean(p - t * _ops.log(p + _EPSILON))


def binary_focal_crossentropy(
    y_true: Any,
    y_pred: Any,
    apply_class_balancing: bool = False,
    alpha: float = 0.25,
    gamma: float = 2.0,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> Tensor:
    """Binary cross-entropy times (1 - probability of the label)^gamma; `apply_class_balancing`
    weighs label 1 by alpha and 0 by 1 - alpha."""
    t, p = pair(y_true, y_pred)
    t = _smoothed(t, label_smoothing, 2.0)
    logits = p if from_logits else _losses._binary_logits(p, False)
    p = _ops.sigmoid(p) if from_logits else p
    if logits is None:
        p = _clipped(p, _EPSILON, 1.0 - _EPSILON)
        entropy = -(t * _ops.log(p) + (1.0 - t) * _ops.log(1.0 - p))
    else:
        entropy = _ops.sigmoid_cross_entropy_with_logits(t, logits)
    right = t * p + (1.0 - t) * (1.0 - p)
    focal = _ops.pow(1.0 - right, gamma) * entropy
    if apply_class_balancing:
        focal = (t * alpha + (1.0 - t) * (1.0 - alpha)) * focal
    return _mean(focal, axis)


def categorical_focal_crossentropy(
    y_true: Any,
    y_pred: Any,
    alpha: Any = 0.25,
    gamma: float = 2.0,
    from_logits: bool = False,
    label_smoothing: float = 0.0,
    axis: int = -1,
) -> Tensor:
    """Cross-entropy of one-hot labels with each term times alpha * (1 - p)^gamma."""
    t, p = pair(y_true, y_pred)
    t = _smoothed(t, label_smoothing, float(p.shape[-1] or 1))
    p = _ops.softmax(p, axis=axis) if from_logits else p
    p = _clipped(p / _ops.reduce_sum(p, axis=[axis], keepdims=True), _EPSILON, 1.0 - _EPSILON)
    return _sum(-t * _ops.log(p) * _ops.pow(1.0 - p, gamma) * alpha, axis)


def categorical_generalized_cross_entropy(y_true: Any, y_pred: Any, q: float = 0.5) -> Tensor:
    """(1 - p^q) / q for the probability p of each label, a class index."""
    p = _functions.convert(y_pred)
    labels = _ops.cast(_functions.convert(y_true), "int32")
    if labels.ndim == p.ndim:
        labels = _ops.squeeze(labels, axis=[-1])
    of_label = _sum(_ops.cast(_ops.one_hot(labels, p.shape[-1]), p.dtype) * p)
    return (1.0 - _ops.pow(of_label, q)) / q


def dice(y_true: Any, y_pred: Any, axis: Any = None) -> Tensor:
    """1 - 2 * sum(t * p) / (sum(t) + sum(p)), over all or along `axis`."""
    t, p = pair(y_true, y_pred)
    return 1.0 - 2.0 * _sums(t * p, axis) / (_sums(t, axis) + _sums(p, axis) + _EPSILON)


def tversky(
    y_true: Any, y_pred: Any, alpha: float = 0.5, beta: float = 0.5, axis: Any = None
) -> Tensor:
    """1 - shared / (shared + alpha * false negatives + beta * false positives), as Keras weighs
    them, though its text has the two the other way round."""
    t, p = pair(y_true, y_pred)
    shared = _sums(t * p, axis)
    wrong = alpha * _sums(t * (1.0 - p), axis) + beta * _sums((1.0 - t) * p, axis)
    return 1.0 - shared / (shared + wrong + _EPSILON)


def _sums(x: Tensor, axis: Any) -> Tensor:
    return _ops.reduce_sum(x, axis=[axis] if isinstance(axis, int) else axis)
