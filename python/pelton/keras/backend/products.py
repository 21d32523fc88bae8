"""Owns keras.backend's products of matrices, convolutions, pools and what goes with them."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.backend.refusals import name_refusals as _name_refusals
from pelton.keras.ops import nn as _nn
from pelton.keras.ops.conversion import convert, convert_as, data_format_of, scalar

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import TensorLike

    Numbers = int | Sequence[int]


def dot(x: TensorLike, y: TensorLike) -> Tensor:
    """The last axis of `x` by the last but one of `y`, or its only one."""
    x, y = convert(x), convert(y)
    if x.ndim == 0 or y.ndim == 0:
        return _ops.multiply(x, y)
    return _ops.tensordot(x, y, [[x.ndim - 1], [max(y.ndim - 2, 0)]])


def batch_dot(x: TensorLike, y: TensorLike, axes: Any = None) -> Tensor:
    """For each row of both: the sums over axis axes[0] of `x` by axes[1] of `y`.

    The axes default to the last of `x` and the last but one of `y`, or its last where it has two.
    Raises ValueError for ranks below 2, other axes and sizes that differ."""
    x, y = convert(x), convert(y)
    if x.ndim < 2 or y.ndim < 2:
        raise ValueError(
            "Cannot do batch_dot on inputs with rank < 2. Received inputs with tf.shapes "
            f"{tuple(x.shape)} and {tuple(y.shape)}. [batch_dot]"
        )
    if axes is None:
        axes = [x.ndim - 1, y.ndim - 1 if y.ndim == 2 else y.ndim - 2]
    one, other = _axes_of_both(x, y, axes)
    size, other_size = x.shape[one], y.shape[other]
    if size != other_size and None not in (size, other_size):
        raise ValueError(
            f"Cannot do batch_dot on inputs with tf.shapes {tuple(x.shape)} and {tuple(y.shape)} "
            f"with axes={[one, other]}. x.shape[{one}] != y.shape[{other}] ({size} != "
            f"{other_size})."
        )
    letters = "abcdefghijklmnopqrstuvwxyz"
    first = letters[: x.ndim]
    second = first[0] + letters[x.ndim : x.ndim + y.ndim - 1]
    second = second[:other] + first[one] + second[other + 1 :]
    kept = first[:one] + first[one + 1 :] + second[1:other] + second[other + 1 :]
    made = _ops.einsum([x, y], f"{first},{second}->{kept}")
    return _ops.expand_dims(made, 1) if made.ndim == 1 else made


def _axes_of_both(x: Tensor, y: Tensor, axes: Any) -> tuple[int, int]:
    given = [axes, axes] if isinstance(axes, int) else axes
    if isinstance(given, (list, tuple)) and [type(one) for one in given] == [int, int]:
        one, other = given[0] % x.ndim, given[1] % y.ndim
        if one and other and -x.ndim <= given[0] < x.ndim and -y.ndim <= given[1] < y.ndim:
            return one, other
    raise ValueError(
        "batch_dot: `axes` must be an axis of each, the batch axis apart. Received: "
        f"axes={axes}, x.shape={tuple(x.shape)}, y.shape={tuple(y.shape)}"
    )


def bias_add(x: TensorLike, bias: TensorLike, data_format: str | None = None) -> Tensor:
    """`x` plus a vector for its channels, or plus a tensor of all axes of a row."""
    x, bias = convert(x), convert(bias)
    is_last = data_format_of(data_format) == "channels_last"
    if bias.ndim not in (1, x.ndim - 1):
        raise ValueError(
            f"Unexpected bias dimensions {bias.ndim}. Expected it to be 1 or {x.ndim - 1} "
            f"dimensions [bias_add: x.shape={tuple(x.shape)}, bias.shape={tuple(bias.shape)}]"
        )
    if is_last or x.ndim == 2:
        return _ops.add(x, bias)
    if bias.ndim == 1:
        return _ops.add(x, _ops.reshape(bias, [-1] + [1] * (x.ndim - 2)))
    return _ops.add(x, _ops.transpose(bias, [bias.ndim - 1, *range(bias.ndim - 1)]))


def conv1d(
    x: TensorLike,
    kernel: TensorLike,
    strides: int = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int = 1,
) -> Tensor:
    """The convolution of (batch, time, channels) by (window, channels, filters); "causal" padding
    is all before the first step."""
    if padding == "causal":
        kernel = convert(kernel)
        x = convert(x)
        before = [dilation_rate * (kernel.shape[0] - 1), 0]
        is_last = data_format_of(data_format) == "channels_last"
        x = _ops.pad(x, [[0, 0], before, [0, 0]] if is_last else [[0, 0], [0, 0], before])
        padding = "valid"
    return _nn.conv(x, kernel, strides, padding, data_format, dilation_rate)


def conv2d(
    x: TensorLike,
    kernel: TensorLike,
    strides: Numbers = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Numbers = (1, 1),
) -> Tensor:
    """The convolution of images by (height, width, channels, filters)."""
    return _nn.conv(x, kernel, strides, padding, data_format, dilation_rate)


def conv3d(
    x: TensorLike,
    kernel: TensorLike,
    strides: Numbers = (1, 1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Numbers = (1, 1, 1),
) -> Tensor:
    """The convolution of volumes by (depth, height, width, channels, filters)."""
    return _nn.conv(x, kernel, strides, padding, data_format, dilation_rate)


def conv2d_transpose(
    x: TensorLike,
    kernel: TensorLike,
    output_shape: Any,
    strides: Numbers = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Numbers = (1, 1),
) -> Tensor:
    """What `conv2d` with the strides would make of images of `output_shape`, the other way round;
    `kernel` is (height, width, filters, channels)."""
    from pelton.nn import conv2d_transpose as transposed

    form = "NHWC" if data_format_of(data_format) == "channels_last" else "NCHW"
    return transposed(
        convert(x),
        convert(kernel),
        output_shape,
        strides,
        padding=padding.upper(),
        data_format=form,
        dilations=dilation_rate,
    )


def depthwise_conv2d(
    x: TensorLike,
    depthwise_kernel: TensorLike,
    strides: Numbers = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Numbers = (1, 1),
) -> Tensor:
    """The convolution of each channel by filters of its own."""
    return _nn.depthwise_conv(x, depthwise_kernel, strides, padding, data_format, dilation_rate)


def separable_conv2d(
    x: TensorLike,
    depthwise_kernel: TensorLike,
    pointwise_kernel: TensorLike,
    strides: Numbers = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: Numbers = (1, 1),
) -> Tensor:
    """`depthwise_conv2d`, then a convolution of windows of one place."""
    return _nn.separable_conv(
        x, depthwise_kernel, pointwise_kernel, strides, padding, data_format, dilation_rate
    )


def _pooled(x: TensorLike, size: Any, strides: Any, padding: str, form: Any, mode: str) -> Tensor:
    if mode not in ("max", "avg"):
        raise ValueError(f"Invalid pooling mode: {mode} [`pool_mode` is 'max' or 'avg']")
    pool = _nn.max_pool if mode == "max" else _nn.average_pool
    return pool(x, size, strides, padding, form)


def pool2d(
    x: TensorLike,
    pool_size: Numbers,
    strides: Numbers = (1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    pool_mode: str = "max",
) -> Tensor:
    """The greatest or ("avg") the mean of each window of images."""
    return _pooled(x, pool_size, strides, padding, data_format, pool_mode)


def pool3d(
    x: TensorLike,
    pool_size: Numbers,
    strides: Numbers = (1, 1, 1),
    padding: str = "valid",
    data_format: str | None = None,
    pool_mode: str = "max",
) -> Tensor:
    """The greatest or ("avg") the mean of each window of volumes."""
    return _pooled(x, pool_size, strides, padding, data_format, pool_mode)


def resize_images(
    x: TensorLike,
    height_factor: int,
    width_factor: int,
    data_format: str,
    interpolation: str = "nearest",
) -> Tensor:
    """Images enlarged by whole factors."""
    from pelton.keras.ops.image import resize

    x = convert(x)
    axis = 1 if data_format_of(data_format) == "channels_last" else 2
    target = (x.shape[axis] * height_factor, x.shape[axis + 1] * width_factor)
    return resize(x, target, interpolation, data_format=data_format)


def resize_volumes(
    x: TensorLike, depth_factor: int, height_factor: int, width_factor: int, data_format: str
) -> Tensor:
    """Volumes whose elements are repeated along three axes."""
    from pelton.keras.ops.numpy import repeat

    x = convert(x)
    start = 1 if data_format_of(data_format) == "channels_last" else 2
    for axis, factor in enumerate((depth_factor, height_factor, width_factor), start):
        x = repeat(x, factor, axis)
    return x


def batch_normalization(
    x: TensorLike,
    mean: TensorLike,
    var: TensorLike,
    beta: TensorLike | None,
    gamma: TensorLike | None,
    axis: int = -1,
    epsilon: float = 1e-3,
) -> Tensor:
    """(x - mean) / sqrt(var + epsilon) * gamma + beta, each as it broadcasts."""
    x = convert(x)
    factor = _ops.rsqrt(_ops.add(convert(var), scalar(epsilon, x)))
    factor = factor if gamma is None else _ops.multiply(factor, convert(gamma))
    made = _ops.multiply(_ops.subtract(x, convert(mean)), factor)
    return made if beta is None else _ops.add(made, convert(beta))


def in_top_k(predictions: TensorLike, targets: TensorLike, k: int) -> Tensor:
    """Whether each row's target is among its `k` greatest predictions."""
    from pelton.math import in_top_k as found

    return found(convert_as(targets, "int32"), convert(predictions), k)


_name_refusals(globals())
