"""Owns how the functions of signals read their arguments: tensors, whole numbers, dtypes."""

from __future__ import annotations

import operator

from pelton import dtypes as _dtypes
from pelton._core import Tensor, Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import DTypeLike, TensorLike
    from pelton.dtypes import DType
    from pelton.ops.array.sizes import Size


def as_tensor(op: str, argument: str, value: TensorLike, preferred: DTypeLike = None) -> Tensor:
    """`value` as a tensor; what is none yet gets the dtype `preferred`, where it fits."""
    try:
        if preferred is None or isinstance(value, (Tensor, Variable)):
            return _functions.convert(value)
        return _ops.cast(_functions.convert(value), preferred)
    except (TypeError, ValueError) as error:
        raise type(error)(f"{op}: {argument}: {error}") from None


def check_rank(op: str, argument: str, x: Tensor, least: int) -> Tensor:
    """`x`; raises InvalidArgumentError unless it has `least` axes or more."""
    if x.ndim < least:
        raise InvalidArgumentError(
            f"{op}: {argument} must have rank at least {least}, got shape {tuple(x.shape)}"
        )
    return x


def real_signal(op: str, argument: str, value: TensorLike, least: int = 1) -> Tensor:
    """`value` as float32 or float64. Raises ValueError for a tensor of another dtype."""
    x = as_tensor(op, argument, value, _dtypes.float32 if _is_plain(value) else None)
    if x.dtype not in (_dtypes.float32, _dtypes.float64):
        raise ValueError(f"{op}: {argument} must be float32 or float64, got {x.dtype.name}")
    return check_rank(op, argument, x, least)


def _is_plain(value: Any) -> bool:
    """Whether it is numbers of Python's own, which have no dtype."""
    return not isinstance(value, (Tensor, Variable)) and not hasattr(value, "dtype")


def complex_signal(op: str, argument: str, value: TensorLike, least: int = 1) -> Tensor:
    """`value` as complex numbers; what is no tensor yet is cast. Raises InvalidArgumentError."""
    x = as_tensor(op, argument, value)
    is_complex = x.dtype in (_dtypes.complex64, _dtypes.complex128)
    if not is_complex and not isinstance(value, (Tensor, Variable)):
        x, is_complex = _ops.cast(x, _dtypes.complex64), True
    if not is_complex:
        raise InvalidArgumentError(
            f"{op}: {argument} must be complex64 or complex128, got {x.dtype.name}"
        )
    return check_rank(op, argument, x, least)


def whole_number(op: str, argument: str, value: Any, least: int = 0) -> int:
    """`value` as an int. Raises TypeError for no whole number, InvalidArgumentError below `least`,
    ValueError for a tensor of another rank."""
    if isinstance(value, (Tensor, Variable)) or hasattr(value, "ndim"):
        if value.ndim != 0:
            raise ValueError(f"{op}: {argument} must be a scalar, got shape {tuple(value.shape)}")
        value = _functions.convert(value).numpy()
    if isinstance(value, (list, tuple)):
        raise ValueError(f"{op}: {argument} must be a scalar, got {value!r}")
    try:
        number = operator.index(value)
    except TypeError:
        raise ValueError(f"{op}: {argument} must be an integer, got {value!r}") from None
    if number < least:
        raise InvalidArgumentError(f"{op}: {argument} must be at least {least}, got {number}")
    return number


def one_axis(op: str, axis: Any, rank: int) -> int:
    """An axis counted from 0. Raises InvalidArgumentError where the rank has none such."""
    number = whole_number(op, "axis", axis, -rank)
    if number >= rank:
        raise InvalidArgumentError(f"{op}: axis {number} is out of range for rank {rank}")
    return number % rank


def floating_dtype(op: str, dtype: DTypeLike) -> DType:
    """`dtype`. Raises ValueError unless it is one of floating point numbers."""
    found = _dtypes.as_dtype(dtype)
    if not found.is_floating:
        raise ValueError(f"{op}: dtype must be a floating point type, got {found.name}")
    return found


def fitted(x: Tensor, count: Size, axis: int) -> Tensor:
    """`x` with that axis cut or filled with zeros at its end to `count`."""
    size = x.shape[axis]
    if isinstance(count, int) and size == count:
        return x
    if size is None or not isinstance(count, int) or size < count:
        more = count if size is None or not isinstance(count, int) else count - size
        paddings: list[Any] = [[0, 0] for _ in range(x.ndim)]
        paddings[axis] = [0, more]
        x = _ops.pad(x, paddings)
    return part(x, axis, None, count)


def part(x: Tensor, axis: int, begin: Size | None, end: Size | None) -> Tensor:
    """Elements [begin, end) of that axis."""
    places: list[Any] = [slice(None)] * x.ndim
    places[axis] = slice(begin, end)
    return x[tuple(places)]
