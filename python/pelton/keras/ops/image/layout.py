"""Owns what functions of images share: one image as a batch of one, and where channels are."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import convert, data_format_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def image_batch(images: TensorLike, argument: str = "images") -> Tensor:
    """A tensor of one image or a batch. Raises ValueError for another number of axes."""
    x = convert(images)
    if x.ndim not in (3, 4):
        raise ValueError(
            f"Invalid {argument} rank: expected rank 3 (single image) or rank 4 (batch of images). "
            f"Received input with shape: {argument}.shape={tuple(x.shape)}"
        )
    return x


def batch_last(x: Tensor, data_format: str | None) -> Tensor:
    """Images [n, h, w, c] of one image or a batch in `data_format`."""
    if data_format_of(data_format) == "channels_first":
        x = _ops.transpose(x, [*range(x.ndim - 3), x.ndim - 2, x.ndim - 1, x.ndim - 3])
    return _ops.expand_dims(x, 0) if x.ndim == 3 else x


def like_given(x: Tensor, given: Tensor, data_format: str | None) -> Tensor:
    """Images [n, h, w, c] laid out as `given` is: without the batch if that has none."""
    x = _ops.squeeze(x, [0]) if given.ndim == 3 else x
    if data_format_of(data_format) == "channels_first":
        x = _ops.transpose(x, [*range(x.ndim - 3), x.ndim - 1, x.ndim - 3, x.ndim - 2])
    return x
