"""Owns the functions that make tensors: ``tf.constant``, ``tf.zeros``, ``tf.range``..."""

from __future__ import annotations

import builtins

from pelton import dtypes as _dtypes
from pelton._core import Tensor, Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError as _InvalidArgumentError
from pelton.names.named_refusals import REFUSALS as _REFUSALS
from pelton.names.named_refusals import name_refusal as _name_refusal
from pelton.names.named_refusals import named as _named
from pelton.names.named_refusals import named_as as _named_as
from pelton.names.named_refusals import names_itself as _names_itself
from pelton.names.named_refusals import shown as _shown
from pelton.ops.array.sizes import integers as _integers
from pelton.ops.array.sizes import sizes_of as _sizes_of
from pelton.tensor_shape import TensorShape

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
    try:
        if isinstance(value, (Tensor, Variable)) and dtype is not None:
            tensor = _ops.cast(value, dtype)
        else:
            tensor = _functions.convert(value, dtype)
        if shape is None:
            return tensor
        if _is_tensor(shape):
            shape = _functions.convert(shape).numpy().tolist()
        shape = _known(TensorShape(shape))
    except _REFUSALS as error:
        _name_refusal(error, "constant", (value,), {"dtype": dtype, "shape": shape})
        raise
    return _of_shape(value, tensor, shape)


def _known(shape: TensorShape) -> tuple[int, ...]:
    """The sizes of a shape; raises ValueError where one is not known."""
    if not shape.is_fully_defined():
        raise ValueError(f"constant: all sizes of `shape` must be known, got {shape}")
    return tuple(shape)


def _of_shape(value: TensorLike, tensor: Tensor, shape: tuple[int, ...]) -> Tensor:
    """The tensor of a constant's `value` in that shape; one element fills it."""
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
    """A tensor of anything that stands for one; an existing tensor must already have ``dtype``.

    ``dtype_hint``: the dtype of values that may have it; others keep their own."""
    try:
        if dtype is not None or dtype_hint is None:
            return _functions.convert(value, dtype)
        try:
            return _functions.convert_like(value, dtype_hint)
        except (TypeError, ValueError):
            return _functions.convert(value)
    except _REFUSALS as error:
        _name_refusal(error, "convert_to_tensor", (value,), {"dtype": dtype})
        raise


def is_tensor(x: object) -> bool:
    """True for a tensor, also a ragged or sparse one or IndexedSlices, or a variable."""
    return _is_tensor(x) or getattr(type(x), "_is_tensor_like", False)


def _no_layout(layout: object) -> None:
    """Raises UnimplementedError for a layout over a mesh of devices."""
    if layout is not None:
        from pelton.errors import UnimplementedError

        raise UnimplementedError(
            f"layout must be None: there are no meshes of devices: {_shown(layout)}"
        )


def zeros(
    shape: ShapeLike,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
    layout: None = None,
) -> Tensor:
    """A tensor of zeros; of dtype string, of empty strings."""
    if layout is not None:
        _no_layout(layout)
    if _is_string(dtype):
        return fill(shape, "")
    return _ops.zeros(shape, dtype)


def _is_string(dtype: DTypeLike | None) -> builtins.bool:
    is_usual = dtype is None or dtype is _dtypes.float32
    return not is_usual and _dtypes.as_dtype(dtype) == _dtypes.string


def ones(
    shape: ShapeLike,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
    layout: None = None,
) -> Tensor:
    """A tensor of ones."""
    if layout is not None:
        _no_layout(layout)
    return _ops.ones(shape, dtype)


@_names_itself
def zeros_like(
    input: TensorLike,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    layout: None = None,
) -> Tensor:
    """Zeros of the shape of ``input`` and, unless given, its dtype."""
    if dtype is None and layout is None and type(input) is Tensor:
        return _functions.zeros_like(input, None)
    given = {} if layout is None else {"layout": layout}
    return _any_zeros_like(input, dtype, **given)


@_named_as("zeros_like")
def _any_zeros_like(
    input: TensorLike, dtype: DTypeLike | None = None, layout: None = None
) -> Tensor:
    if layout is not None:
        _no_layout(layout)
    if _is_string(dtype):
        return fill(_ops.shape(input), "")
    return _functions.zeros_like(input, dtype)


@_named
def ones_like(
    input: TensorLike,
    dtype: DTypeLike | None = None,
    name: str | None = None,
    layout: None = None,
) -> Tensor:
    """Ones of the shape of ``input`` and, unless given, its dtype."""
    if layout is not None:
        _no_layout(layout)
    return _functions.ones_like(input, dtype)


def fill(
    dims: ShapeLike, value: TensorLike, name: str | None = None, layout: None = None
) -> Tensor:
    """A tensor of shape ``dims`` whose every element is the scalar ``value``."""
    if layout is not None:
        _no_layout(layout)
    return _ops.fill(value=value, dims=dims)


