"""Owns the poolings of ``tf.layers``."""

from __future__ import annotations

from pelton.compat.v1.layers.base import Layer
from pelton.compat.v1.layers.convolutions import FORMATS, sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class _Pooling(Layer):
    rank, kind = 2, "MAX"

    def __init__(
        self, pool_size: Any, strides: Any, padding: str = "valid",
        data_format: str = "channels_last", name: str | None = None, **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(name=name, **options)
        self.pool_size = sizes_of(pool_size, self.rank, "pool_size")
        self.strides = sizes_of(strides, self.rank, "strides")
        self.padding, self.data_format = str(padding).lower(), data_format

    def call(self, inputs: Any) -> Any:
        """One element for each window."""
        from pelton.compat.v1.nn import pool

        if len(inputs.shape) != self.rank + 2:
            raise ValueError(
                f"Input 0 of layer {self.name} is incompatible with the layer: expected "
                f"ndim={self.rank + 2}, found ndim={len(inputs.shape)}. Full shape received: "
                f"{inputs.shape}"
            )
        form = FORMATS[self.rank][self.data_format == "channels_first"]
        return pool(
            inputs, self.pool_size, self.kind, padding=self.padding.upper(), strides=self.strides,
            data_format=form,
        )  # fmt: skip


class MaxPooling1D(_Pooling):
    """The largest element of each window of steps."""

    rank = 1


class MaxPooling2D(_Pooling):
    """The largest element of each window of images."""


class MaxPooling3D(_Pooling):
    """The largest element of each window of volumes."""

    rank = 3


class AveragePooling1D(_Pooling):
    """The mean of each window of steps."""

    rank, kind = 1, "AVG"


class AveragePooling2D(_Pooling):
    """The mean of each window of images."""

    kind = "AVG"


class AveragePooling3D(_Pooling):
    """The mean of each window of volumes."""

    rank, kind = 3, "AVG"
