"""Owns the functions that make tensors: of values, of a shape, of numbers in order."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.dtypes import as_dtype
from pelton.experimental.numpy.promotion import (
    all_inexact,
    as_given,
    convert,
    default_float,
    name_of,
    result_name,
    together,
)
from pelton.keras.ops.conversion import cast_to, convert_as
from pelton.keras.ops.numpy import creation as _creation
from pelton.keras.ops.numpy import diagonals as _diagonals

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import DTypeLike, ShapeLike, TensorLike


def array(
    val: TensorLike, dtype: DTypeLike | None = None, copy: bool = True, ndmin: int = 0
) -> Tensor:
    """A tensor of `val`, in `dtype` if given, with `ndmin` axes at least (new ones in front)."""
    found = as_given(convert(val), dtype)
    missing = int(ndmin) - found.ndim
    if missing > 0:
        found = _ops.reshape(found, [1] * missing + list(found.shape))
    return _ops.identity(found) if copy else found


def asarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """A tensor of `a`, in `dtype` if given; `a` itself where it is such."""
    return as_given(convert(a), dtype)


def asanyarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """The same as ``asarray``."""
    return asarray(a, dtype)


def ascontiguousarray(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """A tensor of `a` with one axis at least."""
    return array(a, dtype, ndmin=1)


def copy(a: TensorLike) -> Tensor:
    """A tensor of its own with the values of `a`."""
    return array(a)


def zeros(shape: ShapeLike, dtype: DTypeLike = float) -> Tensor:
    """Zeros."""
    return _ops.zeros(shape, name_of(dtype))


def ones(shape: ShapeLike, dtype: DTypeLike = float) -> Tensor:
    """Ones."""
    return _ops.ones(shape, name_of(dtype))


def empty(shape: ShapeLike, dtype: DTypeLike = float) -> Tensor:
    """A tensor of that shape, all zeros."""
    return zeros(shape, dtype)


def full(shape: ShapeLike, fill_value: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """`fill_value`, which broadcasts, in `dtype` or its own."""
    return _ops.broadcast_to(asarray(fill_value, dtype), shape)


def zeros_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Zeros of the shape of `a`, and its dtype unless given."""
    return as_given(_ops.zeros_like(convert(a)), dtype)


