"""Owns writing into tensors at indices, and blocks of them."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import (
    cast_to,
    convert,
    convert_as,
    missing,
    product,
    sizes,
)
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import TensorLike


def _rows(indices: TensorLike, shape: Sequence[Any]) -> tuple[Tensor, list[Any], list[Any]]:
    """The place of each index [..., depth] among the rows, the sizes of indices and of a row."""
    places = convert(indices)
    places = cast_to(places, "int64")
    depth = places.shape[-1]
    *front, _ = sizes(places)
    found = None
    for at, column in enumerate(_ops.unstack(places, num=depth, axis=-1)):
        total = _ops.cast(shape[at], "int64")
        column = _ops.where(_ops.less(column, 0), _ops.add(column, total), column)
        found = column if found is None else _ops.add(_ops.multiply(found, total), column)
    if found is None:
        found = _ops.zeros(front, "int64")
    return _ops.reshape(found, [-1]), front, list(shape[depth:])


def scatter(indices: TensorLike, values: TensorLike, shape: Any) -> Tensor:
    """Zeros of that shape plus `values`, each at its index [..., depth]; at one index they add."""
    values = convert(values)
    shape = _sizes_of(shape)
    places, _, row = _rows(indices, shape)
    count = product(shape[: len(shape) - len(row)])
    width = product(row)
    flat = _ops.reshape(values, [-1, width])
    return _ops.reshape(_add_up(flat, places, [count, width]), shape)


def _add_up(values: Tensor, places: Tensor, shape: list[Any]) -> Tensor:
    name = values.dtype.name
    if name == "bool":
        return _ops.cast(_ops.scatter_add(_ops.cast(values, "int32"), places, shape), name)
    return _ops.scatter_add(values, places, shape)


def _sizes_of(shape: Any) -> list[Any]:
    if isinstance(shape, Tensor):
        return shape.numpy().tolist()
    return [size if isinstance(size, Tensor) else int(size) for size in shape]


def scatter_update(
    inputs: TensorLike, indices: TensorLike, updates: TensorLike, reduction: str | None = None
) -> Tensor:
    """`inputs` with `updates` at the indices [..., depth] in place of what was there.

    `reduction`: "add", "max", "min" or "mul" combine them with it. Of updates at one index without
    a reduction the last one stays."""
    x = convert(inputs)
    new = convert_as(updates, x.dtype.name)
    shape = sizes(x)
    places, front, row = _rows(indices, shape)
    width = product(row)
    count = product(shape[: len(shape) - len(row)])
    table = _ops.reshape(x, [count, width])
    flat = _ops.reshape(_ops.broadcast_to(new, [*front, *row]), [-1, width])
    if reduction is None:
        found = missing("scatter_update")(table, places, flat)
    elif reduction == "add":
        found = _ops.add(table, _add_up(flat, places, [count, width]))
    elif reduction in ("max", "min", "mul"):
        found = _combined(table, flat, places, reduction)
    else:
        raise ValueError(f"Unsupported reduction: {reduction}")
    return _ops.reshape(found, shape)


def _combined(table: Tensor, values: Tensor, places: Tensor, reduction: str) -> Tensor:
    from pelton.keras.ops.math import segments

    by_name = {
        "max": (segments.segment_max, _ops.maximum),
        "min": (segments.segment_min, _ops.minimum),
        "mul": (segments.segment_prod, _ops.multiply),
    }
    segment, join = by_name[reduction]
    count = sizes(table)[0]
    seen = _ops.scatter_add(_ops.ones_like(_ops.cast(places, "int32")), places, [count])
    found = segment(values, places, count)
    is_written = _ops.expand_dims(_ops.greater(seen, 0), -1)
    return _ops.where(is_written, join(table, found), table)


def slice(inputs: TensorLike, start_indices: Any, shape: Any) -> Tensor:  # noqa: A001
    """The block of `inputs` of that shape which begins at `start_indices`."""
    from pelton.ops.array.basic import slice as block

    return block(convert(inputs), start_indices, _whole(inputs, shape))


def _whole(inputs: TensorLike, shape: Any) -> Any:
    return list(shape) if isinstance(shape, (list, tuple, TensorShape)) else shape


def slice_update(inputs: TensorLike, start_indices: Any, updates: TensorLike) -> Tensor:
    """`inputs` with `updates` in the block which begins at `start_indices`."""
    x = convert(inputs)
    new = convert_as(updates, x.dtype.name)
    extents = sizes(new)
    starts = list(_ops.unstack(convert(start_indices), num=x.ndim))
    is_inside, paddings = None, []
    for axis, (start, extent, total) in enumerate(zip(starts, extents, sizes(x), strict=True)):
        start = _ops.cast(start, "int64")
        room = _ops.cast(total - extent, "int64")
        paddings.append([start, _ops.subtract(room, start)])
        at = _ops.reshape(_ops.iota(total, "int64"), [-1] + [1] * (x.ndim - axis - 1))
        here = _ops.logical_and(
            _ops.greater_equal(at, start), _ops.less(at, _ops.add(start, extent))
        )
        is_inside = here if is_inside is None else _ops.logical_and(is_inside, here)
    if is_inside is None:
        return new
    known = [[_known(bound) for bound in pair] for pair in paddings]
    name = new.dtype.name
    padded = _ops.pad(_ops.cast(new, "int32") if name == "bool" else new, known)
    return _ops.where(is_inside, cast_to(padded, name), x)


def _known(bound: Tensor) -> Any:
    from pelton._core import functions

    return bound if functions.is_symbolic(bound) else int(bound)
