"""Owns functions of numbers that no op stands for: clip, i0, gcd, lcm, nextafter, views of bits."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import (
    cast_to,
    convert,
    convert_as,
    kind_of,
    missing,
    promoted,
    scalar,
    wide_floating,
)
from pelton.keras.ops.dtypes import WEAK, dtype_name, result_type

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import DTypeLike, TensorLike


def clip(x: TensorLike, x_min: TensorLike, x_max: TensorLike) -> Tensor:
    """`x` within bounds, which broadcast; booleans count in int32."""
    given = [one if type(one) in WEAK else convert(one) for one in (x_min, x_max)]
    x = convert(x)
    name = result_type(x.dtype.name, *[kind_of(one) for one in given])
    name = "int32" if name == "bool" else name
    low, high = (convert_as(one, name) for one in given)
    return _ops.minimum(_ops.maximum(cast_to(x, name), low), high)


# The bits of -0.0.
_LOWEST = {"int32": -(2**31), "int64": -(2**63)}

# Chebyshev's coefficients of exp(-x) I0(x) for x in [0, 8], and of sqrt(x) exp(-x) I0(x) above
# (Cephes Math Library, i0f).
_NEAR = (
    -1.30002500998624804212e-8,
    6.04699502254191894932e-8,
    -2.67079385394061173391e-7,
    1.11738753912010371815e-6,
    -4.41673835845875056359e-6,
    1.64484480707288970893e-5,
    -5.75419501008210370398e-5,
    1.88502885095841655729e-4,
    -5.76375574538582365885e-4,
    1.63947561694133579842e-3,
    -4.32430999505057594430e-3,
    1.05464603945949983183e-2,
    -2.37374148058994688156e-2,
    4.93052842396707084878e-2,
    -9.49010970480476444210e-2,
    1.71620901522208775349e-1,
    -3.04682672343198398683e-1,
    6.76795274409476084995e-1,
)
_FAR = (
    3.39623202570838634515e-9,
    2.26666899049817806459e-8,
    2.04891858946906374183e-7,
    2.89137052083475648297e-6,
    6.88975834691682398426e-5,
    3.36911647825569408990e-3,
    8.04490411014108831608e-1,
)


def _chebyshev(x: Tensor, coefficients: tuple[float, ...]) -> Tensor:
    before, last = scalar(0.0, x), _ops.add(_ops.zeros_like(x), scalar(coefficients[0], x))
    older = before
    for coefficient in coefficients[1:]:
        older, before = before, last
        last = _ops.subtract(_ops.multiply(x, before), older)
        last = _ops.add(last, scalar(coefficient, x))
    return _ops.multiply(_ops.subtract(last, older), scalar(0.5, x))


def i0(x: TensorLike) -> Tensor:
    """The modified Bessel function of the first kind of order 0, to the precision of float32."""
    x = wide_floating(x)
    size = _ops.abs(x)
    near = _chebyshev(size * 0.5 - 2.0, _NEAR)
    far_size = _ops.maximum(size, scalar(8.0, size))
    far = _chebyshev(32.0 / far_size - 2.0, _FAR) * _ops.rsqrt(far_size)
    return _ops.exp(size) * _ops.where(_ops.less_equal(size, scalar(8.0, size)), near, far)


def gcd(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The largest whole number that divides both."""
    x1, x2 = (_ops.abs(x) if x.dtype.name[0] != "u" else x for x in _integers(x1, x2))
    from pelton.functions.control_flow import while_loop

    def goes_on(a: Tensor, b: Tensor) -> Tensor:
        return _ops.reduce_any(_ops.not_equal(b, 0))

    def once(a: Tensor, b: Tensor) -> tuple[Tensor, Tensor]:
        is_open = _ops.not_equal(b, 0)
        rest = _ops.floormod(a, _ops.where(is_open, b, _ops.ones_like(b)))
        return _ops.where(is_open, b, a), _ops.where(is_open, rest, b)

    zeros = _ops.multiply(x1, 0) + _ops.multiply(x2, 0)
    return while_loop(goes_on, once, (x1 + zeros, x2 + zeros))[0]


def _integers(x1: TensorLike, x2: TensorLike) -> list[Tensor]:
    found = promoted(convert(x1), convert(x2))
    if "int" not in found[0].dtype.name:
        raise TypeError(
            f"gcd, lcm: arguments must be integers, got {found[0].dtype.name} and "
            f"{found[1].dtype.name}"
        )
    return found


def lcm(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The least whole number that both divide, 0 with a 0."""
    x1, x2 = _integers(x1, x2)
    common = gcd(x1, x2)
    safe = _ops.where(_ops.equal(common, 0), _ops.ones_like(common), common)
    found = _ops.multiply(_ops.floordiv(x1, safe), x2)
    return found if found.dtype.name[0] == "u" else _ops.abs(found)


def nextafter(x1: TensorLike, x2: TensorLike) -> Tensor:
    """The number next to x1 in the direction of x2."""
    x1, x2 = promoted(convert(x1), convert(x2), least=float)
    name = x1.dtype.name
    whole = "int64" if name == "float64" else "int32"
    wide = name if name == "float64" else "float32"
    x1, x2 = (_ops.stop_gradient(cast_to(x, wide)) for x in (x1, x2))
    x1, x2 = _ops.add(x1, _ops.zeros_like(x2)), _ops.add(x2, _ops.zeros_like(x1))
    bits = missing("bitcast")(x1, whole)
    away = _ops.equal(_ops.greater(x1, 0), _ops.greater(x2, x1))
    moved = _ops.add(bits, _ops.where(away, scalar(1, bits), scalar(-1, bits)))
    least = _ops.where(_ops.less(x2, 0), scalar(_LOWEST[whole] + 1, bits), scalar(1, bits))
    found = missing("bitcast")(_ops.where(_ops.equal(x1, 0), least, moved), wide)
    found = _ops.where(_ops.equal(x1, x2), x2, found)
    is_nan = _ops.logical_or(_ops.is_nan(x1), _ops.is_nan(x2))
    return cast_to(_ops.where(is_nan, scalar(float("nan"), found), found), name)


def view(x: TensorLike, dtype: DTypeLike | None = None) -> Tensor:
    """The same bytes as numbers of another dtype; the last axis grows or shrinks by their sizes."""
    x = convert(x)
    name = x.dtype.name if dtype is None else dtype_name(dtype)
    if name == x.dtype.name:
        return x
    old, new = x.dtype.size, convert_as(0, name).dtype.size
    if old != new and (not x.ndim or x.shape[-1] * old % new):
        raise ValueError(
            f"Cannot view array of shape {tuple(x.shape)} and dtype {x.dtype.name} as dtype {name} "
            "because the total number of bytes is not divisible by the new itemsize."
        )
    if old < new:
        x = _ops.reshape(x, [*x.shape[:-1], -1, new // old])
    found = missing("bitcast")(x, name)
    if old > new:
        found = _ops.reshape(found, [*x.shape[:-1], -1])
    return found
