"""Owns rounding, and what is asked of each number: finite, infinite, NaN, real."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, floating, named_dtype, scalar
from pelton.keras.ops.dtypes import is_complex, is_float

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def floor(x: TensorLike) -> Tensor:
    """The largest whole number that is not greater, in a floating dtype."""
    return _ops.floor(floating(x))


def ceil(x: TensorLike) -> Tensor:
    """The smallest whole number that is not less, in a floating dtype."""
    return _ops.ceil(floating(x))


def trunc(x: TensorLike) -> Tensor:
    """The whole part of a number, towards 0."""
    x = convert(x)
    if not is_float(x.dtype.name):
        return x
    return _ops.where(_ops.less(x, 0), _ops.ceil(x), _ops.floor(x))


def round(x: TensorLike, decimals: int = 0) -> Tensor:  # noqa: A001 - Keras's name
    """The nearest number with so many decimals, the even one of two; integers stay."""
    x = convert(x)
    if not is_float(x.dtype.name) and decimals >= 0:
        return x
    if decimals == 0:
        return _ops.round(x)
    number = floating(x)
    factor = scalar(10.0 ** abs(decimals), number)
    if decimals < 0:
        found = _ops.multiply(_ops.round(_ops.divide(number, factor)), factor)
    else:
        found = _ops.divide(_ops.round(_ops.multiply(number, factor)), factor)
    return cast_to(found, x.dtype.name)


def isfinite(x: TensorLike) -> Tensor:
    """Whether each element is neither infinite nor NaN."""
    x = convert(x)
    if is_complex(x.dtype.name):
        return _ops.logical_and(_ops.is_finite(_ops.real(x)), _ops.is_finite(_ops.imag(x)))
    return _ops.is_finite(floating(x))


def isinf(x: TensorLike) -> Tensor:
    """Whether each element is infinite."""
    x = convert(x)
    if is_complex(x.dtype.name):
        return _ops.logical_or(_ops.is_inf(_ops.real(x)), _ops.is_inf(_ops.imag(x)))
    return _ops.is_inf(floating(x))


def isnan(x: TensorLike) -> Tensor:
    """Whether each element is NaN."""
    x = convert(x)
    if is_complex(x.dtype.name):
        return _ops.logical_or(_ops.is_nan(_ops.real(x)), _ops.is_nan(_ops.imag(x)))
    return _ops.is_nan(floating(x))


def isneginf(x: TensorLike) -> Tensor:
    """Whether each element is -inf."""
    x = floating(x)
    return _ops.logical_and(_ops.is_inf(x), _ops.less(x, 0))


def isposinf(x: TensorLike) -> Tensor:
    """Whether each element is inf."""
    x = floating(x)
    return _ops.logical_and(_ops.is_inf(x), _ops.greater(x, 0))


def isreal(x: TensorLike) -> Tensor:
    """Whether the imaginary part is 0, as that of real numbers is."""
    x = convert(x)
    if is_complex(x.dtype.name):
        return _ops.equal(_ops.imag(x), 0)
    return _ops.equal(_ops.zeros_like(x), _ops.zeros_like(x))


_LARGEST = {
    "float16": 65504.0,
    "bfloat16": 3.3895313892515355e38,
    "float32": 3.4028234663852886e38,
    "float64": 1.7976931348623157e308,
}


def nan_to_num(
    x: TensorLike,
    nan: float = 0.0,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Tensor:
    """`x` with other numbers for NaN and infinities: 0 and the dtype's largest unless given."""
    x = convert(x)
    name = named_dtype(x.dtype)
    if not is_float(name):
        return x
    high = _LARGEST[name] if posinf is None else posinf
    low = -_LARGEST[name] if neginf is None else neginf
    x = _ops.where(_ops.is_nan(x), scalar(nan, x), x)
    x = _ops.where(isposinf(x), scalar(high, x), x)
    return _ops.where(isneginf(x), scalar(low, x), x)
