"""Owns how tf.nn's convolutions and pools read sizes, strides, paddings and data formats: an entry
per spatial axis, or one per axis of the input with ones for the batch and the channels."""

from __future__ import annotations

import itertools

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

_FORMATS = {1: ("NWC", "NCW"), 2: ("NHWC", "NCHW"), 3: ("NDHWC", "NCDHW")}
_COUNTS = {1: "three", 2: "four", 3: "five"}
_WORDS = {1: "width", 2: "height, width", 3: "depth, height, width"}


def as_input(op: str, argument: str, value: TensorLike) -> Tensor:
    """`value` as a tensor; raises ValueError or TypeError, naming the op, for what is none."""
    try:
        return _functions.convert(value)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{op}: {argument}: {error}") from None


def spatial_axes(op: str, x: Tensor, axes: int | None = None) -> int:
    """How many spatial axes `x` has; raises ValueError unless 1 to 3, and InvalidArgumentError
    unless `axes` where the op has so many."""
    found = x.ndim - 2
    if axes is None and not 1 <= found <= 3:
        raise ValueError(f"{op}: the input must have rank from 3 to 5, got shape {x.shape}")
    if axes is not None and found != axes:
        wanted = axes + 2
        raise InvalidArgumentError(f"{op}: the input must have rank {wanted}, got shape {x.shape}")
    return found


def is_channels_first(op: str, data_format: str | None, axes: int) -> bool:
    """Whether the format puts channels first; raises ValueError for one of other axes."""
    last, first = _FORMATS[axes]
    if data_format not in (None, last, first):
        raise ValueError(
            f"{op}: data_format must be {last!r} or {first!r} for an input of rank {axes + 2}, "
            f"got {data_format!r}"
        )
    return data_format == first


def sizes(op: str, argument: str, value: Any, axes: int, first: bool = False) -> list[int]:
    """An entry per spatial axis; raises TypeError for no numbers, ValueError for a wrong number."""
    try:
        values = [value] if isinstance(value, int) else [int(v) for v in value]
    except (TypeError, ValueError):
        raise TypeError(
            f"{op}: {argument} must be a number or a list of numbers, got {value!r}"
        ) from None
    if len(values) == 1:
        values *= axes
    if len(values) == axes + 2:
        channels = values.pop(1) if first else values.pop()
        if values.pop(0) != 1 or channels != 1:
            raise ValueError(
                f"{op}: {argument} must be 1 for the batch and the channels, got {value}"
            )
    if len(values) != axes:
        raise ValueError(
            f"{op}: {argument} must have {_counts(axes)} values ({_WORDS[axes]}), got {value}"
        )
    return values


def _counts(axes: int) -> str:
    counts = [1, *([axes] if axes > 1 else []), axes + 2]
    return ", ".join(map(str, counts[:-1])) + f" or {counts[-1]}"


def paddings(op: str, padding: str | Sequence[Any], axes: int, first: bool) -> tuple[str, Any]:
    """The mode and the explicit paddings, before and after for each spatial axis in turn.

    Raises ValueError unless explicit ones are pairs for all axes, of zeros but for the spatial."""
    if isinstance(padding, str):
        return padding, None
    places = [*itertools.islice(padding, axes + 3)]
    pairs = [[*itertools.islice(p, 3)] if hasattr(p, "__len__") else [p] for p in places]
    if len(pairs) != axes + 2 or any(len(pair) != 2 for pair in pairs):
        raise ValueError(
            f"{op}: explicit padding must be {_COUNTS[axes]} pairs, one for each axis such as "
            f"[[0, 0], [before, after], ..., [0, 0]], got {padding!r}"
        )
    channels = pairs.pop(1) if first else pairs.pop()
    if any([*pairs.pop(0), *channels]):
        raise ValueError(f"{op}: padding must be 0 for the batch and the channels, got {padding!r}")
    return "EXPLICIT", [int(size) for pair in pairs for size in pair]


def channels_last(x: Tensor, first: bool) -> Tensor:
    """`x`, whose channels come first where `first` says so, with channels last."""
    return _ops.transpose(x, [0, *range(2, x.ndim), 1]) if first else x


def channels_first(x: Tensor, first: bool) -> Tensor:
    """What is computed with channels last, in the caller's format."""
    return _ops.transpose(x, [0, x.ndim - 1, *range(1, x.ndim - 1)]) if first else x
