"""Owns reshaping, joining, repeating and turning: what moves elements and computes nothing."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.ops.conversion import (
    axes_of,
    convert,
    convert_as,
    one_axis,
    product,
    promoted,
    sizes,
)
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import ShapeLike, TensorLike


def reshape(x: TensorLike, newshape: ShapeLike) -> Tensor:
    """The elements of `x` in another shape; one size may be -1, what remains."""
    x = convert(x)
    if isinstance(newshape, (list, tuple, TensorShape)):
        newshape = [-1 if size is None else size for size in newshape]
    return _ops.reshape(x, newshape)


def ravel(x: TensorLike) -> Tensor:
    """The elements of `x` in a row."""
    return _ops.reshape(convert(x), [-1])


def ndim(x: TensorLike) -> int:
    """The number of axes."""
    return convert(x).ndim


def size(x: TensorLike) -> Tensor:
    """The number of elements, in int32."""
    return convert_as(product(sizes(convert(x))), "int32")


def expand_dims(x: TensorLike, axis: int | Sequence[int]) -> Tensor:
    """`x` with a new axis of size 1 at each place, counted in the result."""
    x = convert(x)
    given = list(axis) if isinstance(axis, (list, tuple)) else [axis]
    for place in sorted(axes_of(given, x.ndim + len(given))):
        x = _ops.expand_dims(x, place)
    return x


def squeeze(x: TensorLike, axis: int | Sequence[int] | None = None) -> Tensor:
    """`x` without these axes of size 1; for None without all that are known to have it. Raises
    ValueError for others."""
    x = convert(x)
    if axis is None:
        places = [place for place, size in enumerate(x.shape) if size == 1]
        return _ops.squeeze(x, places) if places else x
    places = axes_of(axis, x.ndim)
    for place in places:
        if x.shape[place] not in (1, None):
            raise ValueError(
                f"Cannot squeeze axis={axis}, because the dimension is not 1. Received: "
                f"x.shape={tuple(x.shape)}"
            )
    return _ops.squeeze(x, places)


def transpose(x: TensorLike, axes: Sequence[int] | None = None) -> Tensor:
    """`x` with its axes in that order; reversed for None."""
    x = convert(x)
    return _ops.transpose(x, None if axes is None else axes_of(list(axes), x.ndim, "axes"))


def swapaxes(x: TensorLike, axis1: int, axis2: int) -> Tensor:
    """`x` with two axes exchanged."""
    x = convert(x)
    order = list(range(x.ndim))
    first, second = one_axis(axis1, x.ndim, "axis1"), one_axis(axis2, x.ndim, "axis2")
    order[first], order[second] = order[second], order[first]
    return _ops.transpose(x, order)


def moveaxis(
    x: TensorLike, source: int | Sequence[int], destination: int | Sequence[int]
) -> Tensor:
    """`x` with the axes of `source` at the places `destination`, the others in their order."""
    x = convert(x)
    sources = axes_of(source, x.ndim, "source")
    places = axes_of(destination, x.ndim, "destination")
    if len(sources) != len(places):
        raise ValueError(
            "`source` and `destination` must have as many axes. Received: "
            f"source={source}, destination={destination}"
        )
    order = [axis for axis in range(x.ndim) if axis not in sources]
    for place, axis in sorted(zip(places, sources, strict=True)):
        order.insert(place, axis)
    return _ops.transpose(x, order)


def broadcast_to(x: TensorLike, shape: ShapeLike) -> Tensor:
    """`x`, repeated along axes of size 1 and new ones in front, in that shape."""
    return _ops.broadcast_to(convert(x), shape)


def concatenate(xs: Sequence[TensorLike], axis: int | None = 0) -> Tensor:
    """The tensors one behind the other along an axis; as rows of elements for None."""
    parts = promoted(*[convert(x) for x in xs])
    if axis is None:
        return _ops.concat([_ops.reshape(part, [-1]) for part in parts], 0)
    return _ops.concat(parts, one_axis(axis, parts[0].ndim) if parts else axis)


def append(x1: TensorLike, x2: TensorLike, axis: int | None = None) -> Tensor:
    """`x2` behind `x1` along an axis; as rows of elements for None."""
    return concatenate([x1, x2], axis)


def _rows_of(x: Any) -> Any:
    """Of an array its rows; a sequence as it is."""
    return _ops.unstack(convert(x)) if hasattr(x, "ndim") else x


def stack(x: Sequence[TensorLike] | TensorLike, axis: int = 0) -> Tensor:
    """Tensors of one shape along a new axis."""
    found = promoted(*[convert(part) for part in _rows_of(x)])
    return _ops.stack(found, one_axis(axis, found[0].ndim + 1) if found else axis)


def _at_least(x: TensorLike, rank: int) -> Tensor:
    x = convert(x)
    if rank == 1:
        return _ops.reshape(x, [1]) if x.ndim == 0 else x
    if x.ndim < 2:
        x = _ops.reshape(x, [1, -1])
    return _ops.expand_dims(x, 2) if rank == 3 and x.ndim == 2 else x


def hstack(xs: Sequence[TensorLike]) -> Tensor:
    """The tensors side by side: along the second axis, of vectors along the only one."""
    parts = [_at_least(x, 1) for x in _rows_of(xs)]
    return concatenate(parts, 0 if parts[0].ndim == 1 else 1)


def vstack(xs: Sequence[TensorLike]) -> Tensor:
    """The tensors below each other: along the first axis, vectors being rows."""
    return concatenate([_at_least(x, 2) for x in _rows_of(xs)], 0)


def dstack(xs: Sequence[TensorLike]) -> Tensor:
    """The tensors behind each other: along the third axis."""
    return concatenate([_at_least(x, 3) for x in _rows_of(xs)], 2)


def tile(x: TensorLike, repeats: int | Sequence[int]) -> Tensor:
    """`x` so many times along each axis; fewer repeats are those of the last axes."""
    x = convert(x)
    counts = list(repeats) if isinstance(repeats, (list, tuple)) else None
    if counts is None:
        tensor = convert(repeats)
        if tensor.ndim == 0:
            counts = [tensor]
        elif _functions.is_symbolic(tensor):
            counts = [tensor[place] for place in range(tensor.shape[0])]
        else:
            counts = tensor.numpy().tolist()
    if len(counts) < x.ndim:
        counts = [1] * (x.ndim - len(counts)) + counts
    if len(counts) > x.ndim:
        x = _ops.reshape(x, [1] * (len(counts) - x.ndim) + sizes(x))
    return _ops.tile(x, [count if isinstance(count, Tensor) else int(count) for count in counts])


def repeat(x: TensorLike, repeats: int | Sequence[int], axis: int | None = None) -> Tensor:
    """Each element along the axis so many times, or as often as its own number says."""
    x = convert(x)
    if axis is None:
        x, axis = _ops.reshape(x, [-1]), 0
    axis = one_axis(axis, x.ndim)
    counts = convert_as(repeats, "int32")
    if counts.ndim == 0 or counts.shape[0] == 1:
        times = int(_ops.reshape(counts, []))
        shape = sizes(x)
        x = _ops.expand_dims(x, axis + 1)
        x = _ops.tile(x, [1] * (axis + 1) + [times] + [1] * (x.ndim - axis - 2))
        return _ops.reshape(x, [*shape[:axis], shape[axis] * times, *shape[axis + 1 :]])
    if counts.shape[0] != x.shape[axis]:
        raise ValueError(
            f"repeats must have one number per element: got {tuple(counts.shape)} for x of shape "
            f"{tuple(x.shape)} and axis {axis}"
        )
    places = [place for place, times in enumerate(counts.numpy().tolist()) for _ in range(times)]
    return _ops.gather(x, _ops.reshape(convert_as(places, "int32"), [-1]), axis)


def flip(x: TensorLike, axis: int | Sequence[int] | None = None) -> Tensor:
    """`x` with the order along the axes reversed; all axes for None."""
    x = convert(x)
    return _ops.reverse(x, axes_of(axis, x.ndim))


def fliplr(x: TensorLike) -> Tensor:
    """`x` with the order along the second axis reversed."""
    return flip(x, 1)


def flipud(x: TensorLike) -> Tensor:
    """`x` with the order along the first axis reversed."""
    return flip(x, 0)


def rot90(array: TensorLike, k: int = 1, axes: Sequence[int] = (0, 1)) -> Tensor:
    """The array turned `k` quarters from the first axis to the second."""
    x = convert(array)
    if x.ndim < 2:
        raise ValueError(
            f"Input array must have at least 2 dimensions. Received: array.ndim={x.ndim}"
        )
    if len(axes) != 2 or axes[0] == axes[1]:
        raise ValueError(f"Invalid axes: {axes}. Axes must be a tuple of two different dimensions.")
    first, second = axes_of(list(axes), x.ndim, "axes")
    turns = k % 4
    if turns == 2:
        return _ops.reverse(x, [first, second])
    if turns == 1:
        return swapaxes(_ops.reverse(x, [second]), first, second)
    return _ops.reverse(swapaxes(x, first, second), [second]) if turns == 3 else x


def roll(
    x: TensorLike, shift: int | Sequence[int], axis: int | Sequence[int] | None = None
) -> Tensor:
    """`x` moved along the axes; what leaves at one end comes in at the other."""
    x = convert(x)
    if axis is None:
        flat = _ops.reshape(x, [-1])
        return _ops.reshape(roll(flat, shift, 0), sizes(x))
    places = axes_of(axis, x.ndim)
    shifts = list(shift) if isinstance(shift, (list, tuple)) else [shift] * len(places)
    for place, count in zip(places, shifts, strict=True):
        total = sizes(x)[place]
        if isinstance(total, int):
            start = int(-count) % total if total else 0
            if not start:
                continue
            head, tail = _ops.split(x, [start, total - start], place)
            x = _ops.concat([tail, head], place)
        else:
            order = _ops.floormod(_ops.subtract(_ops.iota(total, "int32"), int(count)), total)
            x = _ops.gather(x, order, place)
    return x


def pad(
    x: TensorLike,
    pad_width: int | Sequence[Any],
    mode: str = "constant",
    constant_values: TensorLike | None = None,
) -> Tensor:
    """`x` with elements before and behind along each axis: of a constant, or mirrored."""
    x = convert(x)
    kind = mode.upper()
    if kind not in ("CONSTANT", "REFLECT", "SYMMETRIC"):
        raise ValueError(f"Invalid mode for pad: {mode!r}")
    if constant_values is not None and kind != "CONSTANT":
        raise ValueError(
            "Argument `constant_values` can only be provided when `mode == 'constant'`. "
            f"Received: mode={mode}"
        )
    widths = pad_widths(pad_width, x.ndim)
    value = 0.0 if constant_values is None else constant_values
    name = x.dtype.name
    if name == "bool":
        x, value = _ops.cast(x, "int32"), int(bool(value))
    value = value if isinstance(value, (int, float)) else float(convert(value))
    x = _ops.pad(x, widths, kind, value)
    return _ops.cast(x, name) if name == "bool" else x


def pad_widths(pad_width: Any, rank: int) -> list[list[Any]]:
    """[before, behind] for each axis, of a number, a pair or a pair per axis."""
    if isinstance(pad_width, int):
        return [[pad_width, pad_width]] * rank
    widths = list(pad_width)
    if widths and isinstance(widths[0], int):
        pair = widths if len(widths) == 2 else widths * 2
        return [list(pair)] * rank
    pairs = [list(pair) if len(pair) == 2 else list(pair) * 2 for pair in widths]
    return pairs * rank if len(pairs) == 1 else pairs
