"""RandomHue, RandomSaturation and RandomColorJitter: other colors."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.augmentation.value_layer import ValueLayer
from pelton.keras.layers.preprocessing.image_layer import rescaled
from pelton.keras.layers.preprocessing.tones import RandomBrightness, RandomContrast

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_LEAST = 1e-7  # of what is divided by


def _parts(x: Tensor) -> Any:
    """Hue, saturation and value of (n, height, width, 3)."""
    from pelton.keras.ops.image.colors import rgb_to_hsv

    return _ops.unstack(rgb_to_hsv(x, "channels_last"), num=3, axis=-1)


def _colors(*parts: Tensor) -> Tensor:
    from pelton.keras.ops.image.colors import hsv_to_rgb

    return hsv_to_rgb(_ops.stack(parts, -1), "channels_last")


class RandomHue(ValueLayer):
    """Turns the hues of images of three channels in training, half the time back, by half of a
    share of a whole turn that is drawn from `factor` in [0, 1], two numbers or the largest one."""

    def __init__(
        self,
        factor: Any,
        value_range: Any = (0, 255),
        data_format: str | None = None,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(factor, value_range, data_format, seed, **kwargs)

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training:
            return None
        is_back = _ops.greater(self._uniform(images, 0.0, 1.0), 0.5)
        turn = self._uniform(images, *self.factor) * 0.5
        return _ops.where(is_back, _ops.negative(turn), turn)

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        hue, saturation, value = _parts(rescaled(x, self.value_range, (0, 1)))
        hue = hue + _ops.cast(drawn, x.dtype)[..., 0]
        hue = _ops.where(_ops.greater(hue, 1.0), hue - 1.0, hue)
        hue = _ops.where(_ops.less(hue, 0.0), hue + 1.0, hue)
        colors = _ops.clip_by_value(_colors(hue, saturation, value), 0.0, 1.0)
        return rescaled(colors, (0, 1), self.value_range)


class RandomSaturation(ValueLayer):
    """Multiplies the saturation of images of three channels in training by f / (1 - f), f being
    drawn from `factor` in [0, 1], two numbers or the largest one: 0 makes them gray, 0.5 changes
    nothing."""

    _bounds = (-1.0, 1.0)

    def __init__(
        self,
        factor: Any,
        value_range: Any = (0, 255),
        data_format: str | None = None,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(factor, value_range, data_format, seed, **kwargs)

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training:
            return None
        drawn = self._uniform(images, *self.factor)
        return drawn / (1.0 - drawn + _LEAST)

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        hue, saturation, value = _parts(x)
        saturation = self._within(saturation * _ops.cast(drawn, x.dtype)[..., 0])
        return _colors(hue, saturation, value)


class RandomColorJitter(ValueLayer):
    """RandomBrightness, RandomContrast, RandomSaturation and RandomHue after each other, each of
    which has the factor of its name, or is left out where that is None."""

    def __init__(
        self,
        value_range: Any = (0, 255),
        brightness_factor: Any = None,
        contrast_factor: Any = None,
        saturation_factor: Any = None,
        hue_factor: Any = None,
        seed: int | None = None,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(None, value_range, data_format, seed, **kwargs)
        self.brightness_factor, self.contrast_factor = brightness_factor, contrast_factor
        self.saturation_factor, self.hue_factor = saturation_factor, hue_factor
        shared = {"value_range": value_range, "seed": seed, "dtype": self.dtype_policy}
        made: list[Any] = []
        for cls, factor in (
            (RandomBrightness, brightness_factor),
            (RandomContrast, contrast_factor),
            (RandomSaturation, saturation_factor),
            (RandomHue, hue_factor),
        ):
            if factor is not None:
                made.append(cls(factor, data_format=self.data_format, **shared))
        self._steps = made

    def _randomly_changed(self, x: Tensor, drawn: Any) -> Tensor:
        for step in self._steps:
            x = step.call(x, training=True)
        return x

    def _own_config(self) -> dict[str, Any]:
        names = ("brightness_factor", "contrast_factor", "saturation_factor", "hue_factor")
        return {**super()._own_config(), **{name: getattr(self, name) for name in names}}
