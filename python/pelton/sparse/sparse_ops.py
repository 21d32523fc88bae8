"""Owns the functions of sparse tensors, made of the ops of dense ones."""

from __future__ import annotations

from math import prod as _prod

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InternalError, InvalidArgumentError
from pelton.ops.array.sizes import integers, sizes_of
from pelton.ops.math.segments import unsorted_segment_max, unsorted_segment_sum
from pelton.sparse.sparse_tensor import SparseTensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from pelton._core import Tensor


def _sparse(op: str, value: Any) -> SparseTensor:
    if not isinstance(value, SparseTensor):
        raise TypeError(f"Input must be a SparseTensor: {op} got {type(value).__name__}")
    return value


def _sizes(x: SparseTensor) -> list[Any]:
    if x.shape.is_fully_defined():
        return x.shape.as_list()
    return integers("sparse", "dense_shape", x.dense_shape)


def _flat_places(x: SparseTensor) -> Tensor:
    """Row-major places, int64 (n)."""
    from pelton.math import cumprod

    steps = cumprod(x.dense_shape, exclusive=True, reverse=True)
    return _ops.reduce_sum(x.indices * steps, axis=[1])


def _check_places(op: str, x: SparseTensor, is_ordered: bool) -> None:
    if _functions.is_symbolic(x.indices) or _functions.is_symbolic(x.dense_shape):
        return
    places, sizes = x.indices.numpy(), x.dense_shape.numpy()
    outside = ((places < 0) | (places >= sizes)).any(axis=1)
    if outside.any():
        at = int(outside.argmax())
        raise InvalidArgumentError(
            f"{op}: indices[{at}] = {places[at].tolist()} is out of bounds: need 0 <= index < "
            f"{sizes.tolist()}"
        )
    flat = _flat_places(x).numpy()
    if is_ordered and (flat[1:] <= flat[:-1]).any():
        at = int((flat[1:] <= flat[:-1]).argmax()) + 1
        why = "is repeated" if flat[at] == flat[at - 1] else "is out of order"
        raise InvalidArgumentError(f"{op}: indices[{at}] = {places[at].tolist()} {why}")


def _blank_of(dtype: Any) -> Any:
    """What stands where a tensor of this dtype has no value."""
    if dtype == _dtypes.bool:
        return False
    return "" if dtype == _dtypes.string else 0


def to_dense(
    sp_input: Any, default_value: Any = None, validate_indices: bool = True, name: str | None = None
) -> Tensor:
    """A tensor with ``default_value`` (0 or "") where ``sp_input`` has no value."""
    x = _sparse("to_dense", sp_input)
    _check_places("to_dense", x, validate_indices)
    from pelton.ops.array.indexing import tensor_scatter_nd_update

    if default_value is None:
        default_value = _blank_of(x.dtype)
    fill = _functions.convert_like(default_value, x.dtype)
    if x.dtype in (_dtypes.string, _dtypes.bool):
        return _placed(x, fill)
    blank = _ops.broadcast_to(fill, _sizes(x))
    return tensor_scatter_nd_update(blank, x.indices, x.values)


def _placed(x: SparseTensor, fill: Tensor) -> Tensor:
    """As to_dense, of values that cannot be added: each cell finds its value by its place."""
    sizes = _sizes(x)
    count = 1
    for size in sizes:
        count = count * size
    cells = _ops.iota(count, _dtypes.int64)
    at = _ops.find_keys(cells, _flat_places(x)) + 1
    table = _ops.concat([_ops.reshape(fill, [1]), x.values], 0)
    return _ops.reshape(_ops.gather(table, at), sizes)


def from_dense(tensor: Any, name: str | None = None) -> SparseTensor:
    """What is not zero or empty of a tensor."""
    from pelton.ops.array.basic import where
    from pelton.ops.array.indexing import gather_nd

    x = _functions.convert(tensor)
    blank = _functions.convert(_blank_of(x.dtype), x.dtype)
    places = where(x if x.dtype == _dtypes.bool else _ops.not_equal(x, blank))
    return SparseTensor(places, gather_nd(x, places), _ops.shape(x, out_type=_dtypes.int64))


def reorder(sp_input: Any, name: str | None = None) -> SparseTensor:
    """The same tensor with its places in row-major order."""
    x = _sparse("reorder", sp_input)
    order = _ops.argsort(_flat_places(x))
    return SparseTensor(_ops.gather(x.indices, order), _ops.gather(x.values, order), x.dense_shape)


def gathered_rows(dense: Tensor, indices: Any) -> Tensor:
    """The rows at ``indices``, by an op whose gradient is dense, unlike that of ``tf.gather``."""
    return _ops.gather(_ops.squeeze(_ops.expand_dims(dense, 0), [0]), indices)


