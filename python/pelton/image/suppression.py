"""Owns non-maximum suppression: the boxes of the best scores that do not overlap better ones."""

from __future__ import annotations

import math

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _read(op: str, boxes: TensorLike, scores: TensorLike) -> tuple[list[Any], list[float]]:
    """Boxes and scores as numbers; raises ValueError for other shapes and while tracing."""
    frames, values = _functions.convert(boxes), _functions.convert(scores)
    if _functions.is_symbolic(frames) or _functions.is_symbolic(values):
        raise ValueError(f"{op}: boxes and scores must have values: it is not traced")
    if frames.ndim != 2 or frames.shape[1] != 4 or tuple(values.shape) != (frames.shape[0],):
        raise ValueError(
            f"{op}: boxes must have shape (n, 4) and scores (n,), got {frames.shape} and "
            f"{values.shape}"
        )
    return _ops.cast(frames, "float32").numpy().tolist(), values.numpy().tolist()


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
    boxes: list[Any], scores: list[float], most: int, settings: tuple[float, float, float]
) -> tuple[list[int], list[float]]:
    """Indices and scores of the boxes that are kept, best first.

    Hard: a box that overlaps a better one by more than the threshold goes. Soft (sigma above 0):
    its score falls with the overlap, and it goes once it is at or below the least score."""
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
    """Indices (int32), best first, of at most ``max_output_size`` boxes that overlap no better one
    by more than ``iou_threshold``. Reads values: raises ValueError while tracing."""
    frames, values = _read("non_max_suppression", boxes, scores)
    settings = (float(iou_threshold), float(score_threshold), 0.0)
    kept, _ = chosen(frames, values, int(max_output_size), settings)
    return _ops.reshape(_ops.cast(kept or [0], "int32"), [-1])[: len(kept)]


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
    in place of removing boxes. Reads values: raises ValueError while tracing."""
    frames, values = _read("non_max_suppression_with_scores", boxes, scores)
    settings = (float(iou_threshold), float(score_threshold), float(soft_nms_sigma))
    kept, found = chosen(frames, values, int(max_output_size), settings)
    return (
        _ops.cast(kept or [0], "int32")[: len(kept)],
        _ops.cast(found or [0.0], "float32")[: len(found)],
    )


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

    Reads values: raises ValueError while tracing."""
    frames, values = _read("non_max_suppression_padded", boxes, scores)
    settings = (float(iou_threshold), float(score_threshold), 0.0)
    most = int(max_output_size)
    kept, _ = chosen(frames, values, most, settings)
    length = most if pad_to_max_output_size else len(kept)
    padded = kept + [0] * (length - len(kept))
    return _ops.cast(padded or [0], "int32")[:length], _ops.cast(len(kept), "int32")
