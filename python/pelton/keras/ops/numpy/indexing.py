"""Owns picking elements by place or by condition."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import (
    cast_to,
    convert,
    convert_as,
    one_axis,
    product,
    promoted,
    sizes,
)

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import TensorLike


def _from_start(indices: TensorLike, total: Any) -> Tensor:
    """Integer indices, those below 0 counted from the end."""
    places = convert(indices)
    if places.dtype.name not in ("int32", "int64"):
        places = cast_to(places, "int64" if places.dtype.name == "uint32" else "int32")
    wrapped = _ops.add(places, _ops.cast(total, places.dtype))
    return _ops.where(_ops.less(places, 0), wrapped, places)


def take(x: TensorLike, indices: TensorLike, axis: int | None = None) -> Tensor:
    """The elements of `x` along the axis at `indices`; of all elements in a row for None."""
    x = convert(x)
    if axis is None:
        x, axis = _ops.reshape(x, [-1]), 0
    axis = one_axis(axis, x.ndim)
    return _ops.gather(x, _from_start(indices, sizes(x)[axis]), axis)


def take_along_axis(x: TensorLike, indices: TensorLike, axis: int | None = None) -> Tensor:
    """For each place of `indices` the element of `x` there, but at that index along the axis."""
    x, places = convert(x), convert(indices)
    if axis is None:
        if places.ndim != 1:
            raise ValueError(
                f"`indices` must be 1D if axis=None. Received: indices.shape={tuple(places.shape)}"
            )
        return take(x, places, 0 if x.ndim == 1 else None)
    if x.ndim != places.ndim:
        raise ValueError(
            "`x` and `indices` must have the same number of dimensions, but receive shape "
            f"{tuple(x.shape)} and {tuple(places.shape)}."
        )
    axis = one_axis(axis, x.ndim)
    places = _from_start(places, sizes(x)[axis])
    order = [place for place in range(x.ndim) if place != axis]
    back = [*order, axis]
    x, places = _ops.transpose(x, back), _ops.transpose(places, back)
    batch = _common(sizes(x)[:-1], sizes(places)[:-1])
    x = _ops.broadcast_to(x, [*batch, sizes(x)[-1]])
    places = _ops.broadcast_to(places, [*batch, sizes(places)[-1]])
    found = _ops.batch_gather(x, places, x.ndim - 1) if x.ndim > 1 else _ops.gather(x, places)
    forward = [0] * x.ndim
    for place, one in enumerate(back):
        forward[one] = place
    return _ops.transpose(found, forward)


def _common(first: Sequence[Any], second: Sequence[Any]) -> list[Any]:
    """The sizes to which both broadcast."""
    return [
        other if isinstance(one, int) and one == 1 else one
        for one, other in zip(first, second, strict=True)
    ]


def where(condition: TensorLike, x1: TensorLike | None = None, x2: TensorLike | None = None) -> Any:
    """`x1` where the condition is true, else `x2`; all broadcast.

    Without both: the int32 places of what is true, a tensor per axis."""
    condition = convert_as(condition, "bool")
    if x1 is None and x2 is None:
        return nonzero(condition)
    if x1 is None or x2 is None:
        raise ValueError("`x1` and `x2` either both should be `None` or both should have values")
    x1, x2 = promoted(x1, x2)
    return _ops.where(condition, x1, x2)


def nonzero(x: TensorLike) -> tuple[Tensor, ...]:
    """The int32 places of what is not 0, a tensor [n] per axis."""
    x = convert_as(x, "bool")
    if x.ndim == 0:
        x = _ops.reshape(x, [1])
    places = _ops.cast(_ops.nonzero(x), "int32")
    return tuple(_ops.unstack(places, num=x.ndim, axis=1))


def select(
    condlist: Sequence[TensorLike], choicelist: Sequence[TensorLike], default: TensorLike = 0
) -> Tensor:
    """For each element the choice of the first condition that is true; `default` without one."""
    if len(condlist) != len(choicelist):
        raise ValueError(
            "condlist and choicelist must have the same length. Received: "
            f"len(condlist)={len(condlist)}, len(choicelist)={len(choicelist)}"
        )
    *choices, found = promoted(*choicelist, default)
    for condition, choice in zip(reversed(condlist), reversed(choices), strict=True):
        found = _ops.where(convert_as(condition, "bool"), choice, found)
    return found


def unravel_index(indices: TensorLike, shape: Sequence[int]) -> tuple[Tensor, ...]:
    """The place on each axis of a tensor of that shape for places in its row of elements."""
    name = convert(indices).dtype.name
    places = _from_start(indices, product(list(shape)))
    found = []
    for size in reversed(list(shape)):
        found.append(cast_to(_ops.floormod(places, _ops.cast(size, places.dtype)), name))
        places = _ops.floordiv(places, _ops.cast(size, places.dtype))
    return tuple(reversed(found))


def get_item(x: TensorLike, key: Any) -> Tensor:
    """x[key]."""
    return convert(x)[key]
