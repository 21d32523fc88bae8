"""Owns norm: of vectors and of matrices."""

from __future__ import annotations

import math as _math

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import axes_of, cast_to, floating, scalar

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import TensorLike


def _vector(x: Tensor, order: Any, axes: list[int], keepdims: bool) -> Tensor:
    """The norm of vectors along one axis, or of all elements along several."""
    size = _ops.abs(x)
    if order in (None, 2):
        return _ops.sqrt(_ops.reduce_sum(_ops.square(size), axes, keepdims))
    if isinstance(order, str):
        raise ValueError(f"Invalid `ord` argument for vector norm. Received: ord={order}")
    if order == _math.inf:
        return _ops.reduce_max(size, axes, keepdims)
    if order == -_math.inf:
        return _ops.reduce_min(size, axes, keepdims)
    if order == 0:
        return _ops.reduce_sum(_ops.cast(_ops.not_equal(x, 0), size.dtype), axes, keepdims)
    if order == 1:
        return _ops.reduce_sum(size, axes, keepdims)
    power = _ops.pow(size, scalar(float(order), size))
    return _ops.pow(_ops.reduce_sum(power, axes, keepdims), scalar(1 / order, size))


def _singular_values(x: Tensor, axes: list[int]) -> Tensor:
    from pelton.keras.ops.linalg.decompositions import svd

    others = [axis for axis in range(x.ndim) if axis not in axes]
    return svd(_ops.transpose(x, [*others, *axes]), compute_uv=False)


def _matrix(x: Tensor, order: Any, axes: list[int], keepdims: bool) -> Tensor:
    """The norm of matrices whose rows and columns are the axes."""
    rows, columns = axes
    if order in (None, "fro"):
        return _ops.sqrt(_ops.reduce_sum(_ops.square(_ops.abs(x)), axes, keepdims))
    if order in ("nuc", 2, -2):
        found = _singular_values(x, axes)
        reduce = {"nuc": _ops.reduce_sum, 2: _ops.reduce_max, -2: _ops.reduce_min}[order]
        found = reduce(found, [-1])
    elif order in (1, -1, _math.inf, -_math.inf):
        summed, other = (rows, columns) if abs(order) == 1 else (columns, rows)
        reduce = _ops.reduce_max if order > 0 else _ops.reduce_min
        sums = _ops.reduce_sum(_ops.abs(x), [summed], True)
        found = reduce(sums, [rows, columns])
    else:
        raise ValueError(
            f"Invalid `ord` argument for matrix norm. Received: ord={order}, axis={tuple(axes)}"
        )
    if keepdims:
        for axis in sorted(axes):
            found = _ops.expand_dims(found, axis)
    return found


def norm(
    x: TensorLike,
    ord: int | float | str | None = None,
    axis: int | Sequence[int] | None = None,
    keepdims: bool = False,
) -> Tensor:
    """The norm of vectors along one axis, of matrices along two, of all elements for None.

    `ord`: None (the root of the sum of squares), "fro", "nuc", inf, -inf, or a number."""
    x = floating(x)
    name = x.dtype.name
    if axis is None and ord is None:
        found = _vector(_ops.reshape(x, [-1]), None, [0], False)
        return _ops.reshape(found, [1] * x.ndim) if keepdims else found
    axes = axes_of(axis, x.ndim)
    if len(axes) == 1:
        return cast_to(_vector(x, ord, axes, keepdims), name if name[0] != "c" else "float32")
    if len(axes) != 2 or axes[0] == axes[1]:
        raise ValueError(
            f"Invalid `axis` argument: one or two different axes. Received: axis={axis}, "
            f"x.shape={tuple(x.shape)}"
        )
    return _matrix(x, ord, axes, keepdims)
