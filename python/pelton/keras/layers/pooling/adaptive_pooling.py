"""Adaptive pools: windows as large as it takes to give a fixed number of outputs per axis."""

from __future__ import annotations

from pelton.keras.layers import spatial_arguments
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_SIZES = {
    1: "an integer or (length,)",
    2: "an integer or (height, width)",
    3: "an integer or (depth, height, width)",
}


class AdaptivePooling(LibraryLayer):
    """(batch, spatial..., channels), or channels first with `data_format`, with `output_size` cells
    along the spatial axes, whose sizes must be known. Raises TypeError for an `output_size` that is
    no integer and no tuple of them."""

    spatial = 1

    def __init__(self, output_size: Any, data_format: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        sizes = (output_size,) * self.spatial if isinstance(output_size, int) else output_size
        is_tuple = isinstance(sizes, (list, tuple)) and len(sizes) == self.spatial
        if not is_tuple or not all(isinstance(size, int) for size in sizes):
            raise TypeError(
                f"`output_size` must be {_SIZES[self.spatial]} tuple. Received: {output_size} of "
                f"type {type(output_size)} [{type(self).__name__}]"
            )
        if min(sizes) < 1:
            raise ValueError(
                f"`output_size` must be positive. Received: output_size={output_size} "
                f"[{type(self).__name__}]"
            )
        self.output_size = tuple(sizes)
        self.data_format = spatial_arguments.data_format(self, data_format)
        self.input_spec = InputSpec(ndim=self.spatial + 2)
        self._build_at_init()

    def _is_made_of_ops(self) -> bool:
        return True

    def _mean(self, inputs: Any) -> Tensor:
        from pelton.keras.ops.nn import adaptive_average_pool

        return adaptive_average_pool(inputs, self.output_size, self.data_format)

    def _greatest(self, inputs: Any) -> Tensor:
        from pelton.keras.ops.nn import adaptive_max_pool

        return adaptive_max_pool(inputs, self.output_size, self.data_format)

    def compute_output_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        first = spatial_arguments.first_axis(self)
        rest = input_shape[first + self.spatial :]
        return (*input_shape[:first], *self.output_size, *rest)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "output_size": self.output_size,
            "data_format": self.data_format,
        }


class AdaptiveAveragePooling1D(AdaptivePooling):
    """The mean of each channel in each of `output_size` windows of the steps."""

    def call(self, inputs: Any) -> Tensor:
        return self._mean(inputs)


class AdaptiveAveragePooling2D(AdaptiveAveragePooling1D):
    """The mean of each channel in each cell of a grid over height and width."""

    spatial = 2


class AdaptiveAveragePooling3D(AdaptiveAveragePooling1D):
    """The mean of each channel in each cell of a grid over depth, height and width."""

    spatial = 3


class AdaptiveMaxPooling1D(AdaptivePooling):
    """The greatest value of each channel in each of `output_size` windows of the steps."""

    def call(self, inputs: Any) -> Tensor:
        return self._greatest(inputs)


class AdaptiveMaxPooling2D(AdaptiveMaxPooling1D):
    """The greatest value of each channel in each cell of a grid over height and width."""

    spatial = 2


class AdaptiveMaxPooling3D(AdaptiveMaxPooling1D):
    """The greatest value of each channel in each cell of a grid over depth, height and width."""

    spatial = 3
