"""Owns ``tf.layers``: functional layers whose variables belong to the graph."""

from __future__ import annotations

from pelton import nn as _nn
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1 import nn as _old_nn
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.compat.v1.variable_scopes import get_variable, variable_scope

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def _zeros(shape: Any, dtype: Any = "float32") -> Any:
    from pelton.ops.array.creation import zeros

    return zeros(shape, dtype)


def _scope(name: str | None, default: str, reuse: Any) -> Any:
    return variable_scope(name, default_name=default, reuse=reuse)


def _weights(
    inputs: Any, shape: Sequence[int], units: int, use_bias: bool, options: dict[str, Any]
) -> tuple[Any, Any]:
    """The kernel and the bias (None without) of a layer."""
    kernel = get_variable(
        "kernel", shape, inputs.dtype, options.get("kernel_initializer"),
        options.get("kernel_regularizer"), options.get("trainable", True),
    )  # fmt: skip
    if not use_bias:
        return kernel, None
    bias = get_variable(
        "bias", [units], inputs.dtype, options.get("bias_initializer") or _zeros,
        options.get("bias_regularizer"), options.get("trainable", True),
    )  # fmt: skip
    return kernel, bias


def _finished(outputs: Any, bias: Any, activation: Any) -> Any:
    outputs = outputs if bias is None else outputs + bias.value()
    return outputs if activation is None else activation(outputs)


def dense(
    inputs: Any, units: int, activation: Any = None, use_bias: bool = True,
    name: str | None = None, reuse: Any = None, **options: Any,
) -> Any:  # fmt: skip
    """activation(inputs @ kernel + bias) over the last axis.

    Raises ValueError where the size of the last axis is not known."""
    tensor = _functions.convert(inputs)
    size = tensor.shape[-1]
    if size is None:
        raise ValueError("dense: the size of the last axis of `inputs` must be known, got None")
    with _scope(name, "dense", reuse):
        kernel, bias = _weights(tensor, [size, units], units, use_bias, options)
        if len(tensor.shape) > 2:
            from pelton.linalg import tensordot

            return _finished(tensordot(tensor, kernel.value(), [[-1], [0]]), bias, activation)
        return _finished(_ops.matmul(tensor, kernel.value()), bias, activation)


def _pair(value: Any) -> list[int]:
    return [value, value] if isinstance(value, int) else list(value)


def conv2d(
    inputs: Any, filters: int, kernel_size: Any, strides: Any = (1, 1), padding: str = "valid",
    data_format: str = "channels_last", dilation_rate: Any = (1, 1), activation: Any = None,
    use_bias: bool = True, name: str | None = None, reuse: Any = None, **options: Any,
) -> Any:  # fmt: skip
    """activation(conv2d(inputs, kernel) + bias) of images with channels last.

    Raises ValueError for channels first."""
    if data_format != "channels_last":
        raise ValueError(f"conv2d: `data_format` must be 'channels_last', got {data_format!r}")
    tensor = _functions.convert(inputs)
    size = _pair(kernel_size)
    with _scope(name, "conv2d", reuse):
        shape = [*size, tensor.shape[-1], filters]
        kernel, bias = _weights(tensor, shape, filters, use_bias, options)
        outputs = _nn.conv2d(
            tensor, kernel.value(), _pair(strides), padding.upper(), "NHWC", _pair(dilation_rate)
        )
        return _finished(outputs, bias, activation)


def conv2d_transpose(
    inputs: Any, filters: int, kernel_size: Any, strides: Any = (1, 1), padding: str = "valid",
    data_format: str = "channels_last", activation: Any = None, use_bias: bool = True,
    name: str | None = None, reuse: Any = None, **options: Any,
) -> Any:  # fmt: skip
    """activation(transposed conv2d(inputs, kernel) + bias) of images with channels last.

    Raises ValueError for channels first and for images of unknown size."""
    if data_format != "channels_last":
        raise ValueError(
            f"conv2d_transpose: `data_format` must be 'channels_last', got {data_format!r}"
        )
    tensor = _functions.convert(inputs)
    images = list(tensor.shape)[1:3]
    if None in images:
        raise ValueError(f"conv2d_transpose: sizes must be known, got shape {tensor.shape}")
    window, steps = _pair(kernel_size), _pair(strides)
    added = [0, 0] if padding.lower() == "same" else [
        max(width - step, 0) for width, step in zip(window, steps, strict=True)
    ]  # fmt: skip
    made = zip(images, steps, added, strict=True)
    sizes = [None, *(size * step + more for size, step, more in made), filters]
    with _scope(name, "conv2d_transpose", reuse):
        shape = [*window, filters, tensor.shape[-1]]
        kernel, bias = _weights(tensor, shape, filters, use_bias, options)
        outputs = _nn.conv2d_transpose(tensor, kernel.value(), sizes, steps, padding.upper())
        return _finished(outputs, bias, activation)


