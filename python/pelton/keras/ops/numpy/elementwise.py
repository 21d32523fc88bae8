"""Owns the functions of each element of one tensor: trigonometry, powers, logarithms, signs."""

from __future__ import annotations

import math as _math

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, floating, scalar, wide_floating
from pelton.keras.ops.dtypes import is_complex, is_float

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def _number(x: TensorLike) -> Tensor:
    """A tensor on which arithmetic is defined: booleans count 0 and 1, in int32."""
    x = convert(x)
    return cast_to(x, "int32") if x.dtype.name == "bool" else x


def absolute(x: TensorLike) -> Tensor:
    """|x|; booleans stay."""
    x = convert(x)
    return x if x.dtype.name == "bool" or x.dtype.name[0] == "u" else _ops.abs(x)


abs = absolute  # noqa: A001 - Keras's name


def fabs(x: TensorLike) -> Tensor:
    """|x| in a floating dtype."""
    return _ops.abs(floating(x))


def negative(x: TensorLike) -> Tensor:
    """-x."""
    return _ops.negative(convert(x))


def square(x: TensorLike) -> Tensor:
    """x * x."""
    return _ops.square(_number(x))


def sqrt(x: TensorLike) -> Tensor:
    """The square root."""
    return _ops.sqrt(floating(x))


def cbrt(x: TensorLike) -> Tensor:
    """The cubic root, also of negative numbers."""
    x = wide_floating(x)
    return _ops.multiply(_ops.sign(x), _ops.pow(_ops.abs(x), scalar(1 / 3, x)))


def reciprocal(x: TensorLike) -> Tensor:
    """1 / x."""
    return _ops.reciprocal(floating(x))


def exp(x: TensorLike) -> Tensor:
    """e to the power of x."""
    return _ops.exp(floating(x))


def exp2(x: TensorLike) -> Tensor:
    """2 to the power of x."""
    x = floating(x)
    return _ops.pow(scalar(2.0, x), x)


def expm1(x: TensorLike) -> Tensor:
    """exp(x) - 1, exact near 0."""
    return _ops.expm1(floating(x))


def log(x: TensorLike) -> Tensor:
    """The natural logarithm."""
    return _ops.log(floating(x))


def log10(x: TensorLike) -> Tensor:
    """The logarithm to base 10."""
    x = floating(x)
    return _ops.divide(_ops.log(x), scalar(_math.log(10), x))


def log2(x: TensorLike) -> Tensor:
    """The logarithm to base 2."""
    x = floating(x)
    return _ops.divide(_ops.log(x), scalar(_math.log(2), x))


def log1p(x: TensorLike) -> Tensor:
    """log(1 + x), exact near 0."""
    return _ops.log1p(floating(x))


def sign(x: TensorLike) -> Tensor:
    """-1, 0 or 1."""
    return cast_to(_ops.sign(_number(x)), convert(x).dtype.name)


def signbit(x: TensorLike) -> Tensor:
    """Whether the sign is minus, that of -0.0 included."""
    x = convert(x)
    name = x.dtype.name
    if not is_float(name):
        return _ops.less(_number(x), 0)
    is_negative_zero = _ops.logical_and(_ops.equal(x, 0), _ops.less(_ops.reciprocal(x), 0))
    return _ops.logical_or(_ops.less(x, 0), is_negative_zero)


def sin(x: TensorLike) -> Tensor:
    """The sine of radians."""
    return _ops.sin(floating(x))


def cos(x: TensorLike) -> Tensor:
    """The cosine of radians."""
    return _ops.cos(floating(x))


def tan(x: TensorLike) -> Tensor:
    """The tangent of radians."""
    return _ops.tan(floating(x))


def arcsin(x: TensorLike) -> Tensor:
    """The angle with that sine."""
    return _ops.asin(floating(x))


def arccos(x: TensorLike) -> Tensor:
    """The angle with that cosine."""
    return _ops.acos(floating(x))


def arctan(x: TensorLike) -> Tensor:
    """The angle with that tangent."""
    return _ops.atan(floating(x))


def sinh(x: TensorLike) -> Tensor:
    """The hyperbolic sine."""
    return _ops.sinh(floating(x))


def cosh(x: TensorLike) -> Tensor:
    """The hyperbolic cosine."""
    return _ops.cosh(floating(x))


def tanh(x: TensorLike) -> Tensor:
    """The hyperbolic tangent."""
    return _ops.tanh(floating(x))


def arcsinh(x: TensorLike) -> Tensor:
    """The number with that hyperbolic sine."""
    return _ops.asinh(floating(x))


def arccosh(x: TensorLike) -> Tensor:
    """The number with that hyperbolic cosine."""
    return _ops.acosh(floating(x))


def arctanh(x: TensorLike) -> Tensor:
    """The number with that hyperbolic tangent."""
    return _ops.atanh(floating(x))


def sinc(x: TensorLike) -> Tensor:
    """sin(pi x) / (pi x), 1 at 0."""
    x = floating(x)
    angle = _ops.multiply(x, scalar(_math.pi, x))
    is_zero = _ops.equal(angle, 0)
    safe = _ops.where(is_zero, _ops.ones_like(angle), angle)
    return _ops.where(is_zero, _ops.ones_like(angle), _ops.divide(_ops.sin(safe), safe))


def deg2rad(x: TensorLike) -> Tensor:
    """Degrees as radians."""
    x = wide_floating(x)
    return _ops.multiply(x, scalar(_math.pi / 180, x))


def rad2deg(x: TensorLike) -> Tensor:
    """Radians as degrees."""
    x = wide_floating(x)
    return _ops.multiply(x, scalar(180 / _math.pi, x))


def real(x: TensorLike) -> Tensor:
    """The real part; real numbers stay."""
    x = convert(x)
    return _ops.real(x) if is_complex(x.dtype.name) else x


def imag(x: TensorLike) -> Tensor:
    """The imaginary part, 0 of real numbers."""
    x = convert(x)
    return _ops.imag(x) if is_complex(x.dtype.name) else _ops.zeros_like(x)


def conjugate(x: TensorLike) -> Tensor:
    """The conjugate of complex numbers; real ones stay."""
    x = convert(x)
    return _ops.conj(x) if is_complex(x.dtype.name) else x


conj = conjugate


def angle(x: TensorLike) -> Tensor:
    """The angle of complex numbers in radians: 0 or pi of real ones."""
    x = floating(x)
    return _ops.atan2(imag(x), real(x))
