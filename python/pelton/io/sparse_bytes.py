"""Owns batches of sparse tensors as strings, three for each."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.io.tensor_bytes import parse_tensor, serialize_sparse
from pelton.sparse.sparse_tensor import SparseTensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike


def serialize_many_sparse(
    sp_input: Any, out_type: DTypeLike = _dtypes.string, name: str | None = None
) -> Tensor:
    """Strings (rows, 3): the bytes of indices, values and dense shape of each row of a
    SparseTensor. Raises ValueError while tracing."""
    if not isinstance(sp_input, SparseTensor):
        raise TypeError(f"serialize_many_sparse: Input must be a SparseTensor, got {sp_input!r}")
    if _functions.is_symbolic(sp_input.indices):
        raise ValueError("serialize_many_sparse: sp_input must have values: it is not traced")
    if len(sp_input.shape) < 2:
        raise InvalidArgumentError(
            f"serialize_many_sparse: sp_input must have at least 2 axes, got {sp_input.shape}"
        )
    parts = []
    for row in range(sp_input.shape[0]):
        kept = _ops.equal(sp_input.indices[:, 0], row)
        indices = _ops.boolean_mask(sp_input.indices, kept)[:, 1:]
        values = _ops.boolean_mask(sp_input.values, kept)
        one = SparseTensor(indices, values, sp_input.dense_shape[1:])
        parts.append(serialize_sparse(one, out_type))
    return _ops.stack(parts) if parts else _ops.reshape(_functions.convert([""])[:0], [0, 3])


def deserialize_many_sparse(
    serialized_sparse: TensorLike,
    dtype: DTypeLike,
    rank: int | None = None,
    name: str | None = None,
) -> SparseTensor:
    """The SparseTensor whose rows `serialize_many_sparse` made strings (rows, 3) of; its sizes are
    the greatest of theirs; `rank`: that of the result. Raises InvalidArgumentError for other bytes,
    and while tracing ValueError."""
    given = _functions.convert(serialized_sparse, _dtypes.string)
    if _functions.is_symbolic(given):
        raise ValueError("deserialize_many_sparse: strings must have values: it is not traced")
    if given.ndim != 2 or given.shape[1] != 3 or given.shape[0] == 0:
        raise InvalidArgumentError(
            f"deserialize_many_sparse: strings must be (rows, 3), got {tuple(given.shape)}"
        )
    indices, values, shapes = [], [], []
    for row in range(given.shape[0]):
        places = parse_tensor(given[row, 0], _dtypes.int64)
        indices.append(_ops.concat([_ops.zeros_like(places[:, :1]) + row, places], 1))
        values.append(parse_tensor(given[row, 1], dtype))
        shapes.append(parse_tensor(given[row, 2], _dtypes.int64))
    if len({tuple(shape.shape) for shape in shapes}) > 1 or rank not in (
        None,
        shapes[0].shape[0] + 1,
    ):
        ranks = [shape.shape[0] for shape in shapes]
        raise InvalidArgumentError(
            f"deserialize_many_sparse: rows must have one rank, got {ranks} for rank={rank}"
        )
    count = _functions.convert([given.shape[0]], _dtypes.int64)
    shape = _ops.concat([count, _ops.reduce_max(_ops.stack(shapes), axis=0)], 0)
    return SparseTensor(_ops.concat(indices, 0), _ops.concat(values, 0), shape)
