"""Bounding boxes: their formats, how much they overlap, and what becomes of them in changed images.

Boxes are [..., 4]; "xyxy" and "yxyx" give two corners, "xywh" a corner and a size, "center_xywh"
and "center_yxhw" the middle and a size, in pixels. Those that begin with "rel_" are in shares of
the width and height of the image."""

from __future__ import annotations

import math

from pelton.keras import ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from pelton._core import Tensor

_LEAST = 1e-7


def _of_corner(boxes: Tensor) -> Tensor:
    start, size = boxes[..., :2], boxes[..., 2:]
    return ops.concatenate([start, start + size], axis=-1)


def _to_corner(boxes: Tensor) -> Tensor:
    start, end = boxes[..., :2], boxes[..., 2:]
    return ops.concatenate([start, end - start], axis=-1)


def _of_center(boxes: Tensor) -> Tensor:
    center, half = boxes[..., :2], boxes[..., 2:] / 2
    return ops.concatenate([center - half, center + half], axis=-1)


def _to_center(boxes: Tensor) -> Tensor:
    start, end = boxes[..., :2], boxes[..., 2:]
    return ops.concatenate([(start + end) / 2, end - start], axis=-1)


def _swapped(boxes: Tensor) -> Tensor:
    """With x and y in the other order."""
    return ops.take(boxes, [1, 0, 3, 2], axis=-1)


# By format: what makes corners x, y, x, y of it, and it of them.
_FORMATS: dict[str, tuple[Callable[[Tensor], Tensor], Callable[[Tensor], Tensor]]] = {
    "xyxy": (lambda boxes: boxes, lambda boxes: boxes),
    "yxyx": (_swapped, _swapped),
    "xywh": (_of_corner, _to_corner),
    "center_xywh": (_of_center, _to_center),
    "center_yxhw": (lambda boxes: _of_center(_swapped(boxes)), lambda b: _swapped(_to_center(b))),
}
_RELATIVE = ("xyxy", "yxyx", "xywh", "center_xywh")
_NAMES = (*_FORMATS, *(f"rel_{name}" for name in _RELATIVE))


def _checked(boxes: Any, source: str, target: str, dtype: Any) -> Tensor:
    if source not in _NAMES or target not in _NAMES:
        raise ValueError(
            f"The formats of boxes are {_NAMES}. Received: source={source}, target={target}"
        )
    found = ops.cast(boxes, dtype)
    if not found.ndim or found.shape[-1] != 4:
        raise ValueError(
            "`boxes` must be a tensor with the last dimension of 4. Received: "
            f"boxes.shape={tuple(found.shape)}"
        )
    return found


def convert_format(
    boxes: Any,
    source: str,
    target: str,
    height: Any = None,
    width: Any = None,
    dtype: Any = "float32",
) -> Any:
    """Boxes [..., 4], or the "boxes" of a dictionary, of the format `source` in that of `target`.

    `height` and `width` of the image are needed where a format is relative. Raises ValueError for
    other formats and shapes, and where the size is missing."""
    if isinstance(boxes, dict):
        made = convert_format(boxes["boxes"], source, target, height, width, dtype)
        return {**boxes, "boxes": made}
    source, target = str(source).lower(), str(target).lower()
    found = _checked(boxes, source, target, dtype)
    if source == target:
        return found
    is_relative = [name.startswith("rel_") for name in (source, target)]
    if any(is_relative) and (height is None or width is None):
        raise ValueError(
            "convert_format() must receive `height` and `width` where a format is relative. "
            f"Received: source={source}, target={target}, height={height}, width={width}"
        )
    corners = _FORMATS[source.removeprefix("rel_")][0](found)
    if is_relative[0] != is_relative[1]:
        sides = ops.stack([ops.cast(side, corners.dtype) for side in (width, height)] * 2, axis=-1)
        corners = corners * sides if is_relative[0] else corners / sides
    return _FORMATS[target.removeprefix("rel_")][1](corners)


