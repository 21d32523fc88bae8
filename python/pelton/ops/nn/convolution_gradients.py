"""Owns the gradients of convolutions by channel as functions, and the transposed dilated one."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.gradient_tape import GradientTape
from pelton.ops.array.sizes import integers
from pelton.ops.nn.convolutions import conv2d_transpose, depthwise_conv2d

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def depthwise_conv2d_backprop_input(
    input_sizes: Any,
    filter: TensorLike,
    out_backprop: TensorLike,
    strides: Any,
    padding: Any,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """The gradient of ``depthwise_conv2d`` by an input of the shape `input_sizes`."""
    kernel = _functions.convert(filter)
    op = "depthwise_conv2d_backprop_input"
    x = _ops.zeros(integers(op, "input_sizes", input_sizes), kernel.dtype)
    with GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(x)
        y = depthwise_conv2d(x, kernel, strides, padding, data_format, list(dilations)[1:3])
    return tape.gradient(y, x, output_gradients=_functions.convert_like(out_backprop, y.dtype))


def depthwise_conv2d_backprop_filter(
    input: TensorLike,
    filter_sizes: Any,
    out_backprop: TensorLike,
    strides: Any,
    padding: Any,
    data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
) -> Tensor:
    """The gradient of ``depthwise_conv2d`` by filters of the shape `filter_sizes`."""
    x = _functions.convert(input)
    op = "depthwise_conv2d_backprop_filter"
    kernel = _ops.zeros(integers(op, "filter_sizes", filter_sizes), x.dtype)
    with GradientTape(watch_accessed_variables=False) as tape:
        tape.watch(kernel)
        y = depthwise_conv2d(x, kernel, strides, padding, data_format, list(dilations)[1:3])
    return tape.gradient(y, kernel, output_gradients=_functions.convert_like(out_backprop, y.dtype))


def atrous_conv2d_transpose(
    value: TensorLike,
    filters: TensorLike,
    output_shape: Any,
    rate: int,
    padding: str,
    name: str | None = None,
) -> Tensor:
    """conv2d_transpose of `value` [n, h, w, c] with `filters` [kh, kw, out, c] whose entries stand
    `rate` apart."""
    if rate < 1:
        raise ValueError(f"atrous_conv2d_transpose: rate must be at least 1, got {rate}")
    return conv2d_transpose(value, filters, output_shape, 1, padding, dilations=int(rate))


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
