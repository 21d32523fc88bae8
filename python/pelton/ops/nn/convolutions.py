"""Owns the convolutions of ``tf.nn``: over one to three axes, transposed, dilated, by channel."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.ops.array.sizes import product, sizes_of
from pelton.ops.nn import windows

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

    Numbers = int | Sequence[int]
    Padding = str | Sequence[Sequence[int]]


class _Call:
    """The arguments that convolutions share, read for an input of one to three spatial axes."""

    def __init__(self, op: str, input: TensorLike, data_format: str | None, axes: int | None):
        self.op = op
        x = windows.as_input(op, "input", input)
        self.axes = windows.spatial_axes(op, x, axes)
        self.first = windows.is_channels_first(op, data_format, self.axes)
        self.input = windows.channels_last(x, self.first)

    def sizes(self, argument: str, value: Any) -> list[int]:
        given = 1 if value is None else value
        return windows.sizes(self.op, argument, given, self.axes, self.first)

    def geometry(self, strides: Any, padding: Any, dilations: Any) -> dict[str, Any]:
        mode, explicit = windows.paddings(self.op, padding, self.axes, self.first)
        found = {
            "strides": self.sizes("strides", strides),
            "padding": mode,
            "dilations": self.sizes("dilations", dilations),
        }
        return found if explicit is None else {**found, "explicit_paddings": explicit}

    def result(self, y: Tensor) -> Tensor:
        return windows.channels_first(y, self.first)


def _of_one_batch(x: Tensor, rank: int, run: Callable[[Tensor], Tensor]) -> Tensor:
    """What `run` gives for the batch axes of `x` as one, in as many axes again."""
    batch = x.ndim - rank + 1
    sizes = sizes_of(x)
    made = run(_ops.reshape(x, [product(sizes[:batch]), *sizes[batch:]]))
    return _ops.reshape(made, [*sizes[:batch], *sizes_of(made)[1:]])


def _convolve(op: str, arguments: tuple[Any, ...], axes: int | None) -> Tensor:
    input, filters, strides, padding, data_format, dilations = arguments  # noqa: A001
    if axes is not None and not (data_format or "N").startswith("NC"):
        x = windows.as_input(op, "input", input)
        if x.ndim > axes + 2:
            rest = arguments[1:]
            return _of_one_batch(x, axes + 2, lambda flat: _convolve(op, (flat, *rest), axes))
    call = _Call(op, input, data_format, axes)
    geometry = call.geometry(strides, padding, dilations)
    return call.result(_ops.convolution(call.input, filters, **geometry))


def convolution(
    input: TensorLike,
    filters: TensorLike,
    strides: Numbers | None = None,
    padding: Padding = "VALID",
    data_format: str | None = None,
    dilations: Numbers | None = None,
    name: str | None = None,
) -> Tensor:
    """Cross-correlation of ``input`` [n, spatial..., c], of one to three spatial axes, with
    ``filters`` [window..., c / groups, out]."""
    arguments = (input, filters, strides, padding, data_format, dilations)
    return _convolve("convolution", arguments, None)


def conv1d(
    input: TensorLike,
    filters: TensorLike,
    stride: Numbers,
    padding: Padding,
    data_format: str | None = "NWC",
    dilations: Numbers | None = None,
    name: str | None = None,
) -> Tensor:
    """Cross-correlation of ``input`` [n, w, c] with ``filters`` [kw, c / groups, out]."""
    return _convolve("conv1d", (input, filters, stride, padding, data_format, dilations), 1)


def conv2d(
    input: TensorLike,
    filters: TensorLike,
    strides: Numbers,
    padding: Padding,
    data_format: str | None = "NHWC",
    dilations: Numbers | None = None,
    name: str | None = None,
) -> Tensor:
    """Cross-correlation of ``input`` [n, h, w, c], or of more batch axes, with ``filters`` [kh, kw,
    c / groups, out].

    ``padding``: "VALID", "SAME" or explicit [[0, 0], [top, bottom], [left, right], [0, 0]].
    """
    first = windows.is_channels_first("conv2d", data_format, 2)
    mode, explicit = windows.paddings("conv2d", padding, 2, first)
    strides = windows.sizes("conv2d", "strides", strides, 2, first)
    rates = windows.sizes("conv2d", "dilations", 1 if dilations is None else dilations, 2, first)
    if first:
        x = windows.as_input("conv2d", "input", input)
        windows.spatial_axes("conv2d", x, 2)
        input = windows.channels_last(x, True)
    elif getattr(input, "ndim", 4) > 4:
        x = windows.as_input("conv2d", "input", input)
        return _of_one_batch(
            x, 4, lambda flat: _ops.conv2d(flat, filters, strides, mode, rates, explicit or ())
        )
    return windows.channels_first(
        _ops.conv2d(input, filters, strides, mode, rates, explicit or ()), first
    )


def conv3d(
    input: TensorLike,
    filters: TensorLike,
    strides: Numbers,
    padding: Padding,
    data_format: str | None = "NDHWC",
    dilations: Numbers | None = None,
    name: str | None = None,
) -> Tensor:
    """Cross-correlation of ``input`` [n, d, h, w, c] with ``filters`` [kd, kh, kw, c / groups,
    out]."""
    return _convolve("conv3d", (input, filters, strides, padding, data_format, dilations), 3)


def atrous_conv2d(
    value: TensorLike,
    filters: TensorLike,
    rate: int,
    padding: Padding,
    name: str | None = None,
) -> Tensor:
    """conv2d with dilations of ``rate`` and strides of 1."""
    return conv2d(value, filters, 1, padding, dilations=rate)


def depthwise_conv2d(
    input: TensorLike,
    filter: TensorLike,
    strides: Numbers,
    padding: Padding,
    data_format: str | None = None,
    dilations: Numbers | None = None,
    name: str | None = None,
) -> Tensor:
    """Each channel of ``input`` [n, h, w, c] with filters of its own: ``filter`` [kh, kw, c, m]
    gives c * m channels."""
    call = _Call("depthwise_conv2d", input, data_format, 2)
    geometry = call.geometry(strides, padding, dilations)
    return call.result(_ops.depthwise_conv(call.input, filter, **geometry))


def separable_conv2d(
    input: TensorLike,
    depthwise_filter: TensorLike,
    pointwise_filter: TensorLike,
    strides: Numbers,
    padding: Padding,
    data_format: str | None = None,
    dilations: Numbers | None = None,
    name: str | None = None,
) -> Tensor:
    """depthwise_conv2d, then a convolution of single pixels by ``pointwise_filter`` [1, 1, c * m,
    out]."""
    call = _Call("separable_conv2d", input, data_format, 2)
    geometry = call.geometry(strides, padding, dilations)
    deep = _ops.depthwise_conv(call.input, depthwise_filter, **geometry)
    return call.result(_ops.conv2d(deep, pointwise_filter))


def _transpose(op: str, arguments: tuple[Any, ...], axes: int | None) -> Tensor:
    input, filters, output_shape, strides, padding, data_format, dilations = arguments  # noqa: A001
    call = _Call(op, input, data_format, axes)
    geometry = call.geometry(strides, padding, dilations)
    is_tensor = hasattr(output_shape, "shape")
    shape = output_shape if is_tensor else list(output_shape)
    count = output_shape.shape[0] if is_tensor else len(shape)
    if count != call.axes + 2:
        raise ValueError(
            f"{op}: output_shape must have {call.axes + 2} values, got {output_shape!r}"
        )
    sizes = shape[2:] if call.first else shape[1:-1]
    y = call.result(_ops.conv_transpose(call.input, filters, sizes=sizes, **geometry))
    wanted = [size if isinstance(size, int) else None for size in ([] if is_tensor else shape)]
    if any(a != b for a, b in zip(wanted, y.shape, strict=False) if None not in (a, b)):
        raise ValueError(f"{op}: output_shape is {shape}, but the result has shape {y.shape}")
    return y


def conv_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: Any,
    strides: Numbers,
    padding: Padding = "SAME",
    data_format: str | None = None,
    dilations: Numbers | None = None,
    name: str | None = None,
) -> Tensor:
    """The gradient of a convolution's input as a function of its own: ``input`` [n, spatial..., c]
    with ``filters`` [window..., out, c] gives ``output_shape``."""
    arguments = (input, filters, output_shape, strides, padding, data_format, dilations)
    return _transpose("conv_transpose", arguments, None)


def conv1d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: Any,
    strides: Numbers,
    padding: Padding = "SAME",
    data_format: str | None = "NWC",
    dilations: Numbers | None = None,
    name: str | None = None,
) -> Tensor:
    """conv_transpose of ``input`` [n, w, c] with ``filters`` [kw, out, c]."""
    arguments = (input, filters, output_shape, strides, padding, data_format, dilations)
    return _transpose("conv1d_transpose", arguments, 1)


def conv2d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: Any,
    strides: Numbers,
    padding: Padding = "SAME",
    data_format: str | None = "NHWC",
    dilations: Numbers | None = None,
    name: str | None = None,
) -> Tensor:
    """conv_transpose of ``input`` [n, h, w, c] with ``filters`` [kh, kw, out, c]."""
    arguments = (input, filters, output_shape, strides, padding, data_format, dilations)
    return _transpose("conv2d_transpose", arguments, 2)


def conv3d_transpose(
    input: TensorLike,
    filters: TensorLike,
    output_shape: Any,
    strides: Numbers,
    padding: Padding = "SAME",
    data_format: str | None = "NDHWC",
    dilations: Numbers | None = None,
    name: str | None = None,
) -> Tensor:
    """conv_transpose of ``input`` [n, d, h, w, c] with ``filters`` [kd, kh, kw, out, c]."""
    arguments = (input, filters, output_shape, strides, padding, data_format, dilations)
    return _transpose("conv3d_transpose", arguments, 3)