def clip_to_image_size(
    bounding_boxes: Mapping[str, Any],
    height: Any = None,
    width: Any = None,
    bounding_box_format: str = "xyxy",
) -> dict[str, Any]:
    """The dictionary with its "boxes" [..., boxes, 4] cut at the edges of the image and -1 for
    "labels" [..., boxes] of those of which nothing is left.

    Raises ValueError without the size of the image, which "rel_xyxy" does not need, and
    NotImplementedError for other formats than these two."""
    if bounding_box_format not in ("xyxy", "rel_xyxy"):
        raise NotImplementedError(
            "clip_to_image_size takes 'xyxy' and 'rel_xyxy'. Received: "
            f"bounding_box_format={bounding_box_format}"
        )
    is_relative = bounding_box_format == "rel_xyxy"
    if not is_relative and (height is None or width is None):
        raise ValueError(f"`height` and `width` must be set. Received: {height=}, {width=}")
    boxes = ops.convert_to_tensor(bounding_boxes["boxes"])
    boxes = _clipped(boxes, 1 if is_relative else height, 1 if is_relative else width)
    sizes = boxes[..., 2:] - boxes[..., :2]
    is_left = ops.prod(sizes, axis=-1) > 0
    labels = ops.convert_to_tensor(bounding_boxes["labels"])
    labels = ops.where(is_left, labels, ops.full_like(labels, -1))
    return {**bounding_boxes, "boxes": boxes, "labels": labels}


def _clipped(boxes: Tensor, height: Any, width: Any) -> Tensor:
    x1, y1, x2, y2 = ops.unstack(boxes, 4, axis=-1)
    sides = ((x1, width), (y1, height), (x2, width), (y2, height))
    return ops.stack([ops.clip(place, 0, side) for place, side in sides], axis=-1)


def _corners(boxes: Any, form: str, image_shape: Sequence[int] | None) -> Tensor:
    if form.startswith("rel") and image_shape is None:
        raise ValueError(
            "Relative formats of boxes need `image_shape`. Received: "
            f"bounding_box_format={form}, image_shape={image_shape}"
        )
    height, width = (None, None) if image_shape is None else image_shape[:2]
    return convert_format(boxes, form, "xyxy", height, width)


def _shared_areas(one: Tensor, other: Tensor) -> tuple[Tensor, Tensor]:
    """The areas of what is in both of the boxes, and in either."""
    low = ops.maximum(one[..., :2], other[..., :2])
    high = ops.minimum(one[..., 2:], other[..., 2:])
    shared = ops.prod(ops.maximum(high - low, 0.0), axis=-1)
    areas = [ops.prod(boxes[..., 2:] - boxes[..., :2], axis=-1) for boxes in (one, other)]
    return shared, areas[0] + areas[1] - shared


def compute_iou(
    boxes1: Any,
    boxes2: Any,
    bounding_box_format: str,
    use_masking: bool = False,
    mask_val: float = -1,
    image_shape: Sequence[int] | None = None,
) -> Tensor:
    """What each of the boxes [n, 4] or [batch, n, 4] and each of [m, 4] or [batch, m, 4] share of
    their area: [n, m] or [batch, n, m].

    With `use_masking` boxes that are `mask_val` throughout have `mask_val`. Raises ValueError for
    other ranks, and for relative formats without `image_shape`, (height, width, channels)."""
    one = _corners(boxes1, bounding_box_format, image_shape)
    other = _corners(boxes2, bounding_box_format, image_shape)
    for name, boxes in (("boxes1", one), ("boxes2", other)):
        if boxes.ndim not in (2, 3):
            raise ValueError(
                f"compute_iou takes boxes of rank 2 or 3. Received: {name}.shape="
                f"{tuple(boxes.shape)}"
            )
    shared, whole = _shared_areas(ops.expand_dims(one, -2), ops.expand_dims(other, -3))
    found = ops.where(whole > 0, shared / ops.where(whole > 0, whole, 1.0), 0.0)
    if not use_masking:
        return found
    masked = [ops.all(ops.equal(ops.cast(b, "float32"), mask_val), -1) for b in (boxes1, boxes2)]
    is_masked = ops.logical_or(ops.expand_dims(masked[0], -1), ops.expand_dims(masked[1], -2))
    return ops.where(is_masked, float(mask_val), found)


