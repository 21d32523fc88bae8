"""Activation functions that take parameters, with Keras's defaults."""

from __future__ import annotations

from pelton._core import activations as _core
from pelton._core import ops as _ops


def relu(x, negative_slope=0.0, max_value=None, threshold=0.0):
    """x above `threshold`, negative_slope * (x - threshold) below, at most `max_value`."""
    return _core.relu(x, negative_slope, max_value, threshold)


def elu(x, alpha=1.0):
    """x where positive, else alpha * (exp(x) - 1)."""
    return _ops.elu(x, alpha=alpha)


def celu(x, alpha=1.0):
    """max(x, 0) + min(alpha * (exp(x / alpha) - 1), 0)."""
    return _core.celu(x, alpha)


def gelu(x, approximate=False):
    """x * Phi(x), with Phi by erf, or by tanh when `approximate`."""
    return _ops.gelu(x, approximate=approximate)


def glu(x, axis=-1):
    """The first half along `axis` times the sigmoid of the second."""
    return _core.glu(x, axis)


def hard_shrink(x, threshold=0.5):
    """x where |x| > threshold, else 0."""
    return _core.hard_shrink(x, threshold)


def leaky_relu(x, negative_slope=0.2):
    """x where positive, else negative_slope * x."""
    return _ops.leaky_relu(x, alpha=negative_slope)


def log_softmax(x, axis=-1):
    """x - log(sum(exp(x))) along `axis`."""
    return _ops.log_softmax(x, axis=axis)


def soft_shrink(x, threshold=0.5):
    """sign(x) * max(|x| - threshold, 0)."""
    return _core.soft_shrink(x, threshold)


def softmax(x, axis=-1):
    """exp(x) / sum(exp(x)) along `axis`, one axis or several together."""
    return _core.softmax(x, [axis] if isinstance(axis, int) else list(axis))


def squareplus(x, b=4):
    """(x + sqrt(x^2 + b)) / 2."""
    return _core.squareplus(x, b)
