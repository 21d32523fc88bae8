"""Owns non-maximum suppression of boxes of many classes, and by overlaps that are known."""

from __future__ import annotations

import functools
from collections import namedtuple

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError
from pelton.functions.host_functions import numpy_function
from pelton.functions.host_steps import computed
from pelton.host.stored_works import stored_text
from pelton.image.suppression import chosen

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

CombinedNonMaxSuppression = namedtuple(
    "CombinedNonMaxSuppression", "nmsed_boxes nmsed_scores nmsed_classes valid_detections"
)


def _best(boxes: Any, scores: Any, most: int, total: int, settings: Any) -> list[Any]:
    """Box, score and class of the best of one image: boxes (n, q, 4), scores (n, classes)."""
    found: list[Any] = []
    for number in range(scores.shape[1]):
        frames = boxes[:, min(number, boxes.shape[1] - 1)]
        kept, values = chosen(frames, scores[:, number], most, settings)
        found += [(frames[at], v, float(number)) for at, v in zip(kept, values, strict=True)]
    found.sort(key=lambda one: -one[1])
    return found[:total]


def _check(frames: Tensor, values: Tensor) -> None:
    if frames.ndim != 4 or values.ndim != 3 or frames.shape[2] not in (1, values.shape[2], None):
        raise InvalidArgumentError(
            "combined_non_max_suppression: boxes must be (batch, n, q, 4), with q 1 or the number "
            f"of classes, and scores (batch, n, classes), got {frames.shape} and {values.shape}"
        )


def combined_non_max_suppression(
    boxes: TensorLike,
    scores: TensorLike,
    max_output_size_per_class: Any,
    max_total_size: Any,
    iou_threshold: float = 0.5,
    score_threshold: float = float("-inf"),
    pad_per_class: bool = False,
    clip_boxes: bool = True,
    name: str | None = None,
) -> CombinedNonMaxSuppression:
    """The best boxes of each image, class by class, that do not overlap better ones of theirs.

    boxes: (batch, n, q, 4), where q is 1 or the number of classes; scores: (batch, n, classes). A
    named tuple: boxes (batch, total, 4), scores and classes (batch, total), filled with zeros, and
    how many of them count, int32 (batch). total: `max_total_size`, with `pad_per_class` at most
    `max_output_size_per_class` for each class. `clip_boxes`: to [0, 1]. There is no gradient."""
    frames = _functions.convert(boxes, _dtypes.float32)
    values = _functions.convert(scores, _dtypes.float32)
    _check(frames, values)
    each, total = int(max_output_size_per_class), int(max_total_size)
    if each <= 0 or total <= 0 or not 0 <= iou_threshold <= 1:
        raise InvalidArgumentError(
            "combined_non_max_suppression: max_output_size_per_class and max_total_size must be "
            f"positive and iou_threshold in [0, 1], got {each}, {total} and {iou_threshold}"
        )
    settings = {
        "max_output_size_per_class": each,
        "max_total_size": total,
        "iou_threshold": float(iou_threshold),
        "score_threshold": float(score_threshold),
        "pad_per_class": bool(pad_per_class),
        "clip_boxes": bool(clip_boxes),
    }
    classes = values.shape[2]
    size = min(total, each * classes) if pad_per_class and classes is not None else total
    kinds = [[size, 4], [size], [size], []]
    dtypes = [*[_dtypes.float32] * 3, _dtypes.int32]
    outputs = [(dtype, [frames.shape[0], *kind]) for dtype, kind in zip(dtypes, kinds, strict=True)]
    name = "combined_non_max_suppression"
    stored = stored_text(name, **settings)
    run = functools.partial(_combined, settings)
    return CombinedNonMaxSuppression(*computed(name, [frames, values], run, outputs, stored))


def _combined(settings: dict[str, Any], tensors: list[Tensor]) -> list[Tensor]:
    """What ``combined_non_max_suppression`` gives, of tensors with values."""
    import numpy as np

    frames, values = (tensor.numpy() for tensor in tensors)
    each, size = settings["max_output_size_per_class"], settings["max_total_size"]
    if settings["pad_per_class"]:
        size = min(size, each * values.shape[2])
    places = np.zeros((len(values), size, 4), np.float32)
    best, classes = (np.zeros((len(values), size), np.float32) for _ in range(2))
    counts = np.zeros(len(values), np.int32)
    thresholds = (settings["iou_threshold"], settings["score_threshold"], 0.0)
    for row in range(len(values)):
        found = _best(frames[row], values[row], each, size, thresholds)
        counts[row] = len(found)
        for at, (box, score, number) in enumerate(found):
            places[row, at], best[row, at], classes[row, at] = box, score, number
    if settings["clip_boxes"]:
        places = np.clip(places, 0, 1)
    return [_functions.convert(one) for one in (places, best, classes, counts)]


def non_max_suppression_overlaps(
    overlaps: TensorLike,
    scores: TensorLike,
    max_output_size: Any,
    overlap_threshold: float = 0.5,
    score_threshold: float = float("-inf"),
    name: str | None = None,
) -> Tensor:
    """The indices, int32, of at most `max_output_size` of the best scores that no better one that
    is kept overlaps by more than `overlap_threshold`: `overlaps` is (n, n)."""
    table, values = (_functions.convert(x, _dtypes.float32) for x in (overlaps, scores))
    if table.ndim != 2 or table.shape[0] != table.shape[1] or values.shape != table.shape[:1]:
        raise InvalidArgumentError(
            "non_max_suppression_overlaps: overlaps must be (n, n) and scores (n), got "
            f"{table.shape} and {values.shape}"
        )
    most = int(max_output_size)

    def run(table: Any, values: Any) -> Any:
        import numpy as np

        kept: list[int] = []
        for at in np.argsort(-values, kind="stable").tolist():
            free = len(kept) < most and values[at] > score_threshold
            if free and all(table[at, other] <= overlap_threshold for other in kept):
                kept.append(at)
        return np.array(kept, np.int32)

    return numpy_function(run, [table, values], _dtypes.int32)
