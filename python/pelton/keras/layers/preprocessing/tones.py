"""RandomContrast and RandomBrightness: images with other distances from their mean, and lighter or
darker ones."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.preprocessing.image_layer import (
    RandomImageLayer,
    limits,
    range_of_values,
)

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class _RandomTones(RandomImageLayer):
    """What both share: a factor, and the range in which values stay."""

    def __init__(
        self, factor: Any, value_range: Any = (0, 255), seed: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(seed=seed, **kwargs)
        self.value_range = range_of_values(self, value_range)

    def _changed_masks(self, masks: Tensor, drawn: Any, training: bool) -> Tensor:
        return masks

    _changed_boxes = RandomImageLayer._kept_boxes

    def _like(self, x: Tensor, drawn: Tensor) -> Tensor:
        """A number for each image, in the dtype and with as many axes as the images."""
        number = drawn if x.ndim == 4 else _ops.reshape(drawn, [1, 1, 1])
        return _ops.cast(number, x.dtype)

    def _within(self, x: Tensor) -> Tensor:
        return _ops.clip_by_value(x, float(self.value_range[0]), float(self.value_range[1]))

    def get_config(self) -> dict[str, Any]:
        own = {"factor": self.factor, "value_range": self.value_range}
        return {**super().get_config(), **own}


class RandomContrast(_RandomTones):
    """Multiplies the distances from each channel's mean in training by a number drawn from
    [1 - lower, 1 + upper), where `factor` is (lower, upper) or one number for both, in [0, 1]."""

    _drawn_names = {"contrast_factor": 4}

    def __init__(
        self, factor: Any, value_range: Any = (0, 255), seed: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(factor, value_range, seed, **kwargs)
        low, high = limits(self, "factor", factor, 0.0, 1.0)
        self.factor = (low, high)

    def _draw(self, images: Tensor, training: bool) -> Any:
        low, high = 1.0 - self.factor[0], 1.0 + self.factor[1]
        return self._uniform(images, low, high) if training else None

    def _randomly_changed(self, x: Tensor, drawn: Any) -> Tensor:
        first = x.ndim + self._height_axis()
        mean = _ops.reduce_mean(x, axis=[first, first + 1], keepdims=True)
        return self._within((x - mean) * self._like(x, drawn) + mean)


class RandomBrightness(_RandomTones):
    """Adds a number in training that is drawn from `factor`, two numbers or one for both
    directions, in [-1, 1], times the length of `value_range`."""

    _drawn_names = {"rgb_delta": 4}

    def __init__(
        self, factor: Any, value_range: Any = (0, 255), seed: int | None = None, **kwargs: Any
    ) -> None:
        super().__init__(factor, value_range, seed, **kwargs)
        self.factor = limits(self, "factor", factor or 0.0, -1.0, 1.0)
        self.value_range = sorted(value_range)

    def _draw(self, images: Tensor, training: bool) -> Any:
        whole = float(self.value_range[1] - self.value_range[0])
        return self._uniform(images, *self.factor) * whole if training else None

    def _randomly_changed(self, x: Tensor, drawn: Any) -> Tensor:
        return self._within(x + self._like(x, drawn))
