"""Owns convolutions: plain, depthwise, separable and transposed, of one to three axes."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import missing, promoted, sizes
from pelton.keras.ops.nn.spatial import (
    as_given,
    channels_last,
    checked_padding,
    per_axis,
    spatial_rank,
)

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pelton._types import TensorLike


def _convolved(
    x: Tensor, kernel: Tensor, strides: list[int], padding: str, dilations: list[int]
) -> Tensor:
    """The convolution of [n, ..., c] with [..., c / groups, out]; one axis is a row of pixels."""
    if len(strides) == 3:
        return missing("conv3d")(x, kernel, strides, padding, dilations)
    if len(strides) == 2:
        return _ops.conv2d(x, kernel, strides, padding, dilations)
    image, filters = _ops.expand_dims(x, 1), _ops.expand_dims(kernel, 0)
    found = _ops.conv2d(image, filters, [1, *strides], padding, [1, *dilations])
    return _ops.squeeze(found, [1])


def conv(
    inputs: TensorLike,
    kernel: TensorLike,
    strides: int | Sequence[int] = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = 1,
) -> Tensor:
    """The convolution of images with `kernel` [..., channels / groups, out] over their axes."""
    inputs, kernel = promoted(inputs, kernel)
    rank = spatial_rank(inputs, "conv")
    if kernel.ndim != rank + 2:
        raise ValueError(
            f"conv: kernel must have {rank + 2} axes, got shape {tuple(kernel.shape)} for inputs "
            f"of shape {tuple(inputs.shape)}"
        )
    x = channels_last(inputs, data_format)
    channels, depth = x.shape[-1], kernel.shape[-2]
    if channels is not None and (not depth or channels % depth):
        raise ValueError(
            "The number of input channels must be evenly divisible by kernel's in_channels. "
            f"Received input channels {channels} and kernel in_channels {depth}. "
        )
    found = _convolved(
        x,
        kernel,
        per_axis("strides", strides, rank),
        checked_padding(padding),
        per_axis("dilation_rate", dilation_rate, rank),
    )
    return as_given(found, data_format)


def depthwise_conv(
    inputs: TensorLike,
    kernel: TensorLike,
    strides: int | Sequence[int] = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = 1,
) -> Tensor:
    """Each channel convolved by itself with its `kernel` [..., channels, multiplier]."""
    inputs, kernel = promoted(inputs, kernel)
    rank = spatial_rank(inputs, "depthwise_conv")
    x = channels_last(inputs, data_format)
    *window, channels, multiplier = kernel.shape
    if x.shape[-1] is not None and x.shape[-1] != channels:
        raise ValueError(
            f"depthwise_conv: kernel of shape {tuple(kernel.shape)} has {channels} channels, but "
            f"inputs of shape {tuple(inputs.shape)} have {x.shape[-1]}"
        )
    found = _convolved(
        x,
        _ops.reshape(kernel, [*window, 1, channels * multiplier]),
        per_axis("strides", strides, rank),
        checked_padding(padding),
        per_axis("dilation_rate", dilation_rate, rank),
    )
    return as_given(found, data_format)


def separable_conv(
    inputs: TensorLike,
    depthwise_kernel: TensorLike,
    pointwise_kernel: TensorLike,
    strides: int | Sequence[int] = 1,
    padding: str = "valid",
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = 1,
) -> Tensor:
    """A depthwise convolution, and one of single pixels behind it."""
    found = depthwise_conv(inputs, depthwise_kernel, strides, padding, data_format, dilation_rate)
    return conv(found, pointwise_kernel, 1, "valid", data_format, 1)


def _transposed_size(
    size: int, window: int, stride: int, padding: str, extra: int | None, dilation: int
) -> int:
    """The size of an axis of the result; `window` without the holes of the dilation."""
    reach = window + (window - 1) * (dilation - 1)
    if extra is None:
        return size * stride + (max(reach - stride, 0) if padding == "VALID" else 0)
    inner = reach // 2 if padding == "SAME" else 0
    return (size - 1) * stride + reach - 2 * inner + extra


def conv_transpose(
    inputs: TensorLike,
    kernel: TensorLike,
    strides: int | Sequence[int] = 1,
    padding: str = "valid",
    output_padding: int | Sequence[int] | None = None,
    data_format: str | None = None,
    dilation_rate: int | Sequence[int] = 1,
) -> Tensor:
    """The transpose of a convolution: [..., in] to [..., out] by `kernel` [..., out, in]."""
    inputs, kernel = promoted(inputs, kernel)
    rank = spatial_rank(inputs, "conv_transpose")
    padding = checked_padding(padding)
    steps = per_axis("strides", strides, rank)
    holes = per_axis("dilation_rate", dilation_rate, rank)
    extra = [None] * rank if output_padding is None else per_axis("padding", output_padding, rank)
    x = channels_last(inputs, data_format)
    batch, *spatial, _ = sizes(x)
    out = [
        _transposed_size(size, window, step, padding, more, hole)
        for size, window, step, more, hole in zip(
            spatial, kernel.shape[:rank], steps, extra, holes, strict=True
        )
    ]
    shape = [batch, *out, kernel.shape[-2]]
    if rank == 3:
        found = missing("conv3d_input_grad")(kernel, x, shape, steps, padding, holes)
    elif rank == 2:
        found = _ops.conv2d_input_grad(kernel, x, shape, steps, padding, holes)
    else:
        row = [shape[0], 1, *shape[1:]]
        filters, image = _ops.expand_dims(kernel, 0), _ops.expand_dims(x, 1)
        found = _ops.conv2d_input_grad(filters, image, row, [1, *steps], padding, [1, *holes])
        found = _ops.squeeze(found, [1])
    return as_given(found, data_format)
