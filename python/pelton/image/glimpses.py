"""Owns ``tf.image.extract_glimpse``: a window of each image at a place of its own."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.image import sizes as _sizes
from pelton.ops.array.sizes import integers, sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _uniform(shape: Any) -> Tensor:
    from pelton.random import uniform

    return uniform(shape)


def _normal(shape: Any) -> Tensor:
    from pelton.random import normal

    return normal(shape)


_NOISES = {
    "zero": lambda x: _ops.zeros_like(x),
    "uniform": lambda x: _uniform(sizes_of(x)),
    "gaussian": lambda x: _normal(sizes_of(x)),
}


def extract_glimpse(
    input: TensorLike,
    size: Any,
    offsets: TensorLike,
    centered: bool = True,
    normalized: bool = True,
    noise: str = "uniform",
    name: str | None = None,
) -> Tensor:
    """Windows (batch, *size, channels) of images (batch, height, width, channels).

    `offsets` (batch, 2) say where a window begins; with `centered`, counted from the middle; with
    `normalized`, in sizes of the image; with both, -1 to 1 for a window's middle. What is outside
    is `noise`: "uniform", "gaussian" or "zero"."""
    op = "extract_glimpse"
    x, at = _functions.convert(input), _functions.convert(offsets, _dtypes.float32)
    window = integers(op, "size", size)
    if x.ndim != 4 or at.ndim != 2 or at.shape[1] != 2 or len(window) != 2:
        raise ValueError(
            f"{op}: input must have 4 axes, offsets shape (batch, 2) and size 2 numbers, got "
            f"{tuple(x.shape)}, {tuple(at.shape)} and {window}"
        )
    if noise not in _NOISES:
        raise ValueError(f"{op}: noise must be 'uniform', 'gaussian' or 'zero', got {noise!r}")
    sizes = _ops.cast(_ops.shape(x), _dtypes.float32)[1:3]
    begins = at * sizes if normalized else at
    if centered:
        begins = (begins / 2.0 if normalized else begins) + sizes / 2.0
        begins = begins - [n / 2.0 for n in window] if normalized else begins
    begins = _ops.cast(begins, _dtypes.int32)
    rows = _ops.expand_dims(begins[:, 0], 1) + _ops.iota(window[0], _dtypes.int32)
    columns = _ops.expand_dims(begins[:, 1], 1) + _ops.iota(window[1], _dtypes.int32)
    height, width = (_ops.cast(size, _dtypes.int32) for size in _sizes.height_and_width(x))
    made = _ops.batch_gather(x, _ops.clip_by_value(rows, 0, height - 1), 1, 1)
    made = _ops.transpose(made, [0, 2, 1, 3])
    made = _ops.batch_gather(made, _ops.clip_by_value(columns, 0, width - 1), 1, 1)
    made = _ops.transpose(made, [0, 2, 1, 3])
    inside = _inside(rows, columns, height, width)
    rest = _ops.cast(_NOISES[noise](made), made.dtype)
    return _ops.where(_ops.expand_dims(inside, 3), made, rest)


def _inside(rows: Tensor, columns: Tensor, height: Tensor, width: Tensor) -> Tensor:
    """Which pixels of windows (batch, height, width) are in the image."""
    in_rows = _ops.logical_and(rows >= 0, rows < height)
    in_columns = _ops.logical_and(columns >= 0, columns < width)
    return _ops.logical_and(_ops.expand_dims(in_rows, 2), _ops.expand_dims(in_columns, 1))
