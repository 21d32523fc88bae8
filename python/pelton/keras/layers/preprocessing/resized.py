"""How layers resize images and cut out their middle, of sizes that may be unknown."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.image import sizes as _sizes

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

INTERPOLATIONS = ("bilinear", "nearest", "lanczos3", "lanczos5", "bicubic", "area")


def channels_last(layer: Any, x: Tensor) -> Tensor:
    """`x` with its channels as the last axis."""
    if layer.data_format == "channels_last":
        return x
    return _ops.transpose(x, [*range(x.ndim - 3), x.ndim - 2, x.ndim - 1, x.ndim - 3])


def as_given(layer: Any, x: Tensor) -> Tensor:
    """The inverse of channels_last."""
    if layer.data_format == "channels_last":
        return x
    return _ops.transpose(x, [*range(x.ndim - 3), x.ndim - 1, x.ndim - 3, x.ndim - 2])


def _share(whole: Any, part: int, total: int) -> Any:
    """whole * part / total, rounded down."""
    if _sizes.is_number(whole):
        return int(float(whole * part) / total)
    return _ops.cast(_ops.floor(_ops.cast(whole * part, "float32") / float(total)), "int32")


def part(x: Tensor, starts: Any, sizes: Any) -> Tensor:
    """The rows and columns of images (..., height, width, channels) from `starts` on, at most as
    many as `sizes` says."""
    rows, columns = (slice(start, start + size) for start, size in zip(starts, sizes, strict=True))
    return x[(slice(None),) * (x.ndim - 3) + (rows, columns)]


def middle(layer: Any, x: Tensor, wanted: tuple[int, int]) -> Tensor:
    """The middle of images that are at least as large as `wanted` (height, width)."""
    x = channels_last(layer, x)
    starts = [
        (own - size) // 2 for own, size in zip(_sizes.height_and_width(x), wanted, strict=True)
    ]
    return as_given(layer, _of_size(part(x, starts, wanted), wanted))


def _of_size(x: Tensor, wanted: tuple[int, int]) -> Tensor:
    """`x`, whose height and width are `wanted` but may not be known to be."""
    if None not in tuple(x.shape[x.ndim - 3 : x.ndim - 1]):
        return x
    from pelton.keras.layers.open_sizes import reshape

    batch = [] if x.ndim == 3 else [(x, 0)]
    return reshape(x, [*batch, *wanted, (x, x.ndim - 1)])


def _cut(x: Tensor, wanted: tuple[int, int], is_whole: bool) -> Tensor:
    """The middle that has the ratio of `wanted`, as large as it can be; unless `is_whole`, at most
    `wanted` from where that begins."""
    starts, sizes = cut_of(*_sizes.height_and_width(x), wanted)
    return part(x, starts, sizes if is_whole else wanted)


def cut_of(height: Any, width: Any, wanted: tuple[int, int]) -> tuple[list[Any], list[Any]]:
    """Where the middle (rows, columns) begins that has the ratio of `wanted` and is as large as it
    can be, and its sizes."""
    rows = _sizes.largest(_sizes.smallest(height, _share(width, wanted[0], wanted[1])), 1)
    columns = _sizes.largest(_sizes.smallest(width, _share(height, wanted[1], wanted[0])), 1)
    return [(height - rows) // 2, (width - columns) // 2], [rows, columns]


def framed(x: Tensor, wanted: tuple[int, int], fill_value: float) -> Tensor:
    """In the middle of a frame that has the ratio of `wanted`."""
    height, width = _sizes.height_and_width(x)
    rows = _sizes.largest(height, _share(width, wanted[0], wanted[1]))
    columns = _sizes.largest(width, _share(height, wanted[1], wanted[0]))
    frame = [(whole - own) // 2 for whole, own in ((rows, height), (columns, width))]
    widths: Any = [[0, 0]] * (x.ndim - 3) + [[gap, gap] for gap in frame] + [[0, 0]]
    if not all(map(_sizes.is_number, frame)):
        flat = [_ops.cast(size, "int32") for pair in widths for size in pair]
        widths = _ops.reshape(_ops.stack(flat), [-1, 2])
    return _ops.pad(x, widths, "CONSTANT", float(fill_value))


def resized(
    layer: Any,
    x: Tensor,
    interpolation: str,
    antialias: bool,
    keeping: str | None,
    fill_value: float = 0.0,
) -> Tensor:
    """Images in the layer's height and width; `keeping` their ratio by "crop" or "pad", or
    "corner" where the cut is to be no larger than the result.

    Integers are rounded to integers again; symbolic ones become numbers of the compute dtype."""
    from pelton.image.resizing import resize
    from pelton.keras.ops.image.resizing import saturated

    given = _ops.cast(x, layer.compute_dtype) if _functions.is_symbolic(x) else x
    x, wanted = channels_last(layer, given), (layer.height, layer.width)
    if keeping in ("crop", "corner"):
        x = _cut(x, wanted, keeping == "crop")
    elif keeping == "pad":
        x = framed(x, wanted, fill_value)
    found = resize(x, wanted, interpolation, antialias=antialias)
    return as_given(layer, saturated(found, given.dtype.name))
