"""Owns Dense, Dropout, Flatten and BatchNormalization of ``tf.layers``."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.compat.v1 import nn as _nn
from pelton.compat.v1.layers.base import Layer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def zeros(shape: Any, dtype: Any = "float32") -> Any:
    """What biases begin with."""
    from pelton.ops.array.creation import zeros as make

    return make(shape, dtype)


def ones(shape: Any, dtype: Any = "float32") -> Any:
    """What scales begin with."""
    from pelton.ops.array.creation import ones as make

    return make(shape, dtype)


class WeightedLayer(Layer):
    """A layer with a kernel, a bias and an activation."""

    def __init__(
        self, activation: Any, use_bias: bool, kernel_initializer: Any, bias_initializer: Any,
        kernel_regularizer: Any, bias_regularizer: Any, kernel_constraint: Any,
        bias_constraint: Any, **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(**options)
        self.activation, self.use_bias = activation, use_bias
        self._of_kernel = (kernel_initializer, kernel_regularizer, kernel_constraint)
        self._of_bias = (bias_initializer or zeros, bias_regularizer, bias_constraint)
        self.kernel: Any = None
        self.bias: Any = None

    def add_kernel(self, shape: Any, name: str = "kernel") -> Any:
        """The kernel's variable."""
        initializer, regularizer, constraint = self._of_kernel
        return self.add_weight(
            name, shape, initializer=initializer, regularizer=regularizer, constraint=constraint
        )

    def add_bias(self, size: int) -> None:
        """The bias's variable, where there is a bias."""
        if self.use_bias:
            initializer, regularizer, constraint = self._of_bias
            self.bias = self.add_weight(
                "bias", [size], initializer=initializer, regularizer=regularizer,
                constraint=constraint,
            )  # fmt: skip

    def finished(self, outputs: Any, data_format: str | None = None) -> Any:
        """The outputs with the bias, and activated."""
        if self.bias is not None:
            outputs = _nn.bias_add(outputs, self.bias, data_format=data_format)
        return outputs if self.activation is None else self.activation(outputs)

    def size_of(self, shape: Any, axis: int) -> int:
        """The size of the inputs along an axis. Raises ValueError where it is not known."""
        if shape is None:
            raise TypeError(f"{type(self).__name__}: `inputs` must be one tensor")
        size = shape[axis] if shape.rank else None
        if size is None:
            what = "last dimension" if axis == -1 else "channel dimension"
            raise ValueError(
                f"{type(self).__name__}: the {what} of the inputs should be defined. Found "
                f"{'`None`' if shape.rank else f'shape {shape}'}."
            )
        return int(size)


