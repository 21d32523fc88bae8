"""Owns what cuts images out and puts zeros around them."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.image import sizes as _sizes

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _known_at_least(value: Any, least: Any) -> bool:
    """False only where both are known and the first is smaller."""
    return not (_sizes.is_number(value) and _sizes.is_number(least)) or value >= least


def crop_to_bounding_box(
    image: TensorLike,
    offset_height: Any,
    offset_width: Any,
    target_height: Any,
    target_width: Any,
) -> Tensor:
    """The target's height and width of ``image`` (height, width, channels), or of a batch, from the
    offsets on. Raises ValueError for a box that is not inside."""
    x = _sizes.as_images("crop_to_bounding_box", image)
    top, left = _sizes.as_size(offset_height), _sizes.as_size(offset_width)
    height, width = _sizes.as_size(target_height), _sizes.as_size(target_width)
    own_height, own_width = _sizes.height_and_width(x)
    for value, text in ((left, "offset_width must be >= 0."), (top, "offset_height must be >= 0.")):
        _sizes.require(_known_at_least(value, 0), f"crop_to_bounding_box: {text}")
    _sizes.check_target("crop_to_bounding_box", height, width)
    _sizes.require(
        _known_at_least(own_width, left + width),
        f"crop_to_bounding_box: width must be >= target + offset. Image: {x.shape}",
    )
    _sizes.require(
        _known_at_least(own_height, top + height),
        f"crop_to_bounding_box: height must be >= target + offset. Image: {x.shape}",
    )
    batch = (slice(None),) * (x.ndim - 3)
    cropped = _ops.identity(x[(*batch, slice(top, top + height), slice(left, left + width))])
    return _sizes.with_sizes(cropped, height, width)


def pad_to_bounding_box(
    image: TensorLike,
    offset_height: Any,
    offset_width: Any,
    target_height: Any,
    target_width: Any,
) -> Tensor:
    """Zeros around ``image`` (height, width, channels), or a batch, which begins at the offsets.
    Raises ValueError where it is not inside of the target."""
    x = _sizes.as_images("pad_to_bounding_box", image)
    top, left = _sizes.as_size(offset_height), _sizes.as_size(offset_width)
    height, width = _sizes.as_size(target_height), _sizes.as_size(target_width)
    own_height, own_width = _sizes.height_and_width(x)
    below, right = height - top - own_height, width - left - own_width
    checks = (
        (top, "offset_height must be >= 0"),
        (left, "offset_width must be >= 0"),
        (right, "width must be <= target - offset"),
        (below, "height must be <= target - offset"),
    )
    for value, text in checks:
        _sizes.require(_known_at_least(value, 0), f"pad_to_bounding_box: {text}. Image: {x.shape}")
    padded = _ops.pad(x, [0, 0] * (x.ndim - 3) + [top, below, left, right, 0, 0])
    return _sizes.with_sizes(padded, height, width)


def central_crop(image: TensorLike, central_fraction: float) -> Tensor:
    """The middle of ``image``, of so much of its height and width.

    Raises ValueError unless 0 < central_fraction <= 1."""
    x = _sizes.as_images("central_crop", image)
    fraction = float(central_fraction)
    if not 0.0 < fraction <= 1.0:
        raise ValueError(
            f"central_crop: central_fraction must be within (0, 1], got {central_fraction}"
        )
    if fraction == 1.0:
        return x
    starts, sizes = [], []
    for size in _sizes.height_and_width(x):
        if _sizes.is_number(size):
            start = int((size - size * fraction) / 2)
        else:
            real = _ops.cast(size, "float64")
            start = _ops.cast((real - real * fraction) / 2.0, "int32")
        starts.append(start)
        sizes.append(size - start * 2)
    return crop_to_bounding_box(x, starts[0], starts[1], sizes[0], sizes[1])
