"""Owns conversions between colour spaces."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.image.types import convert_image_dtype

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

_GRAY = (0.2989, 0.587, 0.114)
_YIQ = (
    (0.299, 0.59590059, 0.2115),
    (0.587, -0.27455667, -0.52273617),
    (0.114, -0.32134392, 0.31119955),
)
_FROM_YIQ = (
    (1.0, 1.0, 1.0),
    (0.95598634, -0.27201283, -1.10674021),
    (0.6208248, -0.64720424, 1.70423049),
)
_YUV = (
    (0.299, -0.14714119, 0.61497538),
    (0.587, -0.28886916, -0.51496512),
    (0.114, 0.43601035, -0.10001026),
)
_FROM_YUV = ((1.0, 1.0, 1.0), (0.0, -0.394642334, 2.03206185), (1.13988303, -0.58062185, 0.0))


def _of_three(op: str, images: TensorLike) -> Tensor:
    """A tensor (..., 3); raises ValueError for another last axis."""
    x = _functions.convert(images)
    if x.ndim < 1 or x.shape[-1] not in (None, 3):
        raise ValueError(f"{op}: the last axis must have 3 channels, got shape {x.shape}")
    return x


def _of_floats(op: str, images: TensorLike) -> Tensor:
    x = _of_three(op, images)
    if not x.dtype.is_floating:
        raise TypeError(f"{op}: images must be floating, got dtype {x.dtype.name}")
    return x


def _mixed(x: Tensor, matrix: Any) -> Tensor:
    return _ops.tensordot(x, _ops.cast(matrix, x.dtype), axes=[[x.ndim - 1], [0]])


def rgb_to_grayscale(images: TensorLike, name: str | None = None) -> Tensor:
    """The brightness of each pixel: (..., 3) as (..., 1), in the same dtype."""
    x = _of_three("rgb_to_grayscale", images)
    light = convert_image_dtype(x, "float32")
    gray = _ops.expand_dims(_mixed(light, _GRAY), -1)
    return convert_image_dtype(gray, x.dtype)


def grayscale_to_rgb(images: TensorLike, name: str | None = None) -> Tensor:
    """The one channel of (..., 1) three times."""
    x = _functions.convert(images)
    if x.ndim < 1 or x.shape[-1] not in (None, 1):
        raise ValueError(f"grayscale_to_rgb: the last axis must have size 1, got shape {x.shape}")
    made = _ops.tile(x, [1] * (x.ndim - 1) + [3])
    if x.shape[-1] is None:
        made.set_shape([*x.shape[:-1], 3])
    return made


def _channels(x: Tensor) -> list[Tensor]:
    """The three channels of images, also where their number is not known."""
    parts: list[Tensor] = _ops.unstack(x, axis=-1, num=3 if x.shape[-1] is None else None)
    return parts


def rgb_to_hsv(images: TensorLike, name: str | None = None) -> Tensor:
    """Hue, saturation and value, each from 0 to 1, of floats (..., 3) from 0 to 1."""
    x = _of_floats("rgb_to_hsv", images)
    red, green, blue = _channels(x)
    value = _ops.maximum(red, _ops.maximum(green, blue))
    spread = value - _ops.minimum(red, _ops.minimum(green, blue))
    saturation = _ops.where(value > 0.0, _ops.divide_no_nan(spread, value), _ops.zeros_like(value))
    sixth = _ops.divide_no_nan(_ops.ones_like(spread), spread * 6.0)
    hue = _ops.where(
        _ops.equal(red, value),
        sixth * (green - blue),
        _ops.where(
            _ops.equal(green, value),
            sixth * (blue - red) + 2.0 / 6.0,
            sixth * (red - green) + 4.0 / 6.0,
        ),
    )
    hue = _ops.where(spread > 0.0, hue, _ops.zeros_like(hue))
    hue = _ops.where(hue < 0.0, hue + 1.0, hue)
    return _ops.stack([hue, saturation, value], axis=-1)


def hsv_to_rgb(images: TensorLike, name: str | None = None) -> Tensor:
    """Red, green and blue of hue, saturation and value, all from 0 to 1."""
    x = _of_floats("hsv_to_rgb", images)
    hue, saturation, value = _channels(x)
    angle = hue * 6.0
    parts = (
        _ops.abs(angle - 3.0) - 1.0,
        2.0 - _ops.abs(angle - 2.0),
        2.0 - _ops.abs(angle - 4.0),
    )
    mixed = [
        ((_ops.clip_by_value(part, 0.0, 1.0) - 1.0) * saturation + 1.0) * value for part in parts
    ]
    return _ops.stack(mixed, axis=-1)


def rgb_to_yiq(images: TensorLike) -> Tensor:
    """Red, green and blue (..., 3) as the Y, I and Q of NTSC."""
    return _mixed(_of_floats("rgb_to_yiq", images), _YIQ)


def yiq_to_rgb(images: TensorLike) -> Tensor:
    """The Y, I and Q of NTSC (..., 3) as red, green and blue."""
    return _mixed(_of_floats("yiq_to_rgb", images), _FROM_YIQ)


def rgb_to_yuv(images: TensorLike) -> Tensor:
    """Red, green and blue (..., 3) as the Y, U and V of PAL."""
    return _mixed(_of_floats("rgb_to_yuv", images), _YUV)


def yuv_to_rgb(images: TensorLike) -> Tensor:
    """The Y, U and V of PAL (..., 3) as red, green and blue."""
    return _mixed(_of_floats("yuv_to_rgb", images), _FROM_YUV)
