"""Owns frames of signals: taken out of them one after the other, and added up again."""

from __future__ import annotations

import math

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ops.array.sizes import product, sizes_of
from pelton.signal.arguments import as_tensor, check_rank, one_axis, part, whole_number

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import TensorLike


def _at_least(count: Tensor | int, least: int) -> Tensor | int:
    if isinstance(count, int):
        return max(count, least)
    return _ops.maximum(count, _functions.convert(least, count.dtype))


def _places(frames: Tensor | int, step: int, length: Tensor | int) -> Tensor:
    """[frames, length]: where the elements of each frame stand."""
    starts = _ops.expand_dims(_ops.iota(frames, _dtypes.int64), 1) * step
    return starts + _ops.iota(length, _dtypes.int64)


def frame(
    signal: TensorLike,
    frame_length: int,
    frame_step: int,
    pad_end: bool = False,
    pad_value: TensorLike = 0,
    axis: int = -1,
    name: str | None = None,
) -> Tensor:
    """Frames of `frame_length` elements along `axis`, one beginning each `frame_step`: the axis
    becomes two, [frames, frame_length]. `pad_end`: the last ones are filled with `pad_value`."""
    x = check_rank("frame", "signal", as_tensor("frame", "signal", signal), 1)
    length = whole_number("frame", "frame_length", frame_length)
    step = whole_number("frame", "frame_step", frame_step, 1)
    at = one_axis("frame", axis, x.ndim)
    front, (size, *rest) = sizes_of(x)[:at], sizes_of(x)[at:]
    if pad_end:
        frames = (size + (step - 1)) // step
        padding = [*front, length + step, *rest]
        fill = _ops.cast(as_tensor("frame", "pad_value", pad_value), x.dtype)
        x = _ops.concat([x, _ops.broadcast_to(fill, padding)], at)
        size = size + (length + step)
    else:
        frames = _at_least((size - length) // step + 1, 0)
    block = math.gcd(length, step)
    blocks = size // block
    x = _ops.reshape(part(x, at, None, blocks * block), [*front, blocks, block, *rest])
    found = _ops.gather(x, _places(frames, step // block, length // block), at)
    return _ops.reshape(found, [*front, frames, length, *rest])


def overlap_and_add(signal: TensorLike, frame_step: int, name: str | None = None) -> Tensor:
    """The sum [..., step * (frames - 1) + length] of frames [..., frames, length], each of which
    begins `frame_step` elements after the one before."""
    x = as_tensor("overlap_and_add", "signal", signal)
    x = check_rank("overlap_and_add", "signal", x, 2)
    step = whole_number("overlap_and_add", "frame_step", frame_step, 1)
    *front, frames, length = sizes_of(x)
    total = _at_least((frames - 1) * step + length, 0)
    block = math.gcd(length, step) if isinstance(length, int) else 1
    places = _ops.reshape(_places(frames, step // block, length // block), [-1])
    rows = _ops.reshape(x, [product(front), product([frames, length // block]), block])
    found = _ops.scatter_add(rows, places, [product(front), total // block, block], 1)
    return _ops.reshape(found, [*front, total])
