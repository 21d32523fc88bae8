"""Resizing, CenterCrop and RandomCrop: images of another size."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.image import sizes as _sizes
from pelton.keras.layers.preprocessing import transformations
from pelton.keras.layers.preprocessing.image_layer import RandomImageLayer, SizedImageLayer
from pelton.keras.layers.preprocessing.resized import (
    INTERPOLATIONS,
    cut_of,
    middle,
    resized,
)
from pelton.keras.random.draws import uniform
from pelton.random.process_seed import default_seed

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class Resizing(SizedImageLayer):
    """Images of the size (`height`, `width`), the whole of them, or with their ratio kept by
    cropping the middle or by a frame of `fill_value`.

    Integers stay integers, rounded."""

    _drawn_names = {transformations.SHAPE: None}

    def __init__(
        self,
        height: int,
        width: int,
        interpolation: str = "bilinear",
        crop_to_aspect_ratio: bool = False,
        pad_to_aspect_ratio: bool = False,
        fill_mode: str = "constant",
        fill_value: float = 0.0,
        antialias: bool = False,
        data_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(height, width, data_format=data_format, **kwargs)
        self._check(interpolation, crop_to_aspect_ratio, pad_to_aspect_ratio, fill_mode)
        self.interpolation = interpolation
        self.crop_to_aspect_ratio = crop_to_aspect_ratio
        self.pad_to_aspect_ratio = pad_to_aspect_ratio
        self.fill_mode, self.fill_value = fill_mode, fill_value
        self.antialias = bool(antialias)

    def _check(self, interpolation: Any, is_cropped: Any, is_padded: Any, fill_mode: Any) -> None:
        if interpolation not in INTERPOLATIONS:
            raise ValueError(
                f"`interpolation` should be one of {INTERPOLATIONS}. Received: "
                f"interpolation={interpolation} [{type(self).__name__}]"
            )
        if is_cropped and is_padded:
            raise ValueError(
                "Only one of `crop_to_aspect_ratio` & `pad_to_aspect_ratio` can be `True`. "
                f"[{type(self).__name__}]"
            )
        if fill_mode != "constant":
            raise ValueError(
                "Invalid `fill_mode` argument. Only `'constant'` is supported. Received: "
                f"fill_mode={fill_mode} [{type(self).__name__}]"
            )

    def _changed(self, images: Tensor, drawn: Any, training: bool) -> Tensor:
        return self._resized(images, self.interpolation)

    def _changed_masks(self, masks: Tensor, drawn: Any, training: bool) -> Tensor:
        return self._resized(masks, "nearest")

    def _changed_boxes(self, boxes: Any, images: Tensor, drawn: Any, training: bool) -> Any:
        """As in Keras: where the ratio is kept, boxes move by whole pixels of the result."""
        is_kept = self.crop_to_aspect_ratio or self.pad_to_aspect_ratio
        best = _ops.maximum if self.crop_to_aspect_ratio else _ops.minimum
        wanted = [_ops.cast(size, "float32") for size in (self.width, self.height) * 2]

        def fitted(corners: Tensor, height: Any, width: Any) -> Tensor:
            sizes = [_ops.cast(size, "float32") for size in (width, height, width, height)]
            scale = best(wanted[0] / sizes[0], wanted[1] / sizes[1])
            gaps = _ops.stack([a * scale - b for a, b in zip(sizes, wanted, strict=True)], 0)
            whole = _ops.sign(gaps) * _ops.floor(_ops.abs(gaps) / 2.0)
            return corners * scale - whole

        def scaled(corners: Tensor, height: Any, width: Any) -> Tensor:
            factors = [self.width / width, self.height / height] * 2
            return corners * _ops.stack([_ops.cast(one, "float32") for one in factors], 0)

        move = fitted if is_kept else scaled
        return self._moved_boxes(boxes, images, (self.height, self.width), move)

    def _resized(self, x: Tensor, interpolation: str) -> Tensor:
        keeping = "crop" if self.crop_to_aspect_ratio else None
        keeping = "pad" if self.pad_to_aspect_ratio else keeping
        return resized(self, x, interpolation, self.antialias, keeping, self.fill_value)

    def get_config(self) -> dict[str, Any]:
        names = (
            "interpolation crop_to_aspect_ratio pad_to_aspect_ratio fill_mode fill_value antialias"
        )
        return {**super().get_config(), **{name: getattr(self, name) for name in names.split()}}


class CenterCrop(SizedImageLayer):
    """The middle of images, of the size (`height`, `width`); smaller images are scaled up first,
    so that as little as possible is lost."""

    _drawn_names = {transformations.SHAPE: None}

    def __init__(
        self, height: int, width: int, data_format: str | None = None, **kwargs: Any
    ) -> None:
        super().__init__(height, width, data_format=data_format, **kwargs)

    def _changed(self, images: Tensor, drawn: Any, training: bool) -> Tensor:
        return self._middle(_ops.cast(images, self.compute_dtype), "bilinear")

    def _changed_masks(self, masks: Tensor, drawn: Any, training: bool) -> Tensor:
        return self._middle(masks, "nearest")

    def _changed_boxes(self, boxes: Any, images: Tensor, drawn: Any, training: bool) -> Any:
        sizes, wanted = self._height_and_width(images), (self.height, self.width)
        is_short = any(_sizes.is_number(a) and a < b for a, b in zip(sizes, wanted, strict=True))

        def enlarged(corners: Tensor, height: Any, width: Any) -> Tensor:
            starts, parts = cut_of(height, width, wanted)
            left, top = (_ops.cast(one, "float32") for one in reversed(starts))
            down, across = (
                _ops.cast(size, "float32") / _ops.cast(one, "float32")
                for size, one in zip(wanted, parts, strict=True)
            )
            return (corners - _ops.stack([left, top] * 2, 0)) * _ops.stack([across, down] * 2, 0)

        def shifted(corners: Tensor, height: Any, width: Any) -> Tensor:
            top, left = (height - self.height) // 2, (width - self.width) // 2
            return corners - _ops.stack([_ops.cast(one, "float32") for one in (left, top)] * 2, 0)

        return self._moved_boxes(boxes, images, wanted, enlarged if is_short else shifted)

    def _middle(self, x: Tensor, interpolation: str) -> Tensor:
        sizes = self._height_and_width(x)
        wanted = (self.height, self.width)
        gaps = [own - size for own, size in zip(sizes, wanted, strict=True)]
        if any(_sizes.is_number(gap) and gap < 0 for gap in gaps):
            return resized(self, x, interpolation, False, "crop")
        return middle(self, x, wanted)


class RandomCrop(SizedImageLayer, RandomImageLayer):
    """In training a part of the size (`height`, `width`), the same of all images of a batch; else
    the middle of that ratio, resized."""

    def __init__(
        self,
        height: int,
        width: int,
        seed: int | None = None,
        data_format: str | None = None,
        name: str | None = None,
        **kwargs: Any,
    ) -> None:
        shown = default_seed() if seed is None else seed  # as in Keras: not that of its numbers
        super().__init__(height, width, seed=seed, data_format=data_format, name=name, **kwargs)
        self.seed = shown

    def _draw(self, images: Tensor, training: bool) -> Any:
        sizes = self._height_and_width(images)
        if not all(map(_sizes.is_number, sizes)):
            raise ValueError(
                f"{self._place()} requires the input to have a fully defined height and width. "
                f"Received: images.shape={tuple(images.shape)}"
            )
        if not training:
            return "crop"
        if sizes[0] <= self.height or sizes[1] <= self.width:
            return "corner"
        rooms = (sizes[0] - self.height + 1, sizes[1] - self.width + 1)
        drawn = [uniform([1], 0.0, room, "float32", self.generator) for room in rooms]
        return [_ops.cast(one, "int32") for one in drawn]

    def _changed(self, images: Tensor, drawn: Any, training: bool) -> Tensor:
        return self._cropped(_ops.cast(images, self.compute_dtype), drawn, "bilinear")

    def _changed_masks(self, masks: Tensor, drawn: Any, training: bool) -> Tensor:
        return self._cropped(masks, drawn, "nearest")

    def _changed_boxes(self, boxes: Any, images: Tensor, drawn: Any, training: bool) -> Any:
        """Moved as in Keras: horizontal places by the first row of the part, vertical ones by its
        first column, and cut at 0 alone."""
        if isinstance(drawn, str):
            if training:
                return super()._changed_boxes(boxes, images, drawn, training)
            return self._kept_boxes(boxes, images, drawn, training)
        from pelton.keras.utils.bounding_boxes import convert_format

        form, size = self.bounding_box_format, (self.height, self.width)
        corners = convert_format(boxes["boxes"], form, "xyxy", *size)
        starts = _ops.cast(_ops.concat([*drawn, *drawn], 0), corners.dtype)
        corners = _ops.maximum(corners - starts, 0.0)
        labels = _functions.convert(boxes["labels"])
        return {"boxes": convert_format(corners, "xyxy", form, *size), "labels": labels}

    def _cropped(self, x: Tensor, drawn: Any, interpolation: str) -> Tensor:
        if isinstance(drawn, str):
            return resized(self, x, interpolation, False, drawn)
        axis = x.ndim + self._height_axis()
        for start, size, at in zip(drawn, (self.height, self.width), (axis, axis + 1), strict=True):
            x = _ops.gather(x, start + _ops.iota(size, "int32"), at)
        return x
