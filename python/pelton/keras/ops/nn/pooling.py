"""Owns pools over windows of one to three axes, of given and of adapted sizes."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import convert, convert_as
from pelton.keras.ops.nn.spatial import (
    as_given,
    channels_last,
    checked_padding,
    per_axis,
    spatial_rank,
)

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pelton._types import TensorLike


def _pool(
    op: Callable[..., Tensor],
    inputs: TensorLike,
    pool_size: int | Sequence[int],
    strides: int | Sequence[int] | None,
    padding: str,
    data_format: str | None,
) -> Tensor:
    inputs = convert(inputs)
    rank = spatial_rank(inputs, "pool")
    window = per_axis("pool_size", pool_size, rank)
    steps = window if strides is None else per_axis("strides", strides, rank)
    found = op(channels_last(inputs, data_format), window, steps, checked_padding(padding))
    return as_given(found, data_format)


def max_pool(
    inputs: TensorLike,
    pool_size: int | Sequence[int],
    strides: int | Sequence[int] | None = None,
    padding: str = "valid",
    data_format: str | None = None,
) -> Tensor:
    """The largest value of each window; the windows lie side by side unless `strides` is given."""
    return _pool(_ops.max_pool, inputs, pool_size, strides, padding, data_format)


def average_pool(
    inputs: TensorLike,
    pool_size: int | Sequence[int],
    strides: int | Sequence[int] | None = None,
    padding: str = "valid",
    data_format: str | None = None,
) -> Tensor:
    """The mean of each window without cells outside; side by side unless `strides` is given."""
    return _pool(_ops.avg_pool, inputs, pool_size, strides, padding, data_format)


def _windows(size: int, count: int) -> list[tuple[int, int]]:
    """The bounds of `count` windows that cover an axis evenly; they may overlap by one."""
    return [(place * size // count, -(-(place + 1) * size // count)) for place in range(count)]


def _largest(x: Tensor, axis: int, windows: list[tuple[int, int]]) -> Tensor:
    """The largest value of each window along an axis."""
    longest = max(end - start for start, end in windows)
    places = [[min(start + at, end - 1) for at in range(longest)] for start, end in windows]
    return _ops.reduce_max(_ops.gather(x, convert_as(places, "int32"), axis), [axis + 1])


def _mean(x: Tensor, axis: int, windows: list[tuple[int, int]]) -> Tensor:
    """The mean of each window along an axis."""
    size = x.shape[axis]
    weights = [
        [1 / (end - start) if start <= at < end else 0.0 for at in range(size)]
        for start, end in windows
    ]
    found = _ops.tensordot(x, convert_as(weights, x.dtype.name), [[axis], [1]])
    order = [*range(axis), x.ndim - 1, *range(axis, x.ndim - 1)]
    return _ops.transpose(found, order)


def _adaptive(
    pick: Callable[[Tensor, int, list[tuple[int, int]]], Tensor],
    inputs: TensorLike,
    output_size: int | Sequence[int],
    data_format: str | None,
) -> Tensor:
    inputs = convert(inputs)
    rank = spatial_rank(inputs, "adaptive_pool")
    x = channels_last(inputs, data_format)
    for axis, count in enumerate(per_axis("output_size", output_size, rank), 1):
        size = x.shape[axis]
        if size is None:
            raise ValueError(f"adaptive_pool: axis {axis} of inputs {tuple(x.shape)} is unknown")
        x = pick(x, axis, _windows(size, count))
    return as_given(x, data_format)


def adaptive_average_pool(
    inputs: TensorLike, output_size: int | Sequence[int], data_format: str | None = None
) -> Tensor:
    """The means of as many windows along each axis as `output_size` says."""
    return _adaptive(_mean, inputs, output_size, data_format)


def adaptive_max_pool(
    inputs: TensorLike, output_size: int | Sequence[int], data_format: str | None = None
) -> Tensor:
    """The largest values of as many windows along each axis as `output_size` says."""
    return _adaptive(_largest, inputs, output_size, data_format)
