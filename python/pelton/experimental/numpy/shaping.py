"""Owns reshaping, joining, splitting, repeating and turning."""

from __future__ import annotations

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.experimental.numpy.promotion import convert, together
from pelton.keras.ops.conversion import one_axis
from pelton.keras.ops.numpy import differences as _differences
from pelton.keras.ops.numpy import shaping as _shaping
from pelton.keras.ops.numpy import splitting as _splitting

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from pelton._types import ShapeLike, TensorLike


def _in_order(a: TensorLike, order: str) -> Tensor:
    """`a` as rows give it; transposed for "F", whose rows are the columns."""
    if order not in ("C", "F"):
        raise ValueError(f"order must be 'C' or 'F', got {order!r}")
    a = convert(a)
    return _shaping.transpose(a) if order == "F" else a


def reshape(a: TensorLike, newshape: ShapeLike, order: str = "C") -> Tensor:
    """The elements of `a` in another shape; one size may be -1, what remains.

    "F" counts the first axis fastest, in both shapes."""
    if isinstance(newshape, int):
        newshape = [newshape]
    if order == "F":
        return _shaping.transpose(_shaping.reshape(_in_order(a, order), list(newshape)[::-1]))
    return _shaping.reshape(_in_order(a, order), newshape)


def ravel(a: TensorLike) -> Tensor:
    """The elements of `a` in a row."""
    return _ops.reshape(convert(a), [-1])


def flatten(a: TensorLike, order: str = "C") -> Tensor:
    """The elements of `a` in a row; "F": those of the first axis next to each other."""
    return _ops.reshape(_in_order(a, order), [-1])


def ndim(a: TensorLike) -> int:
    """The number of axes."""
    return convert(a).ndim


def shape(a: TensorLike) -> Any:
    """The sizes of the axes."""
    return convert(a).shape


def size(x: TensorLike, axis: int | None = None) -> Any:
    """The number of elements; a tensor where the shape is open. `axis` must be None."""
    if axis is not None:
        raise NotImplementedError(f"size: axis must be None, got {axis}")
    x = convert(x)
    count = x.shape.num_elements()
    return _ops.reduce_prod(_ops.shape(x)) if count is None else count


def expand_dims(a: TensorLike, axis: int) -> Tensor:
    """`a` with a new axis of size 1 there, counted in the result."""
    return _shaping.expand_dims(convert(a), axis)


def squeeze(a: TensorLike, axis: int | Sequence[int] | None = None) -> Tensor:
    """`a` without these axes of size 1; without all such for None."""
    return _shaping.squeeze(convert(a), axis)


def transpose(a: TensorLike, axes: Sequence[int] | None = None) -> Tensor:
    """`a` with its axes in that order; reversed for None."""
    return _shaping.transpose(convert(a), axes)


def swapaxes(a: TensorLike, axis1: int, axis2: int) -> Tensor:
    """`a` with two axes exchanged."""
    return _shaping.swapaxes(convert(a), axis1, axis2)


def moveaxis(
    a: TensorLike, source: int | Sequence[int], destination: int | Sequence[int]
) -> Tensor:
    """`a` with its axes at `source` moved to `destination`."""
    return _shaping.moveaxis(convert(a), source, destination)


def broadcast_to(array: TensorLike, shape: ShapeLike) -> Tensor:
    """The array, repeated along axes of size 1 and new ones in front, in that shape."""
    return _ops.broadcast_to(convert(array), [shape] if isinstance(shape, int) else shape)


def broadcast_arrays(*args: TensorLike, subok: bool = False) -> list[Tensor]:
    """The arrays, all broadcast to the shape of their sum. `subok` must be False."""
    if subok:
        raise ValueError("broadcast_arrays: subok must be False")
    arrays = [convert(arg) for arg in args]
    zeros = [_ops.zeros(_ops.shape(x), "int32") for x in arrays]
    total = _ops.shape(sum(zeros[1:], zeros[0])) if zeros else None
    return [_ops.broadcast_to(x, total) for x in arrays]


def _each(arrays: Any) -> list[Tensor]:
    """The arrays in the dtype of their result; the rows of a tensor."""
    return together(*(_ops.unstack(convert(arrays)) if hasattr(arrays, "ndim") else arrays))


def concatenate(arys: Sequence[TensorLike], axis: int | None = 0) -> Tensor:
    """The arrays one behind the other along an axis; as rows of elements for None."""
    return _joined(_each(arys), axis)


def _joined(parts: list[Tensor], axis: int | None) -> Tensor:
    if axis is None:
        return _ops.concat([_ops.reshape(part, [-1]) for part in parts], 0)
    return _ops.concat(parts, axis)


def append(arr: TensorLike, values: TensorLike, axis: int | None = None) -> Tensor:
    """`values` behind `arr` along an axis; as rows of elements for None."""
    return concatenate([arr, values], axis)


def stack(arrays: Sequence[TensorLike] | TensorLike, axis: int = 0) -> Tensor:
    """Arrays of one shape along a new axis."""
    return _ops.stack(_each(arrays), axis)


def hstack(tup: Sequence[TensorLike]) -> Tensor:
    """The arrays side by side: along the second axis, of vectors along the only one."""
    parts = [_with_rank(part, 1) for part in _each(tup)]
    return _joined(parts, min(parts[0].ndim - 1, 1))


def vstack(tup: Sequence[TensorLike]) -> Tensor:
    """The arrays below each other: along the first axis, vectors being rows."""
    return _joined([_with_rank(part, 2) for part in _each(tup)], 0)


