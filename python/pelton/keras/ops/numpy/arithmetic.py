"""Owns the arithmetic of two tensors, which broadcast, in the dtype of their result."""

from __future__ import annotations

import math as _math

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import (
    cast_to,
    convert,
    floats,
    promoted,
    scalar,
    wide_floating,
)
from pelton.keras.ops.dtypes import is_float

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def _is_bool(x: Tensor) -> bool:
    return x.dtype.name == "bool"


def add(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 + x2; of booleans: whether one is true."""
    x1, x2 = promoted(x1, x2)
    return _ops.logical_or(x1, x2) if _is_bool(x1) else _ops.add(x1, x2)


def subtract(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 - x2; of booleans: whether they differ."""
    x1, x2 = promoted(x1, x2)
    return _ops.logical_xor(x1, x2) if _is_bool(x1) else _ops.subtract(x1, x2)


def multiply(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 * x2; of booleans: whether both are true."""
    x1, x2 = promoted(x1, x2)
    return _ops.logical_and(x1, x2) if _is_bool(x1) else _ops.multiply(x1, x2)


def divide(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 / x2 in a floating dtype."""
    if _functions.is_indexed_slices(x1):  # which an optimizer unscales
        return x1.with_values(divide(x1.values, x2))
    return _ops.divide(*floats(x1, x2))


true_divide = divide


def divide_no_nan(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 / x2 in a floating dtype, 0 where x2 is 0."""
    return _ops.divide_no_nan(*floats(x1, x2))


def floor_divide(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The largest whole number not above x1 / x2; booleans count in int32."""
    x1, x2 = promoted(x1, x2)
    if _is_bool(x1):
        x1, x2 = cast_to(x1, "int32"), cast_to(x2, "int32")
    return _ops.floordiv(x1, x2)


def mod(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The remainder of floor_divide, with the sign of x2; booleans count in int32."""
    x1, x2 = promoted(convert(x1), convert(x2))
    if _is_bool(x1):
        x1, x2 = cast_to(x1, "int32"), cast_to(x2, "int32")
    return _ops.floormod(x1, x2)


def fmod(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The remainder of a division towards 0, with the sign of x1; booleans count in int32."""
    x1, x2 = promoted(convert(x1), convert(x2))
    if _is_bool(x1):
        x1, x2 = cast_to(x1, "int32"), cast_to(x2, "int32")
    if x1.dtype.name[0] == "u":
        return _ops.floormod(x1, x2)
    rest = _ops.floormod(_ops.abs(x1), _ops.abs(x2))
    return _ops.where(_ops.less(x1, 0), _ops.negative(rest), rest)


def power(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 to the power of x2; booleans count in int32."""
    x1, x2 = promoted(x1, x2)
    if _is_bool(x1):
        x1, x2 = cast_to(x1, "int32"), cast_to(x2, "int32")
    return _ops.pow(x1, x2)


def maximum(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The larger of two; NaN where one is NaN."""
    x1, x2 = promoted(x1, x2)
    return _ops.logical_or(x1, x2) if _is_bool(x1) else _ops.maximum(x1, x2)


def minimum(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The smaller of two; NaN where one is NaN."""
    x1, x2 = promoted(x1, x2)
    return _ops.logical_and(x1, x2) if _is_bool(x1) else _ops.minimum(x1, x2)


def fmax(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The larger of two; the other one where one is NaN."""
    x1, x2 = promoted(x1, x2)
    if not is_float(x1.dtype.name):
        return maximum(x1, x2)
    larger = _ops.where(_ops.is_nan(x2), x1, _ops.maximum(x1, x2))
    return _ops.where(_ops.is_nan(x1), x2, larger)


def fmin(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The smaller of two; the other one where one is NaN."""
    x1, x2 = promoted(x1, x2)
    if not is_float(x1.dtype.name):
        return minimum(x1, x2)
    smaller = _ops.where(_ops.is_nan(x2), x1, _ops.minimum(x1, x2))
    return _ops.where(_ops.is_nan(x1), x2, smaller)


def arctan2(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The angle of the point (x2, x1) in radians."""
    return _ops.atan2(*floats(convert(x1), convert(x2)))


def hypot(x1: TensorLike, x2: TensorLike) -> Tensor:
    """sqrt(x1 ** 2 + x2 ** 2), without overflow."""
    x1, x2 = promoted(convert(x1), convert(x2))
    x1, x2 = _ops.abs(wide_floating(x1)), _ops.abs(wide_floating(x2))
    large, small = _ops.maximum(x1, x2), _ops.minimum(x1, x2)
    ratio = _ops.divide_no_nan(small, large)
    return _ops.multiply(large, _ops.sqrt(_ops.add(_ops.square(ratio), scalar(1.0, ratio))))


def logaddexp(x1: TensorLike, x2: TensorLike) -> Tensor:
    """log(exp(x1) + exp(x2)), without overflow."""
    x1, x2 = floats(convert(x1), convert(x2))
    difference = _ops.negative(_ops.abs(_ops.subtract(x1, x2)))
    found = _ops.add(_ops.maximum(x1, x2), _ops.log1p(_ops.exp(difference)))
    is_open = _ops.is_nan(difference)  # of equal infinities, or of NaN
    return _ops.where(is_open, _ops.add(x1, x2), found)


def logaddexp2(x1: TensorLike, x2: TensorLike) -> Tensor:
    """log2(2 ** x1 + 2 ** x2), without overflow."""
    x1, x2 = floats(convert(x1), convert(x2))
    log_2 = scalar(_math.log(2), x1)
    return _ops.divide(logaddexp(_ops.multiply(x1, log_2), _ops.multiply(x2, log_2)), log_2)


def heaviside(x1: TensorLike, x2: TensorLike) -> Tensor:
    """0 below 0, x2 at 0, 1 above."""
    x1, x2 = promoted(convert(x1), convert(x2))
    x1, x2 = wide_floating(x1), wide_floating(x2)
    step = _ops.where(_ops.less(x1, 0), scalar(0.0, x1), scalar(1.0, x1))
    found = _ops.where(_ops.equal(x1, 0), x2, step)
    return _ops.where(_ops.is_nan(x1), x1, found)


def ldexp(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 * 2 ** x2 for integers x2. Raises TypeError for others."""
    exponent = convert(x2)
    if is_float(exponent.dtype.name):
        raise TypeError(f"ldexp exponent must be an integer type. Received: x2 dtype={x2.dtype}")
    x1, exponent = floats(x1, exponent)
    return _ops.multiply(x1, _ops.pow(scalar(2.0, x1), exponent))
