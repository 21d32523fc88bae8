"""ValueLayer, the base of the layers that change the values of pixels and leave their places."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.image import sizes as _sizes
from pelton.keras.layers.preprocessing.image_layer import (
    RandomImageLayer,
    limits,
    range_of_values,
)

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class ValueLayer(RandomImageLayer):
    """A RandomImageLayer with a range of values, and a `factor` between two bounds unless that is
    None. It sees batches (n, height, width, channels) of the compute dtype; masks stay."""

    _bounds = (0.0, 1.0)

    def __init__(
        self,
        factor: Any = None,
        value_range: Any = (0, 255),
        data_format: str | None = None,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(seed=seed, data_format=data_format, **kwargs)
        if factor is not None:
            self.factor = limits(self, "factor", factor, *self._bounds)
        self.value_range = range_of_values(self, value_range)

    def _randomly_changed(self, x: Tensor, drawn: Any) -> Tensor:
        from pelton.keras.layers.preprocessing.resized import as_given, channels_last

        y = channels_last(self, x)
        if y.ndim == 4:
            return as_given(self, self._revalued(y, drawn))
        return as_given(self, self._revalued(y[None], drawn)[0])

    def _revalued(self, x: Tensor, drawn: Any) -> Tensor:
        raise NotImplementedError(f"{self._place()} does not say how values change")

    def _changed_masks(self, masks: Tensor, drawn: Any, training: bool) -> Tensor:
        return masks

    _changed_boxes = RandomImageLayer._kept_boxes

    def _chance(self, images: Tensor) -> Tensor:
        """For each image whether a number in [0, 1) is below one drawn from the factor."""
        chance = self._uniform(images, *self.factor)
        return _ops.less(self._uniform(images, 0.0, 1.0), chance)

    def _within(self, x: Tensor) -> Tensor:
        return _ops.clip_by_value(x, float(self.value_range[0]), float(self.value_range[1]))

    def _own_config(self) -> dict[str, Any]:
        """The arguments of the constructor that `ValueLayer` reads itself."""
        own = {"factor": self.factor} if hasattr(self, "factor") else {}
        return {**own, "value_range": self.value_range}

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), **self._own_config()}


class PlainValueLayer(ValueLayer):
    """A ValueLayer that draws nothing and changes images whenever it is called."""

    _draws = False

    def __init__(self, value_range: Any = (0, 255), **kwargs: Any) -> None:
        super().__init__(value_range=value_range, **kwargs)

    def _changed(self, images: Tensor, drawn: Any, training: bool) -> Tensor:
        return self._randomly_changed(_ops.cast(images, self.compute_dtype), None)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        del config["seed"]
        return config


def count_of(x: Tensor) -> Any:
    """How many images a batch has: a number, or a tensor where it is not known."""
    return _sizes.size_of(x, 0)
