"""ZeroPadding1D, ZeroPadding2D and ZeroPadding3D: zeros around the spatial axes."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers import spatial_arguments
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class ZeroPadding1D(LibraryLayer):
    """Zeros before and after the steps of (batch, steps, channels), as many as `padding` says."""

    spatial = 1

    def __init__(self, padding: Any = 1, data_format: Any = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = spatial_arguments.data_format(self, data_format)
        pairs = spatial_arguments.pairs(self, "padding", padding, self.spatial)
        self.padding = pairs[0] if self.spatial == 1 else pairs
        self.input_spec = InputSpec(ndim=self.spatial + 2)

    def _is_made_of_ops(self) -> bool:
        return True

    def _all_pairs(self) -> list[Any]:
        """A pair for each axis of the input."""
        first = spatial_arguments.first_axis(self)
        own = [self.padding] if self.spatial == 1 else list(self.padding)
        return [(0, 0)] * first + own + [(0, 0)] * (2 - first)

    def call(self, inputs: Any) -> Tensor:
        return _ops.pad(inputs, [size for pair in self._all_pairs() for size in pair])

    def compute_output_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        return tuple(
            None if size is None else size + sum(pair)
            for size, pair in zip(input_shape, self._all_pairs(), strict=True)
        )

    def get_config(self) -> dict[str, Any]:
        return {
            **super().get_config(),
            "padding": self.padding,
            "data_format": self.data_format,
        }


class ZeroPadding2D(ZeroPadding1D):
    """Zeros around images: `padding` is one number, one per axis, or ((top, bottom), (left,
    right))."""

    spatial = 2

    def __init__(self, padding: Any = (1, 1), data_format: Any = None, **kwargs: Any) -> None:
        super().__init__(padding, data_format, **kwargs)


class ZeroPadding3D(ZeroPadding1D):
    """Zeros around volumes: `padding` is one number, one per axis, or a pair for each axis."""

    spatial = 3

    def __init__(
        self,
        padding: Any = ((1, 1), (1, 1), (1, 1)),
        data_format: Any = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(padding, data_format, **kwargs)
