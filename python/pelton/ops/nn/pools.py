"""Owns the pools of ``tf.nn``: the largest value or the mean of each window."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ops.nn import windows

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

    Numbers = int | Sequence[int]
    Padding = str | Sequence[Sequence[int]]


def _pool(
    op: str, function: Callable[..., Tensor], arguments: tuple[Any, ...], axes: int | None = None
) -> Tensor:
    input, ksize, strides, padding, data_format = arguments  # noqa: A001
    x = windows.as_input(op, "input", input)
    axes = windows.spatial_axes(op, x, axes)
    first = windows.is_channels_first(op, data_format, axes)
    ksize = windows.sizes(op, "ksize", ksize, axes, first)
    strides = windows.sizes(op, "strides", strides, axes, first)
    x = windows.channels_last(x, first)
    if op.startswith("max_pool") and not isinstance(padding, str):
        x = _padded(x, windows.paddings(op, padding, axes, first)[1])
        padding = "VALID"
    return windows.channels_first(function(x, ksize, strides, padding), first)


def _padded(x: Tensor, sizes: Sequence[int]) -> Tensor:
    """With so many of the least value before and after along each spatial axis in turn."""
    least = -float("inf") if x.dtype.is_floating else x.dtype.min
    return _ops.pad(x, [0, 0, *sizes, 0, 0], constant_values=least)


def max_pool(
    input: TensorLike,
    ksize: Numbers,
    strides: Numbers,
    padding: Padding,
    data_format: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The largest value of each window of ``input`` [n, spatial..., c], of one to three axes.

    ``padding``: "VALID", "SAME" or explicit pairs for all axes, which no window takes for values.
    Raises ValueError for other pairs."""
    return _pool("max_pool", _ops.max_pool, (input, ksize, strides, padding, data_format))


def avg_pool(
    input: TensorLike,
    ksize: Numbers,
    strides: Numbers,
    padding: str,
    data_format: str | None = None,
    name: str | None = None,
) -> Tensor:
    """The mean of each window of ``input`` [n, spatial..., c], of one to three axes."""
    return _pool("avg_pool", _ops.avg_pool, (input, ksize, strides, padding, data_format))


def max_pool1d(
    input: TensorLike,
    ksize: Numbers,
    strides: Numbers,
    padding: str,
    data_format: str | None = "NWC",
    name: str | None = None,
) -> Tensor:
    """The largest value of each window of ``input`` [n, w, c]; "VALID" or "SAME" padding."""
    return _pool("max_pool1d", _ops.max_pool, (input, ksize, strides, padding, data_format), 1)


def max_pool2d(
    input: TensorLike,
    ksize: Numbers,
    strides: Numbers,
    padding: Padding,
    data_format: str | None = "NHWC",
    name: str | None = None,
) -> Tensor:
    """The largest value of each window of ``input`` [n, h, w, c]; padding as in ``max_pool``."""
    return _pool("max_pool2d", _ops.max_pool2d, (input, ksize, strides, padding, data_format), 2)


def max_pool3d(
    input: TensorLike,
    ksize: Numbers,
    strides: Numbers,
    padding: str,
    data_format: str | None = "NDHWC",
    name: str | None = None,
) -> Tensor:
    """The largest value of each window of ``input`` [n, d, h, w, c]; "VALID" or "SAME" padding."""
    return _pool("max_pool3d", _ops.max_pool, (input, ksize, strides, padding, data_format), 3)


def avg_pool1d(
    input: TensorLike,
    ksize: Numbers,
    strides: Numbers,
    padding: str,
    data_format: str | None = "NWC",
    name: str | None = None,
) -> Tensor:
    """The mean of each window of ``input`` [n, w, c]; padding cells do not count."""
    return _pool("avg_pool1d", _ops.avg_pool, (input, ksize, strides, padding, data_format), 1)


def avg_pool2d(
    input: TensorLike,
    ksize: Numbers,
    strides: Numbers,
    padding: str,
    data_format: str | None = "NHWC",
    name: str | None = None,
) -> Tensor:
    """The mean of each window of ``input`` [n, h, w, c]; padding cells do not count."""
    return _pool("avg_pool2d", _ops.avg_pool2d, (input, ksize, strides, padding, data_format), 2)


def avg_pool3d(
    input: TensorLike,
    ksize: Numbers,
    strides: Numbers,
    padding: str,
    data_format: str | None = "NDHWC",
    name: str | None = None,
) -> Tensor:
    """The mean of each window of ``input`` [n, d, h, w, c]; padding cells do not count."""
    return _pool("avg_pool3d", _ops.avg_pool, (input, ksize, strides, padding, data_format), 3)


def pool(
    input: TensorLike,
    window_shape: Numbers,
    pooling_type: str,
    strides: Numbers | None = None,
    padding: str = "VALID",
    data_format: str | None = None,
    dilations: Numbers | None = None,
    name: str | None = None,
) -> Tensor:
    """max_pool for a ``pooling_type`` of "MAX", avg_pool for "AVG"; strides are 1 unless given.

    Raises ValueError for another type, and for dilations above 1 beside such strides or "SAME"
    padding."""
    functions = {"MAX": _ops.max_pool, "AVG": _ops.avg_pool}
    if pooling_type not in functions:
        raise ValueError(f"pool: pooling_type must be 'MAX' or 'AVG', got {pooling_type!r}")
    spread = [dilations] if isinstance(dilations, int) else list(dilations or [1])
    steps = 1 if strides is None else strides
    if all(rate == 1 for rate in spread):
        return _pool("pool", functions[pooling_type], (input, window_shape, steps, padding,
                     data_format))  # fmt: skip
    if any(step != 1 for step in ([steps] if isinstance(steps, int) else steps)):
        raise ValueError(f"pool: strides {strides} and dilations {dilations} are both above 1")
    if padding != "VALID":
        raise ValueError(f"pool: padding must be 'VALID' beside dilations, got {padding!r}")
    from pelton.ops.nn.spaced import with_space_to_batch

    def pooled(x: Tensor, _: int, mode: str) -> Tensor:
        return _pool("pool", functions[pooling_type], (x, window_shape, 1, mode, data_format))

    rates = spread * (len(_functions.convert(input).shape) - 2) if len(spread) == 1 else spread
    sizes = [window_shape] * len(rates) if isinstance(window_shape, int) else window_shape
    return with_space_to_batch(input, rates, padding, pooled, sizes, data_format=data_format)
