"""ConvLSTMCell: the weights of a ConvLSTM, and one step."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers import library_layer, spatial_arguments
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton.keras.layers.recurrent.dropout_masks import Masks

PARTS = tuple(
    "activation recurrent_activation kernel_initializer recurrent_initializer bias_initializer "
    "kernel_regularizer recurrent_regularizer bias_regularizer kernel_constraint "
    "recurrent_constraint bias_constraint".split()
)
PLAIN = tuple(
    "filters kernel_size strides padding data_format dilation_rate use_bias unit_forget_bias "
    "dropout recurrent_dropout seed".split()
)


class ConvLSTMCell(LibraryLayer):
    """One step of the ConvLSTM `owner`: from inputs (batch, spatial..., channels) and states
    [h, c], each (batch, spatial..., filters), to (h, [h, c]). The kernels hold the gates i, f,
    candidate, o beside each other. Arguments are checked in the owner's name."""

    gates = 4
    masks_gates = True

    def __init__(self, owner: Any, arguments: dict[str, Any]) -> None:
        super().__init__(name="conv_lstm_cell", dtype=owner.dtype_policy)
        self._whose = f"{type(owner).__name__} '{owner.name}'"
        self.spatial = owner.spatial
        self.seed = library_layer.seed(owner, arguments["seed"])
        # Before the seeds of the initializers are drawn.
        library_layer.add_seed_generator(self, self.seed)
        library_layer.read_parts(owner, **{name: arguments[name] for name in PARTS})
        for name in PARTS:
            setattr(self, name, getattr(owner, name))
        self.filters = library_layer.positive_int(owner, "filters", arguments["filters"])
        for name in ("kernel_size", "strides", "dilation_rate"):
            sizes = spatial_arguments.sizes(owner, name, arguments[name], self.spatial)
            setattr(self, name, sizes)
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError(
                "Specifying `strides > 1` is not compatible with `dilation_rate > 1`. Received: "
                f"strides={self.strides}, dilation_rate={self.dilation_rate} "
                f"[{type(owner).__name__}]"
            )
        self.padding = str(arguments["padding"]).lower()
        if self.padding not in ("valid", "same"):
            raise ValueError(
                "The `padding` argument must be 'valid' or 'same'. Received: padding="
                f"{arguments['padding']} [{type(owner).__name__}]"
            )
        self.data_format = spatial_arguments.data_format(owner, arguments["data_format"])
        self.use_bias = bool(arguments["use_bias"])
        self.unit_forget_bias = bool(arguments["unit_forget_bias"])
        for name in ("dropout", "recurrent_dropout"):
            setattr(self, name, library_layer.rate(owner, name, arguments[name]))
        self.bias = None

    def _channels(self, rank: int) -> int:
        return rank - 1 if self.data_format == "channels_last" else 1

    def build(self, input_shape: Any) -> None:
        channels, count = input_shape[self._channels(len(input_shape))], 4 * self.filters
        if channels is None:
            raise ValueError(
                "The channel dimension of the inputs must be fully defined. Received: input_shape="
                f"{tuple(input_shape)} [{self._whose}]"
            )
        self.kernel = self.add_weight(
            name="kernel",
            shape=(*self.kernel_size, channels, count),
            initializer=self.kernel_initializer,
            regularizer=self.kernel_regularizer,
            constraint=self.kernel_constraint,
        )
        self.recurrent_kernel = self.add_weight(
            name="recurrent_kernel",
            shape=(*self.kernel_size, self.filters, count),
            initializer=self.recurrent_initializer,
            regularizer=self.recurrent_regularizer,
            constraint=self.recurrent_constraint,
        )
        if self.use_bias:
            self.bias = self.add_weight(
                name="bias",
                shape=(count,),
                initializer=self._initial_bias,
                regularizer=self.bias_regularizer,
                constraint=self.bias_constraint,
            )

    def _initial_bias(self, shape: Any, dtype: Any = None) -> Tensor:
        from pelton._core import functions

        make = self.bias_initializer or functions.zeros
        if not self.unit_forget_bias:
            return make(shape, dtype)
        n = self.filters
        ones = functions.ones((n,), dtype)
        return _ops.concat([make((n,), dtype), ones, make((2 * n,), dtype)], axis=0)

    def _convolved(self, x: Tensor, kernel: Any, is_state: bool = False) -> Tensor:
        from pelton.keras.ops.nn import conv

        if is_state:
            return conv(x, kernel, 1, "same", self.data_format)
        strides, dilation = self.strides, self.dilation_rate
        return conv(x, kernel, strides, self.padding, self.data_format, dilation)

    def zero_state(self, first: Tensor) -> Tensor:
        """Zeros in the shape of h, for inputs (batch, spatial..., channels) of zeros."""
        kernel = _ops.zeros_like(self._read(self.kernel))
        made = self._convolved(_ops.cast(first, self.compute_dtype), kernel)
        return _ops.split(made, 4, axis=self._channels(made.ndim))[0]

    def _of_gates(self, x: Tensor, masks: Masks, kernel: Any, is_state: bool = False) -> Tensor:
        """The convolutions for all gates, of which each sees what its mask leaves of ``x``."""
        if masks is None:
            return self._convolved(x, kernel, is_state)
        kernels = _ops.split(kernel, len(masks), axis=-1)
        pairs = zip(masks, kernels, strict=True)
        made = [self._convolved(x * mask, part, is_state) for mask, part in pairs]
        return _ops.concat(made, self._channels(x.ndim))

    def step(self, x: Tensor, states: Any, masks: tuple[Masks, Masks]) -> tuple[Tensor, Any]:
        """The next h, and [h, c]; `masks` of dropout, for inputs and h."""
        h, c = states
        z = self._of_gates(x, masks[0], self._read(self.kernel))
        axis = self._channels(z.ndim)
        if self.bias is not None:
            bias = self._read(self.bias)
            if axis == 1:
                bias = _ops.reshape(bias, [-1] + [1] * self.spatial)
            z = z + bias
        z = z + self._of_gates(h, masks[1], self._read(self.recurrent_kernel), is_state=True)
        i, f, candidate, o = _ops.split(z, 4, axis=axis)
        gate, activation = self.recurrent_activation, self.activation
        c = gate(f) * c + gate(i) * activation(candidate)
        h = gate(o) * activation(c)
        return h, [h, c]

    def state_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        """The shape of h for inputs of this shape."""
        first = 1 if self.data_format == "channels_last" else 2
        axes = range(self.spatial)
        windows = zip(axes, self.kernel_size, self.strides, self.dilation_rate, strict=True)
        out = []
        for place, window, stride, dilation in windows:
            size = input_shape[first + place]
            reach = 1 if self.padding == "same" else (window - 1) * dilation + 1
            out.append(None if size is None else (size - reach) // stride + 1)
        if first == 1:
            return (input_shape[0], *out, self.filters)
        return (input_shape[0], self.filters, *out)
