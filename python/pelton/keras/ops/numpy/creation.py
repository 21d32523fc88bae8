"""Owns the functions that make tensors: of values, of a shape, of numbers in order."""

from __future__ import annotations

import math as _math

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import (
    cast_to,
    convert,
    convert_as,
    kind_of,
    named_dtype,
    one_axis,
    promoted,
    scalar,
    sizes,
)
from pelton.keras.ops.dtypes import WEAK, dtype_name, is_float, result_type

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import DTypeLike, ShapeLike, TensorLike


def array(x: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """A tensor of `x`, in `dtype` if given."""
    return convert(x) if dtype is None else convert_as(x, dtype_name(dtype))


def copy(x: TensorLike) -> Tensor:
    """A tensor of its own with the values of `x`."""
    return _ops.identity(convert(x))


def zeros(shape: ShapeLike, dtype: DTypeLike | None = None) -> Tensor:
    """Zeros, in the default float dtype unless given."""
    return _ops.zeros(shape, dtype_name(dtype))


def ones(shape: ShapeLike, dtype: DTypeLike | None = None) -> Tensor:
    """Ones, in the default float dtype unless given."""
    return _ops.ones(shape, dtype_name(dtype))


def empty(shape: ShapeLike, dtype: DTypeLike | None = None) -> Tensor:
    """A tensor of that shape, all zeros."""
    return zeros(shape, dtype)


def full(shape: ShapeLike, fill_value: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """`fill_value`, which broadcasts, in `dtype` or the default float one."""
    return _ops.broadcast_to(convert_as(fill_value, dtype_name(dtype)), shape)


def zeros_like(x: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Zeros of the shape of `x`, and its dtype unless given."""
    x = _ops.zeros_like(convert(x))
    return x if dtype is None else cast_to(x, dtype_name(dtype))


def ones_like(x: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """Ones of the shape of `x`, and its dtype unless given."""
    x = _ops.ones_like(convert(x))
    return x if dtype is None else cast_to(x, dtype_name(dtype))


def empty_like(x: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """A tensor like `x`, all zeros."""
    return zeros_like(x, dtype)


def full_like(x: TensorLike, fill_value: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """`fill_value` in the shape of `x`, and its dtype unless given."""
    x = convert(x)
    value = convert_as(fill_value, named_dtype(dtype, x.dtype.name))
    return _ops.broadcast_to(value, sizes(x))


def identity(n: int, dtype: DTypeLike | None = None) -> Tensor:
    """The identity matrix of `n` rows."""
    return eye(n, dtype=dtype)


def tri(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = None) -> Tensor:  # noqa: N803
    """[N, M]: ones at and below the k-th diagonal, zeros above."""
    name = dtype_name(dtype)
    rows = _ops.reshape(_ops.iota(N, "int32"), [-1, 1])
    columns = _ops.iota(N if M is None else M, "int32")
    return _ops.cast(_ops.greater_equal(_ops.add(rows, k), columns), name)


def eye(N: int, M: int | None = None, k: int = 0, dtype: DTypeLike | None = None) -> Tensor:  # noqa: N803
    """[N, M]: ones on the k-th diagonal, zeros else."""
    rows, columns = int(N), int(N if M is None else M)
    name = dtype_name(dtype)
    if k == 0:
        return _ops.eye(rows, columns, name)
    down = _ops.reshape(_ops.iota(rows, "int32"), [-1, 1])
    across = _ops.iota(columns, "int32")
    return _ops.cast(_ops.equal(_ops.add(down, int(k)), across), name)


def arange(
    start: Any, stop: Any = None, step: Any = None, dtype: DTypeLike | None = None
) -> Tensor:
    """start, start + step, ... before `stop`; from 0 where one bound is given."""
    from pelton.ops.array.creation import range as counted

    given = [value for value in (start, stop, step) if value is not None]
    if dtype is None:
        kinds = [type(v) if type(v) in WEAK else kind_of(convert(v)) for v in given]
        name = result_type(*kinds) if step is not None else result_type(*kinds, int)
    else:
        name = dtype_name(dtype)
    first, last = (0, start) if stop is None else (start, stop)
    wide = name if name in ("int64", "float32", "float64") else "int32"
    wide = "float32" if is_float(name) and wide == "int32" else wide
    bounds = [convert_as(v, wide) for v in (first, last, 1 if step is None else step)]
    return cast_to(counted(*bounds, dtype=wide), name)


def _spaced(start: TensorLike, stop: TensorLike, num: int, endpoint: bool, dtype: Any) -> Any:
    """The bounds and their steps from one number to the next, all in the dtype of the result."""
    if num < 0:
        raise ValueError(f"`num` must be a non-negative integer. Received: num={num}")
    start, stop = promoted(start, stop, least=float)
    name = named_dtype(dtype, start.dtype.name)
    compute = name if is_float(name) else start.dtype.name
    start, stop = cast_to(start, compute), cast_to(stop, compute)
    parts = num - 1 if endpoint else num
    count = scalar(float(max(parts, 1)), start)
    step = _ops.divide(_ops.subtract(stop, start), count)
    return start, stop, step, name, parts


def linspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    retstep: bool = False,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Any:
    """`num` numbers at equal distances along a new axis, the last at `stop` if `endpoint`.

    With `retstep`, the distance too."""
    start, stop, step, name, parts = _spaced(start, stop, num, endpoint, dtype)
    start = _ops.add(start, _ops.zeros_like(step))
    counts = _ops.cast(_ops.iota(num, "int32"), start.dtype)
    counts = _ops.reshape(counts, [num] + [1] * start.ndim)
    found = _ops.add(_ops.multiply(counts, step), start)
    if endpoint and parts > 0:
        is_last = _ops.equal(counts, scalar(float(parts), counts))
        found = _ops.where(is_last, stop, found)
    if not is_float(name):
        found = _ops.floor(found)
    found = cast_to(_moved(found, axis), name)
    if not retstep:
        return found
    return found, step if parts > 0 else _ops.multiply(step, scalar(_math.nan, step))


def _moved(x: Tensor, axis: int) -> Tensor:
    """`x` with its first axis at the place `axis`."""
    place = one_axis(axis, x.ndim)
    order = list(range(1, x.ndim))
    order.insert(place, 0)
    return x if place == 0 else _ops.transpose(x, order)


def logspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    base: TensorLike = 10,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Tensor:
    """`base` to the powers that ``linspace`` gives."""
    powers = linspace(start, stop, num, endpoint, axis=axis)
    found = _ops.pow(convert_as(base, powers.dtype.name), powers)
    return found if dtype is None else cast_to(found, dtype_name(dtype))


def geomspace(
    start: TensorLike,
    stop: TensorLike,
    num: int = 50,
    endpoint: bool = True,
    dtype: DTypeLike | None = None,
    axis: int = 0,
) -> Tensor:
    """`num` numbers of equal ratios from `start` to `stop`, which have the same sign."""
    start, stop = promoted(start, stop, least=float)
    logs = [_ops.log(_ops.abs(x)) for x in (start, stop)]
    found = _ops.exp(linspace(logs[0], logs[1], num, endpoint, axis=axis))
    signs = _ops.add(_ops.sign(start), _ops.zeros_like(stop))
    if axis == 0:
        found = _ops.multiply(found, signs)
    else:
        found = _ops.multiply(found, _ops.expand_dims(signs, one_axis(axis, found.ndim)))
    return found if dtype is None else cast_to(found, dtype_name(dtype))


def meshgrid(*x: TensorLike, indexing: str = "xy") -> list[Tensor]:
    """Grids of the coordinates in 1-d tensors; "ij": the first goes down, "xy": across."""
    if indexing not in ("xy", "ij"):
        raise ValueError(f"indexing parameter must be one of ('xy', 'ij'), got {indexing}")
    axes = [_ops.reshape(convert(one), [-1]) for one in x]
    order = list(range(len(axes)))
    if indexing == "xy" and len(axes) > 1:
        order[:2] = [1, 0]
    total = [sizes(axes[place])[0] for place in order]
    found = []
    for place, values in zip(order, axes, strict=True):
        view = [1] * len(axes)
        view[place] = -1
        found.append(_ops.broadcast_to(_ops.reshape(values, view), total))
    return found


def vander(x: TensorLike, N: int | None = None, increasing: bool = False) -> Tensor:  # noqa: N803
    """[n, N]: the powers of each number of `x`, the highest first unless `increasing`."""
    x = convert(x)
    if x.ndim != 1:
        raise ValueError(f"Input tensor must be 1-D. Received: x.shape={tuple(x.shape)}")
    count = x.shape[0] if N is None else int(N)
    if count < 0:
        raise ValueError(f"Argument 'N' must be nonnegative. Received: N={N}")
    name = x.dtype.name
    x = cast_to(x, "int32") if name == "bool" else x
    powers = _ops.cast(_ops.iota(count, "int32"), x.dtype)
    found = _ops.pow(_ops.reshape(x, [-1, 1]), powers)
    return cast_to(found if increasing else _ops.reverse(found, [1]), name)
