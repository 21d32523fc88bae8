"""Owns resizing: tf.image.resize by every method, and into a frame of a given size."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import ops as _ops
from pelton.image import sizes as _sizes
from pelton.image.framing import crop_to_bounding_box, pad_to_bounding_box
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


class ResizeMethod:
    """How ``resize`` computes pixels between those that are there."""

    BILINEAR = "bilinear"
    NEAREST_NEIGHBOR = "nearest"
    BICUBIC = "bicubic"
    AREA = "area"
    LANCZOS3 = "lanczos3"
    LANCZOS5 = "lanczos5"
    GAUSSIAN = "gaussian"
    MITCHELLCUBIC = "mitchellcubic"


_METHODS = tuple(value for name, value in vars(ResizeMethod).items() if name.isupper())
_SMOOTHING = (ResizeMethod.GAUSSIAN, ResizeMethod.MITCHELLCUBIC)  # also where the size stays


def _target(size: Any) -> tuple[Any, Any]:
    """Height and width; raises ValueError unless there are two of them."""
    count = size.shape[0] if hasattr(size, "shape") and len(size.shape) == 1 else None
    if isinstance(size, (list, tuple, TensorShape)):
        count = len(size)
    if count != 2:
        raise ValueError(
            f"resize: 'size' must be a 1-D int32 Tensor of 2 elements: new_height, new_width, got "
            f"{size!r}"
        )
    try:
        height, width = _sizes.as_size(size[0]), _sizes.as_size(size[1])
    except TypeError:
        raise ValueError(f"resize: 'size' must be a 1-D int32 Tensor, got {size!r}") from None
    for value in (height, width):
        if _sizes.is_number(value) and value <= 0:
            raise ValueError(f"resize: 'size' must be positive, got {size!r}")
    return height, width


def _with_ratio(x: Tensor, height: Any, width: Any) -> tuple[Any, Any]:
    """The largest size within height and width that keeps the images' ratio."""
    own = [_ops.cast(size, "float32") for size in _sizes.height_and_width(x)]
    wanted = [_ops.cast(size, "float32") for size in (height, width)]
    scale = _ops.minimum(wanted[0] / own[0], wanted[1] / own[1])
    found = [_ops.cast(_ops.round(scale * size), "int32") for size in own]
    return _sizes.as_size(found[0]), _sizes.as_size(found[1])


def nearest_rows(x: Tensor, axis: int, size: Any) -> Tensor:
    """Each output is the input that its middle lies in."""
    own = _sizes.size_of(x, axis)
    step = _ops.cast(own, "float32") / _ops.cast(size, "float32")
    if _sizes.is_number(size):
        places = _ops.range(0.0, float(size), 1.0, "float32")
    else:
        places = _ops.cast(_ops.iota(size, "int32"), "float32")
    middles = _ops.cast(_ops.floor((places + 0.5) * step), "int32")
    return _ops.gather(x, _ops.minimum(middles, _ops.cast(own, "int32") - 1), axis)


def resize(
    images: TensorLike,
    size: Any,
    method: str = ResizeMethod.BILINEAR,
    preserve_aspect_ratio: bool = False,
    antialias: bool = False,
    name: str | None = None,
) -> Tensor:
    """``images`` (height, width, channels), or with a batch in front, of another ``size``.

    float32, but with "nearest". ``antialias`` widens what a
    pixel is a mean of where images shrink. Raises ValueError for other ranks and methods."""
    x = _sizes.as_images("resize", images)
    if method not in _METHODS:
        raise ValueError(f"resize: Resize method is not implemented: {method!r}; one of {_METHODS}")
    height, width = _target(size)
    if preserve_aspect_ratio:
        height, width = _with_ratio(x, height, width)
    first = x.ndim - 3
    is_known = _sizes.is_number(height) and _sizes.is_number(width)
    if is_known and tuple(x.shape[first : first + 2]) == (height, width):
        return x if method == ResizeMethod.NEAREST_NEIGHBOR else _ops.cast(x, "float32")
    if method == ResizeMethod.NEAREST_NEIGHBOR:
        return nearest_rows(nearest_rows(x, first, height), first + 1, width)
    antialias = bool(antialias) and method != ResizeMethod.AREA
    y = x if x.dtype == _dtypes.uint8 else _ops.cast(x, "float32")
    if method == ResizeMethod.BILINEAR and not antialias:
        return _ops.resize_bilinear(y, height, width)
    for axis, target in ((first, height), (first + 1, width)):
        if y.shape[axis] != target or method in _SMOOTHING:
            y = _ops.resample(y, axis, target, method, antialias)
    return y


def resize_with_pad(
    image: TensorLike,
    target_height: Any,
    target_width: Any,
    method: str = ResizeMethod.BILINEAR,
    antialias: bool = False,
) -> Tensor:
    """As large as fits into the target without changing the ratio, with zeros around it."""
    x = _sizes.as_images("resize_with_pad", image)
    targets = _sizes.as_size(target_height), _sizes.as_size(target_width)
    _sizes.check_target("resize_with_pad", *targets)
    wanted = [_ops.cast(size, "float64") for size in targets]
    own = [_ops.cast(size, "float64") for size in _sizes.height_and_width(x)]
    ratio = _ops.maximum(own[0] / wanted[0], own[1] / wanted[1])
    inner = [size / ratio for size in own]
    rests = [whole - size for whole, size in zip(wanted, inner, strict=True)]
    found = [
        _sizes.as_size(_ops.cast(_ops.floor(size), "int32"))
        for size in (*inner, *(_ops.maximum(rest / 2.0, 0.0) for rest in rests))
    ]
    resized = resize(x, found[:2], method, antialias=antialias)
    return pad_to_bounding_box(resized, found[2], found[3], *targets)


def resize_with_crop_or_pad(image: TensorLike, target_height: Any, target_width: Any) -> Tensor:
    """The middle of images that are larger than the target, zeros around those that are smaller."""
    x = _sizes.as_images("resize_with_crop_or_pad", image)
    targets = _sizes.as_size(target_height), _sizes.as_size(target_width)
    _sizes.check_target("resize_with_crop_or_pad", *targets)
    own = _sizes.height_and_width(x)
    cut = [_sizes.largest((o - t) // 2, 0) for o, t in zip(own, targets, strict=True)]
    kept = [_sizes.smallest(t, o) for o, t in zip(own, targets, strict=True)]
    gaps = [_sizes.largest((t - o) // 2, 0) for o, t in zip(own, targets, strict=True)]
    cropped = crop_to_bounding_box(x, cut[0], cut[1], kept[0], kept[1])
    return pad_to_bounding_box(cropped, gaps[0], gaps[1], *targets)
