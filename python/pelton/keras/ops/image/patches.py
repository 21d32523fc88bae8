"""Owns patches: the pixels under windows of images and volumes, as vectors."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import convert, data_format_of, sizes
from pelton.keras.ops.nn.spatial import checked_padding, per_axis

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import TensorLike


def _padded(x: Tensor, reach: list[int], step: list[int], padding: str) -> Tensor:
    """[n, ..., c] with zeros around as "SAME" asks for."""
    if padding == "VALID":
        return x
    widths = [[0, 0]]
    for total, size, stride in zip(sizes(x)[1:-1], reach, step, strict=True):
        rest = total % stride
        more = max(size - (rest if rest else stride), 0)
        widths.append([more // 2, more - more // 2])
    return _ops.pad(x, [*widths, [0, 0]])


def _windows(x: Tensor, size: list[int], step: list[int], hole: list[int]) -> Tensor:
    """[n, ..., size * c]: the pixels under each window of [n, ..., c]."""
    batch, *extent, channels = sizes(x)
    axes = len(size)
    counts = [
        (total - (window - 1) * dilation - 1) // stride + 1
        for total, window, dilation, stride in zip(extent, size, hole, step, strict=True)
    ]
    if step == size and hole == [1] * axes:
        return _tiles(x, batch, counts, size, channels)
    cells = []
    for place in _places(size):
        index: list[Any] = [slice(None)]
        for at, dilation, stride, count in zip(place, hole, step, counts, strict=True):
            start = at * dilation
            index.append(slice(start, start + (count - 1) * stride + 1, stride))
        cells.append(x[tuple(index)])
    return _ops.concat(cells, axes + 1)


def _places(size: list[int]) -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = [()]
    for count in size:
        found = [(*place, at) for place in found for at in range(count)]
    return found


def _tiles(x: Tensor, batch: Any, counts: list[Any], size: list[int], channels: Any) -> Tensor:
    """As `_windows`, of windows side by side: the pixels are only put in another order."""
    axes = len(size)
    index: list[Any] = [slice(None)]
    shape = [batch]
    for count, window in zip(counts, size, strict=True):
        index.append(slice(0, count * window))
        shape += [count, window]
    cells = _ops.reshape(x[tuple(index)], [*shape, channels])
    order = [0, *range(1, 2 * axes, 2), *range(2, 2 * axes + 1, 2), 2 * axes + 1]
    volume = channels
    for window in size:
        volume = volume * window
    return _ops.reshape(_ops.transpose(cells, order), [batch, *counts, volume])


def _patches(
    x: TensorLike, size: Any, strides: Any, dilation_rate: Any, padding: str, data_format: Any
) -> Tensor:
    x = convert(x)
    axes = 2 if x.ndim in (3, 4) and not (isinstance(size, (list, tuple)) and len(size) == 3) else 3
    window = per_axis("size", size, axes)
    step = window if strides is None else per_axis("strides", strides, axes)
    hole = per_axis("dilation_rate", dilation_rate, axes)
    padding = checked_padding(padding)
    is_first = data_format_of(data_format) == "channels_first"
    is_single = x.ndim == axes + 1
    x = _ops.expand_dims(x, 0) if is_single else x
    x = _ops.transpose(x, [0, *range(2, axes + 2), 1]) if is_first else x
    reach = [(one - 1) * dilation + 1 for one, dilation in zip(window, hole, strict=True)]
    found = _windows(_padded(x, reach, step, padding), window, step, hole)
    found = _ops.transpose(found, [0, axes + 1, *range(1, axes + 1)]) if is_first else found
    return _ops.squeeze(found, [0]) if is_single else found


def extract_patches(
    images: TensorLike,
    size: int | Sequence[int],
    strides: int | Sequence[int] | None = None,
    dilation_rate: int | Sequence[int] = 1,
    padding: str = "valid",
    data_format: str | None = None,
) -> Tensor:
    """[n, rows, columns, h * w * c]: the pixels under each window; side by side without `strides`.

    Three sizes: volumes, as ``extract_patches_3d``."""
    if not isinstance(size, int) and len(size) not in (2, 3):
        raise ValueError(
            "Invalid `size` argument. Expected an int or a tuple of length 2 or 3. "
            f"Received: size={size}"
        )
    return _patches(images, size, strides, dilation_rate, padding, data_format)


def extract_patches_3d(
    volumes: TensorLike,
    size: int | Sequence[int],
    strides: int | Sequence[int] | None = None,
    dilation_rate: int | Sequence[int] = 1,
    padding: str = "valid",
    data_format: str | None = None,
) -> Tensor:
    """[n, depth, rows, columns, d * h * w * c]: the voxels under each window of volumes."""
    window = per_axis("size", size, 3)
    return _patches(volumes, window, strides, dilation_rate, padding, data_format)
