"""Owns changes of size: resize, scale_and_translate, crop_images, pad_images."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.image import sizes as _sizes
from pelton.image.resizing import nearest_rows
from pelton.keras.ops.conversion import (
    cast_to,
    convert,
    convert_as,
    one_axis,
)
from pelton.keras.ops.dtypes import is_float, result_type
from pelton.keras.ops.image import interpolation as _interpolation
from pelton.keras.ops.image.layout import batch_last, image_batch, like_given

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import TensorLike

_METHODS = ("bilinear", "nearest", "lanczos3", "lanczos5", "bicubic", "area")


def _resized(x: Tensor, size: Sequence[int], interpolation: str, antialias: bool) -> Tensor:
    """[n, h, w, c] in another height and width: of the dtype of `x` or, if an integer, float32."""
    if interpolation == "nearest":
        for axis, count in zip((1, 2), size, strict=True):
            x = x if x.shape[axis] == count else nearest_rows(x, axis, count)
        return x
    x = cast_to(x, result_type(x.dtype.name, "float32"))
    if interpolation == "bilinear" and not antialias and x.dtype.name in ("float32", "float64"):
        return _ops.resize_bilinear(x, *size)
    antialias = antialias and interpolation != "area"  # already a mean over what shrinks
    for axis, count in zip((1, 2), size, strict=True):
        if x.shape[axis] != count:
            x = _ops.resample(x, axis, count, interpolation, antialias)
    return x


def _cropped_to_ratio(x: Tensor, size: Sequence[int]) -> Tensor:
    """The middle of [n, h, w, c] that has the ratio of `size`."""
    from pelton.keras.layers.preprocessing.resized import cut_of, part

    starts, sizes = cut_of(*_sizes.height_and_width(x), (size[0], size[1]))
    return part(x, starts, sizes)


def _padded_to_ratio(x: Tensor, size: Sequence[int], fill_value: float) -> Tensor:
    """[n, h, w, c] within a frame that has the ratio of `size`."""
    from pelton.keras.layers.preprocessing.resized import framed

    return framed(x, (size[0], size[1]), fill_value)


def _check_resize(
    size: Any, interpolation: str, is_cropped: bool, is_padded: bool, fill: str
) -> Any:
    if interpolation not in _METHODS:
        raise ValueError(
            "Invalid `interpolation` argument. Expected one of "
            f"{_METHODS}. Received: interpolation={interpolation}"
        )
    if is_cropped and is_padded:
        raise ValueError(
            "Only one of `crop_to_aspect_ratio` & `pad_to_aspect_ratio` can be `True`."
        )
    if fill != "constant":
        raise ValueError(
            "Invalid `fill_mode` argument. Only `'constant'` is supported. Received: "
            f"fill_mode={fill}"
        )
    if len(size) != 2:
        raise ValueError(f"Expected `size` to be a tuple of 2 integers. Received: size={size}")
    sizes = tuple(int(one) for one in size)
    if min(sizes) <= 0:
        raise ValueError(f"`size` must have positive height and width. Received: size={size}")
    return sizes


def resize(
    images: TensorLike,
    size: Sequence[int],
    interpolation: str = "bilinear",
    antialias: bool = False,
    crop_to_aspect_ratio: bool = False,
    pad_to_aspect_ratio: bool = False,
    fill_mode: str = "constant",
    fill_value: float = 0.0,
    data_format: str | None = None,
) -> Tensor:
    """Images [n, h, w, c] or [h, w, c] in the height and width `size`, in their dtype.

    The ratio of the sides may be kept by cropping the middle, or by a frame of `fill_value`."""
    size = _check_resize(size, interpolation, crop_to_aspect_ratio, pad_to_aspect_ratio, fill_mode)
    given = image_batch(images)
    x = batch_last(given, data_format)
    if crop_to_aspect_ratio:
        x = _cropped_to_ratio(x, size)
    elif pad_to_aspect_ratio:
        x = _padded_to_ratio(x, size, fill_value)
    found = like_given(_resized(x, size, interpolation, antialias), given, data_format)
    return saturated(found, given.dtype.name)


def saturated(x: Tensor, name: str) -> Tensor:
    """Computed images in the dtype of the given ones; integers are rounded, and end at its ends."""
    if is_float(name) or x.dtype.name == name:
        return cast_to(x, name)
    from pelton.keras.ops.core.tensors import saturate_cast

    return saturate_cast(_ops.round(x), name)


def scale_and_translate(
    images: TensorLike,
    output_shape: Sequence[int],
    scale: TensorLike,
    translation: TensorLike,
    spatial_dims: Sequence[int],
    method: str,
    antialias: bool = True,
) -> Tensor:
    """`images` with the axes `spatial_dims` scaled and moved, in the shape `output_shape`.

    `method`: "linear", "bilinear", "trilinear", "cubic", "bicubic", "tricubic", "lanczos3",
    "lanczos5"."""
    kernel = method.removeprefix("bi").removeprefix("tri")
    if kernel not in _interpolation.KERNELS:
        raise ValueError(
            f"Invalid `method` argument. Expected one of {sorted(_interpolation.KERNELS)}. "
            f"Received: method={method}"
        )
    x = convert(images)
    name = x.dtype.name
    x = cast_to(x, result_type(name, "float32"))
    scale, translation = convert_as(scale, "float32"), convert_as(translation, "float32")
    for place, axis in enumerate(spatial_dims):
        axis = one_axis(axis, x.ndim)
        weight = _interpolation.weights(
            x.shape[axis], output_shape[axis], scale[place], translation[place], kernel, antialias
        )
        x = _interpolation.weighted(x, cast_to(weight, x.dtype.name), axis)
    return cast_to(x, name if is_float(name) else x.dtype.name)


def _frame(
    argument: str, before: int | None, behind: int | None, target: int | None, size: Any, sign: int
) -> tuple[Any, Any]:
    """How much is before and behind; two of three numbers tell it. sign: 1 pads, -1 crops. Numbers,
    or tensors where the size is one."""
    known = sum(value is not None for value in (before, behind, target))
    if known != 2:
        raise ValueError(
            f"Must specify exactly two of {argument}. Received: {before}, {behind}, {target}"
        )
    change = sign * (target - size) if target is not None else 0
    first = change - behind if before is None else before
    last = change - first if behind is None else behind
    for name, value in zip(argument.split(", "), (first, last), strict=False):
        if _sizes.is_number(value) and value < 0:
            raise ValueError(f"{name} must be >= 0. Received: {name}={value} of a size of {size}")
    return first, last


def _framed(
    images: TensorLike, frame: tuple[Any, ...], data_format: str | None, sign: int, word: str
) -> Any:
    """The images [n, h, w, c] as given, and what is above, below, left and right of them."""
    top, left, bottom, right, height, width = frame
    given = image_batch(images)
    x = batch_last(given, data_format)
    size = _sizes.height_and_width(x)
    rows = (f"top_{word}, bottom_{word}, target_height", top, bottom, height, size[0], sign)
    columns = (f"left_{word}, right_{word}, target_width", left, right, width, size[1], sign)
    return given, x, _frame(*rows), _frame(*columns)


def _of_size(x: Tensor, height: int | None, width: int | None) -> Tensor:
    """`x`, whose height and width are these where they are given but may not be known to be."""
    wanted = (height, width)
    if all(own is not None or size is None for own, size in zip(x.shape[1:3], wanted, strict=True)):
        return x
    from pelton.keras.layers.open_sizes import reshape

    middle = [(x, 1 + at) if size is None else size for at, size in enumerate(wanted)]
    return reshape(x, [(x, 0), *middle, (x, 3)])


def pad_images(
    images: TensorLike,
    top_padding: int | None = None,
    left_padding: int | None = None,
    bottom_padding: int | None = None,
    right_padding: int | None = None,
    target_height: int | None = None,
    target_width: int | None = None,
    data_format: str | None = None,
) -> Tensor:
    """Images within a frame of zeros; two of three numbers tell each direction."""
    numbers = (top_padding, left_padding, bottom_padding, right_padding)
    frame = (*numbers, target_height, target_width)
    given, x, rows, columns = _framed(images, frame, data_format, 1, "padding")
    widths: Any = [[0, 0], list(rows), list(columns), [0, 0]]
    if not all(map(_sizes.is_number, (*rows, *columns))):
        flat = [_ops.cast(one, "int32") for pair in widths for one in pair]
        widths = _ops.reshape(_ops.stack(flat), [4, 2])
    found = _of_size(_ops.pad(x, widths), target_height, target_width)
    return like_given(found, given, data_format)


def crop_images(
    images: TensorLike,
    top_cropping: int | None = None,
    left_cropping: int | None = None,
    bottom_cropping: int | None = None,
    right_cropping: int | None = None,
    target_height: int | None = None,
    target_width: int | None = None,
    data_format: str | None = None,
) -> Tensor:
    """Images without their edges; two of three numbers tell each direction."""
    numbers = (top_cropping, left_cropping, bottom_cropping, right_cropping)
    frame = (*numbers, target_height, target_width)
    given, x, rows, columns = _framed(images, frame, data_format, -1, "cropping")
    size = _sizes.height_and_width(x)
    height, width = size[0] - rows[1], size[1] - columns[1]
    found = x[:, rows[0] : height, columns[0] : width]
    found = _of_size(found, target_height, target_width)
    return like_given(found, given, data_format)
