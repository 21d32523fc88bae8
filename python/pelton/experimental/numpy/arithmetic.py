"""Owns the functions of two tensors, which broadcast, in the dtype that NumPy gives them."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.experimental.numpy.promotion import all_inexact, convert, is_integer, together
from pelton.keras.ops.conversion import cast_to, scalar
from pelton.keras.ops.numpy import arithmetic as _arithmetic
from pelton.keras.ops.numpy import special as _special

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


_SMALL = ("int8", "uint8", "int16", "uint16")


def _is_bool(x: Tensor) -> bool:
    return x.dtype.name == "bool"


def _as_bytes(x1: Tensor, x2: Tensor) -> list[Tensor]:
    """Booleans in int8, in which their quotients and powers are; others as they are."""
    return [cast_to(x, "int8") for x in (x1, x2)] if _is_bool(x1) else [x1, x2]


def add(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 + x2; of booleans: whether one is true."""
    x1, x2 = together(x1, x2)
    return _ops.logical_or(x1, x2) if _is_bool(x1) else _ops.add(x1, x2)


def multiply(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 * x2; of booleans: whether both are true."""
    x1, x2 = together(x1, x2)
    return _ops.logical_and(x1, x2) if _is_bool(x1) else _ops.multiply(x1, x2)


def maximum(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The larger of two; NaN where one is NaN."""
    x1, x2 = together(x1, x2)
    return _ops.logical_or(x1, x2) if _is_bool(x1) else _ops.maximum(x1, x2)


def minimum(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The smaller of two; NaN where one is NaN."""
    x1, x2 = together(x1, x2)
    return _ops.logical_and(x1, x2) if _is_bool(x1) else _ops.minimum(x1, x2)


def subtract(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 - x2. Raises InvalidArgumentError for booleans."""
    return _ops.subtract(*together(x1, x2))


def divide(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 / x2: of small whole numbers in float32, of others in float64."""
    x1, x2 = together(x1, x2)
    if is_integer(x1):
        name = "float32" if x1.dtype.name in _SMALL else "float64"
        x1, x2 = cast_to(x1, name), cast_to(x2, name)
    return _ops.divide(x1, x2)


true_divide = divide


def floor_divide(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The largest whole number not above x1 / x2."""
    return _ops.floordiv(*_as_bytes(*together(x1, x2)))


def mod(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The remainder of floor_divide, with the sign of x2."""
    return _ops.floormod(*_as_bytes(*together(x1, x2)))


def power(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 to the power of x2."""
    return _ops.pow(*_as_bytes(*together(x1, x2)))


remainder = mod


def divmod(x1: TensorLike, x2: TensorLike) -> tuple[Tensor, Tensor]:  # noqa: A001 - NumPy's name
    """floor_divide and mod of the two."""
    return floor_divide(x1, x2), mod(x1, x2)


def float_power(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The same as ``power``."""
    return power(x1, x2)


def hypot(x1: TensorLike, x2: TensorLike) -> Tensor:
    """sqrt(x1 ** 2 + x2 ** 2), without overflow."""
    return _arithmetic.hypot(*[_ops.abs(x) for x in all_inexact(x1, x2)])


def logaddexp(x1: TensorLike, x2: TensorLike) -> Tensor:
    """log(exp(x1) + exp(x2)), without overflow."""
    return _arithmetic.logaddexp(*all_inexact(x1, x2))


def logaddexp2(x1: TensorLike, x2: TensorLike) -> Tensor:
    """log2(2 ** x1 + 2 ** x2) in float64, without overflow."""
    x1, x2 = (x if x.dtype.is_complex else cast_to(x, "float64") for x in all_inexact(x1, x2))
    return _arithmetic.logaddexp2(x1, x2)


def heaviside(x1: TensorLike, x2: TensorLike) -> Tensor:
    """0 below 0, x2 at 0, 1 above."""
    return _arithmetic.heaviside(*all_inexact(x1, x2))


def arctan2(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The angle of the point (x2, x1) in radians."""
    return _ops.atan2(*all_inexact(x1, x2))


def nextafter(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The number next to x1 in the direction of x2."""
    return _ops.nextafter(*all_inexact(x1, x2))


def _whole(function: str, *values: TensorLike) -> list[Tensor]:
    found = together(*values)
    if not found[0].dtype.is_integer:
        raise ValueError(
            f"{function}: x1 and x2 must be whole numbers, got {found[0].dtype.name} for both"
        )
    return found


def gcd(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The largest whole number that divides both.

    Raises ValueError for other than whole numbers."""
    return _special.gcd(*_whole("gcd", x1, x2))


def lcm(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The least whole number that both divide, 0 with a 0.

    Raises ValueError for other than whole numbers."""
    return _special.lcm(*_whole("lcm", x1, x2))


def equal(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 == x2."""
    return _ops.equal(*together(x1, x2))


def not_equal(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 != x2."""
    return _ops.not_equal(*together(x1, x2))


def greater(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 > x2; false is below true."""
    return _ops.greater(*_as_bytes(*together(x1, x2)))


def greater_equal(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 >= x2; false is below true."""
    return _ops.greater_equal(*_as_bytes(*together(x1, x2)))


def less(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 < x2; false is below true."""
    return _ops.less(*_as_bytes(*together(x1, x2)))


def less_equal(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 <= x2; false is below true."""
    return _ops.less_equal(*_as_bytes(*together(x1, x2)))


def logical_and(x1: TensorLike, x2: TensorLike) -> Tensor:
    """Whether both are true; numbers but 0 are."""
    return _ops.logical_and(*[cast_to(x, "bool") for x in (convert(x1), convert(x2))])


def logical_or(x1: TensorLike, x2: TensorLike) -> Tensor:
    """Whether one is true; numbers but 0 are."""
    return _ops.logical_or(*[cast_to(x, "bool") for x in (convert(x1), convert(x2))])


def logical_xor(x1: TensorLike, x2: TensorLike) -> Tensor:
    """Whether exactly one is true; numbers but 0 are."""
    return _ops.logical_xor(*[cast_to(x, "bool") for x in (convert(x1), convert(x2))])


def bitwise_and(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The bits that both have."""
    x1, x2 = together(x1, x2)
    return _ops.logical_and(x1, x2) if _is_bool(x1) else _ops.bitwise_and(x1, x2)


def bitwise_or(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The bits that one of them has."""
    x1, x2 = together(x1, x2)
    return _ops.logical_or(x1, x2) if _is_bool(x1) else _ops.bitwise_or(x1, x2)


def bitwise_xor(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The bits that exactly one of them has."""
    x1, x2 = together(x1, x2)
    return _ops.logical_xor(x1, x2) if _is_bool(x1) else _ops.bitwise_xor(x1, x2)


def isclose(
    a: TensorLike,
    b: TensorLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor:
    """Whether |a - b| <= atol + rtol * |b|; of whole numbers whether they are equal."""
    a, b = together(a, b)
    if is_integer(a):
        return _ops.equal(a, b)
    near = _ops.abs(_ops.subtract(a, b))
    bound = _ops.abs(b)
    bound = _ops.add(scalar(atol, bound), _ops.multiply(scalar(rtol, bound), bound))
    found = _ops.logical_or(_ops.equal(a, b), _ops.less_equal(near, bound))
    if equal_nan:
        found = _ops.logical_or(found, _ops.logical_and(_is_nan(a), _is_nan(b)))
    return found


def _is_nan(x: Tensor) -> Tensor:
    if not x.dtype.is_complex:
        return _ops.is_nan(x)
    return _ops.logical_or(_ops.is_nan(_ops.real(x)), _ops.is_nan(_ops.imag(x)))


def allclose(
    a: TensorLike,
    b: TensorLike,
    rtol: float = 1e-05,
    atol: float = 1e-08,
    equal_nan: bool = False,
) -> Tensor:
    """Whether ``isclose`` holds for all elements."""
    return _ops.reduce_all(isclose(a, b, rtol, atol, equal_nan))


def array_equal(a1: TensorLike, a2: TensorLike) -> Tensor:
    """Whether the shapes and all elements are the same."""
    a1, a2 = together(a1, a2)
    if not a1.shape.is_compatible_with(a2.shape):
        return _ops.constant(False)
    return _ops.reduce_all(_ops.equal(a1, a2))
