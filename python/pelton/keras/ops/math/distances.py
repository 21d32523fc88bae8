"""Owns cdist, and numbers as pairs of real and imaginary part."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import convert, floats, scalar

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def cdist(x: TensorLike, y: TensorLike) -> Tensor:
    """[..., n, m]: the distances of each of `x` [..., n, d] from each of `y` [..., m, d]."""
    x, y = floats(x, y)
    squares = _ops.squared_difference(_ops.expand_dims(x, -2), _ops.expand_dims(y, -3))
    return _ops.sqrt(_ops.maximum(_ops.reduce_sum(squares, [-1]), scalar(0.0, x)))


def view_as_complex(x: TensorLike) -> Tensor:
    """Complex numbers [...] of their parts [..., 2]."""
    x = convert(x)
    if not x.ndim or x.shape[-1] != 2:
        raise ValueError(
            "Last dimension of input must be size 2 (real and imaginary). Received shape: "
            f"{tuple(x.shape)}"
        )
    return _ops.complex(*_ops.unstack(x, num=2, axis=-1))


def view_as_real(x: TensorLike) -> Tensor:
    """The parts [..., 2] of complex numbers."""
    x = convert(x)
    return _ops.stack([_ops.real(x), _ops.imag(x)], x.ndim)
