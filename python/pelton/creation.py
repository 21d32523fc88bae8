"""Owns the functions that make tensors: ``tf.constant``, ``tf.zeros``, ``tf.range``..."""

from __future__ import annotations

import builtins

from pelton import dtypes as _dtypes
from pelton._core import Tensor, Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import DTypeLike, ShapeLike, TensorLike


def constant(
    value: TensorLike,
    dtype: DTypeLike | None = None,
    shape: ShapeLike | None = None,
    name: str = "Const",
) -> Tensor:
    """A tensor with the value of a number, nested lists or an array.

    ``shape``: the value is reshaped to it; one element fills it. Raises TypeError when the value
    does not fit ``dtype``, ValueError for ragged lists.
    """
    if isinstance(value, (Tensor, Variable)) and dtype is not None:
        tensor = _ops.cast(value, dtype)
    else:
        tensor = _functions.convert(value, dtype)
    if shape is None:
        return tensor
    if _is_tensor(shape):
        shape = _functions.convert(shape).numpy().tolist()
    shape = (shape,) if isinstance(shape, builtins.int) else tuple(shape)
    if tensor.shape == shape:
        return tensor
    count = 1
    for size in shape:
        count *= size
    if tensor.shape.num_elements() == 1 and count != 1:
        return _ops.fill(value=_ops.reshape(tensor, ()), dims=shape)
    if tensor.shape.num_elements() != count:
        raise TypeError(
            "Eager execution of tf.constant with unsupported shape. Tensor "
            f"{value!r} (converted from {tuple(tensor.shape)}) has "
            f"{tensor.shape.num_elements()} elements, but got `shape` {tuple(shape)} with {count}"
        )
    return _ops.reshape(tensor, shape)


def _is_tensor(value: object) -> bool:
    return isinstance(value, (Tensor, Variable))


def convert_to_tensor(
    value: TensorLike,
    dtype: DTypeLike | None = None,
    dtype_hint: DTypeLike | None = None,
    name: str | None = None,
) -> Tensor:
    """A tensor of anything that stands for one; an existing tensor must already have ``dtype``."""
    if dtype is None and dtype_hint is not None:
        return _functions.convert_like(value, dtype_hint)
    return _functions.convert(value, dtype)


def is_tensor(x: object) -> bool:
    """True for a tensor or a variable."""
    return _is_tensor(x)


def zeros(shape: ShapeLike, dtype: DTypeLike = _dtypes.float32, name: str | None = None) -> Tensor:
    """A tensor of zeros."""
    return _functions.zeros(shape, dtype)


def ones(shape: ShapeLike, dtype: DTypeLike = _dtypes.float32, name: str | None = None) -> Tensor:
    """A tensor of ones."""
    return _functions.ones(shape, dtype)


def zeros_like(
    input: TensorLike, dtype: DTypeLike | None = None, name: str | None = None
) -> Tensor:
    """Zeros of the shape of ``input`` and, unless given, its dtype."""
    return _functions.zeros_like(input, dtype)


def ones_like(input: TensorLike, dtype: DTypeLike | None = None, name: str | None = None) -> Tensor:
    """Ones of the shape of ``input`` and, unless given, its dtype."""
    return _functions.ones_like(input, dtype)


def fill(dims: ShapeLike, value: TensorLike, name: str | None = None) -> Tensor:
    """A tensor of shape ``dims`` whose every element is the scalar ``value``."""
    return _ops.fill(value=value, dims=dims)


def eye(
    num_rows: int,
    num_columns: int | None = None,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """The identity matrix, or its beginning when the sides differ."""
    return _functions.eye(num_rows, num_rows if num_columns is None else num_columns, dtype)


def range(  # noqa: A001 - TensorFlow's name
    start: TensorLike,
    limit: TensorLike | None = None,
    delta: TensorLike = 1,
    dtype: DTypeLike | None = None,
    name: str = "range",
) -> Tensor:
    """start, start + delta, ... below ``limit``; ``range(n)`` counts from 0.

    The dtype is that of the arguments: float32 when one is a float, else int32.
    """
    if limit is None:
        start, limit = 0, start
    given = [convert_to_tensor(value) for value in (start, limit, delta)]
    if dtype is None:
        order = [_dtypes.int32, _dtypes.int64, _dtypes.float32, _dtypes.float64]
        known = [value.dtype for value in given if value.dtype in order]
        dtype = max(known, key=order.index)
    if _functions.is_symbolic(limit) and start == 0 and delta == 1 and given[1].dtype.is_integer:
        return _ops.iota(_ops.maximum(given[1], 0), dtype)
    if any(_functions.is_symbolic(value) for value in given):
        return _symbolic_range(*(_ops.cast(value, dtype) for value in given))
    return _functions.range(*(float(value) for value in given), dtype)


def _symbolic_range(start: Tensor, limit: Tensor, delta: Tensor) -> Tensor:
    """A range whose bounds will be known later: no elements where they are the wrong way round."""
    ratio = _ops.cast(limit - start, _dtypes.float64) / _ops.cast(delta, _dtypes.float64)
    count = _ops.maximum(_ops.cast(_ops.ceil(ratio), _dtypes.int64), _ops.zeros((), _dtypes.int64))
    return start + delta * _ops.iota(count, start.dtype)


def linspace(start: TensorLike, stop: TensorLike, num: int, name: str | None = None) -> Tensor:
    """``num`` values from ``start`` to ``stop``, both included, evenly spaced."""
    start = convert_to_tensor(start, dtype_hint=_dtypes.float32)
    steps = builtins.max(num - 1, 1)
    ramp = _ops.cast(range(num), start.dtype)
    return start + ramp * ((stop - start) / float(steps))
