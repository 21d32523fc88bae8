"""Owns changes of color: gray, and between red, green, blue and hue, saturation, value."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert_as, data_format_of
from pelton.keras.ops.dtypes import is_float, result_type
from pelton.keras.ops.image.layout import image_batch

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def _channels(images: TensorLike, data_format: str | None, wide: bool) -> tuple[Tensor, int]:
    """The images and the axis of their three channels; with `wide` it may be one. Raises ValueError
    for another number."""
    x = image_batch(images)
    axis = x.ndim - 1 if data_format_of(data_format) == "channels_last" else x.ndim - 3
    if wide and x.shape[axis] not in (1, 3, None):
        raise ValueError(
            "Invalid channel size: expected 3 (RGB) or 1 (Grayscale). "
            f"Received input with shape: images.shape={tuple(x.shape)}"
        )
    if not wide and x.shape[axis] not in (3, None):
        raise ValueError(
            f"Argument `images` must have 3 channels, got {x.shape[axis]} of shape {tuple(x.shape)}"
        )
    if not wide and not is_float(x.dtype.name):
        raise ValueError(
            f"Invalid images dtype: expected float dtype. Received: images.dtype={x.dtype.name}"
        )
    return x, axis


def rgb_to_grayscale(images: TensorLike, data_format: str | None = None) -> Tensor:
    """The brightness of each pixel, one channel, in the dtype of the images."""
    x, axis = _channels(images, data_format, True)
    if x.shape[axis] == 1:
        return x
    name = x.dtype.name
    wide = cast_to(x, result_type(name, float))
    weights = convert_as([0.2989, 0.5870, 0.1140], wide.dtype.name)
    gray = _ops.expand_dims(_ops.tensordot(wide, weights, [[axis], [0]]), axis)
    return cast_to(gray, name)


def rgb_to_hsv(images: TensorLike, data_format: str | None = None) -> Tensor:
    """Hue, saturation and value, each in [0, 1], of red, green and blue in [0, 1]."""
    x, axis = _channels(images, data_format, False)
    red, green, blue = _ops.unstack(x, axis=axis)
    value = _ops.reduce_max(x, [axis])
    spread = value - _ops.reduce_min(x, [axis])
    saturation = _ops.divide_no_nan(spread, value)
    scale = _ops.divide_no_nan(_ops.ones_like(spread), spread * 6.0)
    hue = (red - green) * scale + 4.0 / 6.0
    hue = _ops.where(_ops.equal(green, value), (blue - red) * scale + 2.0 / 6.0, hue)
    hue = _ops.where(_ops.equal(red, value), (green - blue) * scale, hue)
    hue = _ops.where(_ops.greater(spread, 0.0), hue, _ops.zeros_like(hue))
    hue = _ops.where(_ops.less(hue, 0.0), hue + 1.0, hue)
    return _ops.stack([hue, saturation, value], axis)


def hsv_to_rgb(images: TensorLike, data_format: str | None = None) -> Tensor:
    """Red, green and blue in [0, 1] of hue, saturation and value in [0, 1]."""
    x, axis = _channels(images, data_format, False)
    hue, saturation, value = _ops.unstack(x, axis=axis)
    sector = hue * 6.0
    slopes = (
        _ops.abs(sector - 3.0) - 1.0,
        2.0 - _ops.abs(sector - 2.0),
        2.0 - _ops.abs(sector - 4.0),
    )
    colors = [
        ((_ops.clip_by_value(slope, 0.0, 1.0) - 1.0) * saturation + 1.0) * value for slope in slopes
    ]
    return _ops.stack(colors, axis)
