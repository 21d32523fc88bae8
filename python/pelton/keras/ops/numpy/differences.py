"""Owns differences of neighbours, and areas below lines through points."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import cast_to, convert, floating, floats, one_axis, scalar
from pelton.keras.ops.dtypes import float_type

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._types import TensorLike


def _neighbours(x: Tensor, axis: int) -> tuple[Tensor, Tensor]:
    """All elements along the axis but the first, and all but the last."""
    front = [slice(None)] * axis
    return x[tuple([*front, slice(1, None)])], x[tuple([*front, slice(None, -1)])]


def diff(a: TensorLike, n: int = 1, axis: int = -1) -> Tensor:
    """Each element along the axis less the one before it, n times over."""
    x = convert(a)
    if n < 0:
        raise ValueError(f"Order must be non-negative, got {n}")
    axis = one_axis(axis, x.ndim)
    op = _ops.not_equal if x.dtype.name == "bool" else _ops.subtract
    for _ in range(n):
        x = op(*_neighbours(x, axis))
    return x


def trapezoid(
    y: TensorLike, x: TensorLike | None = None, dx: float = 1.0, axis: int = -1
) -> Tensor:
    """The area below the line through the points `y` along the axis, `dx` apart, or at `x`."""
    name = float_type(convert(y).dtype.name)
    if x is None:
        y = floating(y)
        step = scalar(dx, y)
        axis = one_axis(axis, y.ndim)
    else:
        y, places = floats(y, convert(x))
        axis = one_axis(axis, y.ndim)
        if places.ndim == 1:
            shape = [1] * y.ndim
            shape[axis] = -1
            places = _ops.reshape(places, shape)
        step = diff(places, axis=axis)
    behind, before = _neighbours(y, axis)
    middle = _ops.multiply(_ops.add(behind, before), scalar(0.5, y))
    return cast_to(_ops.reduce_sum(_ops.multiply(middle, step), [axis]), name)
