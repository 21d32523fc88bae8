"""Owns the ways between ragged tensors and dense or sparse ones."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ops.array.sizes import product, scalar_size, sizes_of
from pelton.ragged.ragged_tensor import RaggedTensor
from pelton.ragged.row_partition import partition, places_in_rows

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def _longest(x: RaggedTensor) -> Tensor:
    return _ops.reduce_max(_ops.concat([x.row_lengths(), _ops.zeros([1], _dtypes.int64)], 0))


def bounding_shape(x: RaggedTensor) -> Tensor:
    """The smallest shape that holds all rows, as an int64 vector."""
    inner = x.values
    if isinstance(inner, RaggedTensor):
        rest = bounding_shape(inner)[1:]
    else:
        rest = _ops.shape(inner, out_type=_dtypes.int64)[1:]
    return _ops.concat([_ops.stack([x.nrows(), _longest(x)]), rest], 0)


def to_tensor(x: RaggedTensor, default_value: Any = None, shape: Any = None) -> Tensor:
    """A tensor with ``default_value`` where rows are shorter, cut or padded to ``shape``."""
    wanted = [None] * len(x.shape) if shape is None else list(shape)
    if len(wanted) != len(x.shape):
        raise InvalidArgumentError(
            f"rt_input.shape and shape={wanted} are incompatible: rt_input.rank = {len(x.shape)} "
            f"but shape.rank = {len(wanted)}"
        )
    if default_value is None and x.dtype == _dtypes.string and _functions.is_tracing():
        return _padded(x, _empty_text(x), wanted)
    if default_value is None:
        none = {_dtypes.string: "", _dtypes.bool: False}
        default_value = none.get(x.dtype, 0)
    fill = _functions.convert(default_value, x.dtype)
    return _padded(x, fill, wanted)


def _empty_text(x: RaggedTensor) -> Tensor:
    """An empty text that follows from the rows: programs that are stored hold no constant ones."""
    zero = x.row_splits[:1] * 0
    none = _ops.cast(x.row_splits[:0], _dtypes.int32)
    return _ops.unicode_encode(none, _ops.concat([zero, zero], 0))[0]


def _padded(x: RaggedTensor, fill: Tensor, wanted: list[Any]) -> Tensor:
    inner = x.values
    if isinstance(inner, RaggedTensor):
        inner = _padded(inner, fill, [None, *wanted[2:]])
    inner_sizes = sizes_of(inner)[1:]
    rows = scalar_size(x.nrows())
    width = wanted[1] if wanted[1] is not None else scalar_size(_longest(x))
    blank = _ops.broadcast_to(fill, [1, *inner_sizes])
    places = _ops.reshape(_ops.iota(width, _dtypes.int64), [1, width])
    is_there = places < _ops.expand_dims(x.row_lengths(), 1)
    at = _ops.expand_dims(x.row_starts(), 1) + places
    # Row 0 of the table is what stands where a row has ended.
    at = _ops.where(is_there, at + 1, _ops.zeros_like(at))
    table = _ops.concat([blank, inner], 0)
    out = _ops.reshape(_ops.gather(table, _ops.reshape(at, [-1])), [rows, width, *inner_sizes])
    return out if wanted[0] is None else _with_rows(out, int(wanted[0]), fill)


def _with_rows(out: Tensor, rows: int, fill: Tensor) -> Tensor:
    sizes = sizes_of(out)
    missing = _ops.broadcast_to(fill, [rows, *sizes[1:]])
    return _ops.concat([out, missing], 0)[:rows]


def from_tensor(tensor: Any, lengths: Any, padding: Any, ragged_rank: int) -> RaggedTensor:
    """As RaggedTensor.from_tensor."""
    x = _functions.convert(tensor)
    if isinstance(lengths, (list, tuple)) and lengths and not isinstance(lengths[0], int):
        outer = from_tensor(x, lengths[0], padding, 1)
        rest = list(lengths[1:])
        return outer.with_values(from_tensor(outer.values, rest, padding, 1)) if rest else outer
    if x.ndim < 2:
        raise ValueError(f"from_tensor: tensor must have two axes or more, got {x!r}")
    sizes = sizes_of(x)
    if ragged_rank > 1:
        flat = _ops.reshape(x, [product(sizes[:2]), *sizes[2:]])
        inner = from_tensor(flat, lengths, padding, ragged_rank - 1)
        return _uniform(inner, sizes[0], sizes[1])
    if lengths is None and padding is None:
        return _uniform(_ops.reshape(x, [product(sizes[:2]), *sizes[2:]]), sizes[0], sizes[1])
    if lengths is not None:
        counts = _ops.minimum(_ops.maximum(partition(lengths), _size(0)), _size(sizes[1]))
    else:
        counts = _lengths_without(x, _functions.convert(padding, x.dtype), sizes)
    places = _ops.reshape(_ops.iota(sizes[1], _dtypes.int64), [1, sizes[1]])
    values = _ops.boolean_mask(x, places < _ops.expand_dims(counts, 1))
    return RaggedTensor.from_row_lengths(values, counts, validate=False)


def _uniform(values: Any, rows: Any, size: Any) -> RaggedTensor:
    """Rows of one length, which the shape tells where it is a number."""
    if isinstance(size, int):
        return RaggedTensor.from_uniform_row_length(values, size, rows)
    return RaggedTensor.from_row_lengths(values, _ops.fill(_size(size), [rows]), validate=False)


def _size(value: Any) -> Tensor:
    return partition(value)


def _lengths_without(x: Tensor, padding: Tensor, sizes: list[Any]) -> Tensor:
    differs = _ops.not_equal(x, padding)
    if x.ndim > 2:
        differs = _ops.reduce_any(differs, axis=list(range(2, x.ndim)))
    ends = _ops.iota(sizes[1], _dtypes.int64) + 1
    return _ops.reduce_max(_ops.where(differs, ends, _ops.zeros_like(ends)), axis=[1])


def to_sparse(x: RaggedTensor) -> Any:
    """As RaggedTensor.to_sparse, of values that are scalars."""
    from pelton.sparse.sparse_tensor import SparseTensor

    columns = [places_in_rows(x.row_splits)]
    ids = x.value_rowids()
    inner = x.values
    while isinstance(inner, RaggedTensor):
        below = inner.value_rowids()
        columns = [_ops.gather(column, below) for column in columns]
        ids = _ops.gather(ids, below)
        columns.append(places_in_rows(inner.row_splits))
        inner = inner.values
    return SparseTensor(_ops.stack([ids, *columns], axis=1), inner, bounding_shape(x))