def sparse_dense_matmul(
    sp_a: Any, b: Any, adjoint_a: bool = False, adjoint_b: bool = False, name: str | None = None
) -> Tensor:
    """The matrix product of a sparse matrix and a dense one, either of which may be sparse."""
    if isinstance(b, SparseTensor):
        made = sparse_dense_matmul(b, sp_a, not adjoint_b, not adjoint_a)
        return _ops.transpose(made)
    a = transpose(sp_a) if adjoint_a else _sparse("sparse_dense_matmul", sp_a)
    dense = _functions.convert_like(b, a.dtype)
    if adjoint_b:
        dense = _ops.transpose(dense)
    known = (a.shape[1], dense.shape[0])
    if None not in known and known[0] != known[1]:
        raise InvalidArgumentError(
            f"sparse_dense_matmul: Cannot multiply A and B because inner dimension does not match: "
            f"{tuple(a.shape)} and {tuple(dense.shape)}"
        )
    rows = gathered_rows(dense, a.indices[:, 1]) * _ops.expand_dims(a.values, 1)
    return unsorted_segment_sum(rows, a.indices[:, 0], _sizes(a)[0])


def transpose(
    sp_input: Any, perm: Sequence[int] | None = None, name: str | None = None
) -> SparseTensor:
    """The axes in the order of ``perm``, or reversed."""
    x = _sparse("transpose", sp_input)
    axes = list(perm) if perm is not None else list(reversed(range(len(x.shape))))
    indices = _ops.gather(x.indices, axes, axis=1)
    return reorder(SparseTensor(indices, x.values, _ops.gather(x.dense_shape, axes)))


def retain(sp_input: Any, to_retain: Any) -> SparseTensor:
    """The values for which ``to_retain`` (n) is true."""
    x = _sparse("retain", sp_input)
    keep = _functions.convert(to_retain)
    values = _ops.boolean_mask(x.values, keep)
    return SparseTensor(_ops.boolean_mask(x.indices, keep), values, x.dense_shape)