def compute_ciou(
    boxes1: Any,
    boxes2: Any,
    bounding_box_format: str,
    image_shape: Sequence[int] | None = None,
) -> Tensor:
    """The complete IoU of boxes [..., 4] with those in the same places: [...].

    Source: Distance-IoU loss (Zheng et al., 2020)."""
    one = _corners(boxes1, bounding_box_format, image_shape)
    other = _corners(boxes2, bounding_box_format, image_shape)
    shared, whole = _shared_areas(one, other)
    iou = shared / (whole + _LEAST)
    around = ops.maximum(one[..., 2:], other[..., 2:]) - ops.minimum(one[..., :2], other[..., :2])
    gap = (one[..., :2] + one[..., 2:] - other[..., :2] - other[..., 2:]) / 2
    distance = ops.sum(gap * gap, axis=-1) / (ops.sum(around * around, axis=-1) + _LEAST)
    slopes = []
    for boxes in (one, other):
        size = boxes[..., 2:] - boxes[..., :2]
        slopes.append(ops.arctan(size[..., 0] / (size[..., 1] + _LEAST)))
    shape = 4 / math.pi**2 * ops.square(slopes[1] - slopes[0])
    return iou - distance - shape * shape / (shape - iou + 1 + _LEAST)


def _only_corners(bounding_box_format: str) -> None:
    if bounding_box_format != "xyxy":
        raise NotImplementedError(
            f"only boxes in 'xyxy' are taken. Received: bounding_box_format={bounding_box_format}"
        )


def crop(
    boxes: Any, top: Any, left: Any, height: Any, width: Any, bounding_box_format: str = "xyxy"
) -> Tensor:
    """Boxes [..., 4] in the part of the image of that size that begins at `top` and `left`.

    Raises NotImplementedError for other formats than "xyxy"."""
    _only_corners(bounding_box_format)
    moved = ops.cast(boxes, "float32") - ops.cast([left, top, left, top], "float32")
    return _clipped(moved, height, width)


def pad(
    boxes: Any,
    top: Any,
    left: Any,
    height: Any = None,
    width: Any = None,
    bounding_box_format: str = "xyxy",
) -> Tensor:
    """Boxes [..., 4] in the image with `top` rows above it and `left` columns before it.

    Raises NotImplementedError for other formats than "xyxy"."""
    _only_corners(bounding_box_format)
    return ops.cast(boxes, "float32") + ops.cast([left, top, left, top], "float32")


def _variance(form: str, variance: Any) -> Tensor:
    if form not in ("center_xywh", "center_yxhw"):
        raise ValueError(f"the format of deltas is 'center_xywh' or 'center_yxhw', got {form}")
    found = ops.cast([1.0] * 4 if variance is None else variance, "float32")
    if found.shape[-1] != 4:
        raise ValueError(f"`variance` must be length 4, got {variance}")
    return found


def encode_box_to_deltas(
    anchors: Any,
    boxes: Any,
    anchor_format: str,
    box_format: str,
    encoding_format: str = "center_yxhw",
    variance: Any = None,
    image_shape: Sequence[int] | None = None,
) -> Tensor:
    """How boxes [..., n, 4] differ from anchors [n, 4]: the shift of the middle in sizes of the
    anchor and the logarithm of the sizes' ratio, by `variance` where given.

    Raises ValueError for other formats of deltas and lengths of `variance`."""
    scale = _variance(encoding_format, variance)
    height, width = (None, None) if image_shape is None else image_shape[:2]
    start = convert_format(anchors, anchor_format, encoding_format, height, width)
    end = convert_format(boxes, box_format, encoding_format, height, width)
    sizes = ops.maximum(start[..., 2:], _LEAST)
    shift = (end[..., :2] - start[..., :2]) / sizes
    ratio = ops.log(ops.maximum(end[..., 2:], _LEAST) / sizes)
    return ops.concatenate([shift, ratio], axis=-1) / scale


def decode_deltas_to_boxes(
    anchors: Any,
    boxes_delta: Any,
    anchor_format: str,
    box_format: str,
    encoded_format: str = "center_yxhw",
    variance: Any = None,
    image_shape: Sequence[int] | None = None,
) -> Tensor:
    """The boxes in `box_format` that differ from anchors [n, 4] by what `encode_box_to_deltas`
    gives. Raises ValueError as it does."""
    scale = _variance(encoded_format, variance)
    height, width = (None, None) if image_shape is None else image_shape[:2]
    start = convert_format(anchors, anchor_format, encoded_format, height, width)
    delta = ops.cast(boxes_delta, "float32") * scale
    center = delta[..., :2] * start[..., 2:] + start[..., :2]
    size = ops.exp(delta[..., 2:]) * start[..., 2:]
    found = ops.concatenate([center, size], axis=-1)
    return convert_format(found, encoded_format, box_format, height, width)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