def ones_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Ones of the shape of `a`, and its dtype unless given."""
    return as_given(_ops.ones_like(convert(a)), dtype)


def empty_like(a: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """A tensor like `a`, all zeros."""
    return zeros_like(a, dtype)


def full_like(
    a: TensorLike,
    fill_value: TensorLike,
    dtype: DTypeLike | None = None,
    order: str = "K",
    subok: bool = True,
    shape: ShapeLike | None = None,
) -> Tensor:
    """`fill_value` in the shape of `a`, and its dtype unless given.

    Raises ValueError for another order than "K", `subok=False` or a shape."""
    if order != "K" or not subok or shape is not None:
        raise ValueError("full_like: order must be 'K', subok True and shape None")
    a = convert(a)
    value = as_given(convert(fill_value), a.dtype if dtype is None else dtype)
    return _ops.broadcast_to(value, _ops.shape(a))


def identity(n: int, dtype: DTypeLike = float) -> Tensor:
    """The identity matrix of `n` rows."""
    return eye(n, dtype=dtype)


def eye(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike = float) -> Tensor:  # noqa: N803
    """[N, M]: ones on the k-th diagonal, zeros else."""
    return _creation.eye(N, M, k, name_of(dtype))


def tri(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = None) -> Tensor:  # noqa: N803
    """[N, M]: ones at and below the k-th diagonal, zeros above."""
    return _creation.tri(N, M, k, default_float() if dtype is None else name_of(dtype))


def arange(
    start: TensorLike,
    stop: TensorLike | None = None,
    step: TensorLike = 1,
    dtype: DTypeLike | None = None,
) -> Tensor:
    """start, start + step, ... before `stop`; from 0 where one bound is given.

    Raises ValueError for a step of 0."""
    if isinstance(step, (int, float)) and not step:
        raise ValueError("arange: step must not be 0")
    first, last = (0, start) if stop is None else (start, stop)
    found = result_name(first, last, step) if dtype is None else name_of(dtype)
    wide = "float64" if as_dtype(result_name(first, last, step)).is_floating else "int64"
    first, last, by = (cast_to(convert(value), wide) for value in (first, last, step))
    count = _ops.ceil(_ops.divide(*[cast_to(x, "float64") for x in (last - first, by)]))
    count = _ops.maximum(_ops.cast(count, "int64"), convert_as(0, "int64"))
    steps = cast_to(_ops.range(convert_as(0, "int64"), count), wide)
    return cast_to(_ops.add(first, _ops.multiply(steps, by)), found)


def linspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike | None = float,
    axis: int = 0,
) -> Any:
    """`num` numbers at equal distances along a new axis, the last at `stop` if `endpoint`.

    With `retstep`, the distance too."""
    start, stop = all_inexact(start, stop)
    found = _creation.linspace(start, stop, num, endpoint, True, None, axis)
    values = as_given(found[0], dtype)
    return (values, found[1]) if retstep else values


def logspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    base: TensorLike = 10.0,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Tensor:
    """`base` to the powers that ``linspace`` gives."""
    name = result_name(start, stop, float) if dtype is None else name_of(dtype)
    powers = linspace(start, stop, num, endpoint, False, None, axis)
    return cast_to(_ops.pow(convert_as(base, powers.dtype.name), powers), name)


def geomspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Tensor:
    """`num` numbers of equal ratios from `start` to `stop`, which have the same sign."""
    start, stop = all_inexact(start, stop)
    return as_given(_creation.geomspace(start, stop, num, endpoint, None, axis), dtype)


def meshgrid(*xi: TensorLike, sparse: bool = False, copy: bool = True, indexing: str = "xy") -> Any:
    """Grids of the coordinates in 1-d tensors; "ij": the first goes down, "xy": across.

    Raises ValueError for `sparse` and for `copy=False`."""
    if sparse or not copy:
        raise ValueError("meshgrid: sparse must be False and copy True")
    return _creation.meshgrid(*[convert(x) for x in xi], indexing=indexing)


def vander(x: TensorLike, N: int | None = None, increasing: bool = False) -> Tensor:  # noqa: N803
    """[n, N]: the powers of each number of `x`, the highest first unless `increasing`."""
    x = convert(x)
    wide = "float64" if x.dtype.is_floating and x.dtype.size > 4 else x.dtype.name
    return _creation.vander(cast_to(x, wide), N, increasing)


def diag_indices(n: int, ndim: int = 2) -> tuple[Tensor, ...]:
    """The int32 places of the diagonal of a tensor of `ndim` axes of size `n`."""
    if n < 0:
        raise ValueError(f"diag_indices: n must not be negative, got {n}")
    return (_ops.iota(n, "int32"),) * ndim


def diag(v: TensorLike, k: int = 0) -> Tensor:
    """The square matrix with the vector `v` on its k-th diagonal; the diagonal of a matrix."""
    return _diagonals.diag(convert(v), k)


def diagflat(v: TensorLike, k: int = 0) -> Tensor:
    """The square matrix with all elements of `v` on its k-th diagonal."""
    return _diagonals.diagflat(convert(v), k)


def diagonal(a: TensorLike, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Tensor:
    """The diagonals [..., n] of the matrices that two axes make."""
    return _diagonals.diagonal(convert(a), offset, axis1, axis2)


def trace(
    a: TensorLike,
    offset: int = 0,
    axis1: int = 0,
    axis2: int = 1,
    dtype: DTypeLike | None = None,
) -> Tensor:
    """The sums of the diagonals, in `dtype` if given."""
    return _ops.reduce_sum(as_given(diagonal(a, offset, axis1, axis2), dtype), [-1])


def tril(m: TensorLike, k: int = 0) -> Tensor:
    """`m` [..., n, m] with zeros above the k-th diagonal."""
    return _diagonals.tril(convert(m), k)


def triu(m: TensorLike, k: int = 0) -> Tensor:
    """`m` [..., n, m] with zeros below the k-th diagonal."""
    return _diagonals.triu(convert(m), k)


def ix_(*args: TensorLike) -> tuple[Tensor, ...]:
    """The vectors along an axis each, so that they broadcast to their grid; booleans as places."""
    found = []
    for place, arg in enumerate(args):
        x = convert(arg)
        if x.ndim != 1:
            raise ValueError(f"ix_: args must be vectors, got shape {tuple(x.shape)}")
        if x.dtype.name == "bool":
            x = _ops.reshape(_ops.nonzero(x), [-1])
        shape = [1] * len(args)
        shape[place] = -1
        found.append(_ops.reshape(x, shape))
    return tuple(found)


def polyval(p: TensorLike, x: TensorLike) -> Tensor:
    """The polynomial with coefficients `p`, that of the highest power first, at `x`."""
    p, x = together(p, x)
    if p.ndim != 1:
        raise ValueError(f"polyval: p must be a vector, got shape {tuple(p.shape)}")
    found = _ops.zeros_like(x)
    for coefficient in _ops.unstack(p):
        found = _ops.add(_ops.multiply(found, x), coefficient)
    return found