def max_pooling2d(
    inputs: Any, pool_size: Any, strides: Any, padding: str = "valid",
    data_format: str = "channels_last", name: str | None = None,
) -> Any:  # fmt: skip
    """The largest element of each window."""
    return _nn.max_pool2d(inputs, _pair(pool_size), _pair(strides), padding.upper())


def average_pooling2d(
    inputs: Any, pool_size: Any, strides: Any, padding: str = "valid",
    data_format: str = "channels_last", name: str | None = None,
) -> Any:  # fmt: skip
    """The mean of each window."""
    return _nn.avg_pool2d(inputs, _pair(pool_size), _pair(strides), padding.upper())


def flatten(inputs: Any, name: str | None = None, data_format: str = "channels_last") -> Any:
    """All axes but the first as one. Raises ValueError where their sizes are not known."""
    tensor = _functions.convert(inputs)
    size = 1
    for one in list(tensor.shape)[1:]:
        if one is None:
            raise ValueError(f"flatten: sizes must be known, got shape {tensor.shape}")
        size *= one
    return _ops.reshape(tensor, [-1, size])


def dropout(
    inputs: Any, rate: Any = 0.5, noise_shape: Any = None, seed: Any = None, training: Any = False,
    name: str | None = None,
) -> Any:  # fmt: skip
    """Elements dropped with the probability `rate` where `training` holds, a bool or a tensor."""
    if isinstance(training, (bool, int)):
        return _old_nn.dropout(inputs, rate=rate, seed=seed) if training else inputs
    from pelton.compat.v1.control_flow import cond

    return cond(
        training,
        lambda: _old_nn.dropout(inputs, rate=rate, seed=seed),
        lambda: _ops.identity(inputs),
    )


def batch_normalization(
    inputs: Any, axis: int = -1, momentum: float = 0.99, epsilon: float = 1e-3,
    center: bool = True, scale: bool = True, training: Any = False, trainable: bool = True,
    name: str | None = None, reuse: Any = None, **options: Any,
) -> Any:  # fmt: skip
    """Normalization over the batch where `training` holds, whose averages are updated by the
    collection UPDATE_OPS, and by the averages otherwise. Raises ValueError unless axis is last."""
    from pelton.compat.v1.control_flow import cond
    from pelton.ops.array.creation import ones

    tensor = _functions.convert(inputs)
    if axis not in (-1, len(tensor.shape) - 1):
        raise ValueError(f"batch_normalization: `axis` must be the last one, got {axis}")
    axes = list(range(len(tensor.shape) - 1))
    with _scope(name, "batch_normalization", reuse):
        size = [tensor.shape[-1]]
        gamma = get_variable("gamma", size, initializer=ones, trainable=trainable and scale)
        beta = get_variable("beta", size, initializer=_zeros, trainable=trainable and center)
        mean = get_variable("moving_mean", size, initializer=_zeros, trainable=False)
        variance = get_variable("moving_variance", size, initializer=ones, trainable=False)
        batch_mean = _ops.reduce_mean(tensor, axes)
        batch_variance = _ops.reduce_variance(tensor, axes)
        always = isinstance(training, (bool, int))

        def pick(of_batch: Any, average: Any) -> Any:
            if always:
                return of_batch if training else average
            return cond(training, lambda: _ops.identity(of_batch), lambda: _ops.identity(average))

        for average, of_batch in ((mean, batch_mean), (variance, batch_variance)):
            if not always or training:
                target = pick(of_batch, average.value())
                step = (average.value() - target) * (1.0 - momentum)
                get_default_graph().add_to_collection(
                    GraphKeys.UPDATE_OPS, average.assign_sub(step)
                )
        shift = pick(batch_mean, mean.value())
        width = _ops.rsqrt(pick(batch_variance, variance.value()) + epsilon)
        return (tensor - shift) * width * gamma.value() + beta.value()
