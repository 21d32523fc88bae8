"""Owns the random part of an image that still shows enough of what stands in boxes."""

from __future__ import annotations

from collections import namedtuple

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError
from pelton.functions.host_steps import on_arrays

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

SampledBox = namedtuple("SampleDistortedBoundingBoxV2", "begin size bboxes")


def _shares(frame: Any, boxes: Any) -> Any:
    """Which part of each box's area lies in the frame; both as y0, x0, y1, x1."""
    import numpy as np

    low, high = np.maximum(frame[:2], boxes[:, :2]), np.minimum(frame[2:], boxes[:, 2:])
    areas = np.prod(boxes[:, 2:] - boxes[:, :2], axis=1)
    shared = np.prod(np.maximum(high - low, 0), axis=1)
    return np.where(areas > 0, shared / np.where(areas > 0, areas, 1), 0)


def _tried(draws: Any, height: int, width: int, ratios: Any, areas: Any) -> tuple[int, ...] | None:
    """A rectangle (y, x, rows, columns) of a ratio and an area within the ranges, or None."""
    ratio = ratios[0] + draws[0] * (ratios[1] - ratios[0])
    low, high = (max(share * height * width, 1.0) for share in areas)
    greatest = min(high, height * height * ratio, width * width / ratio)
    if greatest < low:
        return None
    area = low + draws[1] * (greatest - low)
    rows = min(max(round((area / ratio) ** 0.5), 1), height)
    columns = min(max(round(rows * ratio), 1), width)
    if not low * 0.999 - max(rows, columns) <= rows * columns <= high * 1.001 + max(rows, columns):
        return None
    y = min(int(draws[2] * (height - rows + 1)), height - rows)
    return y, min(int(draws[3] * (width - columns + 1)), width - columns), rows, columns


def _check_ranges(op: str, ratios: Any, areas: Any) -> None:
    if not 0 < ratios[0] <= ratios[1] or not 0 < areas[0] <= areas[1] <= 1:
        raise InvalidArgumentError(
            f"{op}: aspect_ratio_range and area_range must be ascending and positive, areas at "
            f"most 1, got {ratios} and {areas}"
        )


def _sample(op: str, draws: Tensor, image_size: Any, bounding_boxes: Any, given: Any) -> SampledBox:
    ratios, areas, covered, use_image = given
    _check_ranges(op, ratios, areas)
    size = _functions.convert(image_size)
    boxes = _functions.convert(bounding_boxes, _dtypes.float32)
    if tuple(size.shape) != (3,) or boxes.ndim != 3 or boxes.shape[2] != 4:
        raise InvalidArgumentError(
            f"{op}: image_size must be (3) and bounding_boxes (batch, n, 4), got {size.shape} and "
            f"{boxes.shape}"
        )

    def run(draws: Any, size: Any, boxes: Any) -> Any:
        import numpy as np

        height, width = int(size[0]), int(size[1])
        flat = boxes.reshape(-1, 4)
        if not len(flat) and not use_image:
            raise InvalidArgumentError(
                f"{op}: No bounding boxes provided as input. One must enable "
                "use_image_if_no_bounding_boxes if you wish to not provide any bounding boxes."
            )
        flat = flat if len(flat) else np.array([[0, 0, 1, 1]], np.float32)
        scale = np.array([height, width, height, width])
        y, x, rows, columns = 0, 0, height, width
        for one in draws:
            found = _tried(one, height, width, ratios, areas)
            if found is None:
                continue
            top, left, tall, wide = found
            frame = np.array([top, left, top + tall, left + wide]) / scale
            if covered <= 0 or (_shares(frame, flat) >= covered).any():
                y, x, rows, columns = found
                break
        frame = np.array([y, x, y + rows, x + columns]) / scale
        begin, extent = (np.array(n, size.dtype) for n in ([y, x, 0], [rows, columns, -1]))
        return begin, extent, frame.astype(np.float32).reshape(1, 1, 4)

    outputs = [(size.dtype, [3]), (size.dtype, [3]), (_dtypes.float32, [1, 1, 4])]
    return SampledBox(*on_arrays(op, [draws, size, boxes], run, outputs))


def _settings(ratios: Any, areas: Any, covered: Any, use_image: Any) -> Any:
    ratios = (0.75, 1.33) if ratios is None else tuple(map(float, ratios))
    areas = (0.05, 1.0) if areas is None else tuple(map(float, areas))
    return ratios, areas, float(covered), bool(use_image)


def sample_distorted_bounding_box(
    image_size: TensorLike,
    bounding_boxes: TensorLike,
    seed: int = 0,
    min_object_covered: float = 0.1,
    aspect_ratio_range: Any = None,
    area_range: Any = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> SampledBox:
    """A random rectangle of an image: `begin` and `size` (3), for `tf.slice`, and `bboxes`
    (1, 1, 4), as shares of the image.

    image_size: height, width, channels; bounding_boxes: (batch, n, 4), y0, x0, y1, x1 as shares.
    The rectangle has width / height in `aspect_ratio_range` (None: 0.75 to 1.33), its share of the
    image is in `area_range` (None: 0.05 to 1), and it holds at least `min_object_covered` of one
    of the boxes; after `max_attempts` (None: 100) that do not, it is the whole image."""
    from pelton.random import uniform

    draws = uniform([max_attempts or 100, 4], seed=seed or None)
    given = _settings(
        aspect_ratio_range, area_range, min_object_covered, use_image_if_no_bounding_boxes
    )
    return _sample("sample_distorted_bounding_box", draws, image_size, bounding_boxes, given)


def stateless_sample_distorted_bounding_box(
    image_size: TensorLike,
    bounding_boxes: TensorLike,
    seed: TensorLike,
    min_object_covered: float = 0.1,
    aspect_ratio_range: Any = None,
    area_range: Any = None,
    max_attempts: int | None = None,
    use_image_if_no_bounding_boxes: bool | None = None,
    name: str | None = None,
) -> SampledBox:
    """As ``sample_distorted_bounding_box``, the same for the same `seed` of two integers."""
    from pelton.random import stateless_uniform

    draws = stateless_uniform([max_attempts or 100, 4], seed)
    given = _settings(
        aspect_ratio_range, area_range, min_object_covered, use_image_if_no_bounding_boxes
    )
    op = "stateless_sample_distorted_bounding_box"
    return _sample(op, draws, image_size, bounding_boxes, given)
