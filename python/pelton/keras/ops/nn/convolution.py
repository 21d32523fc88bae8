"""Owns convolutions: plain, depthwise, separable and transposed, of one to three axes."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import promoted, sizes
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
    found = _ops.convolution(
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
    found = _ops.depthwise_conv(
        x,
        kernel,
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
    out = [
        _transposed_size(size, window, step, padding, more, hole)
        for size, window, step, more, hole in zip(
            sizes(x)[1:-1], kernel.shape[:rank], steps, extra, holes, strict=True
        )
    ]
    return as_given(_ops.conv_transpose(x, kernel, out, steps, padding, holes), data_format)
