"""Owns what boxes cut out of images, and boxes drawn into them. A box is [top, left, bottom,
right] on a scale from 0 to 1."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.image import sizes as _sizes

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _places(low: Tensor, high: Tensor, size: Any, count: int) -> Tensor:
    """Where `count` samples between two edges lie among `size` pixels: (boxes, count)."""
    last = _ops.cast(size, "float32") - 1.0
    low, high = _ops.expand_dims(low, 1) * last, _ops.expand_dims(high, 1) * last
    if count == 1:
        return (low + high) * 0.5
    steps = _ops.range(0.0, float(count), 1.0, "float32")
    return low + _ops.expand_dims(steps, 0) * ((high - low) / float(count - 1))


def _inside(places: Tensor, size: Any) -> Tensor:
    return _ops.logical_and(places >= 0.0, places <= _ops.cast(size, "float32") - 1.0)


def _pixels(x: Tensor, images: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """The pixels (boxes, rows, columns, channels) at rows (boxes, n) and columns (boxes, m)."""
    height, width = _sizes.height_and_width(x)
    flat = _ops.reshape(x, [-1, _sizes.size_of(x, 3)])
    rows = _ops.minimum(_ops.maximum(_ops.cast(rows, "int32"), 0), _ops.cast(height, "int32") - 1)
    columns = _ops.cast(columns, "int32")
    columns = _ops.minimum(_ops.maximum(columns, 0), _ops.cast(width, "int32") - 1)
    lines = (_ops.expand_dims(images, 1) * height + rows) * width
    return _ops.gather(flat, _ops.expand_dims(lines, 2) + _ops.expand_dims(columns, 1), 0)


def crop_and_resize(
    image: TensorLike,
    boxes: TensorLike,
    box_indices: TensorLike,
    crop_size: Any,
    method: str = "bilinear",
    extrapolation_value: float = 0.0,
    name: str | None = None,
) -> Tensor:
    """What each of ``boxes`` (n, 4) shows of the image that ``box_indices`` (n) says, as float32
    (n, crop height, crop width, channels); ``extrapolation_value`` where a box lies outside.

    Raises ValueError for other shapes and methods."""
    x = _ops.cast(_sizes.as_images("crop_and_resize", image, 4), "float32")
    frames, images = _ops.cast(boxes, "float32"), _ops.cast(box_indices, "int32")
    if frames.ndim != 2 or frames.shape[1] not in (None, 4) or images.ndim != 1:
        raise ValueError(
            "crop_and_resize: boxes must have shape (n, 4) and box_indices (n,), got "
            f"{frames.shape} and {images.shape}"
        )
    if method not in ("bilinear", "nearest"):
        raise ValueError(f"crop_and_resize: method must be bilinear or nearest, got {method!r}")
    crop = [int(size) for size in crop_size]
    if len(crop) != 2 or min(crop) <= 0:
        raise ValueError(
            f"crop_and_resize: crop_size must be two positive numbers, got {crop_size}"
        )
    height, width = _sizes.height_and_width(x)
    top, left, bottom, right = _ops.unstack(frames, axis=1, num=4)
    rows, columns = _places(top, bottom, height, crop[0]), _places(left, right, width, crop[1])
    if method == "nearest":
        away = [_ops.floor(places + 0.5) for places in (rows, columns)]
        found = _pixels(x, images, *away)
    else:
        found = _between(x, images, rows, columns)
    seen = _ops.logical_and(
        _ops.expand_dims(_inside(rows, height), 2), _ops.expand_dims(_inside(columns, width), 1)
    )
    outside = _ops.cast(float(extrapolation_value), "float32")
    return _ops.where(_ops.expand_dims(seen, 3), found, outside)


def _between(x: Tensor, images: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    """The weighted mean of the four pixels around each place."""
    above, before = _ops.floor(rows), _ops.floor(columns)
    down = _ops.expand_dims(_ops.expand_dims(rows - above, 2), 3)
    across = _ops.expand_dims(_ops.expand_dims(columns - before, 1), 3)
    below, after = _ops.ceil(rows), _ops.ceil(columns)
    first = _pixels(x, images, above, before)
    upper = first + (_pixels(x, images, above, after) - first) * across
    second = _pixels(x, images, below, before)
    lower = second + (_pixels(x, images, below, after) - second) * across
    return upper + (lower - upper) * down


_COLORS = (
    (1.0, 1.0, 0.0, 1.0),
    (0.0, 0.0, 1.0, 1.0),
    (1.0, 0.0, 0.0, 1.0),
    (0.0, 1.0, 0.0, 1.0),
    (0.5, 0.0, 0.5, 1.0),
    (0.5, 0.5, 0.0, 1.0),
    (0.5, 0.0, 0.0, 1.0),
    (0.0, 0.0, 0.5, 1.0),
    (0.0, 1.0, 1.0, 1.0),
    (1.0, 0.0, 1.0, 1.0),
)


def draw_bounding_boxes(
    images: TensorLike, boxes: TensorLike, colors: Any, name: str | None = None
) -> Tensor:
    """``images`` (batch, height, width, channels) with frames one pixel wide around ``boxes``
    (batch, n, 4), in ``colors`` (m, channels or more) by turns, or in ten of its own for None.

    Raises ValueError for other shapes."""
    x = _sizes.as_images("draw_bounding_boxes", images, 4)
    frames = _ops.cast(boxes, "float32")
    if frames.ndim != 3 or frames.shape[2] not in (None, 4):
        raise ValueError(
            "draw_bounding_boxes: images (batch, height, width, channels) and boxes (batch, n, 4) "
            f"are needed, got {x.shape} and {frames.shape}"
        )
    table = _ops.cast(_COLORS if colors is None else colors, x.dtype)[:, : _sizes.size_of(x, 3)]
    if frames.shape[1] is None:
        return _with_all_frames(x, frames, table)
    for number in range(frames.shape[1]):
        parts = _ops.unstack(frames[:, number], axis=1, num=4)
        is_edge = _frame(x, [_ops.reshape(part, [-1, 1, 1]) for part in parts])
        color = _ops.reshape(table[number % table.shape[0]], [1, 1, 1, -1])
        x = _ops.where(_ops.expand_dims(is_edge, 3), color, x)
    return x


def _with_all_frames(x: Tensor, frames: Tensor, table: Tensor) -> Tensor:
    """The images with frames whose number is not known, of which the last one is in front."""
    parts = _ops.unstack(frames, axis=2, num=4)
    edges = [_ops.expand_dims(_ops.expand_dims(part, 2), 3) for part in parts]
    is_edge = _ops.cast(_frame(x, edges), "int32")  # (batch, n, height, width)
    numbers = _ops.reshape(_ops.iota(_sizes.size_of(frames, 1), "int32") + 1, [1, -1, 1, 1])
    front = _ops.reduce_max(_ops.pad(is_edge * numbers, [0, 0, 1, 0, 0, 0, 0, 0]), 1)
    color = _ops.gather(table, _ops.floormod(front - 1, _sizes.size_of(table, 0)), 0)
    return _ops.where(_ops.expand_dims(front > 0, 3), color, x)


def _frame(images: Tensor, edges: list[Tensor]) -> Tensor:
    """Where the frame of a box is: (batch, height, width), or more of them."""
    sizes = _sizes.height_and_width(images)
    rows, columns = (_ops.cast(_ops.iota(size, "int32"), "float32") for size in sizes)
    rows = _ops.reshape(rows, [-1, 1])
    last = [_ops.cast(size, "float32") - 1.0 for size in sizes]
    top, left, bottom, right = (_ops.floor(edge * last[i % 2]) for i, edge in enumerate(edges))
    in_rows = _ops.logical_and(rows >= top, rows <= bottom)
    in_columns = _ops.logical_and(columns >= left, columns <= right)
    at_rows = _ops.logical_or(_ops.equal(rows, top), _ops.equal(rows, bottom))
    at_columns = _ops.logical_or(_ops.equal(columns, left), _ops.equal(columns, right))
    is_edge = _ops.logical_or(
        _ops.logical_and(at_rows, in_columns), _ops.logical_and(at_columns, in_rows)
    )
    return _ops.logical_and(is_edge, _ops.logical_and(top <= bottom, left <= right))
