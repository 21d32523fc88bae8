"""ImageLayer and RandomImageLayer, the bases of the layers that change images."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.image import sizes as _sizes
from pelton.keras.layers import library_layer, spatial_arguments
from pelton.keras.layers.library_layer import LibraryLayer
from pelton.keras.layers.preprocessing import transformations
from pelton.names.named_refusals import shown

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_FILL_MODES = ("reflect", "wrap", "constant", "nearest")
_INTERPOLATIONS = ("nearest", "bilinear")


class ImageLayer(LibraryLayer):
    """Changes images (height, width, channels) or batches of them, given as a tensor or as a
    dictionary with "images", beside "labels" (kept), "segmentation_masks" (changed alike) and, of
    layers with a `bounding_box_format`, "bounding_boxes": {"boxes": [..., 4], "labels": [...]}."""

    _allow_non_tensor_positional_args = True

    _takes_boxes = False  # whether there may be "bounding_boxes" too
    _drawn_names: dict[str, Any] = {}  # of what is drawn, as `transformations.named` takes them
    _makes_batches_of_boxes = False  # whether boxes of a single image get a first axis

    def __init__(
        self,
        data_format: str | None = None,
        bounding_box_format: str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.bounding_box_format = bounding_box_format
        if data_format is None:
            from pelton.keras.backend import image_data_format

            data_format = image_data_format()
        self.data_format = spatial_arguments.data_format(self, data_format)

    def call(self, data: Any, training: bool = True) -> Any:
        if not isinstance(data, dict):
            images = self._images(data)
            transformation = self.get_random_transformation(images, training)
            return self.transform_images(images, transformation, training)
        has_format = self._takes_boxes or self.bounding_box_format is not None
        if "bounding_boxes" in data and not has_format:
            raise ValueError(
                f"{self._place()} received 'bounding_boxes' without knowing their format: give it "
                "`bounding_box_format`, such as 'xyxy'"
            )
        if "images" not in data:
            raise ValueError(
                f"{self._place()} expects images, or a dictionary with 'images' and perhaps "
                f"'labels' and 'segmentation_masks'. Received keys: {sorted(map(str, data))}"
            )
        images = self._images(data["images"])
        drawn = self.get_random_transformation({**data, "images": images}, training)
        found = {**data, "images": self.transform_images(images, drawn, training)}
        drawn_parts = self._drawn_of(drawn)
        if "segmentation_masks" in data:
            masks = data["segmentation_masks"]
            found["segmentation_masks"] = self.transform_segmentation_masks(masks, drawn, training)
        if "labels" in data:
            found["labels"] = self.transform_labels(data["labels"], drawn, training)
        if "bounding_boxes" in data:
            boxes = data["bounding_boxes"]
            found["bounding_boxes"] = self._changed_boxes(boxes, images, drawn_parts, training)
        return found

    def get_random_transformation(self, data: Any, training: bool = True, seed: Any = None) -> Any:
        """What decides the change of `data`, images (height, width, channels), batches of them or a
        dictionary with "images", for the methods below: of most layers that draw, a dictionary with
        the names and shapes of Keras. Raises NotImplementedError for a `seed`: the layer's own
        generator draws."""
        if seed is not None:
            raise NotImplementedError(f"{self._place()} draws by its own `seed`, not by {seed!r}")
        images = self._images(data["images"] if isinstance(data, dict) else data)
        drawn = self._draw(images, training)
        return transformations.named(self._drawn_names, drawn, images)

    def transform_images(self, images: Any, transformation: Any, training: bool = True) -> Tensor:
        """The images, changed as `transformation` says."""
        return self._changed(self._images(images), self._drawn_of(transformation), training)

    def transform_segmentation_masks(
        self, segmentation_masks: Any, transformation: Any, training: bool = True
    ) -> Tensor:
        """The masks (height, width, channels) or batches of them, changed as their images are."""
        masks = self._images(segmentation_masks)
        return self._changed_masks(masks, self._drawn_of(transformation), training)

    def transform_labels(self, labels: Any, transformation: Any, training: bool = True) -> Any:
        """The labels, changed where the layer mixes samples."""
        return self._changed_labels(labels, self._drawn_of(transformation), training)

    def transform_bounding_boxes(
        self, bounding_boxes: Any, transformation: Any, training: bool = True
    ) -> Any:
        """The bounding boxes {"boxes": [..., 4], "labels": [...]} in the layer's format, changed as
        the images are that `transformation` was made for. Raises NotImplementedError for layers
        that do not change boxes."""
        if isinstance(transformation, dict):
            shape = transformation.get(transformations.SHAPE)
        else:
            shape = transformation
        if transformation is None:
            return self._kept_boxes(bounding_boxes, None, None, training)
        if shape is not None and self._makes_batches_of_boxes:
            shape = (1, *shape)[-4:]
        elif shape is not None and _functions.convert(bounding_boxes["boxes"]).ndim == 2:
            shape = shape[-3:]
        images: Any = None if shape is None else transformations.Shape(shape)
        drawn = self._drawn_of(transformation)
        return self._changed_boxes(bounding_boxes, images, drawn, training)

    def _drawn_of(self, transformation: Any) -> Any:
        return transformations.drawn_of(self._drawn_names, transformation)

    def _place(self) -> str:
        return f"{type(self).__name__} '{self.name}'"

    def _images(self, value: Any) -> Tensor:
        """A tensor of rank 3 or 4; raises ValueError for others."""
        x = library_layer.as_tensor(self, "data", value)
        x = x if isinstance(x, Tensor) else _functions.convert(x)
        if x.ndim not in (3, 4) or not (x.dtype.is_floating or x.dtype.is_integer):
            raise ValueError(
                "Expected image tensor to have rank 3 (single image) or 4 (batch of images). "
                f"Received: data.shape={tuple(x.shape)}, dtype={x.dtype.name} [{self._place()}]"
            )
        return x

    def _height_axis(self) -> int:
        """From the end; the axis of widths is the next one."""
        return -3 if self.data_format == "channels_last" else -2

    def _height_and_width(self, x: Tensor) -> tuple[Any, Any]:
        """Numbers, or tensors where they are not known."""
        first = x.ndim + self._height_axis()
        return _sizes.size_of(x, first), _sizes.size_of(x, first + 1)

    def _draw(self, images: Tensor, training: bool) -> Any:
        """What decides the change of these images; None where nothing is drawn."""
        return None

    def _changed(self, images: Tensor, drawn: Any, training: bool) -> Tensor:
        raise NotImplementedError(f"{self._place()} does not say how images are changed")

    def _changed_masks(self, masks: Tensor, drawn: Any, training: bool) -> Tensor:
        return self._changed(masks, drawn, training)

    def _changed_labels(self, labels: Any, drawn: Any, training: bool) -> Any:
        return labels

    def _changed_boxes(self, boxes: Any, images: Tensor, drawn: Any, training: bool) -> Any:
        raise NotImplementedError(f"{self._place()} does not change bounding boxes yet")

    def _kept_boxes(self, boxes: Any, images: Tensor, drawn: Any, training: bool) -> Any:
        """The boxes of layers that move no pixel."""
        return {name: _functions.convert(value) for name, value in boxes.items()}

    def _moved_boxes(self, boxes: Any, images: Tensor, size: Any, move: Any) -> Any:
        """The boxes of `images` as corners that `move` changes, cut at the edges of images of the
        (height, width) `size`, in the layer's format."""
        from pelton.keras.utils import bounding_boxes as _boxes

        form, (height, width) = self.bounding_box_format, self._height_and_width(images)
        found = _boxes.convert_format(boxes, form, "xyxy", height, width)
        found = {**found, "boxes": move(found["boxes"], height, width)}
        found = _boxes.clip_to_image_size(found, *size)
        return _boxes.convert_format(found, "xyxy", form, *size)

    def compute_output_shape(self, input_shape: Any) -> Any:
        return tuple(input_shape)

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "data_format": self.data_format}
        form = self.bounding_box_format
        return config if form is None else {**config, "bounding_box_format": form}


