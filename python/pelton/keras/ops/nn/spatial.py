"""Owns what convolutions and pools share: sizes per axis, padding, and where the channels are."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import data_format_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence


def per_axis(name: str, value: int | Sequence[int], count: int) -> list[int]:
    """A number for each of `count` axes. Raises ValueError for another count of numbers."""
    numbers = [value] * count if isinstance(value, int) else [int(one) for one in value]
    if len(numbers) == 1:
        numbers *= count
    if len(numbers) != count:
        raise ValueError(f"Argument `{name}` must be one number or {count} of them, got {value}")
    return numbers


def checked_padding(padding: str) -> str:
    """Either "VALID" or "SAME". Raises ValueError for others."""
    if not isinstance(padding, str) or padding.lower() not in ("valid", "same"):
        raise ValueError(f"`padding` must be either 'valid' or 'same'. Received: {padding}")
    return padding.upper()


def spatial_rank(inputs: Tensor, op: str) -> int:
    """How many axes there are besides the batch and the channels. Raises ValueError: 1, 2 or 3."""
    rank = inputs.ndim - 2
    if rank not in (1, 2, 3):
        raise ValueError(f"{op}: inputs must have 3, 4 or 5 axes, got shape {tuple(inputs.shape)}")
    return rank


def channels_last(x: Tensor, data_format: str | None) -> Tensor:
    """`x` with its channels in the last axis."""
    if data_format_of(data_format) == "channels_last":
        return x
    return _ops.transpose(x, [0, *range(2, x.ndim), 1])


def as_given(x: Tensor, data_format: str | None) -> Tensor:
    """What has its channels in the last axis as `data_format` has them."""
    if data_format_of(data_format) == "channels_last":
        return x
    return _ops.transpose(x, [0, x.ndim - 1, *range(1, x.ndim - 1)])
