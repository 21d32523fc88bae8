"""RandomErasing: a rectangle of each image replaced."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.augmentation import draws
from pelton.keras.layers.augmentation.value_layer import ValueLayer
from pelton.keras.layers.preprocessing.image_layer import limits
from pelton.keras.layers.preprocessing.resized import channels_last

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class RandomErasing(ValueLayer):
    """Replaces a rectangle of images in training, of each with a chance drawn from `factor`; the
    squares of its sides' shares are drawn from `scale`. Both are in [0, 1], two numbers or the
    largest one. It becomes `fill_value`, a number or three, or by default normal noise times the
    upper end of `value_range`, kept in that range.

    Raises ValueError for other arguments. Source: Random Erasing (Zhong et al., 2017)."""

    _drawn_names = {"apply_erasing": 1, "batch_masks": None, "fill_value": None}

    def __init__(
        self,
        factor: Any = 1.0,
        scale: Any = (0.02, 0.33),
        fill_value: Any = None,
        value_range: Any = (0, 255),
        seed: int | None = None,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(factor, value_range, data_format, seed, **kwargs)
        self.scale = limits(self, "scale", scale, 0.0, 1.0)
        given = fill_value if isinstance(fill_value, (list, tuple)) else [fill_value]
        is_good = all(isinstance(number, (int, float)) for number in given)
        if fill_value is not None and not (is_good and len(given) in (1, 3)):
            raise ValueError(
                "The `fill_value` argument should be a number (or a list of three numbers). "
                f"Received: fill_value={fill_value} [{type(self).__name__}]"
            )
        self.fill_value = fill_value

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training:
            return None
        x = channels_last(self, images)
        x = x if x.ndim == 4 else x[None]
        sides = [_ops.sqrt(self._uniform(images, *self.scale)[:, 0, 0, 0]) for _ in range(2)]
        inside, _ = draws.rectangles(self, x, *sides)
        is_changed = self._chance(images)
        return is_changed, inside, self._within(self._fill(x))

    def _fill(self, x: Tensor) -> Tensor:
        from pelton.image.sizes import size_of

        if self.fill_value is not None:
            return _ops.cast(self.fill_value, self.compute_dtype)
        noise = draws.normal(self, [size_of(x, axis) for axis in range(4)])
        return _ops.cast(noise, self.compute_dtype) * float(self.value_range[1])

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        is_changed, inside, fill = drawn
        return _ops.where(_ops.logical_and(inside, is_changed), _ops.cast(fill, x.dtype), x)

    def _own_config(self) -> dict[str, Any]:
        return {**super()._own_config(), "scale": self.scale, "fill_value": self.fill_value}