class SizedImageLayer(ImageLayer):
    """An ImageLayer whose outputs have the size (`height`, `width`)."""

    def __init__(self, height: int, width: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.height = library_layer.positive_int(self, "height", height)
        self.width = library_layer.positive_int(self, "width", width)

    def compute_output_shape(self, input_shape: Any) -> Any:
        if isinstance(input_shape, dict):
            return {name: self._sized(name, shape) for name, shape in input_shape.items()}
        return self._sized("images", input_shape)

    def _sized(self, name: str, input_shape: Any) -> tuple[Any, ...]:
        shape = list(input_shape)
        if name == "labels":
            return tuple(shape)
        if len(shape) not in (3, 4):
            given = input_shape if hasattr(input_shape, "dtype") else tuple(shape)
            raise ValueError(
                f"{self._place()}: `input_shape` must have 3 (unbatched) or 4 (batched) sizes. "
                f"Received: {shown(given)}"
            )
        axis = self._height_axis()
        shape[axis], shape[axis + 1] = self.height, self.width
        return tuple(shape)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "height": self.height, "width": self.width}


class RandomImageLayer(ImageLayer):
    """An ImageLayer that draws a change for each image in training, and else does nothing.

    The draws are those of `seed`, an integer, or of a chosen one."""

    _draws = True

    def __init__(self, seed: int | None = None, **kwargs: Any) -> None:
        from pelton.keras.random.seed_generator import SeedGenerator

        super().__init__(**kwargs)
        self.seed = library_layer.seed(self, seed)
        if self._draws:
            self.generator = SeedGenerator(self.seed)

    def _changed(self, images: Tensor, drawn: Any, training: bool) -> Tensor:
        x = _ops.cast(images, self.compute_dtype)
        return self._randomly_changed(x, drawn) if training else x

    def _randomly_changed(self, x: Tensor, drawn: Any) -> Tensor:
        raise NotImplementedError(f"{self._place()} does not say how images are changed")

    def _uniform(self, images: Tensor, low: float, high: float) -> Tensor:
        """A number in [low, high) for each image, as float32 (batch, 1, 1, 1); 1 for a single
        image."""
        count = 1 if images.ndim == 3 else _sizes.size_of(images, 0)
        return _ops.reshape(self._numbers(count, low, high), [-1, 1, 1, 1])

    def _numbers(self, count: Any, low: float, high: float) -> Tensor:
        """`count` numbers in [low, high), as float32."""
        from pelton.keras.random.draws import uniform

        return uniform([count], float(low), float(high), "float32", self.generator)

    def _number(self, low: float, high: float) -> Tensor:
        """One number in [low, high), as a float32 scalar."""
        return self._numbers(1, low, high)[0]

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "seed": self.seed}


