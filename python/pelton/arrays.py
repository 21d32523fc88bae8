"""Owns the array functions that compute with sizes: ``tf.slice``, ``tf.shape``, ``tf.where``."""

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
        condition = _functions.convert(condition)
        if condition.dtype != _dtypes.bool:
            condition = _ops.not_equal(condition, 0)
        return _ops.nonzero(condition)
    if x is None or y is None:
        raise ValueError("x and y must both be non-None or both be None.")
    return _ops.where(condition, x, y)


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