def reshape(sp_input: Any, shape: Any, name: str | None = None) -> SparseTensor:
    """The same values in row-major order under another shape. Raises InvalidArgumentError where
    that holds another number of elements."""
    x = _sparse("reshape", sp_input)
    count = 1
    for size in _sizes(x):
        count = count * size
    sizes = [int(size) for size in shape]
    known = 1
    for size in sizes:
        known *= 1 if size == -1 else size
    sizes = [count // known if size == -1 and known else size for size in sizes]
    if isinstance(count, int) and _prod(sizes) != count:
        raise InvalidArgumentError(
            f"reshape: Input to reshape is a tensor with {count} dense values, but the requested "
            f"shape has {_prod(sizes)}. input_shape={x.shape} output_shape={list(shape)}"
        )
    left, columns = _flat_places(x), []
    for size in reversed(sizes):
        columns.append(left % size)
        left = left // size
    return SparseTensor(_ops.stack(columns[::-1], axis=1), x.values, sizes)


def map_values(op: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """``op`` of the values of the sparse tensors among the arguments, which share places: raises
    InvalidArgumentError where they do not."""
    given = [a for a in (*args, *kwargs.values()) if isinstance(a, SparseTensor)]
    for other in given[1:]:
        places, others = given[0].indices, other.indices
        if _functions.is_symbolic(places) or _functions.is_symbolic(others):
            continue
        if places.shape != others.shape or bool(_ops.reduce_any(places != others)):
            raise InvalidArgumentError(
                f"map_values: Mismatched indices! {places.numpy().tolist()} and "
                f"{others.numpy().tolist()}"
            )

    def plain(value: Any) -> Any:
        return value.values if isinstance(value, SparseTensor) else value

    made = op(*map(plain, args), **{key: plain(value) for key, value in kwargs.items()})
    return given[0].with_values(made) if given else made


def _united(
    indices: Tensor, values: Tensor, dense_shape: Any, fold: Callable[[Tensor, Tensor, Any], Tensor]
) -> SparseTensor:
    """The values in row-major order, those of one place folded by ``fold(values, ids, count)``."""
    flat = _flat_places(SparseTensor(indices, values, dense_shape))
    order = _ops.argsort(flat)
    flat, indices, values = (_ops.gather(part, order) for part in (flat, indices, values))
    goes_on = _ops.concat([_ops.zeros_like(flat[:1]) > 0, _ops.equal(flat[1:], flat[:-1])], 0)
    is_first = _ops.logical_not(goes_on)
    ids = _ops.cumsum(_ops.cast(is_first, _dtypes.int64)) - 1
    places = _ops.boolean_mask(indices, is_first)
    return SparseTensor(places, fold(values, ids, sizes_of(places)[0]), dense_shape)


def add(a: Any, b: Any, threshold: Any = 0) -> Any:
    """The sum: sparse where both are, without sums whose magnitude is below ``threshold``, else
    dense. Raises InvalidArgumentError for sparse tensors of other shapes."""
    if not isinstance(a, SparseTensor) or not isinstance(b, SparseTensor):
        dense = [to_dense(x) if isinstance(x, SparseTensor) else x for x in (a, b)]
        return _ops.add(*dense)
    if not a.shape.is_compatible_with(b.shape):
        raise InvalidArgumentError(f"add: operands have shapes {a.shape} and {b.shape}")
    indices = _ops.concat([a.indices, b.indices], 0)
    values = _ops.concat([a.values, b.values], 0)
    made = _united(indices, values, a.dense_shape, unsorted_segment_sum)
    if isinstance(threshold, (int, float)) and threshold == 0:
        return made
    ones = _ops.ones_like(indices[:, 0])
    counts = _united(indices, ones, a.dense_shape, unsorted_segment_sum).values
    sizes = _ops.abs(made.values)
    is_large = sizes >= _ops.cast(threshold, sizes.dtype)
    return retain(made, _ops.logical_or(counts < 2, is_large))


def _check_elements(op: str, shape: Tensor, axis: int, parts: Sequence[Tensor]) -> None:
    """Raises InternalError, as TensorFlow does, for more elements than an int64 counts; `parts`:
    the sizes that make that of the axis."""
    if _functions.is_symbolic(shape):
        return
    sizes = shape.numpy().tolist()
    sizes[axis] = sum(int(size) for size in parts)
    if _prod(sizes) >= 2**63:
        raise InternalError(
            f"{op}: Encountered overflow from large input shape. Received: dense_shape={sizes}"
        )


def concat(
    axis: int,
    sp_inputs: Sequence[Any],
    expand_nonconcat_dims: bool = False,
    name: str | None = None,
) -> SparseTensor:
    """One after the other along ``axis``. The other sizes are the same, or become the largest with
    ``expand_nonconcat_dims``: raises InvalidArgumentError where they differ without it."""
    parts = [_sparse("concat", part) for part in sp_inputs]
    rank = len(parts[0].shape)
    at = axis % rank
    unit = _functions.convert([int(k == at) for k in range(rank)], _dtypes.int64)
    indices, moved = [], _ops.zeros([], _dtypes.int64)
    for part in parts:
        indices.append(part.indices + unit * moved)
        moved = moved + part.dense_shape[at]
    others = parts[0].dense_shape
    for part in parts[1:] if not expand_nonconcat_dims else ():
        wanted, met = parts[0].shape.as_list(), part.shape.as_list()
        for k, (one, other) in enumerate(zip(wanted, met, strict=True)):
            if k != at and None not in (one, other) and one != other:
                raise InvalidArgumentError(
                    f"concat: Input shapes must match: expected {one} for dimension {k} but got "
                    f"{other}"
                )
    if expand_nonconcat_dims:
        others = _ops.reduce_max(_ops.stack([part.dense_shape for part in parts]), 0)
    shape = others * (1 - unit) + unit * moved
    _check_elements("concat", shape, at, [part.dense_shape[at] for part in parts])
    values = _ops.concat([part.values for part in parts], 0)
    return reorder(SparseTensor(_ops.concat(indices, 0), values, shape))


def _reduced(
    x: SparseTensor, axis: Any, keepdims: bool, fold: Callable[[Tensor, Tensor, Any], Tensor]
) -> SparseTensor:
    """The values folded over axes; places without a value have none there either."""
    rank = len(x.shape)
    axes = range(rank) if axis is None else integers("sparse", "axis", _as_list(axis))
    gone = {int(one) % rank for one in axes}
    kept = [one for one in range(rank) if one not in gone]
    unit = _functions.convert([int(one in kept) for one in range(rank)], _dtypes.int64)
    if keepdims:
        return _united(x.indices * unit, x.values, x.dense_shape * unit + 1 - unit, fold)
    shape = _ops.gather(x.dense_shape, _functions.convert(kept, _dtypes.int32))
    indices = _ops.gather(x.indices, _functions.convert(kept, _dtypes.int32), 1)
    return _united(indices, x.values, shape, fold)


def _as_list(axis: Any) -> Any:
    return [axis] if isinstance(axis, int) else axis


def reduce_sum(
    sp_input: Any,
    axis: Any = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    """The sum over ``axis``: a dense tensor, or a sparse one."""
    x = _sparse("reduce_sum", sp_input)
    if output_is_sparse:
        return _reduced(x, axis, bool(keepdims), unsorted_segment_sum)
    return _ops.reduce_sum(to_dense(reorder(x)), axis=axis, keepdims=bool(keepdims))


def reduce_max(
    sp_input: Any,
    axis: Any = None,
    keepdims: bool | None = None,
    output_is_sparse: bool = False,
    name: str | None = None,
) -> Any:
    """The largest of the values over ``axis``: a dense tensor, 0 where there are none, or a sparse
    one."""
    keepdims = bool(keepdims)
    x = reorder(sp_input)
    if output_is_sparse:
        return _reduced(x, axis, keepdims, unsorted_segment_max)
    lowest = to_dense(x, x.dtype.min)
    found = _ops.reduce_max(lowest, axis=axis, keepdims=keepdims)
    return _ops.where(_ops.equal(found, x.dtype.min), _ops.zeros_like(found), found)
