"""Global pools: the mean or the greatest value of each channel over all spatial axes."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers import spatial_arguments
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class GlobalPooling(LibraryLayer):
    """Reduces the spatial axes of (batch, spatial..., channels), or of channels first with
    `data_format`, to (batch, channels), or to axes of size 1 with `keepdims`."""

    spatial = 1

    def __init__(self, data_format: Any = None, keepdims: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = spatial_arguments.data_format(self, data_format)
        if not isinstance(keepdims, bool):
            raise ValueError(
                f"`keepdims` must be a boolean. Received: keepdims={keepdims} "
                f"[{type(self).__name__}]"
            )
        self.keepdims = keepdims
        self.input_spec = InputSpec(ndim=self.spatial + 2)
        self._build_at_init()

    def _is_made_of_ops(self) -> bool:
        return True

    def _axes(self) -> list[int]:
        first = spatial_arguments.first_axis(self)
        return list(range(first, first + self.spatial))

    def compute_output_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        axes = self._axes()
        if self.keepdims:
            return tuple(1 if i in axes else size for i, size in enumerate(input_shape))
        return tuple(size for i, size in enumerate(input_shape) if i not in axes)

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "data_format": self.data_format,
            "keepdims": self.keepdims,
        }


class GlobalAveragePooling1D(GlobalPooling):
    """The mean of each channel over the steps that the mask, where there is one, shows."""

    supports_masking = True

    def _is_made_of_ops(self) -> bool:
        return False  # calls take masks

    def call(self, inputs: Any, mask: Any = None) -> Tensor:
        axes = self._axes()
        if mask is None:
            return _ops.reduce_mean(inputs, axis=axes, keepdims=self.keepdims)
        channels = 2 if self.data_format == "channels_last" else 1
        seen = _ops.expand_dims(_ops.cast(mask, inputs.dtype), channels)
        total = _ops.reduce_sum(inputs * seen, axis=axes, keepdims=self.keepdims)
        return total / _ops.reduce_sum(seen, axis=axes, keepdims=self.keepdims)

    def compute_mask(self, inputs: Any, mask: Any = None) -> None:
        """None: there are no steps left."""


class GlobalAveragePooling3D(GlobalPooling):
    """The mean of each channel over depth, height and width."""

    spatial = 3

    def call(self, inputs: Any) -> Tensor:
        return _ops.reduce_mean(inputs, axis=self._axes(), keepdims=self.keepdims)


class GlobalMaxPooling1D(GlobalPooling):
    """The greatest value of each channel over the steps."""

    def call(self, inputs: Any) -> Tensor:
        return _ops.reduce_max(inputs, axis=self._axes(), keepdims=self.keepdims)


class GlobalMaxPooling2D(GlobalMaxPooling1D):
    """The greatest value of each channel over height and width."""

    spatial = 2


class GlobalMaxPooling3D(GlobalMaxPooling1D):
    """The greatest value of each channel over depth, height and width."""

    spatial = 3


# Keras's second names.
GlobalAvgPool1D = GlobalAveragePooling1D
GlobalAvgPool3D = GlobalAveragePooling3D
GlobalMaxPool1D = GlobalMaxPooling1D
GlobalMaxPool2D = GlobalMaxPooling2D
GlobalMaxPool3D = GlobalMaxPooling3D
