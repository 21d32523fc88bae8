"""RandomFlip: images mirrored with a chance of one half."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.keras.layers.preprocessing import transformations
from pelton.keras.layers.preprocessing.image_layer import RandomImageLayer

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

_MODES = ("horizontal", "vertical", "horizontal_and_vertical")


class RandomFlip(RandomImageLayer):
    """Mirrors half of the images in training: left and right, top and bottom, or, with
    "horizontal_and_vertical", both at once."""

    _drawn_names = {"flips": 4, transformations.SHAPE: None}

    def __init__(
        self,
        mode: str = "horizontal_and_vertical",
        seed: int | None = None,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(seed=seed, data_format=data_format, **kwargs)
        if mode not in _MODES:
            raise ValueError(
                f"`mode` must be one of {_MODES}. Received: mode={mode} [{type(self).__name__}]"
            )
        self.mode = mode

    def _draw(self, images: Tensor, training: bool) -> Any:
        return _ops.less_equal(self._uniform(images, 0.0, 1.0), 0.5) if training else None

    def _randomly_changed(self, x: Tensor, drawn: Any) -> Tensor:
        first = x.ndim + self._height_axis()
        axes = {"horizontal": [first + 1], "vertical": [first]}
        flipped = _ops.reverse(x, axes.get(self.mode, [first, first + 1]))
        is_flipped = drawn if x.ndim == 4 else _ops.reshape(drawn, [1, 1, 1])
        return _ops.where(is_flipped, flipped, x)

    def _changed_boxes(self, boxes: Any, images: Tensor, drawn: Any, training: bool) -> Any:
        def mirrored(corners: Tensor, height: Any, width: Any) -> Tensor:
            x1, y1, x2, y2 = _ops.unstack(corners, num=4, axis=-1)
            if self.mode != "vertical":
                x1, x2 = width - x2, width - x1
            if self.mode != "horizontal":
                y1, y2 = height - y2, height - y1
            is_flipped = _ops.reshape(drawn, [-1, 1, 1] if images.ndim == 4 else [1, 1])
            return _ops.where(is_flipped, _ops.stack([x1, y1, x2, y2], -1), corners)

        move = mirrored if training else lambda corners, *_: corners
        return self._moved_boxes(boxes, images, self._height_and_width(images), move)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "mode": self.mode}
