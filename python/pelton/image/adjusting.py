"""Owns changes of brightness, contrast, colours and gamma, and standardization."""

from __future__ import annotations

import math

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.image import sizes as _sizes
from pelton.image.colors import hsv_to_rgb, rgb_to_hsv
from pelton.image.types import convert_image_dtype

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _in_floats(x: Tensor, change: Callable[[Tensor], Tensor], kept: tuple[str, ...]) -> Tensor:
    """`change` of `x` as floats, those of the dtypes `kept` as they are, in `x`'s dtype again."""
    floats = x if x.dtype.name in kept else convert_image_dtype(x, "float32")
    return convert_image_dtype(change(floats), x.dtype, saturate=True)


def adjust_brightness(image: TensorLike, delta: Any) -> Tensor:
    """``image`` + ``delta``, which is on a scale from 0 to 1 for integers too."""
    x = _functions.convert(image)
    kept = ("float16", "float32")
    return _in_floats(x, lambda y: y + _ops.cast(delta, y.dtype), kept)


def adjust_contrast(images: TensorLike, contrast_factor: Any) -> Tensor:
    """Each channel's distance from its mean over the image times ``contrast_factor``."""
    x = _sizes.as_images("adjust_contrast", images, 3, 32)

    def change(y: Tensor) -> Tensor:
        mean = _ops.reduce_mean(y, axis=[y.ndim - 3, y.ndim - 2], keepdims=True)
        return (y - mean) * _ops.cast(contrast_factor, y.dtype) + mean

    return _in_floats(x, change, ("float16", "float32"))


def adjust_gamma(image: TensorLike, gamma: Any = 1, gain: Any = 1) -> Tensor:
    """``gain`` * image ** ``gamma``; raises ValueError for a negative gamma."""
    x = _functions.convert(image)
    if isinstance(gamma, (int, float)) and gamma < 0:
        raise ValueError("adjust_gamma: Gamma should be a non-negative real number.")
    kept = ("float16", "float32")
    return _in_floats(x, lambda y: _ops.pow(y, _ops.cast(gamma, y.dtype)) * gain, kept)


def adjust_hue(image: TensorLike, delta: Any, name: str | None = None) -> Tensor:
    """Red, green and blue with the hue turned by ``delta``, of which 1 is a whole turn.

    Raises ValueError for a number outside of [-1, 1]."""
    if isinstance(delta, (int, float)) and not -1 <= delta <= 1:
        raise ValueError(f"adjust_hue: delta must be in the interval [-1, 1], got {delta}")
    x = _sizes.as_images("adjust_hue", image, 3, 32)

    def change(y: Tensor) -> Tensor:
        hue = rgb_to_hsv(y)[..., :1]
        turned = _ops.floormod(hue + _ops.cast(delta, y.dtype), 1.0)
        full = _ops.ones_like(turned)
        pure = hsv_to_rgb(_ops.concat([turned, full, full], -1))
        # Least and greatest stay as they are, also where both are below 0, without a saturation.
        least = _ops.reduce_min(y, axis=-1, keepdims=True)
        return pure * (_ops.reduce_max(y, axis=-1, keepdims=True) - least) + least

    return _in_floats(x, change, ("float16", "float32"))


def adjust_saturation(image: TensorLike, saturation_factor: Any, name: str | None = None) -> Tensor:
    """Red, green and blue with the saturation times ``saturation_factor``, at most 1."""
    x = _sizes.as_images("adjust_saturation", image, 3, 32)

    def change(y: Tensor) -> Tensor:
        hue, saturation, value = _ops.unstack(rgb_to_hsv(y), axis=-1, num=3)
        stronger = _ops.clip_by_value(saturation * _ops.cast(saturation_factor, y.dtype), 0.0, 1.0)
        return hsv_to_rgb(_ops.stack([hue, stronger, value], axis=-1))

    return _in_floats(x, change, ("float16", "float32"))


def per_image_standardization(image: TensorLike) -> Tensor:
    """Each image with mean 0 and variance 1; a deviation counts at least 1 / sqrt(its elements)."""
    x = _sizes.as_images("per_image_standardization", image, 3, 32)
    y = x if x.dtype.name in ("float16", "float32") else _ops.cast(x, "float32")
    axes = [y.ndim - 3, y.ndim - 2, y.ndim - 1]
    sizes = [_sizes.size_of(y, axis) for axis in axes]
    if all(map(_sizes.is_number, sizes)):
        least: Any = 1.0 / math.sqrt(max(1, math.prod(sizes)))
    else:
        least = _ops.rsqrt(_ops.cast(sizes[0] * sizes[1] * sizes[2], y.dtype))
    mean = _ops.reduce_mean(y, axis=axes, keepdims=True)
    deviation = _ops.sqrt(_ops.reduce_variance(y, axis=axes, keepdims=True))
    return (y - mean) / _ops.maximum(deviation, _ops.cast(least, y.dtype))
