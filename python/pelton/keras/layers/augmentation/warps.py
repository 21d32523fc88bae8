"""RandomShear, RandomPerspective and RandomElasticTransform: images out of shape."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.image.sizes import size_of
from pelton.keras.layers import library_layer
from pelton.keras.layers.augmentation import draws
from pelton.keras.layers.preprocessing import transformations
from pelton.keras.layers.preprocessing.image_layer import (
    ImageLayer,
    MovingImageLayer,
    limits,
    range_of_values,
)
from pelton.keras.layers.preprocessing.resized import channels_last

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


_LEAST = 1e-6  # a deviation of 0 would divide by it


def _as_batch(x: Tensor) -> Tensor:
    return x if x.ndim == 4 else x[None]


class RandomShear(MovingImageLayer):
    """Moves the rows of images in training to the side by shares of their distance from the top
    that are drawn from `x_factor`, and columns down by `y_factor`, half of the time to the other
    side: two numbers in [0, 1], or one for both directions."""

    _drawn_names = {"shear_factor": transformations.PAIR, transformations.SHAPE: None}
    _makes_batches_of_boxes = True

    def __init__(
        self,
        x_factor: Any = 0.0,
        y_factor: Any = 0.0,
        interpolation: str = "bilinear",
        fill_mode: str = "reflect",
        fill_value: float = 0.0,
        data_format: str | None = None,
        seed: int | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(fill_mode, interpolation, seed, fill_value, data_format, **kwargs)
        self.x_factor = self._ends("x_factor", x_factor)
        self.y_factor = self._ends("y_factor", y_factor)

    def _ends(self, argument: str, value: Any) -> tuple[float, float]:
        low, high = limits(self, argument, value, 0.0, 1.0)
        return (low, high) if isinstance(value, (list, tuple)) else (-high, high)

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training:
            return None
        is_back = _ops.greater(self._uniform(images, 0.0, 1.0), 0.5)
        down, across = (self._uniform(images, *ends) for ends in (self.y_factor, self.x_factor))
        return [_ops.where(is_back, _ops.negative(factor), factor) for factor in (across, down)]

    def _matrix(self, images: Tensor, drawn: Any) -> Tensor:
        across, down = drawn
        one, none = _ops.ones_like(across), _ops.zeros_like(across)
        columns = (one, across, none, down, one, none)
        return _ops.concat([_ops.reshape(column, [-1, 1]) for column in columns], -1)

    def _changed_boxes(self, boxes: Any, images: Tensor, drawn: Any, training: bool) -> Any:
        """As in Keras, by shares of the image's height and width: the factors are those of pixels
        where the two are alike."""
        if not training:
            return self._kept_boxes(boxes, images, drawn, training)
        across, down = (_ops.reshape(one, [-1, 1]) for one in drawn)
        if images.ndim == 3:
            across, down = across[0], down[0]

        def sheared(corners: Tensor, height: Any, width: Any) -> Tensor:
            sizes = [_ops.cast(one, "float32") for one in (width, height, width, height)]
            scales = _ops.stack(sizes, 0)
            x1, y1, x2, y2 = _ops.unstack(corners / scales, num=4, axis=-1)
            near, far = _ops.where(across < 0.0, y1, y2), _ops.where(across < 0.0, y2, y1)
            x1, x2 = x1 - across * near, x2 - across * far
            near, far = _ops.where(down > 0.0, x2, x1), _ops.where(down > 0.0, x1, x2)
            return _ops.stack([x1, y1 - down * near, x2, y2 - down * far], -1) * scales

        return self._moved_boxes(boxes, images, self._height_and_width(images), sheared)

    def get_config(self) -> dict[str, Any]:
        own = {"x_factor": self.x_factor, "y_factor": self.y_factor}
        return {**super().get_config(), **own}


class _SometimesMoved(MovingImageLayer):
    """What both below share: images are changed with a chance that is drawn from `factor`."""

    _changed_boxes = ImageLayer._changed_boxes

    def _is_changed(self, images: Tensor) -> Tensor:
        chance = self._uniform(images, *self.factor)
        return _ops.less(self._uniform(images, 0.0, 1.0), chance)

    def _warped(self, batch: Tensor, drawn: Any, interpolation: str) -> Tensor:
        raise NotImplementedError(f"{self._place()} does not say how images are warped")

    def _moved(self, x: Tensor, drawn: Any, interpolation: str) -> Tensor:
        if drawn is None:
            return x
        batch = _as_batch(x)
        found = _ops.where(drawn[0], self._warped(batch, drawn, interpolation), batch)
        return found if x.ndim == 4 else found[0]


class RandomPerspective(_SometimesMoved):
    """Moves the corners of images in training by up to half of their place times `scale` in [0, 1],
    each image with a chance drawn from `factor` in [0, 1], two numbers or the largest one."""

    _drawn_names = {
        "apply_perspective": 1,
        "start_points": None,
        "end_points": None,
        transformations.SHAPE: None,
    }

    def __init__(
        self,
        factor: Any = 1.0,
        scale: float = 1.0,
        interpolation: str = "bilinear",
        fill_value: float = 0.0,
        seed: int | None = None,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__("constant", interpolation, seed, fill_value, data_format, **kwargs)
        self.factor = limits(self, "factor", factor, 0.0, 1.0)
        if not isinstance(scale, (int, float)) or not 0 <= scale <= 1:
            raise ValueError(
                "The `scale` argument should be a number in the range [0,1]. "
                f"Received: scale={scale} [{type(self).__name__}]"
            )
        self.scale = scale

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training:
            return None
        height, width = (
            _ops.cast(size, "float32") - 1.0 for size in self._height_and_width(images)
        )
        none = _ops.zeros_like(height)
        corners = [none, none, width, none, none, height, width, height]
        start = _ops.reshape(_ops.stack(corners), [1, 4, 2])
        count = 1 if images.ndim == 3 else size_of(images, 0)
        ends = (-0.5 * self.scale, 0.5 * self.scale)
        moves = _ops.reshape(self._numbers(count * 8, *ends), [-1, 4, 2])
        start = start + _ops.zeros_like(moves)
        return self._is_changed(images), start, start + start * moves

    def _changed_boxes(self, boxes: Any, images: Tensor, drawn: Any, training: bool) -> Any:
        """The boxes around where the corners of boxes get."""
        if not training or drawn is None:
            return self._kept_boxes(boxes, images, drawn, training)
        from pelton.keras.ops.image.warping import compute_homography_matrix

        is_changed, start, end = drawn
        factors = compute_homography_matrix(end, start)[:, None]
        is_changed = is_changed[..., 0]
        if library_layer.as_tensor(self, "boxes", boxes["boxes"]).ndim == 2:  # of a single image
            factors, is_changed = factors[0], is_changed[0]
        a, b, c, d, e, f, g, h = _ops.unstack(factors, num=8, axis=-1)

        def moved(corners: Tensor, height: Any, width: Any) -> Tensor:
            x1, y1, x2, y2 = _ops.unstack(corners, num=4, axis=-1)
            places = [(x, y) for x in (x1, x2) for y in (y1, y2)]
            scales = [g * x + h * y + 1.0 for x, y in places]
            points = list(zip(places, scales, strict=True))
            across = _ops.stack([(a * x + b * y + c) / scale for (x, y), scale in points], -1)
            down = _ops.stack([(d * x + e * y + f) / scale for (x, y), scale in points], -1)
            ends = [
                reduce(part, -1)
                for reduce in (_ops.reduce_min, _ops.reduce_max)
                for part in (across, down)
            ]
            return _ops.where(is_changed, _ops.stack(ends, -1), corners)

        return self._moved_boxes(boxes, images, self._height_and_width(images), moved)

    def _warped(self, batch: Tensor, drawn: Any, interpolation: str) -> Tensor:
        from pelton.keras.ops.image.warping import perspective_transform

        _, start, end = drawn
        return perspective_transform(
            batch, start, end, interpolation, self.fill_value, self.data_format
        )

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "factor": self.factor, "scale": self.scale}
        del config["fill_mode"]
        return config


class RandomElasticTransform(_SometimesMoved):
    """Moves the pixels of images in training by smooth noise, each image with a chance drawn from
    `factor`; how far, in tenths of the longer side, is drawn from `scale` for all images. Both are
    in [0, 1], two numbers or the largest one. Sizes of images must be known."""

    def __init__(
        self,
        factor: Any = 1.0,
        scale: Any = 1.0,
        interpolation: str = "bilinear",
        fill_mode: str = "reflect",
        fill_value: float = 0.0,
        value_range: Any = (0, 255),
        seed: int | None = None,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(fill_mode, interpolation, seed, fill_value, data_format, **kwargs)
        self.factor = limits(self, "factor", factor, 0.0, 1.0)
        self.scale = limits(self, "scale", scale, 0.0, 1.0)
        self.value_range = range_of_values(self, value_range)

    def _draw(self, images: Tensor, training: bool) -> Any:
        if not training or 0 in (self.scale[1], self.factor[1]):
            return None
        height, width = self._height_and_width(images)
        count = 1 if images.ndim == 3 else size_of(images, 0)
        noise = draws.normal(self, [count, height, width, 2])
        return self._is_changed(images), self._number(*self.scale) + _LEAST, noise

    def _warped(self, batch: Tensor, drawn: Any, interpolation: str) -> Tensor:
        from pelton.keras.ops.image.filters import gaussian_blur
        from pelton.keras.ops.image.warping import rows_and_columns, taken_from

        _, share, noise = drawn
        height, width = self._height_and_width(batch)
        least = 0.05 * min(height, width)
        deviation = share * least
        side = 6 * int(self.scale[1] * least) | 1  # wide enough for the largest deviation
        moves = gaussian_blur(noise * deviation, (side, side), (deviation, deviation))
        moves = moves * (share * (0.1 * max(height, width)))
        rows, columns = rows_and_columns(channels_last(self, batch))
        moved = taken_from(
            batch,
            moves[..., 0] + rows,
            moves[..., 1] + columns,
            interpolation,
            self.fill_mode,
            self.fill_value,
            self.data_format,
        )
        low, high = (float(end) for end in self.value_range)
        return _ops.clip_by_value(_ops.cast(moved, batch.dtype), low, high)

    def get_config(self) -> dict[str, Any]:
        names = ("factor", "scale", "value_range")
        return {**super().get_config(), **{name: getattr(self, name) for name in names}}