def dstack(tup: Sequence[TensorLike]) -> Tensor:
    """The arrays behind each other: along the third axis."""
    return _joined([_with_rank(part, 3) for part in _each(tup)], 2)


def split(ary: TensorLike, indices_or_sections: int | Sequence[int], axis: int = 0) -> list[Tensor]:
    """Equal parts along the axis, or the parts between these indices."""
    return _splitting.split(convert(ary), indices_or_sections, axis)


def hsplit(ary: TensorLike, indices_or_sections: int | Sequence[int]) -> list[Tensor]:
    """Parts side by side: along the second axis, of vectors along the only one."""
    return _splitting.hsplit(convert(ary), indices_or_sections)


def vsplit(ary: TensorLike, indices_or_sections: int | Sequence[int]) -> list[Tensor]:
    """Parts below each other: along the first axis."""
    return _splitting.vsplit(convert(ary), indices_or_sections)


def dsplit(ary: TensorLike, indices_or_sections: int | Sequence[int]) -> list[Tensor]:
    """Parts behind each other: along the third axis."""
    return _splitting.dsplit(convert(ary), indices_or_sections)


def _at_least(arys: tuple[TensorLike, ...], rank: int) -> Any:
    found = [_with_rank(convert(ary), rank) for ary in arys]
    return found[0] if len(found) == 1 else found


def _with_rank(x: Tensor, rank: int) -> Tensor:
    """`x` with so many axes: in front for one and two, the third behind."""
    if rank >= 2 and x.ndim < 2:
        x = _ops.reshape(x, [1, -1])
    if rank == 3 and x.ndim == 2:
        return _ops.expand_dims(x, 2)
    return _ops.reshape(x, [1]) if not x.ndim else x


def atleast_1d(*arys: TensorLike) -> Any:
    """The array with one axis at least; a list of several."""
    return _at_least(arys, 1)


def atleast_2d(*arys: TensorLike) -> Any:
    """The array with two axes at least, a vector being a row; a list of several."""
    return _at_least(arys, 2)


def atleast_3d(*arys: TensorLike) -> Any:
    """The array with three axes at least, a vector along the second; a list of several."""
    return _at_least(arys, 3)


def tile(a: TensorLike, reps: int | Sequence[int]) -> Tensor:
    """`a` so many times along each axis; fewer counts are those of the last axes."""
    return _shaping.tile(convert(a), reps)


def repeat(a: TensorLike, repeats: int | Sequence[int], axis: int | None = None) -> Tensor:
    """Each element along the axis so many times, or as often as its own number says."""
    return _shaping.repeat(convert(a), repeats, axis)


def flip(m: TensorLike, axis: int | Sequence[int] | None = None) -> Tensor:
    """`m` with the order along the axes reversed; all axes for None."""
    return _shaping.flip(convert(m), axis)


def fliplr(m: TensorLike) -> Tensor:
    """`m` with the order along the second axis reversed."""
    return flip(m, 1)


def flipud(m: TensorLike) -> Tensor:
    """`m` with the order along the first axis reversed."""
    return flip(m, 0)


def rot90(m: TensorLike, k: int = 1, axes: Sequence[int] = (0, 1)) -> Tensor:
    """`m` turned `k` quarters from the first axis to the second."""
    return _shaping.rot90(convert(m), k, axes)


def roll(
    a: TensorLike, shift: int | Sequence[int], axis: int | Sequence[int] | None = None
) -> Tensor:
    """`a` moved along the axes; what leaves at one end comes in at the other."""
    return _shaping.roll(convert(a), shift, axis)


def pad(array: TensorLike, pad_width: Any, mode: str, **kwargs: Any) -> Tensor:
    """The array with elements before and behind along each axis: "constant", with
    `constant_values`, "reflect" or "symmetric"."""
    if not isinstance(mode, str):
        raise TypeError(f"pad: mode must be a str, got {type(mode).__name__}")
    return _shaping.pad(convert(array), pad_width, mode, **kwargs)


def diff(a: TensorLike, n: int = 1, axis: int = -1) -> Tensor:
    """Each element along the axis less the one before it, n times over."""
    return _differences.diff(convert(a), n, axis)


def sort(
    a: TensorLike, axis: int | None = -1, kind: str = "quicksort", order: None = None
) -> Tensor:
    """The elements along the axis from the least to the largest; of all in a row for None.

    `kind` is "quicksort", "stable" or another of NumPy's names, `order` must be None."""
    x, place = _sortable(a, axis, kind, order, "sort")
    return x if x is None or not x.ndim else _ops.sort(x, place)


def argsort(
    a: TensorLike, axis: int | None = -1, kind: str = "quicksort", order: None = None
) -> Tensor:
    """The int64 places from the least to the largest along the axis, equal ones in order."""
    x, place = _sortable(a, axis, kind, order, "argsort")
    found = _ops.argsort(x, place) if x.ndim else _ops.zeros([1], "int32")
    return _ops.cast(found, "int64")


def _sortable(
    a: TensorLike, axis: int | None, kind: str, order: None, function: str
) -> tuple[Tensor, int]:
    if kind not in ("quicksort", "stable", "mergesort", "heapsort"):
        raise ValueError(f"{function}: kind must be one of NumPy's, got {kind!r}")
    if order is not None:
        raise ValueError(f"{function}: order must be None: tensors have no fields")
    x = convert(a)
    if axis is None:
        return _ops.reshape(x, [-1]), 0
    return x, one_axis(axis, x.ndim) if x.ndim else 0
