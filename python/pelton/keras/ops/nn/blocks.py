"""Owns blocks of pixels: unfold and fold, and between depth and space."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError, OutOfRangeError
from pelton.keras.ops.conversion import convert, data_format_of, sizes
from pelton.keras.ops.nn.spatial import as_given, channels_last, per_axis

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import TensorLike


def _counts(extent: Sequence[int], window: list[int], hole: list[int], step: list[int]) -> Any:
    """How many windows fit along each axis."""
    return [
        (total - dilation * (size - 1) - 1) // stride + 1
        for total, size, dilation, stride in zip(extent, window, hole, step, strict=True)
    ]


def unfold(
    x: TensorLike,
    kernel_size: int | Sequence[int],
    dilation: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    stride: int | Sequence[int] = 1,
) -> Tensor:
    """[n, c * kh * kw, windows]: the pixels under each window of images [n, c, h, w].

    Raises OutOfRangeError for sizes below 1, InvalidArgumentError for windows that do not fit."""
    x = convert(x)
    window, hole = per_axis("kernel_size", kernel_size, 2), per_axis("dilation", dilation, 2)
    edge, step = per_axis("padding", padding, 2), per_axis("stride", stride, 2)
    for name, given in (("kernel_size", window), ("dilation", hole), ("stride", step)):
        if min(given) < 1:
            raise OutOfRangeError(f"unfold: {name} is out of range. Received: {name}={given}")
    x = _ops.pad(x, [[0, 0], [0, 0], [edge[0]] * 2, [edge[1]] * 2])
    batch, channels, *extent = sizes(x)
    rows, columns = _counts(extent, window, hole, step)
    if min(rows, columns) < 0:
        raise InvalidArgumentError(
            f"unfold: Computed output size would be negative: {[rows, columns]}. Received: "
            f"x.shape={tuple(x.shape)}, kernel_size={window}, dilation={hole}, stride={step}"
        )
    if 0 in (rows, columns):
        return _ops.zeros([batch, channels * window[0] * window[1], 0], x.dtype)
    cells = []
    for i in range(window[0]):
        for j in range(window[1]):
            top, left = i * hole[0], j * hole[1]
            bottom, right = top + (rows - 1) * step[0] + 1, left + (columns - 1) * step[1] + 1
            cells.append(x[:, :, top : bottom : step[0], left : right : step[1]])
    found = _ops.stack(cells, 2)
    return _ops.reshape(found, [batch, channels * len(cells), rows * columns])


def fold(
    x: TensorLike,
    output_size: int | Sequence[int],
    kernel_size: int | Sequence[int],
    dilation: int | Sequence[int] = 1,
    padding: int | Sequence[int] = 0,
    stride: int | Sequence[int] = 1,
) -> Tensor:
    """[n, c, h, w] of [n, c * kh * kw, windows]: pixels under several windows add up."""
    x = convert(x)
    size, window = per_axis("output_size", output_size, 2), per_axis("kernel_size", kernel_size, 2)
    hole, edge = per_axis("dilation", dilation, 2), per_axis("padding", padding, 2)
    step = per_axis("stride", stride, 2)
    extent = [total + 2 * side for total, side in zip(size, edge, strict=True)]
    rows, columns = _counts(extent, window, hole, step)
    batch, depth, _ = sizes(x)
    area = window[0] * window[1]
    cells = _ops.reshape(x, [batch, depth // area, area, rows, columns])
    places = [
        (i * hole[0] + r * step[0]) * extent[1] + j * hole[1] + c * step[1]
        for i in range(window[0])
        for j in range(window[1])
        for r in range(rows)
        for c in range(columns)
    ]
    flat = _ops.reshape(cells, [batch, depth // area, -1])
    shape = [batch, depth // area, extent[0] * extent[1]]
    found = _ops.scatter_add(flat, convert(places), shape, 2)
    found = _ops.reshape(found, [batch, depth // area, *extent])
    return found[:, :, edge[0] : edge[0] + size[0], edge[1] : edge[1] + size[1]]


def _check_block(block_size: int) -> None:
    if block_size < 2:
        raise ValueError(f"`block_size` must be at least 2. Received: block_size={block_size}")


def depth_to_space(
    x: TensorLike, block_size: int, data_format: str | None = "channels_last"
) -> Tensor:
    """Channels as blocks of pixels: [n, h, w, c] to [n, h * b, w * b, c / b^2]."""
    _check_block(block_size)
    x = convert(x)
    if x.ndim != 4:
        raise ValueError(f"`x` must be a 4D tensor. Received: x.shape={tuple(x.shape)}")
    is_last = data_format_of(data_format) == "channels_last"
    batch, height, width, depth = sizes(channels_last(x, data_format))
    if not isinstance(depth, int) or depth % block_size**2:
        raise ValueError(
            f"depth_to_space: {depth} channels cannot be divided by block_size ** 2 = "
            f"{block_size**2}; x.shape={tuple(x.shape)}"
        )
    rest = depth // block_size**2
    if is_last:
        cells = _ops.reshape(x, [batch, height, width, block_size, block_size, rest])
        cells = _ops.transpose(cells, [0, 1, 3, 2, 4, 5])
        return _ops.reshape(cells, [batch, height * block_size, width * block_size, rest])
    cells = _ops.reshape(x, [batch, block_size, block_size, rest, height, width])
    cells = _ops.transpose(cells, [0, 3, 4, 1, 5, 2])
    return _ops.reshape(cells, [batch, rest, height * block_size, width * block_size])


def space_to_depth(
    x: TensorLike, block_size: int, data_format: str | None = "channels_last"
) -> Tensor:
    """Blocks of pixels as channels: [n, h, w, c] to [n, h / b, w / b, c * b^2]."""
    _check_block(block_size)
    x = convert(x)
    if x.ndim != 4:
        raise ValueError(f"`x` must be a 4D tensor. Received: x.shape={tuple(x.shape)}")
    batch, height, width, depth = sizes(channels_last(x, data_format))
    for name, size in (("height", height), ("width", width)):
        if isinstance(size, int) and size % block_size:
            raise ValueError(
                f"space_to_depth: {name} {size} cannot be divided by block_size {block_size}; "
                f"x.shape={tuple(x.shape)}"
            )
    rows, columns = height // block_size, width // block_size
    cells = _ops.reshape(
        channels_last(x, data_format), [batch, rows, block_size, columns, block_size, depth]
    )
    cells = _ops.transpose(cells, [0, 1, 3, 2, 4, 5])
    found = _ops.reshape(cells, [batch, rows, columns, block_size**2 * depth])
    return as_given(found, data_format)
