"""Owns comparisons, and the logic of booleans and of bits."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, floats, promoted, scalar

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._types import TensorLike


def _ordered(x1: TensorLike, x2: TensorLike) -> list[Tensor]:
    found = promoted(x1, x2)
    return [cast_to(x, "int32") for x in found] if found[0].dtype.name == "bool" else found


def equal(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 == x2."""
    return _ops.equal(*promoted(x1, x2))


def not_equal(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 != x2."""
    return _ops.not_equal(*promoted(x1, x2))


def greater(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 > x2."""
    return _ops.greater(*_ordered(x1, x2))


def greater_equal(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 >= x2."""
    return _ops.greater_equal(*_ordered(x1, x2))


def less(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 < x2."""
    return _ops.less(*_ordered(x1, x2))


def less_equal(x1: TensorLike, x2: TensorLike) -> Tensor:
    """x1 <= x2."""
    return _ops.less_equal(*_ordered(x1, x2))


def isclose(
    x1: TensorLike,
    x2: TensorLike,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    equal_nan: bool = False,
) -> Tensor:
    """Whether |x1 - x2| <= atol + rtol * |x2|; infinities are close to themselves alone."""
    x1, x2 = floats(x1, x2)
    bound = _ops.add(scalar(atol, x2), _ops.multiply(scalar(rtol, x2), _ops.abs(x2)))
    is_near = _ops.less_equal(_ops.abs(_ops.subtract(x1, x2)), bound)
    is_finite = _ops.logical_and(_ops.is_finite(x1), _ops.is_finite(x2))
    found = _ops.logical_or(_ops.logical_and(is_near, is_finite), _ops.equal(x1, x2))
    if not equal_nan:
        return found
    return _ops.logical_or(found, _ops.logical_and(_ops.is_nan(x1), _ops.is_nan(x2)))


def allclose(
    x1: TensorLike,
    x2: TensorLike,
    rtol: float = 1e-5,
    atol: float = 1e-8,
    equal_nan: bool = False,
) -> Tensor:
    """Whether all elements are close, as ``isclose`` says."""
    return _ops.reduce_all(isclose(x1, x2, rtol, atol, equal_nan))


def _truth(x: Any) -> Tensor:
    return cast_to(convert(x), "bool")


def logical_and(x1: TensorLike, x2: TensorLike) -> Tensor:
    """Whether both are true; numbers but 0 are."""
    return _ops.logical_and(_truth(x1), _truth(x2))


def logical_or(x1: TensorLike, x2: TensorLike) -> Tensor:
    """Whether one is true; numbers but 0 are."""
    return _ops.logical_or(_truth(x1), _truth(x2))


def logical_xor(x1: TensorLike, x2: TensorLike) -> Tensor:
    """Whether exactly one is true; numbers but 0 are."""
    return _ops.logical_xor(_truth(x1), _truth(x2))


def logical_not(x: TensorLike) -> Tensor:
    """Whether it is false, as only 0 is of numbers."""
    return _ops.logical_not(_truth(x))


def bitwise_and(x: TensorLike, y: TensorLike) -> Tensor:
    """The bits that both have."""
    x, y = promoted(convert(x), convert(y))
    return _ops.logical_and(x, y) if x.dtype.name == "bool" else _ops.bitwise_and(x, y)


def bitwise_or(x: TensorLike, y: TensorLike) -> Tensor:
    """The bits that one of them has."""
    x, y = promoted(convert(x), convert(y))
    return _ops.logical_or(x, y) if x.dtype.name == "bool" else _ops.bitwise_or(x, y)


def bitwise_xor(x: TensorLike, y: TensorLike) -> Tensor:
    """The bits that exactly one of them has."""
    x, y = promoted(convert(x), convert(y))
    return _ops.logical_xor(x, y) if x.dtype.name == "bool" else _ops.bitwise_xor(x, y)


def bitwise_invert(x: TensorLike) -> Tensor:
    """The other bits."""
    x = convert(x)
    return _ops.logical_not(x) if x.dtype.name == "bool" else _ops.bitwise_invert(x)


bitwise_not = bitwise_invert


def bitwise_left_shift(x: TensorLike, y: TensorLike) -> Tensor:
    """The bits of x, moved y places to the left."""
    return _ops.left_shift(*promoted(convert(x), y))


def bitwise_right_shift(x: TensorLike, y: TensorLike) -> Tensor:
    """The bits of x, moved y places to the right."""
    return _ops.right_shift(*promoted(convert(x), y))


left_shift = bitwise_left_shift
right_shift = bitwise_right_shift
