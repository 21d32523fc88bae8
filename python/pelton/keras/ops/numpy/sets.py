"""Owns counting and sets: bincount, histogram, isin, unique."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, convert_as, floating, promoted, scalar
from pelton.keras.ops.dtypes import is_float, result_type
from pelton.keras.ops.numpy.sorting import argsort, searchsorted

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike


def bincount(
    x: TensorLike, weights: TensorLike | None = None, minlength: int = 0, sparse: bool = False
) -> Tensor:
    """How often each number from 0 on is in `x` [n], or in each row [rows, n]; or its weights' sum.

    As many numbers as the largest says, at least `minlength`. Raises NotImplementedError for
    `sparse`."""
    if sparse:
        raise NotImplementedError("bincount: there are no sparse tensors; sparse must be False")
    given = convert(x).dtype.name
    x = cast_to(convert(x), "int64")
    most = int(_ops.reduce_max(x)) + 1 if 0 not in x.shape else 0
    length = max(most, int(minlength))
    if weights is None:
        name, weight = "int32", _ops.ones_like(_ops.cast(x, "int32"))
    else:
        weight = convert(weights)
        name = result_type(given, weight.dtype.name)
        weight = cast_to(weight, name if is_float(name) or name == "int64" else "int32")
    if x.ndim == 1:
        return cast_to(_ops.scatter_add(weight, x, [length]), name)
    rows = x.shape[0]
    starts = _ops.multiply(_ops.iota(rows, "int64"), length)
    places = _ops.reshape(_ops.add(x, _ops.expand_dims(starts, 1)), [-1])
    found = _ops.scatter_add(_ops.reshape(weight, [-1]), places, [rows * length])
    return cast_to(_ops.reshape(found, [rows, length]), name)


def histogram(
    x: TensorLike, bins: int = 10, range: tuple[float, float] | None = None
) -> tuple[Tensor, Tensor]:
    """How many elements are in each of equal bins from the least to the largest, and their edges,
    both in the dtype of `x`.

    `range`: the least and the largest that count."""
    from pelton.keras.ops.numpy.creation import linspace

    x = convert(x)
    if x.ndim != 1:
        raise ValueError(f"Input tensor must be 1-dimensional. Received: input.shape={x.shape}")
    if not isinstance(bins, int) or bins <= 0:
        raise ValueError(f"Argument `bins` must be a positive integer. Received: bins={bins}")
    if range is None:
        low, high = _ops.reduce_min(x), _ops.reduce_max(x)
    else:
        if len(range) != 2 or range[0] > range[1]:
            raise ValueError(f"Argument `range` must be two numbers in order. Received: {range}")
        low, high = convert(range[0]), convert(range[1])
    values = floating(x)
    low, high = (cast_to(bound, values.dtype.name) for bound in (low, high))
    is_point = _ops.equal(low, high)
    low = _ops.where(is_point, low - 0.5, low)
    high = _ops.where(is_point, high + 0.5, high)
    edges = cast_to(linspace(low, high, bins + 1), values.dtype.name)
    place = _ops.subtract(searchsorted(edges, values, "right"), 1)
    place = _ops.where(_ops.equal(values, high), scalar(bins - 1, place), place)
    is_in = _ops.logical_and(_ops.greater_equal(values, low), _ops.less_equal(values, high))
    place = _ops.where(is_in, place, scalar(bins, place))
    counts = _ops.scatter_add(_ops.ones_like(values), place, [bins + 1])
    return cast_to(counts[:bins], x.dtype.name), cast_to(edges, x.dtype.name)


def isin(
    x1: TensorLike, x2: TensorLike, assume_unique: bool = False, invert: bool = False
) -> Tensor:
    """Whether each element of `x1` is in `x2`, or is not if `invert`."""
    x1, x2 = promoted(x1, x2)
    column = _ops.expand_dims(x1, -1)
    found = _ops.reduce_any(_ops.equal(column, _ops.reshape(x2, [-1])), [-1])
    return _ops.logical_not(found) if invert else found


def _firsts(ordered: Tensor) -> Tensor:
    """[n]: whether a row of sorted rows [n, width] differs from the one before it."""
    differs = _ops.reduce_any(_ops.not_equal(ordered[1:], ordered[:-1]), [-1])
    none = _ops.zeros_like(_ops.cast(ordered[:1], "bool"))
    return _ops.concat([_ops.logical_not(_ops.reduce_any(none, [-1])), differs], 0)


def _order(rows: Tensor) -> Tensor:
    """[n]: the places of rows [n, width], sorted by their first number, then by the next."""
    *others, column = _ops.unstack(rows, axis=1)
    order = cast_to(argsort(column), "int32")
    for column in reversed(others):
        order = _ops.gather(order, argsort(_ops.gather(column, order)))
    return order


def unique(
    x: TensorLike,
    sorted: bool = True,
    return_index: bool = False,
    return_inverse: bool = False,
    return_counts: bool = False,
    axis: int | None = None,
    size: int | None = None,
    fill_value: Any = None,
) -> Any:
    """The different elements of `x`, or slices along `axis`, sorted; and if asked for: the place
    of the first of each, which one each element is, and how many there are of each.

    `size`: as many, the rest cut off or filled with `fill_value` (0 unless given), places
    with 1, counts with 0."""
    x = convert(x)
    given = list(x.shape)
    name = x.dtype.name
    whole = cast_to(x, "int32") if name == "bool" else x
    if axis is not None:
        from pelton.keras.ops.numpy.shaping import moveaxis

        whole = moveaxis(whole, axis, 0)
    slices = list(whole.shape[1:]) if axis is not None else []
    rows = _ops.reshape(whole, [whole.shape[0], -1] if axis is not None else [-1, 1])
    order = _order(rows)
    ordered = _ops.gather(rows, order)
    starts = _firsts(ordered)
    places = cast_to(_ops.reshape(_ops.nonzero(starts), [-1]), "int32")
    values = _ops.reshape(_ops.gather(ordered, places), [-1, *slices])
    results = [_sized(cast_to(values, name), size, 0 if fill_value is None else fill_value)]
    if axis is not None:
        results[0] = moveaxis(results[0], 0, axis)
    if return_index:
        results.append(_sized(_ops.gather(order, places), size, 1))
    if return_inverse:
        results.append(_inverse(starts, order, given if axis is None else [-1]))
    if return_counts:
        ends = _ops.concat([places[1:], convert_as([rows.shape[0]], "int32")], 0)
        results.append(_sized(_ops.subtract(ends, places), size, 0))
    return results[0] if len(results) == 1 else tuple(results)


def _inverse(starts: Tensor, order: Tensor, shape: list[Any]) -> Tensor:
    """Which of the different rows each row is."""
    from pelton.keras.ops.numpy.cumulative import cumsum

    number = _ops.subtract(cumsum(_ops.cast(starts, "int32"), 0), 1)
    return _ops.reshape(_ops.scatter_add(number, order, [order.shape[0]]), shape)


def _sized(x: Tensor, size: int | None, fill: Any) -> Tensor:
    """The first `size` slices of `x`, with `fill` where there are fewer; all for None."""
    if size is None:
        return x
    count = x.shape[0]
    if count >= size:
        return x[:size]
    rest = _ops.fill(convert_as(fill, x.dtype.name), [size - count, *x.shape[1:]])
    return _ops.concat([x, rest], 0)
