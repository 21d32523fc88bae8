"""Owns how alike two images are, and how much one varies."""

from __future__ import annotations

import math

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.image import sizes as _sizes
from pelton.image.types import convert_image_dtype

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

_POWERS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)


def total_variation(images: TensorLike, name: str | None = None) -> Tensor:
    """The sum of the absolute differences between neighbouring pixels of each image."""
    x = _sizes.as_images("total_variation", images)
    first, axes = x.ndim - 3, [x.ndim - 3, x.ndim - 2, x.ndim - 1]
    batch = (slice(None),) * first
    down = x[(*batch, slice(1, None))] - x[(*batch, slice(None, -1))]
    across = x[(*batch, slice(None), slice(1, None))] - x[(*batch, slice(None), slice(None, -1))]
    return _ops.reduce_sum(_ops.abs(down), axes) + _ops.reduce_sum(_ops.abs(across), axes)


def _pair(op: str, a: TensorLike, b: TensorLike, max_val: Any) -> tuple[Tensor, Tensor, Any]:
    """Both as float32 from 0 to 1 where they are integers, and the range in that scale.

    Raises ValueError for images below rank 3 and shapes that do not go together."""
    x, y = _functions.convert(a), _functions.convert(b)
    if x.ndim < 3 or y.ndim < 3:
        raise ValueError(f"{op}: images must have rank 3 or more, got {x.shape} and {y.shape}")
    pairs = zip(x.shape[-3:], y.shape[-3:], strict=True)
    if any(None not in pair and pair[0] != pair[1] for pair in pairs):
        raise ValueError(f"{op}: Incompatible image shapes: {x.shape} and {y.shape}")
    limit = convert_image_dtype(_ops.cast(max_val, x.dtype), "float32")
    return convert_image_dtype(x, "float32"), convert_image_dtype(y, "float32"), limit


def psnr(a: TensorLike, b: TensorLike, max_val: Any, name: str | None = None) -> Tensor:
    """The peak signal-to-noise ratio of each pair of images, in decibels."""
    x, y, limit = _pair("psnr", a, b, max_val)
    axes = [x.ndim - 3, x.ndim - 2, x.ndim - 1]
    error = _ops.reduce_mean(_ops.squared_difference(x, y), axes)
    return 20.0 * _ops.log(limit) / math.log(10.0) - 10.0 / math.log(10.0) * _ops.log(error)


def _window(size: int, sigma: float, channels: int) -> Tensor:
    """A Gaussian of (size, size, channels, 1), of sum 1."""
    places = _ops.range(0.0, float(size), 1.0, "float32") - (size - 1) / 2.0
    line = _ops.square(places) * (-0.5 / (sigma * sigma))
    plane = _ops.reshape(line, [1, -1]) + _ops.reshape(line, [-1, 1])
    window = _ops.reshape(_ops.softmax(_ops.reshape(plane, [1, -1])), [size, size, 1, 1])
    return _ops.tile(window, [1, 1, channels, 1])


def _similarity(
    x: Tensor, y: Tensor, limit: Any, settings: tuple[Any, ...]
) -> tuple[Tensor, Tensor]:
    """The maps of similarity and of contrast times structure, (..., height, width, channels)."""
    size, sigma, k1, k2 = settings
    channels = x.shape[-1]
    window = _window(size, sigma, channels or 1)
    batch = [_sizes.size_of(x, axis) for axis in range(x.ndim - 3)]

    def blurred(z: Tensor) -> Tensor:
        sizes = [_sizes.size_of(z, z.ndim - i) for i in (3, 2, 1)]
        flat = _ops.reshape(z, [-1, *sizes])
        if channels is None:
            found = _sizes.per_channel(flat, lambda one: _ops.depthwise_conv(one, window))[..., 0]
        else:
            found = _ops.depthwise_conv(flat, window)
        return _ops.reshape(found, [*batch, *[_sizes.size_of(found, i) for i in (1, 2, 3)]])

    c1, c2 = _ops.square(limit * k1), _ops.square(limit * k2)
    mean_x, mean_y = blurred(x), blurred(y)
    product = mean_x * mean_y * 2.0
    squares = _ops.square(mean_x) + _ops.square(mean_y)
    luminance = (product + c1) / (squares + c1)
    mixed = blurred(x * y) * 2.0 - product
    spread = blurred(_ops.square(x) + _ops.square(y)) - squares
    structure = (mixed + c2) / (spread + c2)
    return luminance * structure, structure


def _check_window(op: str, x: Tensor, size: int) -> None:
    height, width = _sizes.height_and_width(x)
    _sizes.require(
        not _sizes.is_number(height) or not _sizes.is_number(width) or min(height, width) >= size,
        f"{op}: images of shape {x.shape} are smaller than the filter of size {size}",
    )


def ssim(
    img1: TensorLike,
    img2: TensorLike,
    max_val: Any,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
    return_index_map: bool = False,
) -> Tensor:
    """The structural similarity of each pair of images: from -1 to 1, or a map of it.

    Raises ValueError for images smaller than the filter."""
    x, y, limit = _pair("ssim", img1, img2, max_val)
    _check_window("ssim", x, filter_size)
    found, _ = _similarity(x, y, limit, (filter_size, filter_sigma, k1, k2))
    if return_index_map:
        return _ops.reduce_mean(found, [found.ndim - 1])
    return _ops.reduce_mean(found, [found.ndim - 3, found.ndim - 2, found.ndim - 1])


def _halved(x: Tensor) -> Tensor:
    """Means of 2x2 pixels, odd last rows and columns mirrored."""
    pads = [0, 0] * (x.ndim - 3)
    for size in _sizes.height_and_width(x):
        pads += [0, size % 2]
    padded = _ops.pad(x, [*pads, 0, 0], "SYMMETRIC")
    flat = _ops.reshape(padded, [-1, *padded.shape[-3:]]) if x.ndim != 4 else padded
    found = _ops.avg_pool2d(flat, [2, 2], [2, 2], "VALID")
    return _ops.reshape(found, [*x.shape[:-3], *found.shape[1:]]) if x.ndim != 4 else found


def ssim_multiscale(
    img1: TensorLike,
    img2: TensorLike,
    max_val: Any,
    power_factors: Any = _POWERS,
    filter_size: int = 11,
    filter_sigma: float = 1.5,
    k1: float = 0.01,
    k2: float = 0.03,
) -> Tensor:
    """The product of similarities at scales, each half the one before, to the given powers."""
    x, y, limit = _pair("ssim_multiscale", img1, img2, max_val)
    result = None
    for scale, power in enumerate(power_factors):
        if scale:
            x, y = _halved(x), _halved(y)
        _check_window("ssim_multiscale", x, filter_size)
        maps = _similarity(x, y, limit, (filter_size, filter_sigma, k1, k2))
        chosen = maps[0] if scale == len(power_factors) - 1 else maps[1]
        mean = _ops.reduce_mean(chosen, [chosen.ndim - 3, chosen.ndim - 2])
        factor = _ops.pow(_ops.relu(mean), _ops.cast(float(power), mean.dtype))
        result = factor if result is None else result * factor
    return _ops.reduce_mean(result, [result.ndim - 1])
