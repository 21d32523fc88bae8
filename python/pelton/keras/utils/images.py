"""Images as arrays and as files, by Pillow, which is loaded on use."""

from __future__ import annotations

import io
import os
import warnings

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    import numpy as np

_RESAMPLINGS = ("nearest", "bilinear", "bicubic", "hamming", "box", "lanczos")
_MODES = {"grayscale": "L", "rgb": "RGB", "rgba": "RGBA"}
_GRAY_MODES = ("L", "I;16", "I")  # which stay as they are, of 8, 16 and 32 bits


def _pillow(name: str) -> Any:
    try:
        from PIL import Image
    except ImportError:
        raise ImportError(
            f"Could not import PIL.Image. The use of `{name}` requires PIL: pip install pillow"
        ) from None
    return Image


def puts_channels_first(data_format: str | None) -> bool:
    """Whether channels come before height and width; None: as the settings say. Raises ValueError
    for other names."""
    from pelton.keras.backend import image_data_format

    name = image_data_format() if data_format is None else str(data_format).lower()
    if name not in ("channels_first", "channels_last"):
        raise ValueError(
            "The `data_format` argument must be one of ('channels_first', 'channels_last'). "
            f"Received: data_format={data_format}"
        )
    return name == "channels_first"


def _dtype(dtype: Any) -> Any:
    from pelton._core import keras_settings

    return keras_settings.floatx() if dtype is None else dtype


def array_to_img(
    x: Any, data_format: str | None = None, scale: bool = True, dtype: Any = None
) -> Any:
    """A PIL image of an array (height, width, channels) of 1, 3 or 4 channels; with `scale` its
    least value becomes 0 and its greatest 255. Raises ValueError for other shapes, ImportError
    without Pillow."""
    import numpy as np

    is_channels_first = puts_channels_first(data_format)
    pillow = _pillow("array_to_img")
    array = np.asarray(x, dtype=_dtype(dtype))
    if array.ndim != 3:
        raise ValueError(
            "Expected image array to have rank 3 (single image). "
            f"Got array with shape: {array.shape}"
        )
    array = array.transpose(1, 2, 0) if is_channels_first else array
    if scale:
        array = array - array.min()
        greatest = array.max()
        array = (array / greatest if greatest != 0 else array) * 255
    channels = array.shape[2]
    if channels in (3, 4):
        return pillow.fromarray(array.astype("uint8"))
    if channels != 1:
        raise ValueError(f"Unsupported channel number: {channels}")
    return pillow.fromarray(array[:, :, 0].astype("int32" if array.max() > 255 else "uint8"))


def img_to_array(img: Any, data_format: str | None = None, dtype: Any = None) -> np.ndarray:
    """A PIL image, or an array of rank 2 or 3, as an array (height, width, channels) of floats.

    Raises ValueError for other ranks."""
    import numpy as np

    is_channels_first = puts_channels_first(data_format)
    array = np.asarray(img, dtype=_dtype(dtype))
    if array.ndim not in (2, 3):
        raise ValueError(f"Unsupported image shape: {array.shape}")
    if array.ndim == 2:
        return array[None] if is_channels_first else array[:, :, None]
    return array.transpose(2, 0, 1) if is_channels_first else array


def save_img(
    path: Any,
    x: Any,
    data_format: str | None = None,
    file_format: str | None = None,
    scale: bool = True,
    **kwargs: Any,
) -> None:
    """Writes an array as an image; the format is that of the path's ending unless it is given.
    `kwargs` go to Pillow."""
    if file_format is None and isinstance(path, (str, os.PathLike)):
        file_format = os.path.splitext(os.fspath(path))[1][1:].lower() or None
    if file_format is not None and file_format.lower() == "jpg":
        file_format = "jpeg"
    image = array_to_img(x, data_format=data_format, scale=scale)
    if image.mode == "RGBA" and file_format == "jpeg":
        warnings.warn(
            "The JPEG format does not support RGBA images, converting to RGB.", stacklevel=2
        )
        image = image.convert("RGB")
    image.save(path, format=file_format, **kwargs)


def load_img(
    path: Any,
    color_mode: str = "rgb",
    target_size: tuple[int, int] | None = None,
    interpolation: str = "nearest",
    keep_aspect_ratio: bool = False,
) -> Any:
    """The PIL image of a file, or of a BytesIO, resized to `target_size` (height, width).

    Raises ValueError for unknown modes and interpolations, TypeError for what is no path."""
    pillow = _pillow("load_img")
    if color_mode not in _MODES:
        raise ValueError('color_mode must be "grayscale", "rgb", or "rgba"')
    if isinstance(path, io.BytesIO):
        image = pillow.open(path)
    elif isinstance(path, (str, bytes, os.PathLike)):
        with open(path, "rb") as file:
            image = pillow.open(io.BytesIO(file.read()))
    else:
        raise TypeError(f"path should be path-like or io.BytesIO, not {type(path)}")
    kept = _GRAY_MODES if color_mode == "grayscale" else (_MODES[color_mode],)
    if image.mode not in kept:
        image = image.convert(_MODES[color_mode])
    if target_size is None or image.size == (target_size[1], target_size[0]):
        return image
    if interpolation not in _RESAMPLINGS:
        raise ValueError(
            f"Invalid interpolation method {interpolation} specified. Supported methods are "
            f"{', '.join(_RESAMPLINGS)}"
        )
    resampling = getattr(pillow.Resampling, interpolation.upper())
    width, height = int(target_size[1]), int(target_size[0])
    box = _centered_box(image.size, width, height) if keep_aspect_ratio else None
    return image.resize((width, height), resampling, box=box)


def smart_resize(
    x: Any,
    size: Any,
    interpolation: str = "bilinear",
    data_format: str = "channels_last",
) -> Any:
    """The middle of an image, or of images, in the ratio of `size`, resized to `size` (height,
    width): a NumPy array of an array, else a tensor. Raises ValueError for other ranks and sizes.
    """
    import numpy as np

    from pelton import convert_to_tensor
    from pelton.keras.ops.image import resize

    if len(size) != 2:
        raise ValueError(f"Expected `size` to be a tuple of 2 integers, but got: {size}.")
    images = convert_to_tensor(x)
    if len(images.shape) not in (3, 4):
        raise ValueError(
            "Expected an image array with shape `(height, width, channels)`, or `(batch_size, "
            "height, width, channels)`, but got input with incorrect rank, of shape "
            f"{images.shape}."
        )
    resized = resize(
        images, size, interpolation, crop_to_aspect_ratio=True, data_format=data_format
    )
    return resized.numpy() if isinstance(x, np.ndarray) else resized


def _centered_box(size: tuple[int, int], width: int, height: int) -> tuple[int, int, int, int]:
    """The largest box (left, top, right, bottom) in the middle of the ratio width to height."""
    across, down = size
    crop_down = min(down, across * height // width)
    crop_across = min(across, down * width // height)
    left, top = (across - crop_across) // 2, (down - crop_down) // 2
    return left, top, left + crop_across, top + crop_down


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
