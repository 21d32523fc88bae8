"""Owns the functions of each element of one tensor."""

from __future__ import annotations

import math as _math

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.experimental.numpy.promotion import convert, inexact, is_integer
from pelton.keras.ops.conversion import cast_to, scalar
from pelton.keras.ops.numpy import elementwise as _elementwise
from pelton.keras.ops.numpy import rounding as _rounding

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike


def arccos(x: TensorLike) -> Tensor:
    """The angle with that cosine."""
    return _ops.acos(inexact(x))


def arccosh(x: TensorLike) -> Tensor:
    """The number with that hyperbolic cosine."""
    return _ops.acosh(inexact(x))


def arcsin(x: TensorLike) -> Tensor:
    """The angle with that sine."""
    return _ops.asin(inexact(x))


def arcsinh(x: TensorLike) -> Tensor:
    """The number with that hyperbolic sine."""
    return _ops.asinh(inexact(x))


def arctan(x: TensorLike) -> Tensor:
    """The angle with that tangent."""
    return _ops.atan(inexact(x))


def arctanh(x: TensorLike) -> Tensor:
    """The number with that hyperbolic tangent."""
    return _ops.atanh(inexact(x))


def ceil(x: TensorLike) -> Tensor:
    """The least whole number that is not less, in a floating dtype."""
    return _ops.ceil(inexact(x))


def cos(x: TensorLike) -> Tensor:
    """The cosine of radians."""
    return _ops.cos(inexact(x))


def cosh(x: TensorLike) -> Tensor:
    """The hyperbolic cosine."""
    return _ops.cosh(inexact(x))


def exp(x: TensorLike) -> Tensor:
    """e to the power of x."""
    return _ops.exp(inexact(x))


def expm1(x: TensorLike) -> Tensor:
    """exp(x) - 1, exact near 0."""
    return _ops.expm1(inexact(x))


def floor(x: TensorLike) -> Tensor:
    """The largest whole number that is not greater, in a floating dtype."""
    return _ops.floor(inexact(x))


def log(x: TensorLike) -> Tensor:
    """The natural logarithm."""
    return _ops.log(inexact(x))


def log1p(x: TensorLike) -> Tensor:
    """log(1 + x), exact near 0."""
    return _ops.log1p(inexact(x))


def sin(x: TensorLike) -> Tensor:
    """The sine of radians."""
    return _ops.sin(inexact(x))


def sinh(x: TensorLike) -> Tensor:
    """The hyperbolic sine."""
    return _ops.sinh(inexact(x))


def sqrt(x: TensorLike) -> Tensor:
    """The square root."""
    return _ops.sqrt(inexact(x))


def tan(x: TensorLike) -> Tensor:
    """The tangent of radians."""
    return _ops.tan(inexact(x))


def tanh(x: TensorLike) -> Tensor:
    """The hyperbolic tangent."""
    return _ops.tanh(inexact(x))


def cbrt(x: TensorLike) -> Tensor:
    """The cubic root, also of negative numbers."""
    return _elementwise.cbrt(inexact(x))


def deg2rad(x: TensorLike) -> Tensor:
    """Degrees as radians."""
    return _elementwise.deg2rad(inexact(x))


def exp2(x: TensorLike) -> Tensor:
    """2 to the power of x."""
    return _elementwise.exp2(inexact(x))


def fabs(x: TensorLike) -> Tensor:
    """|x|, in the dtype of x."""
    return abs(x)


def _wide_log(x: TensorLike) -> Tensor:
    x = _ops.log(inexact(x))
    return cast_to(x, "complex128" if x.dtype.is_complex else "float64")


def log10(x: TensorLike) -> Tensor:
    """The logarithm to base 10, in float64 or complex128."""
    return _ops.divide(_wide_log(x), _math.log(10))


def log2(x: TensorLike) -> Tensor:
    """The logarithm to base 2, in float64 or complex128."""
    return _ops.divide(_wide_log(x), _math.log(2))


def rad2deg(x: TensorLike) -> Tensor:
    """Radians as degrees."""
    return _elementwise.rad2deg(inexact(x))


def sinc(x: TensorLike) -> Tensor:
    """sin(pi x) / (pi x), 1 at 0."""
    return _elementwise.sinc(inexact(x))


