"""Owns `LocallyConnected1D` and `LocallyConnected2D`, Keras 2's convolutions with weights of their
own at each place."""

from __future__ import annotations

import importlib
import itertools
import math

from pelton._core import layers as _layers
from pelton._core import ops as _ops
from pelton.keras.layers import input_spec

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_PARTS = ("initializer", "regularizer", "constraint")


def _default_format() -> str:
    from pelton.keras.backend import image_data_format

    return image_data_format()


def _module(part: str) -> Any:
    """The module of Keras's with such parts."""
    return importlib.import_module(f"pelton.keras.{part}s")


def _sizes(value: Any, rank: int, name: str) -> tuple[int, ...]:
    """`rank` sizes above 0. ValueError for others."""
    sizes = (value,) * rank if isinstance(value, int) else tuple(value)
    if len(sizes) != rank or not all(isinstance(size, int) and size > 0 for size in sizes):
        raise ValueError(f"`{name}` must be {rank} integers above 0, got {value!r}")
    return sizes


class _LocallyConnected(_layers.Layer):
    """What both share: `implementation` 1 of Keras 2, whose kernel is (places, values, filters)."""

    rank = 0

    def __init__(
        self, filters: int, kernel_size: Any, strides: Any = 1, padding: str = "valid",
        data_format: str | None = None, activation: Any = None, use_bias: bool = True,
        kernel_initializer: Any = "glorot_uniform", bias_initializer: Any = "zeros",
        kernel_regularizer: Any = None, bias_regularizer: Any = None,
        activity_regularizer: Any = None, kernel_constraint: Any = None,
        bias_constraint: Any = None, implementation: int = 1, **kwargs: Any,
    ) -> None:  # fmt: skip
        super().__init__(activity_regularizer=activity_regularizer, **kwargs)
        kind = type(self).__name__
        if padding != "valid" or implementation != 1:
            raise ValueError(
                f"{kind}: only padding 'valid' with `implementation` 1 is there, got "
                f"{padding!r} and {implementation!r}"
            )
        if data_format not in (None, "channels_first", "channels_last"):
            raise ValueError(
                'The `data_format` argument must be one of "channels_first", "channels_last". '
                f"Received: {data_format}"
            )
        self.filters, self.padding, self.implementation = filters, padding, implementation
        self.kernel_size = _sizes(kernel_size, self.rank, "kernel_size")
        self.strides = _sizes(strides, self.rank, "strides")
        self.data_format = data_format or _default_format()
        self.activation, self.use_bias = _module("activation").get(activation), use_bias
        given = {
            "kernel_initializer": kernel_initializer, "bias_initializer": bias_initializer,
            "kernel_regularizer": kernel_regularizer, "bias_regularizer": bias_regularizer,
            "kernel_constraint": kernel_constraint, "bias_constraint": bias_constraint,
        }  # fmt: skip
        for name, value in given.items():
            setattr(self, name, _module(name.partition("_")[2]).get(value))
        self.input_spec = input_spec.InputSpec(ndim=self.rank + 2)

    def _is_last(self) -> bool:
        return self.data_format == "channels_last"

    def _places(self, shape: Any) -> tuple[int, ...]:
        """The sizes of the output. ValueError where a size is not known or too small."""
        inner = list(shape)[1:-1] if self._is_last() else list(shape)[2:]
        if None in inner:
            raise ValueError(
                "The spatial dimensions of the inputs to a LocallyConnected layer should be fully "
                f"defined, but layer received an inputs shape of {tuple(shape)}"
            )
        kernel = zip(inner, self.kernel_size, self.strides, strict=True)
        places = tuple((size - width) // step + 1 for size, width, step in kernel)
        if min(places) <= 0:
            raise ValueError(f"{self.name}: inputs of {tuple(shape)} are less than the kernel")
        return places

    def build(self, input_shape: Any) -> None:
        """Makes the weights for inputs of a shape."""
        places = self._places(input_shape)
        channels = input_shape[-1 if self._is_last() else 1]
        values = math.prod(self.kernel_size) * channels
        self.kernel = self._weight("kernel", (math.prod(places), values, self.filters))
        self.bias = self._weight("bias", (*places, self.filters)) if self.use_bias else None
        self.built = True

    def _weight(self, name: str, shape: tuple[int, ...]) -> Any:
        parts = {part: getattr(self, f"{name}_{part}") for part in _PARTS}
        return self.add_weight(name=name, shape=shape, **parts)

    def call(self, inputs: Any) -> Any:
        """The outputs (batch, ..., filters), or (batch, filters, ...) with channels first."""
        places = self._places(inputs.shape)
        axis = 1 if self._is_last() else 2
        taken = []
        for offsets in itertools.product(*map(range, self.kernel_size)):
            index: list[Any] = [slice(None)] * inputs.shape.rank
            for at, (first, step, count) in enumerate(
                zip(offsets, self.strides, places, strict=True)
            ):
                index[axis + at] = slice(first, first + step * (count - 1) + 1, step)
            taken.append(inputs[tuple(index)])
        if not self._is_last():  # (batch, places..., channels, kernel)
            order = [0, *range(2, self.rank + 2), 1]
            taken = [_ops.transpose(one, order) for one in taken]
        rows = _ops.stack(taken, axis=-2 if self._is_last() else -1)
        flat = _ops.reshape(rows, [-1, self.kernel.shape[0], self.kernel.shape[1]])
        made = _ops.matmul(_ops.transpose(flat, [1, 0, 2]), self.kernel)  # (places, batch, filters)
        made = _ops.transpose(made, [1, 0, 2])
        made = _ops.reshape(made, [-1, *places, self.filters])
        if self.bias is not None:
            made = made + self.bias
        if not self._is_last():
            made = _ops.transpose(made, [0, self.rank + 1, *range(1, self.rank + 1)])
        return self.activation(made)

    def compute_output_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        """The shape of outputs for inputs of a shape."""
        places = self._places(input_shape)
        inner = (*places, self.filters) if self._is_last() else (self.filters, *places)
        return (input_shape[0], *inner)

    def get_config(self) -> dict[str, Any]:
        """What `from_config` takes."""
        plain = "filters kernel_size strides padding data_format use_bias implementation".split()
        parts = {
            f"{of}_{part}": _module(part).serialize(getattr(self, f"{of}_{part}"))
            for of in ("kernel", "bias")
            for part in _PARTS
        }
        activation = _module("activation").serialize(self.activation)
        plain_values = {name: getattr(self, name) for name in plain}
        return {**super().get_config(), **plain_values, "activation": activation, **parts}


class LocallyConnected1D(_LocallyConnected):
    """A convolution of (batch, steps, channels) with weights of its own at each step."""

    rank = 1


class LocallyConnected2D(_LocallyConnected):
    """A convolution of (batch, rows, columns, channels) with weights of its own at each place."""

    rank = 2