class Dense(WeightedLayer):
    """activation(inputs @ kernel + bias) over the last axis.

    Raises ValueError where the size of the last axis is not known."""

    def __init__(
        self, units: int, activation: Any = None, use_bias: bool = True,
        kernel_initializer: Any = None, bias_initializer: Any = None,
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
        self.units = int(units)

    def build(self, input_shape: Any) -> None:
        """The kernel and the bias."""
        self.kernel = self.add_kernel([self.size_of(input_shape, -1), self.units])
        self.add_bias(self.units)

    def call(self, inputs: Any) -> Any:
        """The products with the bias, activated."""
        from pelton.compat.v1 import matmul, tensordot

        if len(inputs.shape) > 2:
            return self.finished(tensordot(inputs, self.kernel.value(), [[-1], [0]]))
        return self.finished(matmul(inputs, self.kernel.value()))


class Dropout(Layer):
    """Elements dropped with the probability `rate` where `training` holds, a bool or a tensor."""

    def __init__(
        self, rate: Any = 0.5, noise_shape: Any = None, seed: Any = None, name: str | None = None,
        **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(name=name, **options)
        self.rate, self.noise_shape, self.seed = rate, noise_shape, seed

    def call(self, inputs: Any, training: Any = False) -> Any:
        """The inputs, with elements dropped while training."""
        from pelton.compat.v1 import identity
        from pelton.compat.v1.control_flow import cond

        def dropped() -> Any:
            return _nn.dropout(inputs, noise_shape=self.noise_shape, rate=self.rate, seed=self.seed)

        if training is None or isinstance(training, (bool, int)):
            return dropped() if training else identity(inputs)
        return cond(training, dropped, lambda: _ops.identity(inputs))


class Flatten(Layer):
    """All axes but the first as one."""

    def __init__(
        self, data_format: str = "channels_last", name: str | None = None, **options: Any
    ) -> None:
        super().__init__(name=name, **options)
        self.data_format = data_format

    def call(self, inputs: Any) -> Any:
        """The inputs with two axes."""
        from pelton.compat.v1 import expand_dims, reshape, transpose

        rank = len(inputs.shape)
        if rank == 1:
            return expand_dims(inputs, 1)
        if self.data_format == "channels_first" and rank > 2:
            inputs = transpose(inputs, [0, *range(2, rank), 1])
        sizes = list(inputs.shape)[1:]
        if None not in sizes:
            import math

            return reshape(inputs, [-1, math.prod(sizes)])
        return reshape(inputs, [_ops.shape(inputs)[0], -1])


class BatchNormalization(Layer):
    """Normalization over the batch where `training` holds, whose averages are updated by the
    collection UPDATE_OPS, and by the averages otherwise."""

    def __init__(
        self, axis: Any = -1, momentum: float = 0.99, epsilon: float = 1e-3, center: bool = True,
        scale: bool = True, beta_initializer: Any = None, gamma_initializer: Any = None,
        moving_mean_initializer: Any = None, moving_variance_initializer: Any = None,
        beta_regularizer: Any = None, gamma_regularizer: Any = None, beta_constraint: Any = None,
        gamma_constraint: Any = None, renorm: bool = False, renorm_clipping: Any = None,
        renorm_momentum: float = 0.99, fused: bool | None = None, trainable: bool = True,
        virtual_batch_size: Any = None, adjustment: Any = None, name: str | None = None,
        **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(trainable=trainable, name=name, **options)
        if renorm or virtual_batch_size is not None or adjustment is not None:
            raise NotImplementedError(
                "BatchNormalization: `renorm`, `virtual_batch_size` and `adjustment` are not here"
            )
        self.axis = axis[0] if isinstance(axis, (list, tuple)) else axis
        self.momentum, self.epsilon, self.fused = momentum, epsilon, fused
        self._learned = {
            "gamma": (scale, gamma_initializer or ones, gamma_regularizer, gamma_constraint),
            "beta": (center, beta_initializer or zeros, beta_regularizer, beta_constraint),
        }
        self._averages = {
            "moving_mean": moving_mean_initializer or zeros,
            "moving_variance": moving_variance_initializer or ones,
        }
        self.gamma: Any = None
        self.beta: Any = None
        self.moving_mean: Any = None
        self.moving_variance: Any = None

    def build(self, input_shape: Any) -> None:
        """The scale, the shift and the averages."""
        rank = len(input_shape)
        self.axis = self.axis % rank if -rank <= self.axis < rank else self.axis
        if not 0 <= self.axis < rank:
            raise ValueError(
                f"BatchNormalization: `axis` {self.axis} is out of range for inputs of shape "
                f"{input_shape}"
            )
        size = input_shape[self.axis]
        if size is None:
            raise ValueError(f"BatchNormalization: shape {input_shape} has undefined axis size")
        for name, (is_there, start, penalty, constraint) in self._learned.items():
            if is_there:
                made = self.add_weight(
                    name, [size], initializer=start, regularizer=penalty, constraint=constraint
                )
                setattr(self, name, made)
        for name, start in self._averages.items():
            setattr(self, name, self.add_weight(name, [size], initializer=start, trainable=False))

    def call(self, inputs: Any, training: Any = False) -> Any:
        """The normalized inputs."""
        axes = [one for one in range(len(inputs.shape)) if one != self.axis]
        mean = _ops.reduce_mean(inputs, axes)
        variance = _ops.reduce_variance(inputs, axes)
        if training is None or isinstance(training, (bool, int)):
            if training:
                self._update(inputs, mean, variance, lambda new, _: new)
            else:
                mean, variance = self.moving_mean.value(), self.moving_variance.value()
            return self._normalized(inputs, mean, variance)
        from pelton.compat.v1.control_flow import cond

        def pick(of_batch: Any, average: Any) -> Any:
            return cond(training, lambda: _ops.identity(of_batch), lambda: _ops.identity(average))

        self._update(inputs, mean, variance, pick)
        mean = pick(mean, self.moving_mean.value())
        variance = pick(variance, self.moving_variance.value())
        return self._normalized(inputs, mean, variance)

    def _update(self, inputs: Any, mean: Any, variance: Any, pick: Any) -> None:
        """Adds the steps of the averages; `pick(new, old)` is what they step to."""
        if len(inputs.shape) == 4 and self.axis in (1, 3) and self.fused is not False:
            variance = variance * _unbiased(inputs, self.axis)  # as TensorFlow's fused op tells it
        for average, found in ((self.moving_mean, mean), (self.moving_variance, variance)):
            step = (average.value() - pick(found, average.value())) * (1.0 - self.momentum)
            self.add_update(average.assign_sub(step, name="AssignMovingAvg"))

    def _normalized(self, inputs: Any, mean: Any, variance: Any) -> Any:
        from pelton.compat.v1 import add, multiply

        sizes = [1] * len(inputs.shape)
        sizes[self.axis] = int(self.moving_mean.shape[0])

        def spread(value: Any) -> Any:
            return value if self.axis == len(sizes) - 1 else _ops.reshape(value, sizes)

        width = _ops.rsqrt(variance + self.epsilon)
        if self.gamma is not None:
            width = width * self.gamma.value()
        scaled = multiply(inputs - spread(mean), spread(width))
        return scaled if self.beta is None else add(scaled, spread(self.beta.value()))


def _unbiased(inputs: Any, axis: int) -> Any:
    """n / (n - 1) for the n elements of each channel."""
    sizes = _ops.cast(_ops.shape(inputs), inputs.dtype)
    count = 1.0
    for place in range(len(inputs.shape)):
        if place != axis:
            count = count * sizes[place]
    return count / _ops.maximum(count - 1.0, 1.0)