def limits(layer: Any, argument: str, value: Any, least: float, most: float) -> tuple[float, float]:
    """The two ends of a factor: itself and its negative, but not below `least`, or the sorted two
    numbers given. Raises ValueError, naming layer and argument, for what is outside."""
    given = value if isinstance(value, (list, tuple)) else (value,)
    is_good = len(given) in (1, 2) and (len(given) == 2 or not isinstance(value, (list, tuple)))
    for number in given:
        is_number = isinstance(number, (int, float)) and not isinstance(number, bool)
        is_good = is_good and is_number and least <= number <= most
    if not is_good:
        raise ValueError(
            f"The `{argument}` argument should be a number (or a list of two numbers) in the range "
            f"[{least:g}, {most:g}]. Received: {argument}={value} [{type(layer).__name__}]"
        )
    if len(given) == 2:
        return (min(given), max(given))
    return (max(-abs(value), least), abs(value))


def range_of_values(layer: Any, value: Any) -> tuple[float, float]:
    """`value` as a pair of numbers; raises ValueError, naming the layer's class, for others."""
    is_pair = isinstance(value, (list, tuple)) and len(value) == 2
    if not is_pair or not all(isinstance(end, (int, float)) for end in value):
        raise ValueError(
            "The `value_range` argument should be a list of two numbers. "
            f"Received: value_range={value} [{type(layer).__name__}]"
        )
    return (value[0], value[1])


