"""Owns the convolutions of ``tf.layers``."""

from __future__ import annotations

from pelton import nn as _nn
from pelton._core import ops as _ops
from pelton.compat.v1.layers.core import WeightedLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}


def sizes_of(value: Any, rank: int, what: str) -> list[int]:
    """One size for each axis. Raises ValueError for another number of them."""
    try:
        found = [value] * rank if isinstance(value, int) else [int(one) for one in value]
    except TypeError:
        found = []
    if len(found) == 1:
        found = found * rank
    if len(found) != rank:
        raise ValueError(f"The `{what}` argument must be a tuple of {rank} integers, got {value}")
    return found


class Convolution(WeightedLayer):
    """A layer that moves a kernel over `rank` axes."""

    rank = 2

    def __init__(
        self, filters: int, kernel_size: Any, strides: Any = 1, padding: str = "valid",
        data_format: str = "channels_last", dilation_rate: Any = 1, activation: Any = None,
        use_bias: bool = True, kernel_initializer: Any = None, bias_initializer: Any = None,
        kernel_regularizer: Any = None, bias_regularizer: Any = None,
        activity_regularizer: Any = None, kernel_constraint: Any = None,
        bias_constraint: Any = None, trainable: bool = True, name: str | None = None,
        **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(
            activation, use_bias, kernel_initializer, bias_initializer, kernel_regularizer,
            bias_regularizer, kernel_constraint, bias_constraint,
            activity_regularizer=activity_regularizer, trainable=trainable, name=name, **options,
        )  # fmt: skip
        self.filters = filters
        self.kernel_size = sizes_of(kernel_size, self.rank, "kernel_size")
        self.strides = sizes_of(strides, self.rank, "strides")
        self.dilation_rate = sizes_of(dilation_rate, self.rank, "dilation_rate")
        self.padding = str(padding).lower()
        if self.padding not in ("valid", "same"):
            raise ValueError(
                f"{type(self).__name__}: `padding` must be 'valid' or 'same', got {padding!r}"
            )
        if data_format not in ("channels_last", "channels_first"):
            raise ValueError(
                f"{type(self).__name__}: `data_format` must be 'channels_last' or "
                f"'channels_first', got {data_format!r}"
            )
        self.data_format = data_format
        self.channel_axis = 1 if data_format == "channels_first" else -1

    @property
    def format(self) -> str:
        """The order of the axes as ``tf.nn`` writes it."""
        return FORMATS[self.rank][self.data_format == "channels_first"]

    def channels_of(self, shape: Any) -> int:
        """How many channels inputs of the shape have. ValueError for another number of axes."""
        if len(shape) != self.rank + 2:
            raise ValueError(
                f"Input 0 of layer {self.name} is incompatible with the layer: expected "
                f"ndim={self.rank + 2}, found ndim={len(shape)}. Full shape received: {shape}"
            )
        return self.size_of(shape, self.channel_axis)

    def build(self, input_shape: Any) -> None:
        """The kernel and the bias."""
        channels = self.channels_of(input_shape)
        self.kernel = self.add_kernel([*self.kernel_size, channels, self.filters])
        self.add_bias(self.filters)

    def call(self, inputs: Any) -> Any:
        """The convolution with the bias, activated."""
        from pelton.compat.v1.nn import convolution

        outputs = convolution(
            inputs, self.kernel.value(), self.padding.upper(), self.strides, self.dilation_rate,
            data_format=self.format,
        )  # fmt: skip
        return self.finished(outputs, self.format)


class Conv1D(Convolution):
    """activation(convolution of (batch, steps, channels) + bias)."""

    rank = 1


class Conv2D(Convolution):
    """activation(convolution of images + bias)."""


class Conv3D(Convolution):
    """activation(convolution of volumes + bias)."""

    rank = 3


class Transposed(Convolution):
    """A convolution backwards."""

    def __init__(
        self, filters: int, kernel_size: Any, strides: Any = 1, padding: str = "valid",
        data_format: str = "channels_last", activation: Any = None, use_bias: bool = True,
        **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(
            filters, kernel_size, strides, padding, data_format, 1, activation, use_bias, **options
        )

    def build(self, input_shape: Any) -> None:
        """The kernel and the bias."""
        channels = self.channels_of(input_shape)
        self.kernel = self.add_kernel([*self.kernel_size, self.filters, channels])
        self.add_bias(self.filters)

    def call(self, inputs: Any) -> Any:
        """The transposed convolution with the bias, activated."""
        first = 2 if self.data_format == "channels_first" else 1
        dynamic = _ops.shape(inputs)
        sizes = []
        for place, (width, step) in enumerate(zip(self.kernel_size, self.strides, strict=True)):
            more = 0 if self.padding == "same" else max(width - step, 0)
            size = inputs.shape[first + place]
            sizes.append((dynamic[first + place] if size is None else size) * step + more)
        sizes.insert(0 if first == 2 else len(sizes), self.filters)
        batch = inputs.shape[0]
        shape = [batch if batch is not None or not _is_open(sizes) else dynamic[0], *sizes]
        function = _nn.conv2d_transpose if self.rank == 2 else _nn.conv3d_transpose
        outputs = function(
            inputs, self.kernel.value(), shape, self.strides, self.padding.upper(), self.format
        )
        return self.finished(outputs, self.format)


def _is_open(sizes: list[Any]) -> bool:
    return any(not isinstance(size, int) for size in sizes)


class Conv2DTranspose(Transposed):
    """activation(transposed convolution of images + bias)."""


class Conv3DTranspose(Transposed):
    """activation(transposed convolution of volumes + bias)."""

    rank = 3


class Separable(Convolution):
    """A convolution of each channel, then one of single places."""

    def __init__(
        self, filters: int, kernel_size: Any, strides: Any = 1, padding: str = "valid",
        data_format: str = "channels_last", dilation_rate: Any = 1, depth_multiplier: int = 1,
        activation: Any = None, use_bias: bool = True, depthwise_initializer: Any = None,
        pointwise_initializer: Any = None, bias_initializer: Any = None,
        depthwise_regularizer: Any = None, pointwise_regularizer: Any = None,
        bias_regularizer: Any = None, activity_regularizer: Any = None,
        depthwise_constraint: Any = None, pointwise_constraint: Any = None,
        bias_constraint: Any = None, trainable: bool = True, name: str | None = None,
        **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(
            filters, kernel_size, strides, padding, data_format, dilation_rate, activation,
            use_bias, bias_initializer=bias_initializer, bias_regularizer=bias_regularizer,
            bias_constraint=bias_constraint, activity_regularizer=activity_regularizer,
            trainable=trainable, name=name, **options,
        )  # fmt: skip
        self.depth_multiplier = depth_multiplier
        self._of_depth = (depthwise_initializer, depthwise_regularizer, depthwise_constraint)
        self._of_points = (pointwise_initializer, pointwise_regularizer, pointwise_constraint)

    def build(self, input_shape: Any) -> None:
        """Both kernels and the bias."""
        channels = self.channels_of(input_shape)
        self._of_kernel = self._of_depth
        shape = [*self.kernel_size, channels, self.depth_multiplier]
        self.depthwise_kernel = self.add_kernel(shape, "depthwise_kernel")
        self._of_kernel = self._of_points
        shape = [*[1] * self.rank, channels * self.depth_multiplier, self.filters]
        self.pointwise_kernel = self.add_kernel(shape, "pointwise_kernel")
        self.add_bias(self.filters)

    def call(self, inputs: Any) -> Any:
        """Both convolutions with the bias, activated."""
        kernels = [self.depthwise_kernel.value(), self.pointwise_kernel.value()]
        strides, rates, axis = list(self.strides), list(self.dilation_rate), 0
        is_first = self.data_format == "channels_first"
        if self.rank == 1:
            axis = 2 if is_first else 1
            inputs = _ops.expand_dims(inputs, axis)
            kernels = [_ops.expand_dims(one, 0) for one in kernels]
            strides, rates = strides * 2, [1, *rates]
        steps = [1, 1, *strides] if is_first else [1, *strides, 1]
        form = "NCHW" if is_first else "NHWC"
        outputs = _nn.separable_conv2d(
            inputs, kernels[0], kernels[1], steps, self.padding.upper(), form, rates
        )
        if axis:
            outputs = _ops.squeeze(outputs, [axis])
        return self.finished(outputs, self.format)


class SeparableConv1D(Separable):
    """activation(separable convolution of (batch, steps, channels) + bias)."""

    rank = 1


class SeparableConv2D(Separable):
    """activation(separable convolution of images + bias)."""
