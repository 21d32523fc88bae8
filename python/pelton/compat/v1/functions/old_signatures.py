"""Owns functions whose arguments TensorFlow 2 renamed or dropped: reductions with `keep_dims`,
`dimension` of argmax, and names that are gone."""

from __future__ import annotations

import functools

from pelton import math as _math
from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _renamed(function: Callable[..., Any], old: dict[str, str]) -> Callable[..., Any]:
    """`function`, which takes old names of keywords too."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        for before, now in old.items():
            if before in kwargs:
                value = kwargs.pop(before)
                if value is not None:
                    kwargs[now] = value
        return function(*args, **kwargs)

    return call


_REDUCTION = {"keep_dims": "keepdims", "reduction_indices": "axis"}
reduce_sum = _renamed(_math.reduce_sum, _REDUCTION)
reduce_mean = _renamed(_math.reduce_mean, _REDUCTION)
reduce_max = _renamed(_math.reduce_max, _REDUCTION)
reduce_min = _renamed(_math.reduce_min, _REDUCTION)
reduce_prod = _renamed(_math.reduce_prod, _REDUCTION)
reduce_all = _renamed(_math.reduce_all, _REDUCTION)
reduce_any = _renamed(_math.reduce_any, _REDUCTION)
reduce_logsumexp = _renamed(_math.reduce_logsumexp, _REDUCTION)


def argmax(input: Any, axis: Any = None, name: Any = None, dimension: Any = None,  # noqa: A002
           output_type: Any = "int64") -> Any:  # fmt: skip
    """The index of the largest element along `axis` (0), which was `dimension`."""
    along = dimension if axis is None else axis
    return _math.argmax(input, 0 if along is None else along, output_type)


def argmin(input: Any, axis: Any = None, name: Any = None, dimension: Any = None,  # noqa: A002
           output_type: Any = "int64") -> Any:  # fmt: skip
    """The index of the smallest element along `axis` (0), which was `dimension`."""
    along = dimension if axis is None else axis
    return _math.argmin(input, 0 if along is None else along, output_type)


def expand_dims(input: Any, axis: Any = None, name: Any = None, dim: Any = None) -> Any:  # noqa: A002
    """`input` with an axis of size 1 at `axis`, a number or one in a list, which was `dim`."""
    along = dim if axis is None else axis
    if isinstance(along, (list, tuple)) and len(along) == 1:
        along = along[0]
    return _ops.expand_dims(input, along)


def squeeze(input: Any, axis: Any = None, name: Any = None, squeeze_dims: Any = None) -> Any:  # noqa: A002
    """`input` without its axes of size 1, or those of `axis`, which was `squeeze_dims`."""
    return _ops.squeeze(input, squeeze_dims if axis is None else axis)


def where(condition: Any, x: Any = None, y: Any = None, name: Any = None) -> Any:
    """`x` where the condition holds, else `y`; a vector as the condition chooses rows of `x` and
    `y`, which is no broadcasting. Without both, the places where it holds."""
    from pelton.ops.array.basic import where as of_today

    if x is None or y is None:
        return of_today(condition, x, y)
    condition, rows = _functions.convert(condition), _functions.convert(x)
    if condition.shape.rank == 1 and (rows.shape.rank or 0) > 1:
        condition = _ops.reshape(condition, [-1] + [1] * (rows.shape.rank - 1))
    return of_today(condition, x, y)


def div(x: Any, y: Any, name: Any = None) -> Any:
    """x / y as Python 2 divided: integers are rounded down."""
    from pelton._core import functions as _functions

    x = _functions.convert(x)
    is_inexact = _is_inexact(x) or _is_inexact(y)
    return _math.truediv(x, y) if is_inexact else _math.floordiv(x, y)


def _is_inexact(value: Any) -> bool:
    dtype = getattr(value, "dtype", None)
    return isinstance(value, float) if dtype is None else bool(dtype.is_floating)


def to_float(x: Any, name: str = "ToFloat") -> Any:
    """`x` as float32."""
    return _ops.cast(x, "float32")


def to_double(x: Any, name: str = "ToDouble") -> Any:
    """`x` as float64."""
    return _ops.cast(x, "float64")


def to_int32(x: Any, name: str = "ToInt32") -> Any:
    """`x` as int32."""
    return _ops.cast(x, "int32")


def to_int64(x: Any, name: str = "ToInt64") -> Any:
    """`x` as int64."""
    return _ops.cast(x, "int64")


def to_bfloat16(x: Any, name: str = "ToBFloat16") -> Any:
    """`x` as bfloat16."""
    return _ops.cast(x, "bfloat16")


def to_complex64(x: Any, name: str = "ToComplex64") -> Any:
    """`x` as complex64."""
    from pelton import cast

    return cast(x, "complex64")


def to_complex128(x: Any, name: str = "ToComplex128") -> Any:
    """`x` as complex128."""
    from pelton import cast

    return cast(x, "complex128")


def setdiff1d(x: Any, y: Any, index_dtype: Any = "int32", name: Any = None) -> Any:
    """(elements of `x` that are not in `y`, their places)."""
    from pelton import raw_ops

    return raw_ops.ListDiff(x=x, y=y, out_idx=index_dtype)


def sparse_to_dense(
    sparse_indices: Any, output_shape: Any, sparse_values: Any, default_value: Any = 0,
    validate_indices: bool = True, name: Any = None,
) -> Any:  # fmt: skip
    """A tensor of `default_value` with `sparse_values` at the places `sparse_indices`. Raises
    InvalidArgumentError for places out of order or twice, unless `validate_indices` is False."""
    from pelton import tensor_scatter_nd_update
    from pelton._core import functions as _functions
    from pelton.ops.array.creation import fill

    places = _ops.cast(sparse_indices, "int32")
    values = _functions.convert(sparse_values)
    start = fill(output_shape, _ops.cast(default_value, values.dtype))
    if len(places.shape) == 0:
        places = _ops.reshape(places, [1, 1])
    elif len(places.shape) == 1:
        places = _ops.expand_dims(places, 1)
    if validate_indices and not _functions.is_symbolic(places):
        _check_order(places.numpy().tolist())
    if len(values.shape) == 0:
        values = fill([places.shape[0]], values)
    return tensor_scatter_nd_update(start, places, values)


def _check_order(places: list[list[int]]) -> None:
    from pelton.errors import InvalidArgumentError

    for number, (before, after) in enumerate(zip(places, places[1:], strict=False), 1):
        if before >= after:
            why = "is repeated" if before == after else "is out of order"
            raise InvalidArgumentError(f"sparse_to_dense: indices[{number}] = {after} {why}")


def _sparsely(function: Any, sp_input: Any, axis: Any, keepdims: Any, axes: Any, keep: Any) -> Any:
    chosen = axis if axes is None else axes
    return function(sp_input, chosen, keep if keepdims is None else keepdims, True)


def sparse_reduce_sum_sparse(
    sp_input: Any, axis: Any = None, keepdims: Any = None, reduction_axes: Any = None,
    keep_dims: Any = None,
) -> Any:  # fmt: skip
    """The sums over the axes, sparse: places without a value have none there either."""
    from pelton.sparse import reduce_sum

    return _sparsely(reduce_sum, sp_input, axis, keepdims, reduction_axes, keep_dims)


def sparse_reduce_max_sparse(
    sp_input: Any, axis: Any = None, keepdims: Any = None, reduction_axes: Any = None,
    keep_dims: Any = None,
) -> Any:  # fmt: skip
    """The largest values over the axes, sparse."""
    from pelton.sparse import reduce_max

    return _sparsely(reduce_max, sp_input, axis, keepdims, reduction_axes, keep_dims)


def sparse_merge(
    sp_ids: Any, sp_values: Any, vocab_size: Any, name: Any = None, already_sorted: bool = False
) -> Any:
    """The values at the places that the ids, in place of the last axis, say: a sparse tensor whose
    last size is `vocab_size`. Lists of ids and sizes add an axis each."""
    from pelton._core import functions as _functions
    from pelton.sparse import reorder
    from pelton.sparse.sparse_tensor import SparseTensor

    ids = list(sp_ids) if isinstance(sp_ids, (list, tuple)) else [sp_ids]
    sizes = list(vocab_size) if isinstance(vocab_size, (list, tuple)) else [vocab_size]
    if len(ids) != len(sizes):
        raise ValueError("sp_ids and vocab_size have to have equal lengths.")
    columns = [_ops.expand_dims(_ops.cast(one.values, "int64"), 1) for one in ids]
    indices = _ops.concat([sp_values.indices[:, :-1], *columns], 1)
    last = [_ops.reshape(_ops.cast(_functions.convert(size), "int64"), [1]) for size in sizes]
    made = SparseTensor(indices, sp_values.values,
                        _ops.concat([sp_values.dense_shape[:-1], *last], 0))  # fmt: skip
    return made if already_sorted else reorder(made)


def sparse_matmul(
    a: Any, b: Any, transpose_a: bool = False, transpose_b: bool = False,
    a_is_sparse: bool = False, b_is_sparse: bool = False, name: Any = None,
) -> Any:  # fmt: skip
    """The product of two matrices, most of whose elements may be 0."""
    return _ops.matmul(a, b, transpose_a, transpose_b)


def string_split(
    source: Any, sep: Any = None, skip_empty: bool = True, delimiter: Any = " ",
    result_type: str = "SparseTensor", name: Any = None,
) -> Any:  # fmt: skip
    """The parts of each text, as a sparse matrix; a separator is each of the characters of
    `delimiter`, or the whole `sep`. `skip_empty`: without empty parts."""
    from pelton.compat.v1.functions.splitting import sparse_parts

    return sparse_parts(source, delimiter if sep is None else sep, sep is not None, skip_empty,
                        result_type)  # fmt: skip


def _short(tensor: Any, most: int) -> str:
    """The first `most` elements of a tensor, or all for -1, row by row."""
    import numpy as np

    given = tensor.numpy()
    array = np.array(given, object) if isinstance(given, bytes) else given
    left = array.size if most < 0 else most

    def text(value: Any) -> str:
        if isinstance(value, bytes):
            return value.decode("utf-8", "backslashreplace")
        if array.dtype.kind != "f":
            return str(int(value)) if array.dtype.kind in "biu" else str(value)
        short = f"{value:.6g}"
        return short if array.dtype.type(short) == value else f"{value:.9g}"

    def rows(part: Any, depth: int) -> str:
        nonlocal left
        if part.ndim == 0:
            return text(part[()])
        if part.ndim == 1:
            shown = part[:left]
            left -= len(shown)
            rest = "..." if depth and len(shown) < len(part) else ""
            return " ".join(map(text, shown)) + rest
        return "".join(f"[{rows(one, depth + 1)}]" for one in part if left > 0)

    is_cut = array.ndim > 0 and array.size > left
    return rows(array, 0) + ("..." if is_cut else "")


def Print(input_: Any, data: Any, message: str | None = None, first_n: Any = None,  # noqa: N802
          summarize: int | None = 3, name: Any = None) -> Any:  # fmt: skip
    """`input_`, which prints `data` whenever it is computed."""
    from pelton._core import functions as _functions
    from pelton.compat.v1.graph import get_default_graph
    from pelton.compat.v1.operation import Operation
    from pelton.host.printing import print as show

    def shown(value: Any, parts: Any) -> Any:
        most = 3 if summarize is None else summarize
        show(
            (message or "") + "".join(f"[{_short(_functions.convert(one), most)}]" for one in parts)
        )
        return _ops.identity(value)

    made = Operation(get_default_graph(), "Print", name or "Print", shown, (input_, list(data)))
    return made.give(_functions.convert(input_))
