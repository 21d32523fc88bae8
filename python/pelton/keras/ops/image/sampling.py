"""Owns pixels at places between pixels, and places outside of an image, by rule."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import scalar

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    # Which index stands for one outside of an axis of that size.
    IndexRule = Callable[[Tensor, int], Tensor]


def nearest(index: Tensor, size: int) -> Tensor:
    """The first or last place for those outside."""
    return _ops.clip_by_value(index, scalar(0, index), scalar(size - 1, index))


def wrap(index: Tensor, size: int) -> Tensor:
    """Places counted on from the other end."""
    return _ops.floormod(index, scalar(size, index))


def mirror(index: Tensor, size: int) -> Tensor:
    """Places reflected at the outermost pixels, which are not repeated."""
    last = size - 1
    if last == 0:
        return _ops.zeros_like(index)
    return _ops.abs(_ops.floormod(index + last, scalar(2 * last, index)) - last)


def reflect(index: Tensor, size: int) -> Tensor:
    """Places reflected at the edges of the outermost pixels, which are repeated."""
    inside = _ops.floormod(index, scalar(2 * size, index))
    return _ops.minimum(inside, scalar(2 * size - 1, index) - inside)


def _picked(x: Tensor, places: Sequence[Tensor], rule: IndexRule | None, fill: Any) -> Tensor:
    """The elements of [rows..., ...] at int32 places on its first axes; `fill` outside."""
    axes = len(places)
    flat, is_inside = None, None
    for place, size in zip(places, x.shape[:axes], strict=True):
        valid = _ops.logical_and(_ops.greater_equal(place, 0), _ops.less(place, size))
        is_inside = valid if is_inside is None else _ops.logical_and(is_inside, valid)
        index = (nearest if rule is None else rule)(place, size)
        flat = index if flat is None else flat * size + index
    rows = _ops.reshape(x, [-1, *x.shape[axes:]])
    found = _ops.gather(rows, flat)
    if rule is None:
        inside = _ops.reshape(is_inside, [*is_inside.shape, *[1] * (x.ndim - axes)])
        found = _ops.where(inside, found, scalar(fill, found))
    return found


def sampled(
    x: Tensor, places: Sequence[Tensor], is_linear: bool, rule: IndexRule | None, fill: Any
) -> Tensor:
    """The elements of `x` [rows..., ...] at places between those of its first axes.

    `is_linear`: weighted means of the neighbours, else the nearest one. `rule` says which place
    stands for one outside; without any, `fill` is there."""
    if not is_linear:
        whole = [_ops.cast(_ops.round(place), "int32") for place in places]
        return _picked(x, whole, rule, fill)
    corners: list[tuple[list[Tensor], Any]] = [([], None)]
    for place in places:
        below = _ops.floor(place)
        part = place - below
        first = _ops.cast(below, "int32")
        choices = ((first, 1.0 - part), (first + 1, part))
        corners = [
            ([*taken, index], weight if whole is None else whole * weight)
            for taken, whole in corners
            for index, weight in choices
        ]
    total = None
    for index, weight in corners:
        values = _picked(x, index, rule, fill)
        weight = _ops.reshape(weight, [*weight.shape, *[1] * (x.ndim - len(places))])
        term = _ops.multiply(values, _ops.cast(weight, values.dtype))
        total = term if total is None else total + term
    return total
