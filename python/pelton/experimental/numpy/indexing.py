"""Owns picking elements by place or by condition."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.experimental.numpy.promotion import convert, together
from pelton.keras.ops.conversion import cast_to, one_axis, scalar, sizes
from pelton.keras.ops.numpy import indexing as _indexing

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import TensorLike


def take(
    a: TensorLike,
    indices: TensorLike,
    axis: int | None = None,
    out: None = None,
    mode: str = "clip",
) -> Tensor:
    """The elements of `a` along the axis at `indices`; of all elements in a row for None.

    Indices outside become the nearest ("clip") or are counted around ("wrap"). Raises ValueError
    for `out` and other modes."""
    if out is not None or mode not in ("clip", "wrap"):
        raise ValueError(f"take: out must be None and mode 'clip' or 'wrap', got {mode!r}")
    x, places = convert(a), convert(indices)
    if axis is None:
        x, axis = _ops.reshape(x, [-1]), 0
    axis = one_axis(axis, x.ndim)
    total = _ops.cast(sizes(x)[axis], places.dtype)
    if mode == "wrap":
        places = _ops.floormod(places, total)
    else:
        last = _ops.subtract(total, scalar(1, places))
        places = _ops.minimum(_ops.maximum(places, scalar(0, places)), last)
    return _ops.gather(x, places, axis)


def take_along_axis(arr: TensorLike, indices: TensorLike, axis: int | None) -> Tensor:
    """For each place of `indices` the element of `arr` there, but at that index along the axis."""
    return _indexing.take_along_axis(convert(arr), convert(indices), axis)


def compress(condition: TensorLike, a: TensorLike, axis: int | None = None) -> Tensor:
    """The elements of `a` along the axis where the vector `condition` is true; of all elements
    in a row for None. A shorter condition is false behind its end."""
    truth, x = cast_to(convert(condition), "bool"), convert(a)
    if truth.ndim != 1:
        raise ValueError(f"compress: condition must be a vector, got shape {tuple(truth.shape)}")
    if axis is None:
        x, axis = _ops.reshape(x, [-1]), 0
    return _ops.gather(x, _ops.reshape(_ops.nonzero(truth), [-1]), one_axis(axis, x.ndim))


def where(condition: TensorLike, x: TensorLike | None = None, y: TensorLike | None = None) -> Any:
    """`x` where the condition is true, else `y`; all broadcast.

    Without both: the int64 places of what is true, a tensor per axis."""
    truth = cast_to(convert(condition), "bool")
    if x is None and y is None:
        return nonzero(truth)
    if x is None or y is None:
        raise ValueError("where: both x and y must be given, or neither")
    return _ops.where(truth, *together(x, y))


def nonzero(a: TensorLike) -> list[Tensor]:
    """The int64 places of what is not 0, a tensor [n] per axis."""
    x = cast_to(convert(a), "bool")
    x = x if x.ndim else _ops.reshape(x, [1])
    return list(_ops.unstack(_ops.nonzero(x), num=x.ndim, axis=1))


def select(
    condlist: Sequence[TensorLike], choicelist: Sequence[TensorLike], default: TensorLike = 0
) -> Tensor:
    """For each element the choice of the first condition that is true; `default` without one."""
    if len(condlist) != len(choicelist):
        raise ValueError(
            "select: condlist and choicelist must have the same length, got "
            f"{len(condlist)} and {len(choicelist)}"
        )
    if not condlist:
        raise ValueError("select: condlist must not be empty")
    *choices, found = together(*choicelist, default)
    for condition, choice in zip(reversed(condlist), reversed(choices), strict=True):
        found = _ops.where(cast_to(convert(condition), "bool"), choice, found)
    return found


def clip(a: TensorLike, a_min: TensorLike | None, a_max: TensorLike | None) -> Tensor:
    """`a` within bounds, which broadcast; None for one of them: no bound there."""
    if a_min is None and a_max is None:
        raise ValueError("clip: one of a_min and a_max must be given")
    bounds = [bound for bound in (a_min, a_max) if bound is not None]
    x, *limits = together(a, *bounds)
    if a_min is not None:
        x = _ops.maximum(x, limits[0])
    return x if a_max is None else _ops.minimum(x, limits[-1])
