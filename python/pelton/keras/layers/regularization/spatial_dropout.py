"""SpatialDropout1D to 3D: dropout of whole channels."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton._core.keras_settings import image_data_format
from pelton.keras.layers import library_layer
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.names.own_init import own_init

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class _SpatialDropout(LibraryLayer):
    """Drops each channel of each example as a whole, in training."""

    supports_masking = True
    _ndim = 3
    data_format = "channels_last"

    def __init__(self, rate: float, seed: int | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.rate = library_layer.rate(self, "rate", rate)
        self.seed = library_layer.seed(self, seed)
        if self.rate > 0:
            library_layer.add_seed_generator(self, self.seed)
        self.input_spec = InputSpec(ndim=self._ndim)
        self._build_at_init()

    def call(self, inputs: Any, training: bool = False) -> Tensor:
        x = library_layer.as_tensor(self, "inputs", inputs)
        if not training or self.rate == 0:
            return x
        spatial = range(2, x.ndim) if self.data_format == "channels_first" else range(1, x.ndim - 1)
        first = x
        for axis in spatial:
            first = _ops.split(first, [1, -1], axis=axis)[0]
        ones = _ops.ones_like(first)
        return x * _ops.counted_dropout(ones, self.rate, seed=self._draws_by)

    def compute_output_shape(self, input_shape: Any) -> Any:
        return tuple(input_shape)

    def get_config(self) -> dict[str, Any]:
        return {"rate": self.rate, "seed": self.seed, "name": self.name, "dtype": self.dtype}


class SpatialDropout1D(_SpatialDropout):
    """Drops a share `rate` of the channels of (batch, steps, channels) in training."""

    def __init__(
        self,
        rate: float,
        seed: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(rate, seed, name=name, dtype=dtype)


class _SpatialDropoutOfImages(_SpatialDropout):
    def __init__(
        self,
        rate: float,
        data_format: str | None = None,
        seed: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(rate, seed, name=name, dtype=dtype)
        if data_format not in (None, "channels_last", "channels_first"):
            raise ValueError(
                "The `data_format` argument must be one of ('channels_first', 'channels_last'). "
                f"Received: data_format={data_format} [{type(self).__name__}]"
            )
        self.data_format = data_format or image_data_format()

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "data_format": self.data_format}


@own_init
class SpatialDropout2D(_SpatialDropoutOfImages):
    """Drops a share `rate` of the channels of images (batch, rows, columns, channels)."""

    _ndim = 4


@own_init
class SpatialDropout3D(_SpatialDropoutOfImages):
    """Drops a share `rate` of the channels of volumes (batch, x, y, z, channels)."""

    _ndim = 5
