"""RandomRotation, RandomZoom and RandomTranslation: images turned, scaled and moved."""

from __future__ import annotations

import math

from pelton._core import ops as _ops
from pelton.keras.layers.preprocessing import transformations
from pelton.keras.layers.preprocessing.image_layer import MovingImageLayer, limits

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def _half(size: Any) -> Any:
    """The middle of an axis."""
    return (size - 1) / 2.0 if isinstance(size, int) else (_ops.cast(size, "float32") - 1.0) / 2.0


def _rows(*columns: Tensor) -> Tensor:
    """(batch, columns) of numbers (batch, 1, 1, 1)."""
    return _ops.concat([_ops.reshape(column, [-1, 1]) for column in columns], -1)


class RandomRotation(MovingImageLayer):
    """Turns each image in training by an angle drawn from `factor`, two shares of a whole turn, or
    one for both directions; positive ones turn counter-clockwise."""

    def __init__(
        self,
        factor: Any,
        fill_mode: str = "reflect",
        interpolation: str = "bilinear",
        seed: int | None = None,
        fill_value: float = 0.0,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(fill_mode, interpolation, seed, fill_value, data_format, **kwargs)
        self.factor = limits(self, "factor", factor or 0.0, -1.0, 1.0)

    def _draw(self, images: Tensor, training: bool) -> Any:
        low, high = (2.0 * math.pi * share for share in self.factor)
        return self._uniform(images, low, high) if training else None

    def _matrix(self, images: Tensor, drawn: Any) -> Tensor:
        height, width = self._height_and_width(images)
        x, y = _half(width), _half(height)
        cosine, sine = _ops.cos(drawn), _ops.sin(drawn)
        right = x - x * cosine + y * sine
        below = y - x * sine - y * cosine
        return _rows(cosine, _ops.negative(sine), right, sine, cosine, below)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "factor": self.factor}


class _RandomAxes(MovingImageLayer):
    """What the layers with a factor for heights and one for widths share."""

    _least = -1.0

    def __init__(
        self,
        height_factor: Any,
        width_factor: Any,
        fill_mode: str,
        interpolation: str,
        seed: int | None,
        fill_value: float,
        data_format: str | None,
        **kwargs: Any,
    ) -> None:
        super().__init__(fill_mode, interpolation, seed, fill_value, data_format, **kwargs)
        self.height_factor, self.width_factor = height_factor, width_factor
        self.height_lower, self.height_upper = self._ends("height_factor", height_factor)
        if width_factor is not None:
            self.width_lower, self.width_upper = self._ends("width_factor", width_factor)

    def _ends(self, argument: str, value: Any) -> tuple[float, float]:
        low, high = limits(self, argument, value, -1.0, 1.0)
        if low < self._least:
            low = -high
        return low, high

    def get_config(self) -> dict[str, Any]:
        own = {"height_factor": self.height_factor, "width_factor": self.width_factor}
        return {**super().get_config(), **own}


class RandomZoom(_RandomAxes):
    """Scales each image in training by 1 + a number drawn from `height_factor` and `width_factor`,
    two numbers or one for both directions; positive ones show more of what is around. Without
    `width_factor` the ratio stays."""

    _drawn_names = {"height_zoom": 2, "width_zoom": 2, transformations.SHAPE: None}
    _makes_batches_of_boxes = True

    def __init__(
        self,
        height_factor: Any,
        width_factor: Any = None,
        fill_mode: str = "reflect",
        interpolation: str = "bilinear",
        seed: int | None = None,
        fill_value: float = 0.0,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(
            height_factor,
            width_factor,
            fill_mode,
            interpolation,
            seed,
            fill_value,
            data_format,
            **kwargs,
        )

    def _ends(self, argument: str, value: Any) -> tuple[float, float]:
        low, high = super()._ends(argument, value)
        numbers = value if isinstance(value, (list, tuple)) else (value,)
        if any(number <= -1 for number in numbers):
            raise ValueError(
                f"The `{argument}` argument should be a number (or a list of two numbers) in the "
                f"range (-1.0, 1.0]. Received: {argument}={value} [{type(self).__name__}]"
            )
        return low, high

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training:
            return None
        down = self._uniform(images, 1.0 + self.height_lower, 1.0 + self.height_upper)
        if self.width_factor is None:
            return down, down
        return down, self._uniform(images, 1.0 + self.width_lower, 1.0 + self.width_upper)

    def _matrix(self, images: Tensor, drawn: Any) -> Tensor:
        (down, across), none = drawn, _ops.zeros_like(drawn[0])
        height, width = self._height_and_width(images)
        right = (1.0 - across) * _half(width)
        below = (1.0 - down) * _half(height)
        return _rows(across, none, right, none, down, below)


class RandomTranslation(_RandomAxes):
    """Moves each image in training by shares of its height and width drawn from `height_factor`
    and `width_factor`, two numbers or one for both directions; positive ones move down and to the
    right."""

    _drawn_names = {"translations": transformations.PAIR, transformations.SHAPE: None}

    def __init__(
        self,
        height_factor: Any,
        width_factor: Any,
        fill_mode: str = "reflect",
        interpolation: str = "bilinear",
        seed: int | None = None,
        fill_value: float = 0.0,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        if width_factor is None:
            raise ValueError(
                "The `width_factor` argument should be a number (or a list of two numbers). "
                f"Received: width_factor=None [{type(self).__name__}]"
            )
        super().__init__(
            height_factor,
            width_factor,
            fill_mode,
            interpolation,
            seed,
            fill_value,
            data_format,
            **kwargs,
        )

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training:
            return None
        height, width = (_ops.cast(size, "float32") for size in self._height_and_width(images))
        down = self._uniform(images, self.height_lower, self.height_upper) * height
        return self._uniform(images, self.width_lower, self.width_upper) * width, down

    def _matrix(self, images: Tensor, drawn: Any) -> Tensor:
        across, down = drawn
        one, none = _ops.ones_like(down), _ops.zeros_like(down)
        return _rows(one, none, _ops.negative(across), none, one, _ops.negative(down))
