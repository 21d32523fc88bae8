"""Owns the pools over windows of random sizes, whose mean size is a fraction (Graham 2014)."""

from __future__ import annotations

from collections import namedtuple

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike

_PARTS = ["output", "row_pooling_sequence", "col_pooling_sequence"]
FractionalMaxPool = namedtuple("FractionalMaxPool", _PARTS)
FractionalAvgPool = namedtuple("FractionalAvgPool", _PARTS)


def _random_edges(size: int, count: int, seed: int | None) -> Tensor:
    """Windows of two sizes in random order."""
    small, rest = divmod(size, count)
    sizes = _functions.convert([small + 1] * rest + [small] * (count - rest), _dtypes.int64)
    return _ops.pad(_ops.cumsum(_ops.random_shuffle(sizes, seed=seed)), [[1, 0]])


def _pseudo_random_edges(size: int, count: int, seed: int | None) -> Tensor:
    """Ceilings of equal steps from a random beginning."""
    step, small = size / count, size // count
    most = min((small + 2) / step - 1, (size + 1 - small) / step - (count - 1))
    begin = _functions.random_uniform([], 0.0, most, _dtypes.float64, seed)
    steps = _ops.cast(_ops.iota(count - 1, _dtypes.int64) + 1, _dtypes.float64)
    inner = _ops.cast(_ops.ceil((steps + begin) * step), _dtypes.int64) - 1
    ends = (_functions.convert([end], _dtypes.int64) for end in (0, size))
    first, last = ends
    return _ops.concat([first, inner, last], 0)


def _axis(x: Tensor, axis: int, edges: Tensor, width: int, overlapping: bool, mean: bool) -> Tensor:
    """The windows along one axis, each pooled: of `width` places at most."""
    size = x.shape[axis]
    starts, ends = edges[:-1], edges[1:] if overlapping else edges[1:] - 1
    ends = _ops.minimum(ends, size - 1)
    places = _ops.expand_dims(starts, 1) + _ops.iota(width, _dtypes.int64)
    last = _ops.expand_dims(ends, 1)
    windows = _ops.gather(x, _ops.minimum(places, last), axis)
    if not mean:
        return _ops.reduce_max(windows, axis + 1)
    is_there = _ops.cast(places <= last, x.dtype)
    shape = [1] * axis + [-1, width] + [1] * (x.ndim - axis - 1)
    is_there = _ops.reshape(is_there, shape)
    return _ops.reduce_sum(windows * is_there, axis + 1) / _ops.reduce_sum(is_there, axis + 1)


def _pooled(
    op: str, value: TensorLike, ratio: Any, options: tuple[bool, bool, int], mean: bool
) -> tuple[Tensor, Tensor, Tensor]:
    pseudo_random, overlapping, seed = options
    x = _functions.convert(value)
    if x.ndim != 4 or None in x.shape[1:3]:
        raise ValueError(f"{op}: value must be (batch, height, width, channels), got {x.shape}")
    ratios: Sequence[float] = ratio if isinstance(ratio, (list, tuple)) else [ratio]
    if any(not one >= 1 for one in ratios):  # NaN too
        raise ValueError(f"`pooling_ratio` should be >= 1.0. Received: pooling_ratio={ratio}")
    if len(ratios) == 4:
        if ratios[0] != 1 or ratios[3] != 1:
            raise ValueError(f"{op}: pooling_ratio must be 1 for batch and channels, got {ratio}")
        ratios = ratios[1:3]
    elif len(ratios) == 1:
        ratios = [ratios[0], ratios[0]]
    elif len(ratios) != 2:
        raise ValueError(f"{op}: pooling_ratio must have 1, 2 or 4 numbers, got {ratio}")
    sequences = []
    for axis, one in enumerate(ratios, 1):
        size = x.shape[axis]
        if one > size:
            raise InvalidArgumentError(
                f"{op}: Pooling ratio is higher than input dimension size for dimension {axis}. "
                f"Input dim size: {size} pooling ratio: {one}"
            )
        count = int(size / one)
        draw = _pseudo_random_edges if pseudo_random else _random_edges
        edges = draw(size, count, seed or None)
        sequences.append(edges)
        x = _axis(x, axis, edges, size // count + 1 + overlapping, overlapping, mean)
    return x, *sequences


def fractional_max_pool(
    value: TensorLike,
    pooling_ratio: Any,
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int = 0,
    name: str | None = None,
) -> FractionalMaxPool:
    """The largest value of each of size // ratio windows along height and width, and where the
    windows begin. With `overlapping`, a window has the first place of the next one too."""
    options = (pseudo_random, overlapping, seed)
    return FractionalMaxPool(*_pooled("fractional_max_pool", value, pooling_ratio, options, False))


def fractional_avg_pool(
    value: TensorLike,
    pooling_ratio: Any,
    pseudo_random: bool = False,
    overlapping: bool = False,
    seed: int = 0,
    name: str | None = None,
) -> FractionalAvgPool:
    """As ``fractional_max_pool`` with the mean of each window."""
    options = (pseudo_random, overlapping, seed)
    return FractionalAvgPool(*_pooled("fractional_avg_pool", value, pooling_ratio, options, True))
