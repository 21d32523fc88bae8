"""LeakyReLU, ELU and ThresholdedReLU: activation layers with one number."""

from __future__ import annotations

import warnings

from pelton._core import ops as _ops
from pelton.keras.layers.library_layer import LibraryLayer, as_tensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class _ShapePreserving(LibraryLayer):
    supports_masking = True

    def compute_output_shape(self, input_shape: Any) -> Any:
        return tuple(input_shape)


def _number(layer: Any, argument: str, value: Any) -> float:
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        raise ValueError(
            f"`{argument}` must be a number. Received: {argument}={value} [{type(layer).__name__}]"
        )
    return value


class LeakyReLU(_ShapePreserving):
    """x where positive, else negative_slope * x; of integers in float32. Raises ValueError for a
    negative slope."""

    def __init__(self, negative_slope: float = 0.3, **kwargs: Any) -> None:
        if "alpha" in kwargs:
            negative_slope = kwargs.pop("alpha")
            warnings.warn(
                "Argument `alpha` is deprecated. Use `negative_slope` instead.", stacklevel=2
            )
        super().__init__(**kwargs)
        if negative_slope is None or _number(self, "negative_slope", negative_slope) < 0:
            raise ValueError(
                "The negative_slope value of a Leaky ReLU layer cannot be None or negative value. "
                f"Expected a float. Received: negative_slope={negative_slope} [LeakyReLU]"
            )
        self.negative_slope = negative_slope
        self._build_at_init()

    def call(self, inputs: Any) -> Tensor:
        x = as_tensor(self, "inputs", inputs)
        x = _ops.cast(x, "float32") if x.dtype.is_integer else x
        return _ops.leaky_relu(x, alpha=self.negative_slope)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "negative_slope": self.negative_slope}


class ELU(_ShapePreserving):
    """x where positive, else alpha * (exp(x) - 1)."""

    def __init__(self, alpha: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.alpha = _number(self, "alpha", alpha)
        self._build_at_init()

    def call(self, inputs: Any) -> Tensor:
        return _ops.elu(as_tensor(self, "inputs", inputs), alpha=self.alpha)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "alpha": self.alpha}


class ThresholdedReLU(_ShapePreserving):
    """x where above theta, else 0: a layer of Keras 2 that tf.keras kept. Raises ValueError for a
    theta below 0."""

    def __init__(self, theta: float = 1.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if theta is None or _number(self, "theta", theta) < 0:
            raise ValueError(
                "The theta value of a Thresholded ReLU layer should be a number >= 0. Received: "
                f"theta={theta} [ThresholdedReLU]"
            )
        self.theta = theta

    def call(self, inputs: Any) -> Tensor:
        x = as_tensor(self, "inputs", inputs)
        return x * _ops.cast(_ops.greater(x, self.theta), dtype=x.dtype)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "theta": float(self.theta)}
