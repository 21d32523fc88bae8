"""Owns what sorted elements tell: quantiles and medians; and correlations."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import axes_of, cast_to, convert, floating, scalar, wide_floating
from pelton.keras.ops.dtypes import float_type
from pelton.keras.ops.numpy.sorting import sort
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from pelton._types import TensorLike

    Axis: TypeAlias = int | Sequence[int] | None


def _rows(x: Tensor, axis: Axis) -> tuple[Tensor, list[int]]:
    """`x` with the elements along the axes in its last axis, and these axes."""
    axes = axes_of(axis, x.ndim)
    others = [one for one in range(x.ndim) if one not in axes]
    moved = _ops.transpose(x, [*others, *axes])
    return _ops.reshape(moved, [*sizes_of(moved)[: len(others)], -1]), axes


def quantile_of(x: Tensor, q: Tensor, method: str, count: Tensor) -> Tensor:
    """The quantiles of sorted rows [..., n] whose first `count` [...] elements count: [q..., ...].

    `method`: "linear", "lower", "higher", "midpoint" or "nearest"."""
    if method not in ("linear", "lower", "higher", "midpoint", "nearest"):
        raise ValueError(
            "`interpolation` should be one of 'linear', 'lower', 'higher', 'midpoint', 'nearest'. "
            f"Received: method={method}"
        )
    last = _ops.cast(_ops.subtract(count, 1), x.dtype)
    q = _ops.reshape(q, [*q.shape, *[1] * count.ndim])
    place = _ops.multiply(q, last)
    below, above = _ops.floor(place), _ops.ceil(place)
    if method == "nearest":
        below = above = _ops.round(place)
    elif method == "lower":
        above = below
    elif method == "higher":
        below = above
    low, high = _picked(x, below), _picked(x, above)
    if method == "midpoint":
        return _ops.multiply(_ops.add(low, high), scalar(0.5, low))
    part = _ops.subtract(place, below) if method == "linear" else _ops.zeros_like(place)
    found = _ops.add(low, _ops.multiply(_ops.subtract(high, low), part))
    return _ops.where(_ops.equal(low, high), low, found)


def _picked(x: Tensor, place: Tensor) -> Tensor:
    """The elements of rows [..., n] at the places [q..., ...]."""
    rank = x.ndim - 1
    places = _ops.maximum(_ops.cast(place, "int32"), 0)
    front = list(places.shape[: places.ndim - rank])
    flat = _ops.reshape(places, [-1, *sizes_of(places)[places.ndim - rank :]])
    flat = _ops.transpose(flat, [*range(1, rank + 1), 0])
    found = _ops.batch_gather(x, flat, rank) if rank else _ops.gather(x, flat)
    found = _ops.transpose(found, [rank, *range(rank)])
    return _ops.reshape(found, [*front, *sizes_of(found)[1:]])


def quantile(
    x: TensorLike,
    q: TensorLike,
    axis: Axis = None,
    method: str = "linear",
    keepdims: bool = False,
) -> Tensor:
    """The values below which the parts `q` in [0, 1] of the elements along the axes are.

    The axes of `q` come first. `method` says what lies between two elements: "linear", "lower",
    "higher", "midpoint" or "nearest"."""
    x = floating(x)
    rows, axes = _rows(x, axis)
    q = cast_to(convert(q), x.dtype.name)
    *outer, size = sizes_of(rows)
    count = _ops.fill(convert(size), outer)
    found = quantile_of(sort(rows), q, method, count)
    is_nan = _ops.reduce_any(_ops.is_nan(rows), [-1])
    found = _ops.where(is_nan, scalar(float("nan"), found), found)
    return _kept(found, q.ndim, axes) if keepdims else found


def _kept(x: Tensor, front: int, axes: list[int]) -> Tensor:
    for axis in sorted(axes):
        x = _ops.expand_dims(x, front + axis)
    return x


def percentile(
    x: TensorLike,
    q: TensorLike,
    axis: Axis = None,
    method: str = "linear",
    keepdims: bool = False,
) -> Tensor:
    """The quantiles of `q` per cent."""
    return quantile(x, _hundredth(q, x), axis, method, keepdims)


def _hundredth(q: TensorLike, x: TensorLike) -> Tensor:
    q = cast_to(convert(q), float_type(convert(x).dtype.name))
    return _ops.divide(q, scalar(100.0, q))


def median(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The middle of the elements along the axes, the mean of two."""
    return quantile(x, 0.5, axis, "linear", keepdims)


def nanquantile(
    x: TensorLike,
    q: TensorLike,
    axis: Axis = None,
    method: str = "linear",
    keepdims: bool = False,
) -> Tensor:
    """As ``quantile``, of the elements that are not NaN; NaN without any."""
    x = floating(x)
    rows, axes = _rows(x, axis)
    q = cast_to(convert(q), x.dtype.name)
    is_nan = _ops.is_nan(rows)
    rows = _ops.where(is_nan, scalar(float("inf"), rows), rows)
    count = _ops.reduce_sum(_ops.cast(_ops.logical_not(is_nan), "int32"), [-1])
    found = quantile_of(sort(rows), q, method, count)
    found = _ops.where(_ops.equal(count, 0), scalar(float("nan"), found), found)
    return _kept(found, q.ndim, axes) if keepdims else found


def nanpercentile(
    x: TensorLike,
    q: TensorLike,
    axis: Axis = None,
    method: str = "linear",
    keepdims: bool = False,
) -> Tensor:
    """The quantiles of `q` per cent of the elements that are not NaN."""
    return nanquantile(x, _hundredth(q, x), axis, method, keepdims)


def nanmedian(x: TensorLike, axis: Axis = None, keepdims: bool = False) -> Tensor:
    """The middle of the elements that are not NaN."""
    return nanquantile(x, 0.5, axis, "linear", keepdims)


def corrcoef(x: TensorLike) -> Tensor:
    """[n, n]: the correlations of the rows of `x`."""
    x = wide_floating(x)
    x = _ops.reshape(x, [1, -1]) if x.ndim < 2 else x
    rest = _ops.subtract(x, _ops.reduce_mean(x, [-1], True))
    products = _ops.matmul(rest, rest, transpose_b=True)
    length = _ops.sqrt(_ops.reduce_sum(_ops.square(rest), [-1], True))
    lengths = _ops.matmul(length, length, transpose_b=True)
    found = _ops.divide(products, lengths)
    found = _ops.clip_by_value(found, scalar(-1.0, found), scalar(1.0, found))
    return _ops.squeeze(found) if found.shape[0] == 1 else found
