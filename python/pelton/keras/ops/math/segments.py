"""Owns reductions over the rows of segments, which a number for each row tells."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, missing

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike


def _segments(
    reduction: str,
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: Any,
    is_sorted: bool,
) -> Tensor:
    """Raises ValueError unless the numbers are a vector with one for each row, and where sorted
    numbers come with a count."""
    if is_sorted and num_segments is not None:
        raise ValueError(
            "Argument `num_segments` cannot be set when sorted is True when using the tensorflow "
            f"backend. Received: num_segments={num_segments}, sorted={is_sorted}."
        )
    data, numbers = convert(data), convert(segment_ids)
    if numbers.ndim != 1:
        raise ValueError(
            "Argument `segment_ids` should be an 1-D vector, got shape: "
            f"{tuple(numbers.shape)}. Consider either flatten input with segment_ids.reshape((-1)) "
            "and data.reshape((-1, ) + data.shape[len(segment_ids.shape):]) or vectorize with vmap."
        )
    if data.shape[0] != numbers.shape[0] and None not in (data.shape[0], numbers.shape[0]):
        raise ValueError(
            "Argument `segment_ids` and `data` should have same leading dimension. Got "
            f"{tuple(numbers.shape)} and {tuple(data.shape)}."
        )
    if num_segments is None and _functions.is_symbolic(numbers):
        from pelton.ops.math import segments

        name = f"unsorted_segment_{reduction}"
        return getattr(segments, name)(data, numbers, _ops.reduce_max(numbers) + 1)
    if num_segments is None:
        num_segments = int(_ops.reduce_max(numbers)) + 1 if numbers.shape[0] else 0
    return missing("segment_reduce")(data, cast_to(numbers, "int64"), num_segments, reduction)


def segment_sum(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: int | None = None,
    sorted: bool = False,
) -> Tensor:
    """The sum of the rows of each segment; as many as the largest number says unless given."""
    return _segments("sum", data, segment_ids, num_segments, sorted)


def segment_max(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: int | None = None,
    sorted: bool = False,
) -> Tensor:
    """The largest of the rows of each segment, the dtype's least without any."""
    return _segments("max", data, segment_ids, num_segments, sorted)


def segment_min(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: int | None = None,
    sorted: bool = False,
) -> Tensor:
    """The least of the rows of each segment, the dtype's largest without any."""
    return _segments("min", data, segment_ids, num_segments, sorted)


def segment_prod(
    data: TensorLike,
    segment_ids: TensorLike,
    num_segments: int | None = None,
    sorted: bool = False,
) -> Tensor:
    """The product of the rows of each segment, 1 without any."""
    return _segments("prod", data, segment_ids, num_segments, sorted)
