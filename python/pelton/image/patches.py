"""Owns what looks at the surroundings of pixels: patches, differences, edges."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.image import sizes as _sizes

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _two(argument: str, value: Any) -> list[int]:
    """Height and width of [1, height, width, 1]; raises ValueError for others."""
    values = [int(v) for v in value] if isinstance(value, (list, tuple)) else []
    if len(values) != 4 or values[0] != 1 or values[3] != 1:
        raise ValueError(
            f"extract_patches: {argument} must be [1, height, width, 1], got {value!r}"
        )
    return values[1:3]


def extract_patches(
    images: TensorLike, sizes: Any, strides: Any, rates: Any, padding: str, name: str | None = None
) -> Tensor:
    """The pixels of each window of ``images`` (batch, height, width, channels) as one axis:
    (batch, windows down, windows across, height * width * channels).

    ``sizes``, ``strides`` and ``rates`` (steps within a window) are [1, height, width, 1]. Raises
    ValueError for others."""
    x = _sizes.as_images("extract_patches", images, 4)
    (height, width), channels = _two("sizes", sizes), x.shape[3]
    floats = x if x.dtype.is_floating else _ops.cast(x, "float64")
    steps = _two("strides", strides), padding, _two("rates", rates)

    def windows(y: Tensor, depth: int) -> Tensor:
        count = height * width * depth
        filters = _ops.reshape(_ops.eye(count, count, y.dtype), [height, width, depth, count])
        return _ops.conv2d(y, filters, *steps)

    if channels is None:
        each = _sizes.per_channel(floats, lambda one: windows(one, 1))
        pixels = _ops.transpose(each, [0, 1, 2, 4, 3])
        outer = [_sizes.size_of(pixels, axis) for axis in range(3)]
        found = _ops.reshape(pixels, [*outer, height * width * _sizes.size_of(x, 3)])
    else:
        found = windows(floats, channels)
    return _ops.cast(found, x.dtype)


def image_gradients(image: TensorLike) -> tuple[Tensor, Tensor]:
    """The differences to the next row and to the next column of (batch, height, width, channels),
    0 in the last ones. Raises ValueError for another rank."""
    x = _sizes.as_images("image_gradients", image, 4)
    down = _ops.pad(x[:, 1:] - x[:, :-1], [0, 0, 0, 1, 0, 0, 0, 0])
    across = _ops.pad(x[:, :, 1:] - x[:, :, :-1], [0, 0, 0, 0, 0, 1, 0, 0])
    return down, across


_SOBEL = (
    ((-1.0, -2.0, -1.0), (0.0, 0.0, 0.0), (1.0, 2.0, 1.0)),
    ((-1.0, 0.0, 1.0), (-2.0, 0.0, 2.0), (-1.0, 0.0, 1.0)),
)


def sobel_edges(image: TensorLike) -> Tensor:
    """How steep (batch, height, width, channels) is downwards and across, as a last axis of 2.

    Raises ValueError for another rank."""
    x = _sizes.as_images("sobel_edges", image, 4)
    channels = x.shape[3]
    both = _ops.transpose(_ops.cast(_SOBEL, x.dtype), [1, 2, 0])
    one = _ops.reshape(both, [3, 3, 1, 2])
    padded = _ops.pad(x, [0, 0, 1, 1, 1, 1, 0, 0], "REFLECT")
    if channels is None:
        return _sizes.per_channel(padded, lambda y: _ops.depthwise_conv(y, one))
    filters = _ops.tile(one, [1, 1, channels, 1])
    edges = _ops.depthwise_conv(padded, filters)
    halves = [edges[..., start::2] for start in (0, 1)]
    return _ops.stack(halves, axis=-1)
