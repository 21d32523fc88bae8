"""Owns non-maximum suppression: the boxes of the best scores that do not overlap better ones."""

from __future__ import annotations

import math

from pelton import dtypes as _dtypes
from pelton._core import Tensor as _Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.functions.host_steps import computed
from pelton.host.stored_works import stored_text

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _taken(
    op: str,
    boxes: TensorLike,
    scores: TensorLike,
    settings: Sequence[Any],
    has_batches: bool = False,
) -> list[Tensor]:
    """Boxes, scores, how many and the thresholds, as tensors; raises
    InvalidArgumentError for other shapes, ValueError while tracing, and for overlaps that are not
    between 0 and 1."""
    overlap = settings[1]
    if isinstance(overlap, (int, float)) and not 0.0 <= overlap <= 1.0:
        raise InvalidArgumentError(f"{op}: iou_threshold must be in [0, 1], got {overlap}")
    frames, values = _functions.convert(boxes), _functions.convert(scores)
    is_ranked = frames.ndim == values.ndim + 1 and (frames.ndim == 2 or has_batches)
    sizes, given = frames.shape.as_list()[:-1], values.shape.as_list()
    fits = is_ranked and frames.ndim >= 2 and frames.shape[-1] in (4, None)
    if not fits or any(
        None not in pair and pair[0] != pair[1] for pair in zip(sizes, given, strict=True)
    ):
        error = ValueError if _functions.is_tracing() else InvalidArgumentError
        raise error(
            f"{op}: boxes must have shape (n, 4) and scores (n,), got {frames.shape} and "
            f"{values.shape}"
        )
    most, *thresholds = settings
    given = [_ops.cast(frames, "float32"), values, _ops.cast(_functions.convert(most), "int32")]
    return given + [_ops.cast(_functions.convert(one), "float32") for one in thresholds]


def _chosen_of(tensors: list[Tensor]) -> tuple[list[int], list[float], int]:
    """``chosen`` of tensors with values, and how many there may be."""
    frames, values, most, *settings = (tensor.numpy() for tensor in tensors)
    threshold, least, sigma = (*(float(one) for one in settings), 0.0)[:3]
    kept, found = chosen(frames, values, int(most), (threshold, least, sigma))
    return kept, found, int(most)


def _overlap(a: list[float], b: list[float]) -> float:
    """The area that two boxes share over the area that they cover; edges in any order."""
    # min and max, not sorted(), which leaves the order of NaNs to chance
    top_a, bottom_a = min(a[0], a[2]), max(a[0], a[2])
    left_a, right_a = min(a[1], a[3]), max(a[1], a[3])
    top_b, bottom_b = min(b[0], b[2]), max(b[0], b[2])
    left_b, right_b = min(b[1], b[3]), max(b[1], b[3])
    areas = (bottom_a - top_a) * (right_a - left_a), (bottom_b - top_b) * (right_b - left_b)
    if min(areas) <= 0:
        return 0.0
    height = max(min(bottom_a, bottom_b) - max(top_a, top_b), 0.0)
    shared = height * max(min(right_a, right_b) - max(left_a, left_b), 0.0)
    return shared / (areas[0] + areas[1] - shared)


def chosen(
    boxes: Any, scores: Any, most: int, settings: tuple[float, float, float]
) -> tuple[list[int], list[float]]:
    """Indices and scores of the boxes that are kept, best first: arrays (n, 4) and (n).

    Hard: a box that overlaps a better one by more than the threshold goes. Soft (sigma above 0):
    its score falls with the overlap, and it goes once it is at or below the least score."""
    import numpy as np

    threshold, least, sigma = settings
    if sigma <= 0 and np.isfinite(boxes).all():
        return _apart(boxes, scores, most, threshold, least)
    return _lowered(boxes.tolist(), scores.tolist(), most, settings)


def _apart(
    boxes: Any, scores: Any, most: int, threshold: float, least: float
) -> tuple[list[int], list[float]]:
    """``chosen`` where overlaps are numbers and remove boxes: each that is kept, of all at once."""
    import numpy as np

    left = np.flatnonzero(scores > least)
    left = left[np.argsort(-scores[left], kind="stable")]
    top, bottom = np.minimum(boxes[:, 0], boxes[:, 2]), np.maximum(boxes[:, 0], boxes[:, 2])
    start, end = np.minimum(boxes[:, 1], boxes[:, 3]), np.maximum(boxes[:, 1], boxes[:, 3])
    areas = (bottom - top) * (end - start)
    kept: list[int] = []
    while len(left) and len(kept) < most:
        best, left = left[0], left[1:]
        kept.append(int(best))
        height = np.minimum(bottom[left], bottom[best]) - np.maximum(top[left], top[best])
        width = np.minimum(end[left], end[best]) - np.maximum(start[left], start[best])
        shared = np.maximum(height, 0) * np.maximum(width, 0)
        covered = areas[left] + areas[best] - shared
        has_area = (areas[left] > 0) & (areas[best] > 0)
        overlaps = np.divide(shared, covered, out=np.zeros_like(shared), where=has_area)
        left = left[overlaps <= np.float32(threshold)]
    return kept, scores[kept].tolist()


