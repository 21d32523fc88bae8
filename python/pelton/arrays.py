"""Owns the array functions that are more than one op: ``tf.split``, ``tf.slice``, ``tf.shape``."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    from pelton._core import Tensor
    from pelton._types import DTypeLike, TensorLike


def shape(
    input: TensorLike,
    out_type: DTypeLike = _dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """The sizes of ``input`` as a 1-d integer tensor."""
    tensor = _functions.convert(input)
    if not tensor.shape.is_fully_defined():
        return _ops.shape(tensor, out_type)
    return _functions.convert(list(tensor.shape), out_type)


def size(
    input: TensorLike,
    out_type: DTypeLike = _dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Number of elements of ``input`` as a 0-d integer tensor."""
    tensor = _functions.convert(input)
    if not tensor.shape.is_fully_defined():
        return _ops.reduce_prod(_ops.shape(tensor, out_type))
    return _functions.convert(tensor.shape.num_elements(), out_type)


def _bound(value: TensorLike) -> int | Tensor:
    """A number, or the symbolic tensor that will be one."""
    return value if _functions.is_symbolic(value) else int(value)


def rank(input: TensorLike, name: str | None = None) -> Tensor:
    """Number of axes of ``input`` as a 0-d int32 tensor."""
    return _functions.convert(_functions.convert(input).ndim)


def where(
    condition: TensorLike,
    x: TensorLike | None = None,
    y: TensorLike | None = None,
    name: str | None = None,
) -> Tensor:
    """``x`` where ``condition`` is true, else ``y``; all three broadcast.

    Without ``x`` and ``y``: int64 indices [n, rank] of the elements that are not zero. Raises
    ValueError when only one of them is given.
    """
    if x is None and y is None:
        return _functions.nonzero(_functions.convert(condition))
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return _ops.where(condition, x, y)


def boolean_mask(
    tensor: TensorLike, mask: TensorLike, axis: int | None = None, name: str = "boolean_mask"
) -> Tensor:
    """The slices of ``tensor`` at which ``mask`` is true; the mask covers axes from ``axis`` on.

    Raises ValueError for a 0-d mask and for one whose shape is not that of the axes it covers.
    """
    tensor, mask = _functions.convert(tensor), _functions.convert(mask)
    return _functions.boolean_mask(tensor, mask, 0 if axis is None else int(axis))


def split(
    value: TensorLike,
    num_or_size_splits: int | Sequence[int] | Tensor,
    axis: int = 0,
    num: int | None = None,
    name: str = "split",
) -> list[Tensor]:
    """Parts of ``value`` along ``axis``: so many equal ones, or of listed sizes (one may be -1).

    Raises InvalidArgumentError when they do not add up to the axis.
    """
    value = _functions.convert(value)
    if isinstance(num_or_size_splits, int):
        return _functions.split(value, num_or_size_splits, axis)
    return _functions.split(value, [int(part) for part in num_or_size_splits], axis)


def unstack(
    value: TensorLike, num: int | None = None, axis: int = 0, name: str = "unstack"
) -> list[Tensor]:
    """The slices of ``value`` along ``axis``, without that axis, as a list.

    ``num``: how many, where the size of the axis is not known (else ValueError).
    """
    value = _functions.convert(value)
    if num is not None and value.shape[axis] is None:
        return [_ops.gather(value, at, axis) for at in range(num)]
    return _functions.unstack(value, axis)


def slice(  # noqa: A001 - TensorFlow's name
    input_: TensorLike,
    begin: Sequence[int] | Tensor,
    size: Sequence[int] | Tensor,
    name: str | None = None,
) -> Tensor:
    """The block of ``input_`` that starts at ``begin`` and has ``size``; -1 reaches to the end."""
    input_ = _functions.convert(input_)
    begin, size = [_bound(b) for b in begin], [_bound(s) for s in size]
    for axis, total in enumerate(input_.shape):
        if not _functions.is_symbolic(size[axis]) and size[axis] == -1:
            extent = shape(input_, _dtypes.int64)[axis] if total is None else total
            size[axis] = extent - begin[axis]
    return _ops.strided_slice(input_, begin, size, [1] * len(size))


def tile(input: TensorLike, multiples: Sequence[int] | Tensor, name: str | None = None) -> Tensor:
    """``input`` repeated ``multiples[i]`` times along each axis i."""
    return _functions.tile(input, [_bound(count) for count in multiples])
