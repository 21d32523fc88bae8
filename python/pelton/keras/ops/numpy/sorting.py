"""Owns sorting, and places in sorted rows."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, missing, one_axis, promoted
from pelton.ops.array.sizes import sizes_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def _sortable(x: TensorLike, axis: int | None) -> tuple[Tensor, int]:
    """`x`, in a row for None, and its axis."""
    x = convert(x)
    x = cast_to(x, "int32") if x.dtype.name == "bool" else x
    if axis is None:
        return _ops.reshape(x, [-1]), 0
    return x, one_axis(axis, x.ndim) if x.ndim else 0


def sort(x: TensorLike, axis: int | None = -1) -> Tensor:
    """The elements along the axis from the least to the largest; of all in a row for None."""
    name = convert(x).dtype.name
    x, place = _sortable(x, axis)
    return cast_to(missing("sort")(x, place), name)


def argsort(x: TensorLike, axis: int | None = -1) -> Tensor:
    """The int32 places from the least to the largest along the axis, equal ones in order."""
    x, place = _sortable(x, axis)
    if not x.ndim:
        return _ops.zeros([1], "int32")
    return missing("argsort")(x, place)


def argpartition(x: TensorLike, kth: int, axis: int | None = -1) -> Tensor:
    """The int32 places of which the kth is that of sorted elements, less ones before it."""
    x, axis = _sortable(x, axis)
    total = x.shape[axis]
    if total is not None and not -total <= kth < total:
        raise ValueError(f"kth {kth} is out of bounds for axis of size {total}")
    return argsort(x, axis)


def searchsorted(sorted_sequence: TensorLike, values: TensorLike, side: str = "left") -> Tensor:
    """Where each value would stand in a sorted vector: before its equals, or behind ("right")."""
    row = convert(sorted_sequence)
    if row.ndim != 1:
        raise ValueError(
            "`searchsorted` only supports 1-D sorted sequences. You can use "
            "`keras.ops.vectorized_map` to extend it to N-D sequences. Received: "
            f"sorted_sequence.shape={tuple(row.shape)}"
        )
    row, values = promoted(row, convert(values))
    if row.dtype.name == "bool":
        row, values = cast_to(row, "int32"), cast_to(values, "int32")
    flat = _ops.reshape(values, [-1])
    found = missing("searchsorted")(row, flat, side)
    return _ops.reshape(found, sizes_of(values))


def digitize(x: TensorLike, bins: TensorLike) -> Tensor:
    """How many of the rising `bins` are not above each element, in int32."""
    x, bins = promoted(x, bins)
    if bins.ndim > 1:
        raise ValueError(
            f"`bins` must be a 1D array. Received: bins={bins} with shape bins.shape={bins.shape}"
        )
    return searchsorted(bins, x, "right")
