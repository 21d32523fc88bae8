"""image_dataset_from_directory: batches of the images of a folder, resized, with labels; the
datasets have `class_names` and `file_paths`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pelton.keras.utils.folder_datasets import FolderRequest, folder_datasets
from pelton.keras.utils.images import puts_channels_first

_ENDINGS = (".bmp", ".gif", ".jpeg", ".jpg", ".png")
_CHANNELS = {"rgb": 3, "rgba": 4, "grayscale": 1}
_METHODS = (
    "bilinear",
    "nearest",
    "bicubic",
    "area",
    "lanczos3",
    "lanczos5",
    "gaussian",
    "mitchellcubic",
)


def image_dataset_from_directory(
    directory: Any,
    labels: Any = "inferred",
    label_mode: str | None = "int",
    class_names: Any = None,
    color_mode: str = "rgb",
    batch_size: int | None = 32,
    image_size: Any = (256, 256),
    shuffle: bool = True,
    seed: int | None = None,
    validation_split: float | None = None,
    subset: str | None = None,
    interpolation: str = "bilinear",
    follow_links: bool = False,
    crop_to_aspect_ratio: bool = False,
    pad_to_aspect_ratio: bool = False,
    data_format: str | None = None,
    format: str = "tf",
    verbose: bool = True,
) -> Any:
    """A dataset of images (batch, height, width, channels), with labels unless `label_mode` is
    None; two in a list for "both". Each has `class_names` and `file_paths`.

    Raises ValueError, naming the argument, for bad ones and where no image is found."""
    request = FolderRequest(
        directory,
        labels,
        label_mode,
        class_names,
        batch_size,
        shuffle,
        seed,
        validation_split,
        subset,
        follow_links,
        format,
        verbose,
    )
    request.check("image")
    reader = _Reader(color_mode, image_size, interpolation, data_format)
    reader.choose_fit(crop_to_aspect_ratio, pad_to_aspect_ratio)
    made = _with_paths(folder_datasets(request, reader, "images", _ENDINGS))
    return made if subset == "both" else made[0]


def _with_paths(pairs: Iterable[tuple[Any, Any]]) -> list[Any]:
    for dataset, files in pairs:
        dataset.file_paths = files.paths
    return [dataset for dataset, _ in pairs]


class _Reader:
    """Reads a file of a path as an image of one size."""

    def __init__(self, color_mode: Any, image_size: Any, interpolation: Any, data_format: Any):
        if not isinstance(color_mode, str) or color_mode not in _CHANNELS:
            raise ValueError(
                '`color_mode` must be one of {"rgb", "rgba", "grayscale"}. '
                f"Received: color_mode={color_mode}"
            )
        method = interpolation.lower() if isinstance(interpolation, str) else interpolation
        if method not in _METHODS:
            raise ValueError(
                f"Argument `interpolation` should be one of {_METHODS}. "
                f"Received: interpolation={interpolation}"
            )
        self._channels = _CHANNELS[color_mode]
        self._size = _checked_size(image_size)
        self._method = method
        self._is_channels_first = puts_channels_first(data_format)
        self._crops = self._pads = False

    def choose_fit(self, crops: Any, pads: Any) -> None:
        """Cut, or add zeros, to the ratio of the size. Raises ValueError for both."""
        if crops and pads:
            raise ValueError(
                "Only one of `pad_to_aspect_ratio`, `crop_to_aspect_ratio` can be set to `True`."
            )
        self._crops, self._pads = bool(crops), bool(pads)

    def __call__(self, path: Any) -> Any:
        import pelton as tf

        contents = tf.io.read_file(path)
        image = tf.io.decode_image(contents, channels=self._channels, expand_animations=False)
        if self._pads:
            padded = tf.image.resize_with_pad(image, *self._size, method=self._method)
            image = tf.reshape(padded, (*self._size, self._channels))  # so that traces know it
        else:
            image = self._of_ratio(image) if self._crops else image
            image = tf.image.resize(image, self._size, method=self._method)
        return tf.transpose(image, (2, 0, 1)) if self._is_channels_first else image

    def _of_ratio(self, image: Any) -> Any:
        """The largest part in the middle that has the ratio of the size."""
        import pelton as tf
        from pelton.image import sizes

        height, width = sizes.height_and_width(image)
        tall = sizes.smallest(height, width * self._size[0] // self._size[1])
        wide = sizes.smallest(width, height * self._size[1] // self._size[0])
        top, left = (height - tall) // 2, (width - wide) // 2
        return tf.image.crop_to_bounding_box(image, top, left, tall, wide)


def _checked_size(image_size: Any) -> tuple[int, int]:
    import operator

    pair = (image_size, image_size) if isinstance(image_size, int) else image_size
    if not isinstance(pair, (list, tuple)) or len(pair) != 2:
        raise ValueError(
            "Invalid `image_size` value. Expected a tuple of 2 integers. "
            f"Received: image_size={image_size}"
        )
    try:
        height, width = (operator.index(size) for size in pair)
    except TypeError:
        height = width = 0
    if height < 1 or width < 1:
        raise ValueError(
            "Invalid `image_size` value. Expected 2 positive integers. "
            f"Received: image_size={image_size}"
        )
    return height, width


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
