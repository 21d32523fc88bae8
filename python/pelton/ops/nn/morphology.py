"""Owns the pools of grey morphology, dilation and erosion, and the max pool that says where."""

from __future__ import annotations

from collections import namedtuple

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.nn import windows

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike


def _spans(
    op: str, x: Tensor, kernel: list[int], strides: list[int], rates: list[int], padding: str
) -> tuple[list[int], list[int], list[int]]:
    """Sizes of the result, and how much is padded before and after each of the two axes."""
    results, before, after = [], [], []
    for axis in range(2):
        size, stride = x.shape[axis + 1], strides[axis]
        if size is None:
            raise ValueError(f"{op}: height and width must be known, got {tuple(x.shape)}")
        reach = (kernel[axis] - 1) * rates[axis] + 1
        if padding == "SAME":
            count = -(-size // stride)
            missing = max((count - 1) * stride + reach - size, 0)
        elif padding == "VALID":
            count, missing = -(-(size - reach + 1) // stride), 0
        else:
            raise ValueError(f"{op}: padding must be 'SAME' or 'VALID', got {padding!r}")
        if count < 1:
            raise InvalidArgumentError(
                f"{op}: a window of {kernel} does not fit an input of shape {tuple(x.shape)}"
            )
        results.append(count)
        before.append(missing // 2)
        after.append(missing - missing // 2)
    return results, before, after


def _lowest(dtype: Any) -> float:
    return float("-inf") if dtype.is_floating else dtype.min


def _shifted(
    x: Tensor, kernel: list[int], strides: list[int], rates: list[int], spans: Any, filler: float
) -> Iterator[tuple[int, int, Tensor]]:
    """For each place (dy, dx) of the kernel, what lies there of each window."""
    results, before, after = spans
    pads = [0, 0, before[0], after[0], before[1], after[1], 0, 0]
    x = _ops.pad(x, pads, constant_values=filler)
    for dy in range(kernel[0]):
        for dx in range(kernel[1]):
            top, left = dy * rates[0], dx * rates[1]
            bottom = top + (results[0] - 1) * strides[0] + 1
            right = left + (results[1] - 1) * strides[1] + 1
            yield dy, dx, x[:, top : bottom : strides[0], left : right : strides[1], :]


def dilation2d(
    input: TensorLike,  # noqa: A002 - TensorFlow's name
    filters: TensorLike,
    strides: Any,
    padding: str,
    data_format: str,
    dilations: Any,
    name: str | None = None,
) -> Tensor:
    """The largest of input plus filter under the filter [height, width, channels] at each place.

    ``input`` is [batch, height, width, channels]; the first of equal ones gets the gradient."""
    op = "dilation2d"
    if data_format != "NHWC":
        raise ValueError(f"{op}: data_format must be 'NHWC', got {data_format!r}")
    x, kernel = windows.as_input(op, "input", input), windows.as_input(op, "filters", filters)
    windows.spatial_axes(op, x, 2)
    channels = (x.shape[3], None) if kernel.ndim != 3 else (x.shape[3], kernel.shape[2])
    is_other = None not in channels and channels[0] != channels[1]
    if kernel.ndim != 3 or is_other or kernel.dtype != x.dtype:
        raise InvalidArgumentError(
            f"{op}: filters must be [height, width, {x.shape[3]}] of {x.dtype.name}, got "
            f"{tuple(kernel.shape)} of {kernel.dtype.name}"
        )
    steps, rates = (
        windows.sizes(op, "strides", strides, 2),
        windows.sizes(op, "dilations", dilations, 2),
    )
    reach = list(kernel.shape[:2])
    spans = _spans(op, x, reach, steps, rates, padding)
    best = None
    for dy, dx, part in _shifted(x, reach, steps, rates, spans, _lowest(x.dtype)):
        found = part + kernel[dy, dx]
        best = found if best is None else _ops.where(found > best, found, best)
    return best


def erosion2d(
    value: TensorLike,
    filters: TensorLike,
    strides: Any,
    padding: str,
    data_format: str,
    dilations: Any,
    name: str | None = None,
) -> Tensor:
    """The smallest of value less filter under the filter: the dual of ``dilation2d``."""
    turned = _ops.reverse(windows.as_input("erosion2d", "filters", filters), [0, 1])
    below = _ops.negative(windows.as_input("erosion2d", "value", value))
    return _ops.negative(dilation2d(below, turned, strides, padding, data_format, dilations))


MaxPoolWithArgmax = namedtuple("MaxPoolWithArgmax", ["output", "argmax"])


def max_pool_with_argmax(
    input: TensorLike,  # noqa: A002 - TensorFlow's name
    ksize: Any,
    strides: Any,
    padding: str,
    data_format: str = "NHWC",
    output_dtype: DTypeLike = _dtypes.int64,
    include_batch_in_index: bool = False,
    name: str | None = None,
) -> MaxPoolWithArgmax:
    """The largest of each window, and its place: (y * width + x) * channels + channel, counted
    from the first image on with ``include_batch_in_index``."""
    op = "max_pool_with_argmax"
    if data_format != "NHWC":
        raise ValueError(f"{op}: data_format must be 'NHWC', got {data_format!r}")
    x = windows.as_input(op, "input", input)
    windows.spatial_axes(op, x, 2)
    kernel, steps = windows.sizes(op, "ksize", ksize, 2), windows.sizes(op, "strides", strides, 2)
    spans = _spans(op, x, kernel, steps, [1, 1], padding)
    _, height, width, channels = x.shape
    places = _ops.reshape(
        _ops.iota(height * width * channels, _dtypes.int64), [1, height, width, channels]
    )
    parts = _shifted(x, kernel, steps, [1, 1], spans, _lowest(x.dtype))
    best = where = None
    for (_, _, part), (_, _, place) in zip(
        parts, _shifted(places, kernel, steps, [1, 1], spans, -1), strict=True
    ):
        if best is None:
            best, where = part, _ops.broadcast_to(place, _ops.shape(part))
            continue
        is_more = _ops.logical_or(part > best, _ops.less(where, 0))
        best, where = _ops.where(is_more, part, best), _ops.where(is_more, place, where)
    if include_batch_in_index:
        images = _ops.iota(_functions.convert(_ops.shape(x)[0]), _dtypes.int64)
        where = where + _ops.reshape(images, [-1, 1, 1, 1]) * (height * width * channels)
    return MaxPoolWithArgmax(best, _ops.cast(where, output_dtype))


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
