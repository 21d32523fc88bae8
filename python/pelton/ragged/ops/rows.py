"""Owns the choosing, joining and repeating of rows of ragged tensors."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import scalar_size
from pelton.ragged import construction
from pelton.ragged.construction import concat_rows
from pelton.ragged.ragged_tensor import RaggedTensor, as_values
from pelton.ragged.row_partition import partition
from pelton.ragged.subscript import gather_rows

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


def rank_of(x: Any) -> int:
    """Number of axes of a tensor or a ragged tensor."""
    return len(x.shape)


def as_axis(op: str, axis: Any, rank: int) -> int:
    """The axis counted from the first; raises ValueError for one that is not there."""
    given = int(axis)
    if not -rank <= given < rank:
        raise ValueError(f"{op}: axis={given} out of bounds for {rank} axes of a RaggedTensor")
    return given % rank


def as_ragged(x: Any, ragged_rank: int) -> RaggedTensor:
    """A tensor as one whose first axes have row splits; ragged ones as they are."""
    if isinstance(x, RaggedTensor):
        missing = ragged_rank - x.ragged_rank
        return x.with_flat_values(as_ragged(x.flat_values, missing)) if missing > 0 else x
    return RaggedTensor.from_tensor(x, ragged_rank=ragged_rank)


def gather(params: Any, indices: Any, axis: Any = 0, batch_dims: Any = 0) -> Any:
    """Rows of ragged params along the first axis, or rows of a tensor by ragged indices."""
    if int(batch_dims or 0) != 0:
        from pelton.ragged.ops.axes import gather_within

        if axis not in (None, 0, batch_dims):
            raise ValueError(f"gather: axis must be {batch_dims}, as batch_dims is, got {axis}")
        return gather_within(params, indices, int(batch_dims))
    if isinstance(indices, RaggedTensor):
        return indices.with_values(gather(params, indices.values, axis))
    if not isinstance(params, RaggedTensor):
        return _ops.gather(params, indices, axis=axis or 0)
    places = _functions.convert(indices)
    if as_axis("gather", axis or 0, rank_of(params)) != 0:
        raise ValueError("gather: axis must be 0 for a RaggedTensor; see tf.ragged")
    if places.ndim == 0:
        return params[int(places)]
    flat = gather_rows(params, _ops.reshape(places, [-1]))
    made = flat
    for size in reversed(list(places.shape)[1:]):
        made = RaggedTensor.from_uniform_row_length(made, size)
    return made


def gather_nd(
    params: Any, indices: Any, batch_dims: Any = 0, name: Any = None, bad_indices_policy: str = ""
) -> Any:
    """What stands at the index vectors [..., depth]: rows, or what is within them."""
    if int(batch_dims or 0) != 0:
        raise ValueError("gather_nd: batch_dims must be 0 for a RaggedTensor")
    if isinstance(indices, RaggedTensor):
        return indices.with_values(gather_nd(params, indices.values))
    places = _functions.convert(indices)
    depth = places.shape[-1] if places.ndim else None
    if depth is None:
        raise ValueError("gather_nd: indices of a RaggedTensor must have a last axis of known size")
    outer = list(places.shape)[:-1]
    flat = _ops.reshape(places, [-1, depth])
    found: Any = params
    if depth == 0:
        raise ValueError("gather_nd: index vectors of a RaggedTensor must not be empty")
    for axis in range(depth):
        column = partition(flat[:, axis])
        found = gather_rows(found, column) if axis == 0 else _within(found, column, flat, axis)
    return _of_outer(found, outer)


def _within(rows: Any, column: Any, flat: Any, axis: int) -> Any:
    """Of each row what stands at its place."""
    if not isinstance(rows, RaggedTensor):
        return _ops.batch_gather(rows, column, 1, 1)
    if not _functions.is_symbolic(column):
        bad = _ops.logical_or(column < 0, column >= partition(rows.row_lengths()))
        if bool(_ops.reduce_any(bad)):
            raise InvalidArgumentError(
                f"gather_nd: an index of axis {axis} is outside of its row: {flat.numpy().tolist()}"
            )
    return gather_rows(rows.values, partition(rows.row_starts()) + column)


def _of_outer(rows: Any, outer: list[Any]) -> Any:
    """The rows in as many axes as the index vectors had."""
    if isinstance(rows, RaggedTensor):
        if not outer:
            return rows[0]
        for size in reversed(outer[1:]):
            rows = RaggedTensor.from_uniform_row_length(rows, size)
        return rows
    return _ops.reshape(rows, [*outer, *list(rows.shape)[1:]]) if len(outer) != 1 else rows


def concat(values: Sequence[Any], axis: Any) -> Any:
    """One behind the other along an axis; tensors among them become ragged."""
    values = [as_values(value) for value in values]
    if len(values) == 1:
        return values[0]
    rank = max(rank_of(x) for x in values)
    ragged_rank = max(x.ragged_rank for x in values if isinstance(x, RaggedTensor))
    axis = as_axis("concat", axis, rank)
    parts = [as_ragged(x, ragged_rank) for x in values]
    if axis == 0:
        return concat_rows(parts)
    if axis > 1:
        inner = [x.values for x in parts]
        is_ragged = isinstance(inner[0], RaggedTensor)
        made = concat(inner, axis - 1) if is_ragged else _ops.concat(inner, axis - 1)
        return parts[0].with_values(made)
    return _concat_rows(parts)


def _concat_rows(parts: list[RaggedTensor]) -> RaggedTensor:
    """Row i of the first, then row i of the second and so on."""
    known = [part.shape[0] for part in parts if part.shape[0] is not None]
    if len(set(known)) > 1:
        raise InvalidArgumentError(
            f"concat: Input tensors have incompatible shapes: {known} rows along the first axis"
        )
    count, rows = len(parts), parts[0].nrows()
    steps = _ops.iota(scalar_size(rows), _dtypes.int64)
    order = _ops.stack([steps + rows * i for i in range(count)], axis=1)
    mixed = gather_rows(concat(parts, 0), _ops.reshape(order, [-1]))
    lengths = _ops.reshape(mixed.row_lengths(), [-1, count])
    summed = _ops.reduce_sum(lengths, axis=[1])
    return RaggedTensor.from_row_lengths(mixed.values, summed, validate=False)


def expand_dims(input: Any, axis: Any) -> RaggedTensor:
    """One more axis of size 1."""
    axis = as_axis("expand_dims", axis, rank_of(input) + 1)
    if axis == 0:
        splits = _ops.stack([partition(0), input.nrows()])
        return RaggedTensor(input, splits, input.shape[0], internal=True)
    if axis == 1:
        return RaggedTensor.from_uniform_row_length(input, 1, input.nrows())
    inner = input.values
    is_ragged = isinstance(inner, RaggedTensor)
    made = expand_dims(inner, axis - 1) if is_ragged else _ops.expand_dims(inner, axis - 1)
    return input.with_values(made)


def stack(values: Sequence[Any], axis: Any = 0) -> Any:
    """Ragged tensors beside each other along a new axis."""
    ranks = [x.ragged_rank for x in values if isinstance(x, RaggedTensor)]
    ragged_rank = max(ranks, default=1)
    parts = [as_ragged(as_values(x), ragged_rank) for x in values]
    axis = as_axis("stack", axis or 0, rank_of(parts[0]) + 1)
    return concat([expand_dims(x, axis) for x in parts], axis)


def tile(input: Any, multiples: Any) -> Any:
    """Repeated so many times along each axis."""
    counts = [int(n) for n in _functions.convert(multiples).numpy()]
    if len(counts) != rank_of(input):
        raise ValueError(f"tile: multiples must have {rank_of(input)} numbers, got {counts}")
    out = input
    for axis in reversed(range(len(counts))):
        if counts[axis] == 0:
            raise ValueError("tile: multiples of a RaggedTensor must be at least 1")
        if counts[axis] > 1:
            out = concat([out] * counts[axis], axis)
    return out


def boolean_mask(tensor: Any, mask: Any, axis: Any = None) -> Any:
    """What stands where the mask, ragged as the tensor or a vector of rows, is true."""
    if isinstance(mask, RaggedTensor):
        return construction.boolean_mask(tensor, mask)
    kept = _functions.convert(mask)
    if kept.ndim > 1:
        return construction.boolean_mask(tensor, kept)
    return gather_rows(tensor, _ops.reshape(_ops.nonzero(kept), [-1]))
