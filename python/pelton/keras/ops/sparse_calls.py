"""What the functions here make of sparse tensors: a sparse tensor where zeros stay zeros, and else
what they make of the dense ones."""

from __future__ import annotations

import functools

from pelton.tensors.kinds import is_sparse

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Of the values that are there; zeros stay zeros.
_OF_VALUES = frozenset(
    "abs absolute arcsin arcsinh arctan arctanh cast ceil celu conj conjugate copy elu expm1 floor "
    "gelu hard_shrink hard_tanh imag leaky_relu log1p negative nan_to_num real relu relu6 round "
    "saturate_cast selu sign silu sin sinh soft_shrink softsign sparse_plus sqrt square swish tan "
    "tanh tanh_shrink stop_gradient".split()
)


def _dense(x: Any) -> Any:
    from pelton.sparse import to_dense

    if isinstance(x, (list, tuple)):
        return type(x)(map(_dense, x))
    return to_dense(x) if is_sparse(x) else x


def _scaled(function: Callable[..., Any], x1: Any, x2: Any) -> Any:
    """`x1`, sparse, by a number or tensor that has no more axes than it."""
    from pelton._core import ops as _ops
    from pelton.keras.ops.conversion import convert, promoted
    from pelton.ops.array.indexing import gather_nd

    x2 = convert(_dense(x2)) if hasattr(x2, "shape") else x2
    if not hasattr(x2, "ndim") or x2.ndim == 0:
        return x1.with_values(function(x1.values, x2))
    by = _ops.broadcast_to(x2, [int(size) for size in x1.dense_shape])
    values, factors = promoted(x1.values, gather_nd(by, x1.indices))
    return x1.with_values(function(values, factors))


def _multiplied(function: Callable[..., Any], x1: Any, x2: Any) -> Any:
    if is_sparse(x1):
        return _scaled(function, x1, x2)
    return _scaled(lambda a, b: function(b, a), x2, x1)


def _divided(function: Callable[..., Any], x1: Any, x2: Any) -> Any:
    is_first = is_sparse(x1) and not is_sparse(x2)
    return _scaled(function, x1, x2) if is_first else NotImplemented


def _added(function: Callable[..., Any], x1: Any, x2: Any) -> Any:
    from pelton.sparse import add

    if not (is_sparse(x1) and is_sparse(x2)):
        return NotImplemented
    is_difference = function.__name__ == "subtract"
    return add(x1, x2.with_values(-x2.values) if is_difference else x2)


def _product(function: Callable[..., Any], x1: Any, x2: Any) -> Any:
    from pelton.sparse import sparse_dense_matmul

    is_matrix = is_sparse(x1) and len(x1.shape) == 2
    if not is_matrix or is_sparse(x2) or len(x2.shape) != 2:
        return NotImplemented
    return sparse_dense_matmul(x1, x2)


def _summed(_: Any, x: Any, axis: Any = None, keepdims: bool = False) -> Any:
    from pelton.sparse import from_dense, reduce_sum

    found = reduce_sum(x, axis=axis, keepdims=keepdims)
    return from_dense(found) if found.ndim else found


def _converted(_: Any, x: Any, dtype: Any = None, sparse: Any = None, ragged: Any = None) -> Any:
    from pelton.keras.ops.core.tensors import cast

    x = x if dtype is None else x.with_values(cast(x.values, dtype))
    return _dense(x) if sparse is not None and not sparse else x


def _squeezed(_: Any, x: Any, axis: Any = None) -> Any:
    from pelton.keras.ops.conversion import axes_of
    from pelton.sparse import reshape

    sizes = [int(size) for size in x.dense_shape]
    ones = [place for place, size in enumerate(sizes) if size == 1]
    gone = ones if axis is None else axes_of(axis, len(sizes))
    if any(sizes[place] != 1 for place in gone):
        return NotImplemented
    return reshape(x, [size for place, size in enumerate(sizes) if place not in gone])


def _renamed(name: str, _: Any, *args: Any, **kwargs: Any) -> Any:
    from pelton import sparse

    return getattr(sparse, name)(*args, **kwargs)


def _joined(_: Any, xs: Any, axis: int = 0) -> Any:
    from pelton.sparse import concat

    return concat(axis, list(xs)) if all(map(is_sparse, xs)) else NotImplemented


_CALLS: dict[str, Callable[..., Any]] = {
    "add": _added,
    "subtract": _added,
    "multiply": _multiplied,
    "divide": _divided,
    "true_divide": _divided,
    "matmul": _product,
    "dot": _product,
    "sum": _summed,
    "convert_to_tensor": _converted,
    "squeeze": _squeezed,
    "concatenate": _joined,
    "shape": lambda _, x: tuple(x.shape),
    "transpose": lambda _, x, axes=None: _renamed("transpose", _, x, axes),
    "reshape": lambda _, x, newshape: _renamed("reshape", _, x, newshape),
    "expand_dims": lambda _, x, axis: _renamed("expand_dims", _, x, axis),
}


def _holds_sparse(x: Any) -> bool:
    return is_sparse(x) or (isinstance(x, (list, tuple)) and any(map(is_sparse, x)))


def of_function(function: Any, args: Any, kwargs: Any) -> Any:
    """What a function of ``keras.ops`` makes of sparse tensors; NotImplemented for others, and
    where none is given."""
    if not function.__module__.startswith("pelton.keras.ops"):
        return NotImplemented
    if not any(map(_holds_sparse, (*args, *kwargs.values()))):
        return NotImplemented
    name, made = function.__name__, NotImplemented
    if name in _OF_VALUES and args and is_sparse(args[0]):
        return args[0].with_values(function(args[0].values, *args[1:], **kwargs))
    if name in _CALLS:
        made = functools.partial(_CALLS[name], function)(*args, **kwargs)
    if made is not NotImplemented:
        return made
    return function(*map(_dense, args), **{key: _dense(one) for key, one in kwargs.items()})