def fix(x: TensorLike) -> Tensor:
    """The whole part of a number, towards 0, in a floating dtype."""
    return _rounding.trunc(inexact(x))


def abs(x: TensorLike) -> Tensor:  # noqa: A001 - NumPy's name
    """|x|; booleans stay."""
    return _elementwise.absolute(convert(x))


absolute = abs


def negative(x: TensorLike) -> Tensor:
    """-x."""
    return _ops.negative(convert(x))


def positive(x: TensorLike) -> Tensor:
    """x, as it is."""
    return convert(x)


def reciprocal(x: TensorLike) -> Tensor:
    """1 / x, in the dtype of x."""
    x = convert(x)
    return (
        _ops.divide(_ops.ones_like(x), x)
        if not is_integer(x)
        else _ops.floordiv(_ops.ones_like(x), x)
    )


def square(x: TensorLike) -> Tensor:
    """x * x."""
    return _ops.square(convert(x))


def sign(x: TensorLike, out: None = None, where: None = None, **kwargs: Any) -> Tensor:
    """-1, 0 or 1; of complex numbers z / |z|, or 0.

    Raises ValueError for any of NumPy's other arguments."""
    if out is not None or where is not None or kwargs:
        raise ValueError("sign: tensor outputs, `where` and further keywords are not there")
    x = convert(x)
    if not x.dtype.is_complex:
        return _elementwise.sign(x)
    return _ops.divide_no_nan(x, _ops.cast(_ops.abs(x), x.dtype))


def signbit(x: TensorLike) -> Tensor:
    """Whether the sign is minus; that of -0.0 does not count."""
    x = convert(x)
    return _ops.zeros_like(x) if x.dtype.name == "bool" else _ops.less(x, scalar(0, x))


def around(a: TensorLike, decimals: int = 0) -> Tensor:
    """The nearest number with so many decimals, the even one of two."""
    a = convert(a)
    if decimals == 0 and is_integer(a):
        return a
    factor = 10.0**decimals
    x = inexact(a)
    found = _ops.divide(_ops.round(_ops.multiply(x, scalar(factor, x))), scalar(factor, x))
    return cast_to(found, a.dtype.name)


round = around  # noqa: A001 - NumPy's name


def conj(x: TensorLike) -> Tensor:
    """The conjugate of complex numbers; real ones stay."""
    return _elementwise.conjugate(convert(x))


conjugate = conj


def real(val: TensorLike) -> Tensor:
    """The real part; real numbers stay."""
    return _elementwise.real(convert(val))


def imag(val: TensorLike) -> Tensor:
    """The imaginary part, 0 of real numbers."""
    return _elementwise.imag(convert(val))


def angle(z: TensorLike, deg: bool = False) -> Tensor:
    """The angle of complex numbers in radians, or degrees: 0 or pi of real ones."""
    z = inexact(z)
    found = _ops.atan2(_elementwise.imag(z), _elementwise.real(z))
    return _ops.multiply(found, scalar(180 / _math.pi, found)) if deg else found


def isfinite(x: TensorLike) -> Tensor:
    """Whether each element is neither infinite nor NaN."""
    return _rounding.isfinite(convert(x))


def isinf(x: TensorLike) -> Tensor:
    """Whether each element is infinite."""
    return _rounding.isinf(convert(x))


def isnan(x: TensorLike) -> Tensor:
    """Whether each element is NaN."""
    return _rounding.isnan(convert(x))


def isneginf(x: TensorLike) -> Tensor:
    """Whether each element is -inf."""
    return _rounding.isneginf(convert(x))


def isposinf(x: TensorLike) -> Tensor:
    """Whether each element is inf."""
    return _rounding.isposinf(convert(x))


def iscomplex(x: TensorLike) -> Tensor:
    """Whether the imaginary part is not 0."""
    return _ops.logical_not(isreal(x))


def isreal(x: TensorLike) -> Tensor:
    """Whether the imaginary part is 0."""
    return _rounding.isreal(convert(x))


def logical_not(x: TensorLike) -> Tensor:
    """Whether it is false, as only 0 is of numbers."""
    return _ops.logical_not(cast_to(convert(x), "bool"))


def bitwise_not(x: TensorLike) -> Tensor:
    """The other bits of whole numbers, the other value of booleans."""
    x = convert(x)
    return _ops.logical_not(x) if x.dtype.name == "bool" else _ops.bitwise_invert(x)
