"""Owns sparse tensors with other rows: empty ones filled, other shapes, counts of values."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.functions.host_steps import on_arrays
from pelton.sparse.sparse_ops import reorder
from pelton.sparse.sparse_tensor import SparseTensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike


def _checked(function: str, x: Any) -> SparseTensor:
    if not isinstance(x, SparseTensor):
        raise TypeError(f"Input must be a SparseTensor: {function} got {type(x).__name__}")
    return x


def fill_empty_rows(
    sp_input: SparseTensor, default_value: Any, name: str | None = None
) -> tuple[SparseTensor, Tensor]:
    """The tensor with `default_value` in the first place of each row that has no value, and which
    rows these are, bool [rows]."""
    x = _checked("fill_empty_rows", sp_input)
    default = _functions.convert_like(default_value, x.dtype)
    rows = _ops.cast(x.dense_shape[0], _dtypes.int64)
    ones = _ops.ones_like(x.indices[:, 0])
    from pelton.ops.math.segments import unsorted_segment_sum

    is_empty = _ops.equal(unsorted_segment_sum(ones, x.indices[:, 0], rows), 0)
    empty = _ops.nonzero(is_empty)
    rest = _ops.zeros([_ops.shape(empty)[0], x.dense_shape.shape[0] - 1], _dtypes.int64)
    added = _ops.concat([empty, rest], 1)
    values = _ops.broadcast_to(default, [_ops.shape(empty)[0]])
    whole = SparseTensor(
        _ops.concat([x.indices, added], 0), _ops.concat([x.values, values], 0), x.dense_shape
    )
    return reorder(whole), is_empty


def reset_shape(sp_input: SparseTensor, new_shape: Any = None) -> SparseTensor:
    """The tensor with the shape `new_shape`, no size of which is smaller; None: with the least
    shape that holds all values.

    Raises ValueError for another rank, InvalidArgumentError for a smaller size."""
    x = _checked("reset_shape", sp_input)
    if new_shape is None:
        ends = _ops.concat([x.indices + 1, _ops.expand_dims(0 * x.dense_shape, 0)], 0)
        return SparseTensor(x.indices, x.values, _ops.reduce_max(ends, axis=0))
    shape = _functions.convert_like(new_shape, _dtypes.int64)
    if tuple(shape.shape) != tuple(x.dense_shape.shape):
        raise ValueError(
            f"reset_shape: new_shape {tuple(shape.shape)} must have a size for each of "
            f"{tuple(x.shape)}"
        )
    known = not _functions.is_symbolic(shape) and not _functions.is_symbolic(x.dense_shape)
    if known and (shape.numpy() < x.dense_shape.numpy()).any():
        raise InvalidArgumentError(
            f"reset_shape: new_shape {shape.numpy().tolist()} is smaller than {tuple(x.shape)}"
        )
    return SparseTensor(x.indices, x.values, shape)


def sampled_addmm(
    indices: TensorLike,
    values: TensorLike,
    dense_shape: TensorLike,
    mat1: TensorLike,
    mat2: TensorLike,
    beta: float = 1.0,
    alpha: float = 1.0,
    output_type: DTypeLike = _dtypes.float32,
) -> tuple[Tensor, Tensor, Tensor]:
    """alpha * mat1 mat2 + beta * values at the places `indices`: indices, values and shape."""
    places = _functions.convert_like(indices, _dtypes.int64)
    left = _ops.cast(_functions.convert(mat1), output_type)
    right = _ops.cast(_functions.convert(mat2), output_type)
    from pelton.ops.array.indexing import gather_nd

    rows, columns = places[..., :-1], places[..., -1:]
    turned = _ops.transpose(right, [*range(right.ndim - 2), right.ndim - 1, right.ndim - 2])
    batch = _ops.concat([places[..., :-2], columns], -1)
    products = _ops.reduce_sum(gather_nd(left, rows) * gather_nd(turned, batch), axis=-1)
    found = alpha * products + beta * _ops.cast(_functions.convert(values), output_type)
    return places, found, _functions.convert(dense_shape)


def _counted(
    rows: Any, values: Any, weights: Any, count: int, least: int, most: int | None, binary: bool
) -> tuple[Any, Any, Any]:
    """Places, counts and shape of the counts of the values of each row, as NumPy arrays."""
    import numpy as np

    if (values < 0).any():
        raise InvalidArgumentError("bincount: Input values must all be non-negative")
    width = max(int(values.max()) + 1 if values.size else 0, least)
    if most is not None:
        inside = values < most
        rows, values, width = rows[inside], values[inside], min(width, most) if most else width
        weights = None if weights is None else weights[inside]
    pairs = np.stack([rows, values], 1).astype(np.int64)
    places, at = np.unique(pairs, axis=0, return_inverse=True)
    at = at.reshape(-1)
    if weights is None:
        counts = np.bincount(at, minlength=len(places)).astype(values.dtype)
    else:
        counts = np.bincount(at, weights, len(places)).astype(weights.dtype)
    counts = np.ones(len(places), counts.dtype) if binary else counts
    return places, counts, np.array([count, width], np.int64)


def _by_row(values: Any, weights: Any) -> tuple[Any, Any, Any, Any]:
    """The row of each value, the values and weights flat, and how many rows there are."""
    from pelton.ragged.ragged_tensor import RaggedTensor

    if isinstance(values, RaggedTensor):
        rows, flat, count = values.value_rowids(), values.values, values.nrows()
        weights = weights.values if isinstance(weights, RaggedTensor) else weights
    elif isinstance(values, SparseTensor):
        rows, flat, count = values.indices[:, 0], values.values, values.dense_shape[0]
        weights = weights.values if isinstance(weights, SparseTensor) else weights
    else:
        x = _functions.convert(values)
        size = _ops.shape(x, _dtypes.int64)
        count = size[0] if x.ndim > 1 else _functions.convert(1, _dtypes.int64)
        flat = _ops.reshape(x, [-1])
        width = _ops.reduce_prod(size[1:]) if x.ndim > 1 else size[0]
        rows = _ops.iota(_ops.reduce_prod(size), _dtypes.int64) // _ops.maximum(width, 1)
        weights = None if weights is None else _ops.reshape(_functions.convert(weights), [-1])
    return rows, flat, weights, count


def bincount(
    values: Any,
    weights: Any = None,
    axis: int | None = 0,
    minlength: int | None = None,
    maxlength: int | None = None,
    binary_output: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """How often each number is among `values`, a sparse tensor: of all values (axis 0 or None),
    or of each row of a matrix (axis -1).

    `values`: whole numbers, dense, sparse or ragged; `weights`, alike, are added up instead. As
    many columns as the greatest value asks for, at least `minlength`; values from `maxlength` on
    do not count. `binary_output`: 1 where there is any."""
    if axis not in (None, 0, -1):
        raise ValueError(
            f"bincount: Unsupported value for argument axis={axis}. Only 0 and -1 are "
            "currently supported."
        )
    if weights is not None and binary_output:
        raise ValueError("bincount: weights and binary_output are mutually exclusive")
    rows, flat, weights, count = _by_row(values, weights)
    most = None if maxlength is None else int(maxlength)
    arguments = [rows, flat, count] + ([] if weights is None else [weights])
    of_all = axis != -1 or len(getattr(values, "shape", ())) == 1

    def run(rows: Any, flat: Any, count: Any, weights: Any = None) -> Any:
        rows, count = (0 * rows, 1) if of_all else (rows, int(count))
        least = int(minlength or 0)
        places, counts, shape = _counted(rows, flat, weights, count, least, most, binary_output)
        return (places[:, 1:], counts, shape[1:]) if of_all else (places, counts, shape)

    dtype = flat.dtype if weights is None else _functions.convert(weights).dtype
    rank = 1 if of_all else 2
    outputs = [(_dtypes.int64, [None, rank]), (dtype, [None]), (_dtypes.int64, [rank])]
    return SparseTensor(*on_arrays("SparseBincount", arguments, run, outputs))