def rescaled(x: Tensor, given: Sequence[float], wanted: Sequence[float]) -> Tensor:
    """`x`, whose values are in the range `given`, in the range `wanted`."""
    if tuple(given) == tuple(wanted):
        return x
    share = (x - float(given[0])) / float(given[1] - given[0])
    return share * float(wanted[1] - wanted[0]) + float(wanted[0])


class MovingImageLayer(RandomImageLayer):
    """A RandomImageLayer whose pixels come from other places of the image, `fill_mode` saying what
    is outside of it: "reflect", "wrap", "constant" (`fill_value`) or "nearest"."""

    def __init__(
        self,
        fill_mode: str,
        interpolation: str,
        seed: int | None,
        fill_value: float,
        data_format: str | None,
        **kwargs: Any,
    ) -> None:
        super().__init__(seed=seed, data_format=data_format, **kwargs)
        self.fill_mode = self._one_of("fill_mode", fill_mode, _FILL_MODES)
        self.interpolation = self._one_of("interpolation", interpolation, _INTERPOLATIONS)
        if not isinstance(fill_value, (int, float)):
            raise ValueError(
                f"`fill_value` must be a number. Received: fill_value={fill_value!r} "
                f"[{type(self).__name__}]"
            )
        self.fill_value = fill_value

    def _one_of(self, argument: str, value: Any, known: Sequence[str]) -> str:
        if value not in known:
            raise NotImplementedError(
                f"Unknown `{argument}` {value}. Expected of one {known}. [{type(self).__name__}]"
            )
        return str(value)

    def _matrix(self, images: Tensor, drawn: Any) -> Tensor:
        """For each image a0, a1, a2, b0, b1, b2: its pixel (x, y) comes from
        (a0 x + a1 y + a2, b0 x + b1 y + b2)."""
        raise NotImplementedError(f"{self._place()} does not say how pixels move")

    def _randomly_changed(self, x: Tensor, drawn: Any) -> Tensor:
        return self._moved(x, drawn, self.interpolation)

    def _changed_masks(self, masks: Tensor, drawn: Any, training: bool) -> Tensor:
        return self._moved(masks, drawn, "nearest") if training else masks

    def _changed_boxes(self, boxes: Any, images: Tensor, drawn: Any, training: bool) -> Any:
        if not training:
            return self._kept_boxes(boxes, images, drawn, training)

        def moved(corners: Tensor, height: Any, width: Any) -> Tensor:
            matrix = self._matrix(images, drawn)
            return _around(corners, matrix if images.ndim == 4 else matrix[0])

        return self._moved_boxes(boxes, images, self._height_and_width(images), moved)

    def _moved(self, x: Tensor, drawn: Any, interpolation: str) -> Tensor:
        from pelton.keras.ops.image.warping import affine_transform

        matrix = self._matrix(x, drawn)
        matrix = _ops.pad(matrix, [[0, 0], [0, 2]])
        return affine_transform(
            x, matrix, interpolation, self.fill_mode, self.fill_value, self.data_format
        )

    def get_config(self) -> dict[str, Any]:
        names = ("fill_mode", "fill_value", "interpolation")
        return {**super().get_config(), **{name: getattr(self, name) for name in names}}


def _around(corners: Tensor, matrix: Tensor) -> Tensor:
    """The boxes, (..., boxes, 4), around what is inside of them after pixels came from the places
    that the matrix (..., 6) says."""
    a0, a1, a2, b0, b1, b2 = _ops.unstack(matrix[..., None, :], num=6, axis=-1)
    x1, y1, x2, y2 = _ops.unstack(corners, num=4, axis=-1)
    scale = a0 * b1 - a1 * b0
    places = [(x - a2, y - b2) for x in (x1, x2) for y in (y1, y2)]
    across = _ops.stack([(b1 * x - a1 * y) / scale for x, y in places], -1)
    down = _ops.stack([(a0 * y - b0 * x) / scale for x, y in places], -1)
    ends = [
        reduce(part, -1) for reduce in (_ops.reduce_min, _ops.reduce_max) for part in (across, down)
    ]
    return _ops.stack(ends, -1)
