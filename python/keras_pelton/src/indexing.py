"""Owns the ops that read and write parts of a tensor by their indices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pelton
from pelton._core import functions as _functions
from pelton._core import ops as _ops


def _tensor(x: Any, dtype: Any = None) -> Any:
    from keras_pelton.src.core import convert_to_tensor

    return convert_to_tensor(x, dtype)


def _starts(start_indices: Any, rank: int) -> list[Any]:
    """One start per axis, as integers where they are known."""
    if isinstance(start_indices, (list, tuple)):
        return [s if isinstance(s, int) else _tensor(s) for s in start_indices]
    start_indices = _tensor(start_indices)
    return [start_indices[axis] for axis in range(rank)]


def _check_ranks(name: str, starts: Sequence[Any], sizes: Sequence[Any]) -> None:
    if len(starts) != len(sizes):
        raise ValueError(
            f"{name}: start indices and shape must be equally long, got {len(starts)} start "
            f"indices and shape {tuple(sizes)}"
        )


def slice(inputs: Any, start_indices: Any, shape: Sequence[int]) -> Any:  # noqa: A001
    """The block of `shape` that begins at `start_indices`, which may be tensors."""
    inputs = _tensor(inputs)
    starts = _starts(start_indices, len(inputs.shape))
    _check_ranks("slice", starts, shape)
    for axis, (start, size) in enumerate(zip(starts, shape, strict=True)):
        whole = isinstance(start, int) and start == 0 and size in (-1, inputs.shape[axis])
        if whole:
            continue
        if isinstance(start, int):
            stop = inputs.shape[axis] if size == -1 else start + size
            places = pelton.range(start, stop)
        else:
            places = pelton.range(size, dtype="int32") + pelton.cast(start, "int32")
        inputs = pelton.gather(inputs, places, axis=axis)
    return inputs


def slice_update(inputs: Any, start_indices: Any, updates: Any) -> Any:
    """`inputs` with the block that begins at `start_indices` replaced by `updates`."""
    inputs = _tensor(inputs)
    updates = _tensor(updates, inputs.dtype)
    starts = _starts(start_indices, len(inputs.shape))
    _check_ranks("slice_update", starts, updates.shape)
    is_written = None
    for axis, start in enumerate(starts):
        size, count = inputs.shape[axis], updates.shape[axis]
        start = pelton.cast(start, "int32")
        places = pelton.range(size) - start
        inside = pelton.logical_and(places >= 0, places < count)
        wide = [1] * len(starts)
        wide[axis] = size
        inside = pelton.reshape(inside, wide)
        is_written = inside if is_written is None else pelton.logical_and(is_written, inside)
        updates = pelton.gather(updates, pelton.clip_by_value(places, 0, count - 1), axis=axis)
    return updates if is_written is None else pelton.where(is_written, updates, inputs)


def _flat_places(indices: Any, shape: Sequence[int]) -> tuple[Any, int]:
    """The rows that index tuples [..., k] name in a table of the first k axes of `shape`."""
    depth = indices.shape[-1]
    flat = pelton.zeros(indices.shape[:-1], indices.dtype)
    rows = 1
    for axis in range(depth):
        flat = flat * shape[axis] + indices[..., axis]
        rows *= shape[axis]
    return pelton.reshape(flat, [-1]), rows


def scatter(indices: Any, values: Any, shape: Sequence[int]) -> Any:
    """Zeros of `shape` to which `values` are added at `indices`."""
    indices, values = _tensor(indices), _tensor(values)
    places, rows = _flat_places(indices, shape)
    rest = list(shape[indices.shape[-1] :])
    values = pelton.reshape(values, [-1, *rest])
    return pelton.reshape(_ops.scatter_add(values, places, [rows, *rest]), list(shape))


def scatter_update(inputs: Any, indices: Any, updates: Any, reduction: str | None = None) -> Any:
    """`inputs` with `updates` at `indices`, combined by `reduction`: add, max, min or mul."""
    inputs = _tensor(inputs)
    indices, updates = _tensor(indices), _tensor(updates, inputs.dtype)
    if reduction not in (None, "add", "max", "min", "mul"):
        raise ValueError(f"Unsupported reduction: {reduction}")
    shape = list(inputs.shape)
    places, rows = _flat_places(indices, shape)
    rest = shape[indices.shape[-1] :]
    table = pelton.reshape(inputs, [rows, *rest])
    updates = pelton.reshape(updates, [-1, *rest])
    if reduction == "add":
        table = table + _ops.scatter_add(updates, places, [rows, *rest])
    else:
        table = _write_in_turn(table, places, updates, reduction)
    return pelton.reshape(table, shape)


_COMBINE = {None: lambda old, new: new, "max": pelton.maximum, "min": pelton.minimum}
_COMBINE["mul"] = pelton.multiply


def _write_in_turn(table: Any, places: Any, updates: Any, reduction: str | None) -> Any:
    """The rows of `updates` written one after the other, so that the last one stays."""
    from keras_pelton.src.control_flow import scan

    combine = _COMBINE[reduction]
    numbers = pelton.reshape(
        pelton.range(table.shape[0], dtype=places.dtype), [-1] + [1] * (len(table.shape) - 1)
    )

    def write(state: Any, row: Any) -> Any:
        place, update = row
        return pelton.where(pelton.equal(numbers, place), combine(state, update), state), None

    return scan(write, table, (places, updates))[0]


def unstack(x: Any, num: int | None = None, axis: int = 0) -> list[Any]:
    """The parts of `x` along an axis, without it."""
    x = _tensor(x)
    if num is None and x.shape[axis] is None:
        raise ValueError(f"Cannot infer argument `num` from shape {x.shape}")
    return list(_ops.unstack(x, axis=axis))


def is_symbolic(*values: Any) -> bool:
    """Whether one of them is a tensor without a value."""
    return any(isinstance(v, pelton.Tensor) and _functions.is_symbolic(v) for v in values)
