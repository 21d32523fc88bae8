"""Owns ``tf.contrib.layers``: layers with relu and Glorot's initializer unless told otherwise."""

from __future__ import annotations

from pelton.compat.v1 import layers as _layers
from pelton.compat.v1 import nn as _nn
from pelton.compat.v1.initializers import (
    glorot_uniform_initializer,
    variance_scaling_initializer,
    zeros_initializer,
)
from pelton.compat.v1.variable_scopes import get_variable, variable_scope

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

__all__ = [
    "avg_pool2d", "batch_norm", "conv2d", "convolution2d", "dropout", "flatten",
    "fully_connected", "l1_regularizer", "l2_regularizer", "linear", "max_pool2d",
    "variance_scaling_initializer", "xavier_initializer", "xavier_initializer_conv2d",
]  # fmt: skip

dropout = _nn.dropout


def xavier_initializer(uniform: bool = True, seed: Any = None, dtype: Any = "float32") -> Any:
    """Glorot's initializer, uniform or normal."""
    if uniform:
        return glorot_uniform_initializer(seed=seed)
    return variance_scaling_initializer(1.0, "fan_avg", "truncated_normal", seed=seed)


xavier_initializer_conv2d = xavier_initializer


def l2_regularizer(scale: float, scope: Any = None) -> Any:
    """weights -> scale * sum(weights ** 2) / 2."""
    return lambda weights: scale * _nn.l2_loss(weights)


def l1_regularizer(scale: float, scope: Any = None) -> Any:
    """weights -> scale * sum(abs(weights))."""
    from pelton import math

    return lambda weights: scale * math.reduce_sum(math.abs(weights))


def flatten(inputs: Any, outputs_collections: Any = None, scope: Any = None) -> Any:
    """All axes but the first as one."""
    return _layers.flatten(inputs)


def _finished(outputs: Any, size: int, activation_fn: Any, options: dict[str, Any]) -> Any:
    """The normalizer, or else the bias; then the activation."""
    if options.get("normalizer_fn") is not None:
        outputs = options["normalizer_fn"](outputs, **(options.get("normalizer_params") or {}))
    else:
        start = options.get("biases_initializer", zeros_initializer())
        if start is not None:
            outputs = outputs + get_variable("biases", [size], initializer=start).value()
    return outputs if activation_fn is None else activation_fn(outputs)


def _weights(shape: list[Any], options: dict[str, Any]) -> Any:
    made = get_variable(
        "weights", shape, initializer=options.get("weights_initializer") or xavier_initializer(),
        regularizer=options.get("weights_regularizer"), trainable=options.get("trainable", True),
    )  # fmt: skip
    return made.value()


def fully_connected(
    inputs: Any, num_outputs: int, activation_fn: Any = _nn.relu, scope: Any = None,
    reuse: Any = None, **options: Any,
) -> Any:  # fmt: skip
    """activation_fn(inputs @ weights + biases) over the last axis, or with `normalizer_fn`."""
    from pelton.linalg import tensordot

    with variable_scope(scope, default_name="fully_connected", reuse=reuse):
        weights = _weights([inputs.shape[-1], num_outputs], options)
        outputs = tensordot(inputs, weights, [[-1], [0]])
        return _finished(outputs, num_outputs, activation_fn, options)


def linear(inputs: Any, num_outputs: int, **options: Any) -> Any:
    """fully_connected without an activation."""
    return fully_connected(inputs, num_outputs, activation_fn=None, **options)


def _pair(value: Any) -> list[int]:
    return [value, value] if isinstance(value, int) else list(value)


def conv2d(
    inputs: Any, num_outputs: int, kernel_size: Any, stride: Any = 1, padding: str = "SAME",
    activation_fn: Any = _nn.relu, scope: Any = None, reuse: Any = None, **options: Any,
) -> Any:  # fmt: skip
    """activation_fn(conv2d(inputs, weights) + biases) of images with channels last."""
    with variable_scope(scope, default_name="Conv", reuse=reuse):
        shape = [*_pair(kernel_size), inputs.shape[-1], num_outputs]
        weights = _weights(shape, options)
        outputs = _nn.conv2d(inputs, weights, [1, *_pair(stride), 1], padding)
        return _finished(outputs, num_outputs, activation_fn, options)


convolution2d = conv2d


def max_pool2d(inputs: Any, kernel_size: Any, stride: Any = 2, padding: str = "VALID",
               scope: Any = None) -> Any:  # fmt: skip
    """The largest element of each window."""
    return _layers.max_pooling2d(inputs, kernel_size, stride, padding)


def avg_pool2d(inputs: Any, kernel_size: Any, stride: Any = 2, padding: str = "VALID",
               scope: Any = None) -> Any:  # fmt: skip
    """The mean of each window."""
    return _layers.average_pooling2d(inputs, kernel_size, stride, padding)


def batch_norm(
    inputs: Any, decay: float = 0.999, center: bool = True, scale: bool = False,
    epsilon: float = 0.001, activation_fn: Any = None, is_training: Any = True, reuse: Any = None,
    scope: Any = None, trainable: bool = True, **options: Any,
) -> Any:  # fmt: skip
    """Batch normalization, whose averages are updated by the collection UPDATE_OPS."""
    made = _layers.batch_normalization(
        inputs, momentum=decay, epsilon=epsilon, center=center, scale=scale, training=is_training,
        trainable=trainable, name=scope or "BatchNorm", reuse=reuse,
    )  # fmt: skip
    return made if activation_fn is None else activation_fn(made)