def _lowered(
    boxes: list[Any], scores: list[float], most: int, settings: tuple[float, float, float]
) -> tuple[list[int], list[float]]:
    """``chosen`` of one box after the other."""
    threshold, least, sigma = settings
    factor = -0.5 / sigma if sigma > 0 else 0.0
    left = [(score, i, 0) for i, score in enumerate(scores) if score > least]
    left.sort(key=lambda entry: (-entry[0], entry[1]))
    kept: list[int] = []
    found: list[float] = []
    while left and len(kept) < most:
        score, i, seen = left.pop(0)
        lowered, is_out = score, False
        for j in reversed(kept[seen:]):
            overlap = _overlap(boxes[i], boxes[j])
            is_out = sigma <= 0 and overlap > threshold
            # As in TensorFlow, an overlap that is no number takes all of the score.
            is_lost = sigma <= 0 and math.isnan(overlap)
            lowered *= 0.0 if is_lost else math.exp(factor * overlap * overlap)
            if is_out or lowered <= least:
                break
        if is_out or not lowered > least:  # NaN too
            continue
        if lowered == score:
            kept.append(i)
            found.append(score)
            continue
        left.append((lowered, i, len(kept)))
        left.sort(key=lambda entry: (-entry[0], entry[1]))
    return kept, found


def non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: Any,
    iou_threshold: float = 0.5,
    score_threshold: float = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """Indices (int32), best first, of at most ``max_output_size`` boxes (n, 4) that overlap no
    better one by more than ``iou_threshold``. Raises InvalidArgumentError for other shapes."""
    op = "non_max_suppression"
    given = _taken(op, boxes, scores, (max_output_size, iou_threshold, score_threshold))

    def run(tensors: list[Tensor]) -> list[Tensor]:
        return [_numbers(_chosen_of(tensors)[0], "int32")]

    return computed(op, given, run, [(_dtypes.int32, [None])], stored_text(op))[0]


def non_max_suppression_with_scores(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: Any,
    iou_threshold: float = 0.5,
    score_threshold: float = float("-inf"),
    soft_nms_sigma: float = 0.0,
    name: str | None = None,
) -> tuple[Tensor, Tensor]:
    """The indices and scores of what is kept; with ``soft_nms_sigma`` above 0 overlaps lower scores
    in place of removing boxes. Raises InvalidArgumentError for shapes other than (n, 4) and (n)."""
    op = "non_max_suppression_with_scores"
    settings = (max_output_size, iou_threshold, score_threshold, soft_nms_sigma)

    def run(tensors: list[Tensor]) -> list[Tensor]:
        kept, found, _ = _chosen_of(tensors)
        return [_numbers(kept, "int32"), _numbers(found, "float32")]

    outputs = [(_dtypes.int32, [None]), (_dtypes.float32, [None])]
    indices, left = computed(op, _taken(op, boxes, scores, settings), run, outputs, stored_text(op))
    return indices, left


def non_max_suppression_padded(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size: Any,
    iou_threshold: float = 0.5,
    score_threshold: float = float("-inf"),
    pad_to_max_output_size: bool = False,
    name: str | None = None,
    sorted_input: bool = False,
    canonicalized_coordinates: bool = False,
    tile_size: int = 512,
) -> tuple[Tensor, Tensor]:
    """The indices that are kept, with zeros up to ``max_output_size`` where asked for, and their
    number, which the last three arguments, that make it faster elsewhere, do not change.

    Boxes without a coordinate above 0 are left out, as padding is; with the zeros boxes and scores
    may have batch axes before. Raises InvalidArgumentError for shapes other than (..., n, 4) and
    (..., n), ValueError for batches without the zeros."""
    op = "non_max_suppression_padded"
    is_known = not isinstance(max_output_size, _Tensor)
    length = int(max_output_size) if pad_to_max_output_size and is_known else None
    pads, frames = bool(pad_to_max_output_size), _functions.convert(boxes)
    if frames.ndim > 2 and not pads:
        raise ValueError(f"{op}: pad_to_max_output_size must be True for boxes of {frames.shape}")

    def run(tensors: list[Tensor]) -> list[Tensor]:
        indices, counts = _padded_choice(*tensors)
        return [indices if pads else indices[: int(counts)], counts]

    settings = (max_output_size, iou_threshold, score_threshold)
    given = _taken(op, frames, scores, settings, has_batches=pads)
    batch = frames.shape.as_list()[:-2]
    outputs = [(_dtypes.int32, [*batch, length]), (_dtypes.int32, batch)]
    indices, count = computed(op, given, run, outputs, stored_text(op, pad_to_max_output_size=pads))
    return indices, count


def _padded_choice(frames: Tensor, values: Tensor, *settings: Tensor) -> list[Tensor]:
    """The indices that are kept of each in a batch, zeros up to the most, and their numbers."""
    import numpy as np

    boxes, scores = frames.numpy(), values.numpy()
    most, threshold, least = (float(one) for one in settings)
    batch, length = boxes.shape[:-2], max(int(most), 0)
    indices = np.zeros((*batch, length), "int32")
    counts = np.zeros(batch, "int32")
    for place in np.ndindex(*batch):
        real = np.flatnonzero(~(boxes[place] <= 0).all(axis=-1))
        limits = (threshold, least, 0.0)
        kept, _ = chosen(boxes[place][real], scores[place][real], length, limits)
        indices[place][: len(kept)] = real[kept]
        counts[place] = len(kept)
    return [_functions.convert(indices), _functions.convert(counts)]


def _numbers(values: list[Any], dtype: str) -> Tensor:
    import numpy as np

    return _functions.convert(np.array(values, dtype))
