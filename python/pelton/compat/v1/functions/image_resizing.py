"""Owns the functions of ``tf.image`` that resized images in TensorFlow 1, where samples lay at the
corners of pixels, not at their centres."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class ResizeMethod:
    """The methods by their old numbers."""

    BILINEAR, NEAREST_NEIGHBOR, BICUBIC, AREA = range(4)


_METHODS = {"bilinear": 0, "nearest": 1, "bicubic": 2, "area": 3}


def _positions(images: Any, axis: int, count: Any, align_corners: bool, is_centered: bool) -> Any:
    """Where each of `count` samples lies between the images' rows, and the last row."""
    size = _ops.cast(_ops.shape(images)[axis], "float32")
    wanted = _ops.cast(count, "float32")
    scale = size / wanted
    if align_corners:
        scale = _ops.where(wanted > 1.0, (size - 1.0) / _ops.maximum(wanted - 1.0, 1.0), scale)
    from pelton.ops.array.creation import range as numbers

    steps = _ops.cast(numbers(_ops.cast(count, "int32")), "float32")
    found = (steps + 0.5) * scale - 0.5 if is_centered else steps * scale
    return found, size - 1.0


def _along(images: Any, axis: int, count: Any, align_corners: bool, is_centered: bool) -> Any:
    """Bilinear samples along an axis."""
    found, last = _positions(images, axis, count, align_corners, is_centered)
    low = _ops.maximum(_ops.floor(found), 0.0)
    weight = _ops.reshape(_ops.maximum(found, 0.0) - low, [1, -1] + [1] * (3 - axis))
    first, second = (
        _ops.gather(images, _ops.cast(_ops.minimum(one, last), "int32"), axis=axis)
        for one in (low, low + 1.0)
    )
    return first + (second - first) * weight


def _batched(images: Any) -> tuple[Any, bool]:
    tensor = _functions.convert(images)
    is_one = len(tensor.shape) == 3
    return (_ops.expand_dims(tensor, 0) if is_one else tensor), is_one


def resize_bilinear(
    images: Any, size: Any, align_corners: bool = False, name: Any = None,
    half_pixel_centers: bool = False,
) -> Any:  # fmt: skip
    """Images (batch, height, width, channels) as float32 of `size`, by bilinear samples."""
    height, width = (size[0], size[1])
    tensor = _ops.cast(images, "float32")
    rows = _along(tensor, 1, height, align_corners, half_pixel_centers)
    return _along(rows, 2, width, align_corners, half_pixel_centers)


def resize_nearest_neighbor(
    images: Any, size: Any, align_corners: bool = False, name: Any = None,
    half_pixel_centers: bool = False,
) -> Any:  # fmt: skip
    """Images of `size`, each pixel that of the sample's place rounded down, or to the nearest with
    `align_corners`."""
    tensor = _functions.convert(images)
    for axis in (1, 2):
        found, last = _positions(tensor, axis, size[axis - 1], align_corners, False)
        if half_pixel_centers:
            found = _positions(tensor, axis, size[axis - 1], False, True)[0] + 0.5
        rounded = _ops.floor(found + 0.5) if align_corners else _ops.floor(found)
        places = _ops.cast(_ops.minimum(rounded, last), "int32")
        tensor = _ops.gather(tensor, places, axis=axis)
    return tensor


def resize_area(images: Any, size: Any, align_corners: bool = False, name: Any = None) -> Any:
    """Images of `size` by means over areas. Raises NotImplementedError for `align_corners`."""
    if align_corners:
        raise NotImplementedError("resize_area: `align_corners` is not there")
    from pelton.image import resize

    return resize(images, size, method="area")


def _cubic_weights(away: Any, is_centered: bool) -> list[Any]:
    """Of the four samples around a place that lies `away` behind the second one, what each counts:
    by Keys' curve of -0.5 at the centres of pixels, of -0.75 at their corners."""
    curve = -0.5 if is_centered else -0.75
    steps = _ops.round(away * 1024.0) / 1024.0  # of TensorFlow's table

    def near(x: Any) -> Any:
        return ((curve + 2.0) * x - (curve + 3.0)) * x * x + 1.0

    def far(x: Any) -> Any:
        return ((curve * x - 5.0 * curve) * x + 8.0 * curve) * x - 4.0 * curve

    return [far(steps + 1.0), near(steps), near(1.0 - steps), far(2.0 - steps)]


def _cubic_along(images: Any, axis: int, count: Any, align_corners: bool, is_centered: bool) -> Any:
    """Cubic samples along an axis; at the centres of pixels those beyond the edge do not count."""
    found, last = _positions(images, axis, count, align_corners, is_centered)
    low = _ops.floor(found)
    places = [low + step for step in (-1.0, 0.0, 1.0, 2.0)]
    weights = _cubic_weights(found - low, is_centered)
    if is_centered:
        inside = [_ops.cast(_ops.logical_and(one >= 0.0, one <= last), "float32") for one in places]
        weights = [one * is_in for one, is_in in zip(weights, inside, strict=True)]
        total = weights[0] + weights[1] + weights[2] + weights[3]
        weights = [one / total for one in weights]
    made: Any = 0.0
    for place, weight in zip(places, weights, strict=True):
        rows = _ops.cast(_ops.clip_by_value(place, 0.0, last), "int32")
        sizes = [1, -1] + [1] * (3 - axis)
        made = made + _ops.gather(images, rows, axis=axis) * _ops.reshape(weight, sizes)
    return made


def resize_bicubic(
    images: Any, size: Any, align_corners: bool = False, name: Any = None,
    half_pixel_centers: bool = False,
) -> Any:  # fmt: skip
    """Images (batch, height, width, channels) as float32 of `size`, by cubic samples."""
    height, width = (size[0], size[1])
    tensor = _ops.cast(images, "float32")
    rows = _cubic_along(tensor, 1, height, align_corners, half_pixel_centers)
    return _cubic_along(rows, 2, width, align_corners, half_pixel_centers)


def resize_images(
    images: Any, size: Any, method: Any = ResizeMethod.BILINEAR, align_corners: bool = False,
    preserve_aspect_ratio: bool = False, name: Any = None,
) -> Any:  # fmt: skip
    """Images (..., height, width, channels), or one, of `size` by one of ResizeMethod. Raises
    NotImplementedError for `preserve_aspect_ratio`, ValueError for another method."""
    if preserve_aspect_ratio:
        raise NotImplementedError("resize_images: `preserve_aspect_ratio` is not there")
    functions = (resize_bilinear, resize_nearest_neighbor, resize_bicubic, resize_area)
    number = _METHODS.get(method, method)
    if number not in range(4):
        raise ValueError(f"resize_images: `method` must be one of ResizeMethod, got {method!r}")
    tensor, is_one = _batched(images)
    made = functions[number](tensor, size, align_corners)
    return _ops.squeeze(made, [0]) if is_one else made


resize = resize_images


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
