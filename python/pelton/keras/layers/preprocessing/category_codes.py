"""Category numbers as vectors: one at its place, which ones there are, or how often."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.image.sizes import is_number, size_of
from pelton.tensors.kinds import is_ragged, is_sparse

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor

SPELLINGS = {"binary": "multi_hot", "tf-idf": "tf_idf"}


def read_mode(title: str, value: Any, known: tuple[str, ...]) -> str:
    """An `output_mode`; raises ValueError, with the layer's title, for what is not in `known`."""
    mode = SPELLINGS.get(value, value) if isinstance(value, str) else value
    if mode not in known:
        raise ValueError(
            f"Unknown value for `output_mode` argument of {title}. Allowed values "
            f"are: {known}. Received: output_mode={value}"
        )
    return str(mode)


def one_hot(x: Tensor, depth: int, dtype: Any) -> Tensor:
    """(..., depth) of numbers (...), or (..., 1) of more than one axis; others are all zeros."""
    if x.ndim > 1 and x.shape[-1] == 1:
        x = _ops.squeeze(x, [-1])
    if x.ndim == 0:
        x = _ops.reshape(x, [1])
    return _ops.cast(_ops.one_hot(_ops.cast(x, "int64"), depth), dtype)


def of_values(change: Any, x: Any) -> Any:
    """`x` with its values, those that are there in a ragged or sparse tensor, changed."""
    if is_sparse(x):
        return x.with_values(change(x.values))
    return x.with_flat_values(change(x.flat_values)) if is_ragged(x) else change(x)


def _rows_of(x: Any) -> tuple[Tensor, Tensor, Any]:
    """Numbers of a vector, of rows, of ragged or of sparse rows: flat, the row of each, and how
    many rows."""
    if is_ragged(x):
        return x.flat_values, x.value_rowids(), x.nrows()
    if is_sparse(x):
        return x.values, x.indices[:, 0], x.dense_shape[0]
    rows, length = size_of(x, 0), size_of(x, 1)
    if not (is_number(rows) and is_number(length)):
        rows, length = _ops.cast(rows, "int64"), _ops.cast(length, "int64")
    numbers = _ops.iota(rows * length, "int64")
    return _ops.reshape(x, [-1]), _ops.floordiv(numbers, length), rows


def counted(x: Any, depth: int, weights: Tensor | None = None) -> Tensor:
    """How often each number below `depth` is in each row, float32 (rows, depth), (depth,) of a
    vector; others count nowhere. `weights` of the same shape are summed instead."""
    is_vector = not (is_ragged(x) or is_sparse(x)) and x.ndim < 2
    if is_vector:
        x = _ops.reshape(x, [1, -1])
        weights = None if weights is None else _ops.reshape(weights, [1, -1])
    flat, rows, count = _rows_of(x)
    flat = _ops.cast(flat, "int64")
    is_known = _ops.logical_and(_ops.greater_equal(flat, 0), _ops.less(flat, depth))
    amount = _ops.cast(is_known, "float32")
    if weights is not None:
        numbers = weights.values if is_sparse(weights) else _ops.reshape(weights, [-1])
        amount = amount * _ops.cast(numbers, "float32")
    places = _ops.cast(rows, "int64") * depth + _ops.where(is_known, flat, _ops.zeros_like(flat))
    from pelton.ops.array.indexing import scatter_nd

    total = count * depth
    shape = [total] if is_number(total) else _ops.reshape(_ops.cast(total, "int64"), [1])
    if is_number(total):
        shape = _functions.convert([total], _dtypes.int64)
    sums = scatter_nd(_ops.expand_dims(places, -1), amount, shape)
    return _ops.reshape(sums, [depth] if is_vector else [-1, depth])


def encoded(
    x: Any, mode: str, depth: int, dtype: Any, sparse: bool = False, weights: Any = None
) -> Any:
    """Category numbers by `mode`: "int", "one_hot", "multi_hot" or "count"."""
    if mode == "int":
        return of_values(lambda values: _ops.cast(values, dtype), x)
    if mode == "one_hot":
        if is_ragged(x):
            return x.with_flat_values(one_hot(x.flat_values, depth, dtype))
        if is_sparse(x):
            raise ValueError(f"`output_mode='one_hot'` takes no sparse inputs. Received: {x}")
        found = one_hot(x, depth, dtype)
    elif not (is_ragged(x) or is_sparse(x)) and x.ndim > 2:
        found = _many_axes(x, mode, depth, weights)
    else:
        found = counted(x, depth, weights)
        found = _ops.minimum(found, 1.0) if mode == "multi_hot" else found
    found = _ops.cast(found, dtype)
    if not sparse:
        return found
    from pelton.sparse import from_dense

    return from_dense(found)


def _many_axes(x: Tensor, mode: str, depth: int, weights: Tensor | None) -> Tensor:
    """Those of more than two axes, over the second one."""
    vectors = _ops.cast(_ops.one_hot(_ops.cast(x, "int64"), depth), "float32")
    if weights is not None:
        vectors = vectors * _ops.expand_dims(_ops.cast(weights, "float32"), -1)
    if mode == "multi_hot":
        return _ops.reduce_max(vectors, axis=[1])
    return _ops.reduce_sum(vectors, axis=[1])


def encoded_shape(mode: str, depth: int | None, input_shape: Any) -> tuple[Any, ...]:
    """The shape that `encoded` gives."""
    shape = tuple(input_shape)
    if mode == "int":
        return shape
    if mode == "one_hot" and not (len(shape) > 1 and shape[-1] == 1):
        return (*shape, depth) if shape else (1, depth)
    return (*shape[:-1], depth)
