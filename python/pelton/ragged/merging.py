"""Owns how neighbouring axes of a ragged tensor become one."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import ops as _ops
from pelton.ops.array.sizes import sizes_of
from pelton.ragged.ragged_tensor import RaggedTensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def merge_dims(x: RaggedTensor, outer_axis: int, inner_axis: int) -> Any:
    """The axes from `outer_axis` to `inner_axis` as one; raises ValueError for axes that are none
    or in the other order."""
    rank = len(x.shape)
    for name, axis in (("outer_axis", outer_axis), ("inner_axis", inner_axis)):
        if not -rank <= axis < rank:
            raise ValueError(f"{name}={axis} out of bounds: expected {-rank}<={name}<{rank}")
    outer, inner = outer_axis % rank, inner_axis % rank
    if outer > inner:
        raise ValueError(
            f"Expected outer_axis ({outer_axis}) to be less than or equal to "
            f"inner_axis ({inner_axis})."
        )
    return _merged(x, outer, inner)


def _merged(x: Any, outer: int, inner: int) -> Any:
    if outer == inner:
        return x
    if not isinstance(x, RaggedTensor):
        sizes = sizes_of(x)
        return _ops.reshape(x, [*sizes[:outer], -1, *sizes[inner + 1 :]])
    if outer == 0:
        return _merged(x.values, 0, inner - 1)
    if outer > 1:
        return x.with_values(_merged(x.values, outer - 1, inner - 1))
    return _merged(_with_longer_rows(x), 1, inner - 1)


def _with_longer_rows(x: RaggedTensor) -> RaggedTensor:
    """The rows of the rows one after the other: axes 1 and 2 as one."""
    values = x.values
    if isinstance(values, RaggedTensor):
        return RaggedTensor(
            values.values, _ops.gather(values.row_splits, x.row_splits), internal=True
        )
    width = _ops.shape(values, out_type=_dtypes.int64)[1]
    return RaggedTensor(_merged(values, 0, 1), x.row_splits * width, internal=True)
