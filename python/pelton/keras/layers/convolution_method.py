"""`convolution_op` of convolutions, which derived classes may define, and `rank`."""

from __future__ import annotations

from typing import Any

from pelton._core import layers as _core

_RANKS = {f"{kind}{rank}D": rank for rank in (1, 2, 3) for kind in ("Conv", "DepthwiseConv")}
_RANKS |= {f"Conv{rank}DTranspose": rank for rank in (1, 2, 3)}
_RANKS |= {f"SeparableConv{rank}D": rank for rank in (1, 2)}
_OPEN = ("Conv1D", "Conv2D", "Conv3D")


def convolution_op(self: Any, inputs: Any, kernel: Any) -> Any:
    """The inputs convolved with the kernel, by the layer's strides, padding and dilation."""
    from pelton.keras import ops

    padding = self.padding
    if padding == "causal":
        pad = self.dilation_rate[0] * (self.kernel_size[0] - 1)
        places = [[0, 0], [pad, 0], [0, 0]]
        is_last = self.data_format == "channels_last"
        inputs, padding = ops.pad(inputs, places if is_last else places[::2] + places[1:2]), "valid"
    return ops.conv(
        inputs,
        kernel,
        strides=list(self.strides),
        padding=padding,
        dilation_rate=self.dilation_rate,
        data_format=self.data_format,
    )


def call(self: Any, inputs: Any) -> Any:
    """What `convolution_op` of a derived class gives, with bias and activation."""
    from pelton.keras import ops

    outputs = self.convolution_op(inputs, self.kernel)
    if self.use_bias:
        is_last = self.data_format == "channels_last"
        around = (1,) * self.rank
        shape = (1, *around, self.filters) if is_last else (1, self.filters, *around)
        outputs = ops.add(outputs, ops.reshape(self.bias, shape))
    return outputs if self.activation is None else self.activation(outputs)


def _rank(value: int) -> property:
    def rank(self: Any) -> int:
        """Number of spatial axes."""
        return value

    return property(rank)


def add_to_layers() -> None:
    """Gives convolutions the method and `rank`."""
    for name, rank in _RANKS.items():
        layer = getattr(_core, name, None)
        if layer is None:
            continue
        layer.rank = _rank(rank)
        if name in _OPEN:
            layer.convolution_op = convolution_op
