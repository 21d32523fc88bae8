"""Owns what takes axes of ragged tensors away, splits their rows and picks within them."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ragged.broadcasting import elementwise, with_rows
from pelton.ragged.ops import rows
from pelton.ragged.ragged_tensor import RaggedTensor
from pelton.ragged.row_partition import partition

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def squeeze(input: RaggedTensor, axis: Any = None, name: str | None = None) -> Any:
    """Without axes of size 1: those that ``axis`` names, or all of them."""
    sizes = input.shape.as_list()
    given = axis if isinstance(axis, (list, tuple)) else [axis]
    if axis is None:
        given = [number for number, one in enumerate(sizes) if one == 1]
    made: Any = input
    axes = {rows.as_axis("squeeze", one, len(sizes)) for one in given}
    for number in sorted(axes, reverse=True):
        made = _squeezed(made, number)
    return made


def _squeezed(x: Any, axis: int) -> Any:
    if not isinstance(x, RaggedTensor):
        return _ops.squeeze(x, [axis])
    if axis > 1:
        return x.with_values(_squeezed(x.values, axis - 1))
    if x.shape[axis] != 1:
        raise ValueError(f"squeeze: axis {axis} of shape {x.shape} has not size 1")
    return x[0] if axis == 0 else x.values


def split(value: RaggedTensor, num_or_size_splits: Any, axis: Any = 0, **_: Any) -> list[Any]:
    """The rows in so many parts of one size, or in parts of these sizes."""
    if rows.as_axis("split", axis, rows.rank_of(value)) != 0:
        raise ValueError(f"split: axis must be 0 for a RaggedTensor, got {axis}")
    count, sizes = len(value), num_or_size_splits
    if isinstance(sizes, int):
        if sizes < 1 or count % sizes:
            raise ValueError(f"split: {count} rows cannot be split into {sizes} parts of one size")
        sizes = [count // sizes] * sizes
    sizes = _functions.convert(sizes).numpy().tolist()
    if sum(sizes) != count:
        raise ValueError(f"split: sizes {sizes} must add up to {count} rows")
    ends = [sum(sizes[:number]) for number in range(len(sizes) + 1)]
    return [value[a:b] for a, b in zip(ends, ends[1:], strict=False)]


def true_places(condition: RaggedTensor, *others: Any, **options: Any) -> Tensor:
    """The places of the values that are true, int64 (n, rank); with values to choose from, not
    this function's work."""
    from pelton.ragged.dense import to_sparse

    if others or {"x", "y"} & options.keys():
        return NotImplemented

    at = to_sparse(condition)
    return _ops.boolean_mask(at.indices, _ops.cast(condition.flat_values, _dtypes.bool))


def gather_within(params: Any, indices: Any, batch_dims: int) -> RaggedTensor:
    """Of each of the first ``batch_dims`` axes' rows, what stands at its own indices."""
    x, at = with_rows(params), with_rows(indices)
    if batch_dims > 1:
        return at.with_values(gather_within(x.values, at.values, batch_dims - 1))
    starts = RaggedTensor(
        _ops.gather(x.row_starts(), at.value_rowids()), at.row_splits, internal=True
    )
    places = elementwise(_ops.add, at.with_flat_values(partition(at.flat_values)), starts)
    return at.with_values(rows.gather(x.values, places.values))