@_named
def eye(
    num_rows: int,
    num_columns: int | None = None,
    batch_shape: ShapeLike | None = None,
    dtype: DTypeLike = _dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """The identity matrix, or its beginning when the sides differ, once per element of a batch."""
    matrix = _ops.eye(num_rows, num_columns, dtype)
    if batch_shape is None:
        return matrix
    batch = [batch_shape] if isinstance(batch_shape, builtins.int) else batch_shape
    sizes = [*_integers("eye", "batch_shape", batch), *_sizes_of(matrix)]
    return _ops.broadcast_to(matrix, sizes)


# What a range of numbers of several dtypes counts in: the last of them.
_RANGE_DTYPES = [
    _dtypes.int32,
    _dtypes.int64,
    _dtypes.float16,
    _dtypes.bfloat16,
    _dtypes.float32,
    _dtypes.float64,
]


def range(  # noqa: A001 - TensorFlow's name
    start: TensorLike,
    limit: TensorLike | None = None,
    delta: TensorLike = 1,
    dtype: DTypeLike | None = None,
    name: str = "range",
) -> Tensor:
    """start, start + delta, ... below ``limit``; ``range(n)`` counts from 0.

    The dtype is that of the arguments: float32 when one is a float, else int32. How many there are
    is computed in it, so that its roundings count.
    """
    if limit is None:
        start, limit = 0, start
    if dtype is None and all(type(x) is int and abs(x) < 2**31 for x in (start, limit, delta)):
        return _functions.range(float(start), float(limit), float(delta), _dtypes.int32)
    try:
        return _range_of(start, limit, delta, dtype)
    except _REFUSALS as error:
        _name_refusal(error, "range", (start, limit, delta), {"dtype": dtype})
        raise


def _range_of(
    start: TensorLike, limit: TensorLike, delta: TensorLike, dtype: DTypeLike | None
) -> Tensor:
    """The range of what is no small integers."""
    given = [_range_number(value, dtype) for value in (start, limit, delta)]
    if dtype is None:
        known = [value.dtype for value in given if value.dtype in _RANGE_DTYPES]
        dtype = max(known, key=_RANGE_DTYPES.index) if known else _dtypes.int32
    if _functions.is_symbolic(limit) and start == 0 and delta == 1 and given[1].dtype.is_integer:
        return _ops.iota(_ops.maximum(given[1], 0), dtype)
    given = [value if value.dtype == dtype else _ops.cast(value, dtype) for value in given]
    if any(_functions.is_symbolic(value) for value in given):
        return _symbolic_range(*given)
    return _functions.range(*(float(value) for value in given), dtype)


def _range_number(value: TensorLike, dtype: DTypeLike | None) -> Tensor:
    """A number as a tensor of ``dtype``, where there is one; a tensor as it is."""
    return _functions.convert(value, None if _is_tensor(value) else dtype)


def _symbolic_range(start: Tensor, limit: Tensor, delta: Tensor) -> Tensor:
    """A range whose bounds will be known later: no elements where they are the wrong way round."""
    ratio = _ops.cast(limit - start, _dtypes.float64) / _ops.cast(delta, _dtypes.float64)
    count = _ops.maximum(_ops.cast(_ops.ceil(ratio), _dtypes.int64), _ops.zeros((), _dtypes.int64))
    return start + delta * _ops.iota(count, start.dtype)


def _count(num: int | Tensor) -> int | Tensor:
    """A count as a number, or symbolic; raises TypeError for what is no integer."""
    value = _functions.convert(num)
    if value.ndim != 0 or not value.dtype.is_integer:
        raise TypeError(f"linspace: num must be an integer, got {num!r}")
    if _functions.is_symbolic(value):
        return _ops.cast(value, _dtypes.int32)
    count = int(value)
    if count < 0:
        raise _InvalidArgumentError(f"linspace: num must not be negative, got {count}")
    return count


def _spaced(first: Tensor, last: Tensor, step: Tensor, count: Tensor, axis: int) -> Tensor:
    """The values of ``linspace`` where their number is symbolic."""
    numbers = _ops.iota(count, _dtypes.int32)
    sides = [-1 if i == axis else 1 for i in builtins.range(first.ndim)]
    numbers = _ops.reshape(numbers, sides)
    is_last = _ops.logical_and(_ops.equal(numbers, count - 1), numbers > 0)
    return _ops.where(is_last, last, first + _ops.cast(numbers, first.dtype) * step)


@_named
def linspace(
    start: TensorLike,
    stop: TensorLike,
    num: int | Tensor,
    name: str | None = None,
    axis: int = 0,
) -> Tensor:
    """``num`` values from ``start`` to ``stop``, both included, evenly spaced along a new ``axis``.

    Both broadcast; integers are taken as float64, those of at most 16 bits as float32.
    """
    start = convert_to_tensor(start)
    stop = stop if _is_tensor(stop) else _functions.convert(stop, start.dtype)
    if start.dtype.is_integer:
        wide = _dtypes.float64 if start.dtype.size > 2 else _dtypes.float32
        start, stop = _ops.cast(start, wide), _ops.cast(stop, wide)
    count = _count(num)
    distance = stop - start
    place = axis if axis >= 0 else axis + distance.ndim + 1
    if not 0 <= place <= distance.ndim:
        raise _InvalidArgumentError(
            f"linspace: axis {axis} is out of range for values of shape {tuple(distance.shape)}"
        )
    is_known = isinstance(count, int)
    parts = builtins.max(count - 1, 1) if is_known else _ops.maximum(count - 1, 1)
    parts = float(parts) if is_known else _ops.cast(parts, distance.dtype)
    first, last, step = (
        _ops.expand_dims(_ops.broadcast_to(value, _sizes_of(distance)), place)
        for value in (start, stop, distance / parts)
    )
    if not is_known:
        return _spaced(first, last, step, count, place)
    if count < 2:
        return first if count == 1 else first[(*[builtins.slice(None)] * place, builtins.slice(0))]
    real = start.dtype.real_dtype
    ramp = _ops.cast(_functions.range(1.0, float(count - 1), 1.0, real), start.dtype)
    ramp = _ops.reshape(ramp, [-1 if i == place else 1 for i in builtins.range(first.ndim)])
    return _ops.concat([first, first + ramp * step, last], place)
