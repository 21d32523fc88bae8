"""UpSampling1D, UpSampling2D and UpSampling3D: each step, pixel or voxel several times."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers import open_sizes, spatial_arguments
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_METHODS = ("bicubic", "bilinear", "lanczos3", "lanczos5", "nearest")


def repeated(x: Tensor, axis: int, times: int) -> Tensor:
    """`x` with each entry of an axis `times` times, one after the other."""
    if times == 1:
        return x
    copies = [1] * (x.ndim + 1)
    copies[axis + 1] = times
    many = _ops.tile(_ops.expand_dims(x, axis + 1), copies)
    sizes: list[Any] = [(x, i) for i in range(x.ndim)]
    sizes[axis] = -1 if x.shape[axis] is None else x.shape[axis] * times
    return open_sizes.reshape(many, sizes)


class UpSampling1D(LibraryLayer):
    """Each step of (batch, steps, channels) `size` times."""

    def __init__(self, size: int = 2, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if not isinstance(size, int) or isinstance(size, bool):
            raise TypeError(
                f"Expected an integer value for `size`, got {type(size)}. Received: size={size} "
                "[UpSampling1D]"
            )
        if size <= 0:
            raise ValueError(
                f"Argument `size` should be a positive integer. Received: size={size} "
                "[UpSampling1D]"
            )
        self.size = size
        self.input_spec = InputSpec(ndim=3)

    def _is_made_of_ops(self) -> bool:
        return True

    def call(self, inputs: Any) -> Tensor:
        return repeated(inputs, 1, self.size)

    def compute_output_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        batch, steps, channels = input_shape
        return (batch, None if steps is None else steps * self.size, channels)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "size": self.size}


class UpSampling3D(LibraryLayer):
    """Each voxel of (batch, depth, height, width, channels) as often as `size` says per axis."""

    spatial = 3

    def __init__(self, size: Any = (2, 2, 2), data_format: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = spatial_arguments.data_format(self, data_format)
        self.size = spatial_arguments.sizes(self, "size", size, self.spatial)
        self.input_spec = InputSpec(ndim=self.spatial + 2)

    def _is_made_of_ops(self) -> bool:
        return True

    def call(self, inputs: Any) -> Tensor:
        first = spatial_arguments.first_axis(self)
        for axis, times in enumerate(self.size):
            inputs = repeated(inputs, first + axis, times)
        return inputs

    def compute_output_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        first, shape = spatial_arguments.first_axis(self), list(input_shape)
        for axis, times in enumerate(self.size):
            if shape[first + axis] is not None:
                shape[first + axis] *= times
        return tuple(shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "size": self.size, "data_format": self.data_format}


class UpSampling2D(UpSampling3D):
    """Images as many times higher and wider as `size` says, by `interpolation`."""

    spatial = 2

    def __init__(
        self,
        size: Any = (2, 2),
        data_format: Any = None,
        interpolation: str = "nearest",
        **kwargs: Any,
    ) -> None:
        super().__init__(size, data_format, **kwargs)
        self.interpolation = str(interpolation).lower()
        if self.interpolation not in _METHODS:
            raise ValueError(
                f"`interpolation` argument should be one of {_METHODS}. Received: "
                f"interpolation={interpolation} [{type(self).__name__}]"
            )

    def call(self, inputs: Any) -> Tensor:
        if self.interpolation == "nearest":
            return super().call(inputs)
        first, x = spatial_arguments.first_axis(self), _ops.cast(inputs, "float32")
        for axis, times in enumerate(self.size):
            size = inputs.shape[first + axis]
            if size is None:
                size = _ops.shape(inputs)[first + axis]
            x = _ops.resample(x, first + axis, size * times, self.interpolation)
        return _ops.cast(x, inputs.dtype)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "interpolation": self.interpolation}
