"""RandomPosterization and Solarization: images of fewer levels, and with bright pixels turned
dark."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.augmentation.value_layer import ValueLayer
from pelton.keras.layers.preprocessing.image_layer import limits, rescaled

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_BYTE = (0, 255)


class RandomPosterization(ValueLayer):
    """Keeps in training only the first bits of each value, as many as an integer drawn from
    `factor`: two of 1 to 8, the second one left out unless both are equal, or that second one."""

    _bounds = (1, 8)

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
        low, high = (float(end) for end in self.factor)
        return 2.0 ** (8.0 - _ops.floor(self._uniform(images, low, high)))

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        step = _ops.cast(drawn, x.dtype)
        whole = _ops.floor(_ops.clip_by_value(rescaled(x, self.value_range, _BYTE), 0.0, 255.0))
        return rescaled(_ops.floor(whole / step) * step, _BYTE, self.value_range)


class Solarization(ValueLayer):
    """Adds a number drawn from `addition_factor` to images in training, values being taken as 0
    to 255, and subtracts from 255 those that are not below one drawn from `threshold_factor`.

    Factors are two numbers in [0, 1], of which the second times 255 is the largest one and the
    first the least one, or that second one. Raises ValueError for others."""

    _drawn_names = {"additions": 4, "thresholds": 4}

    def __init__(
        self,
        addition_factor: Any = 0.0,
        threshold_factor: Any = 0.0,
        value_range: Any = (0, 255),
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(value_range=value_range, seed=seed, **kwargs)
        self.addition_factor = limits(self, "addition_factor", addition_factor, 0.0, 1.0)
        self.threshold_factor = limits(self, "threshold_factor", threshold_factor, 0.0, 1.0)

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training:
            return None
        factors = (self.addition_factor, self.threshold_factor)
        return [self._uniform(images, low, 255.0 * high) for low, high in factors]

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        addition, threshold = (_ops.cast(number, x.dtype) for number in drawn)
        y = rescaled(x, self.value_range, _BYTE) + addition
        y = _ops.clip_by_value(y, 0.0, 255.0)
        y = _ops.where(_ops.less(y, threshold), y, 255.0 - y)
        return rescaled(y, _BYTE, self.value_range)

    def _own_config(self) -> dict[str, Any]:
        factors = ("addition_factor", "threshold_factor")
        return {**super()._own_config(), **{name: getattr(self, name) for name in factors}}
