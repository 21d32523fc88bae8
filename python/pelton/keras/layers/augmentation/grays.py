"""RandomGrayscale, RandomColorDegeneration and RandomInvert: images without colors, with fainter
ones and with opposite ones."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.augmentation.value_layer import ValueLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def _gray(x: Tensor) -> Tensor:
    from pelton.keras.ops.image.colors import rgb_to_grayscale

    return rgb_to_grayscale(x, "channels_last")


class RandomGrayscale(ValueLayer):
    """Makes images of three channels gray in training, each with the chance `factor` in [0, 1]."""

    def __init__(
        self,
        factor: float = 0.5,
        data_format: str | None = None,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(data_format=data_format, seed=seed, **kwargs)
        is_number = isinstance(factor, (int, float)) and not isinstance(factor, bool)
        if not is_number or not 0 <= factor <= 1:
            raise ValueError(
                f"`factor` should be between 0 and 1. Received: factor={factor} "
                f"[{type(self).__name__}]"
            )
        self.factor = factor

    def _draw(self, images: Tensor, training: bool) -> Any:
        chance = float(self.factor)
        return _ops.less(self._uniform(images, 0.0, 1.0), chance) if training else None

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        return _ops.where(drawn, _gray(x), x)

    def _own_config(self) -> dict[str, Any]:
        return {"factor": self.factor}

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        del config["seed"]  # as in Keras
        return config


class RandomColorDegeneration(ValueLayer):
    """Mixes images of three channels in training with their gray ones, whose share is drawn from
    `factor` in [0, 1], two numbers or the largest one."""

    _drawn_names = {"factor": 4}

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
        return self._uniform(images, *self.factor) if training else None

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        return self._within(x + _ops.cast(drawn, x.dtype) * (_gray(x) - x))


class RandomInvert(ValueLayer):
    """Takes images from the upper end of `value_range` in training, each with a chance drawn from
    `factor` in [0, 1], two numbers or the largest one."""

    _drawn_names = {"apply_inversion": 1}

    def __init__(
        self,
        factor: Any = 1.0,
        value_range: Any = (0, 255),
        seed: int | None = None,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(factor, value_range, data_format, seed, **kwargs)

    def _draw(self, images: Tensor, training: bool) -> Any:
        return self._chance(images) if training else None

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        return _ops.where(drawn, float(self.value_range[1]) - x, x)
