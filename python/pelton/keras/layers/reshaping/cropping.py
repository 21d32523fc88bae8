"""Cropping1D, Cropping2D and Cropping3D: the spatial axes without their ends."""

from __future__ import annotations

from pelton.keras.layers import spatial_arguments
from pelton.keras.layers.input_spec import InputSpec
from pelton.keras.layers.library_layer import LibraryLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class Cropping1D(LibraryLayer):
    """(batch, steps, channels) without `cropping` = (first, last) steps."""

    spatial = 1

    def __init__(self, cropping: Any = (1, 1), **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.data_format = "channels_last"
        self._read_cropping(cropping)

    def _read_cropping(self, cropping: Any) -> None:
        pairs = spatial_arguments.pairs(self, "cropping", cropping, self.spatial)
        self.cropping = pairs[0] if self.spatial == 1 else pairs
        self.input_spec = InputSpec(ndim=self.spatial + 2)

    def _is_made_of_ops(self) -> bool:
        return True

    def _check(self, shape: Any) -> list[Any]:
        """A pair for each axis of the input; raises ValueError where nothing would be left."""
        first = spatial_arguments.first_axis(self)
        own = [self.cropping] if self.spatial == 1 else list(self.cropping)
        pairs = [(0, 0)] * first + own + [(0, 0)] * (2 - first)
        for size, pair in zip(shape[first:], own, strict=False):
            if size is not None and sum(pair) >= size > 0:
                name = type(self).__name__
                what = (
                    "`cropping` parameter of `Cropping1D` layer must be smaller than the input "
                    "length."
                    if self.spatial == 1
                    else "Values in `cropping` argument should be smaller than the corresponding "
                    "spatial dimension of the input."
                )
                raise ValueError(
                    f"{what} Received: inputs.shape={tuple(shape)}, cropping={self.cropping} "
                    f"[{name}]"
                )
        return pairs

    def call(self, inputs: Any) -> Tensor:
        pairs = self._check(tuple(inputs.shape))
        return inputs[tuple(slice(before, -after or None) for before, after in pairs)]

    def compute_output_shape(self, input_shape: Any) -> tuple[int | None, ...]:
        return tuple(
            None if size is None else size - sum(pair)
            for size, pair in zip(input_shape, self._check(input_shape), strict=True)
        )

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "cropping": self.cropping}


class Cropping2D(Cropping1D):
    """Images without their borders: `cropping` is one number, one per axis, or ((top, bottom),
    (left, right))."""

    spatial = 2

    def __init__(
        self, cropping: Any = ((0, 0), (0, 0)), data_format: Any = None, **kwargs: Any
    ) -> None:
        LibraryLayer.__init__(self, **kwargs)
        self.data_format = spatial_arguments.data_format(self, data_format)
        self._read_cropping(cropping)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "data_format": self.data_format}


class Cropping3D(Cropping2D):
    """Volumes without their borders: `cropping` is one number, one per axis, or a pair each."""

    spatial = 3

    def __init__(
        self, cropping: Any = ((1, 1), (1, 1), (1, 1)), data_format: Any = None, **kwargs: Any
    ) -> None:
        super().__init__(cropping, data_format, **kwargs)
