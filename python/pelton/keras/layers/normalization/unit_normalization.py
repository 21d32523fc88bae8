"""UnitNormalization and RMSNormalization: a length of 1, or a root mean square of 1."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.library_layer import LibraryLayer, as_tensor
from pelton.keras.layers.normalization import axes

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_LEAST_SQUARES = 1e-12


class UnitNormalization(LibraryLayer):
    """Inputs divided by their Euclidean norm along `axis`, one or several."""

    supports_masking = True

    def __init__(self, axis: Any = -1, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = axes.checked(self, axis)
        self._build_at_init()

    def call(self, inputs: Any) -> Tensor:
        x = as_tensor(self, "inputs", inputs)
        along = axes.within(self, self.axis, x.shape)
        squares = _ops.reduce_sum(x * x, axis=along, keepdims=True)
        return x * _ops.rsqrt(_ops.maximum(squares, _ops.cast(_LEAST_SQUARES, squares.dtype)))

    def compute_output_shape(self, input_shape: Any) -> Any:
        axes.within(self, self.axis, input_shape)
        return tuple(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "axis": self.axis}


class RMSNormalization(LibraryLayer):
    """Inputs divided by the root of their mean square along `axis`, times a learned scale."""

    def __init__(self, axis: Any = -1, epsilon: float = 1e-6, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.axis = axes.checked(self, axis)
        if not isinstance(epsilon, (int, float)) or epsilon < 0:
            raise ValueError(
                f"`epsilon` must be a number of at least 0. Received: epsilon={epsilon} "
                "[RMSNormalization]"
            )
        self.epsilon = epsilon

    def build(self, input_shape: Any) -> None:
        along = axes.within(self, self.axis, input_shape)
        sizes = tuple(input_shape[axis] for axis in sorted(along))
        if None in sizes:
            raise ValueError(
                f"Axis {self.axis} must have a known size. Received: input_shape="
                f"{tuple(input_shape)} [RMSNormalization '{self.name}']"
            )
        self.axis = sorted(self.axis) if isinstance(self.axis, list) else [self.axis]
        self.scale = self.add_weight(name="scale", shape=sizes, initializer="ones")

    def call(self, inputs: Any) -> Tensor:
        x = as_tensor(self, "inputs", inputs)
        along = axes.within(self, self.axis, x.shape)
        wide = _ops.cast(x, "float32") if x.dtype.name in ("float16", "bfloat16") else x
        mean = _ops.reduce_mean(wide * wide, axis=along, keepdims=True)
        normal = _ops.cast(wide * _ops.rsqrt(mean + self.epsilon), x.dtype)
        sizes = [x.shape[axis] if axis in along else 1 for axis in range(x.ndim)]
        return normal * _ops.reshape(self._read(self.scale), sizes)

    def compute_output_shape(self, input_shape: Any) -> Any:
        axes.within(self, self.axis, input_shape)
        return tuple(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "axis": self.axis, "epsilon": self.epsilon}
