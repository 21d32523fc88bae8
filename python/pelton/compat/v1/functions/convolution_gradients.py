"""Owns ``tf.nn.conv2d_backprop_input`` and ``conv2d_backprop_filter`` of TensorFlow 1."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def conv2d_backprop_input(
    input_sizes: Any, filter: Any = None, out_backprop: Any = None, strides: Any = None,  # noqa: A002
    padding: Any = None, use_cudnn_on_gpu: bool = True, data_format: str = "NHWC",
    dilations: Any = (1, 1, 1, 1), name: str | None = None, filters: Any = None,
) -> Any:  # fmt: skip
    """The gradient of a convolution by its images, of shape `input_sizes`."""
    from pelton import raw_ops

    return raw_ops.Conv2DBackpropInput(
        input_sizes=input_sizes, filter=filter if filters is None else filters,
        out_backprop=out_backprop, strides=strides, padding=padding, data_format=data_format,
        dilations=list(dilations),
    )  # fmt: skip


def conv2d_backprop_filter(
    input: Any, filter_sizes: Any, out_backprop: Any, strides: Any, padding: Any,  # noqa: A002
    use_cudnn_on_gpu: bool = True, data_format: str = "NHWC", dilations: Any = (1, 1, 1, 1),
    name: str | None = None,
) -> Any:  # fmt: skip
    """The gradient of a convolution by its filters, of shape `filter_sizes`."""
    from pelton import raw_ops

    return raw_ops.Conv2DBackpropFilter(
        input=input, filter_sizes=filter_sizes, out_backprop=out_backprop, strides=strides,
        padding=padding, data_format=data_format, dilations=list(dilations),
    )  # fmt: skip


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
