"""Owns sizes as numbers, where they are known, or as symbolic scalars: what ops take as shapes."""

from __future__ import annotations

import operator

from pelton import dtypes as _dtypes
from pelton._core import Tensor, Variable
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.tensor_shape import TensorShape

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence

    Size = int | Tensor


def sizes_of(tensor: Tensor) -> list[Size]:
    """The size of each axis; a symbolic int64 scalar where it is not known."""
    known = list(tensor.shape)
    if None not in known:
        return known
    parts = _ops.shape(tensor, _dtypes.int64)
    return [parts[axis] if size is None else size for axis, size in enumerate(known)]


def product(sizes: Sequence[Size]) -> Size:
    """The number of elements of that shape."""
    count: Size = 1
    for size in sizes:
        count = size if isinstance(count, int) and count == 1 else count * size
    return count


def integers(op: str, name: str, value: Sequence[int] | Tensor) -> list[Size]:
    """The numbers of a vector, the symbolic tensors that will be some among them.

    Tensors of fractions within a list are cast, as TensorFlow does, and whole arrays of them."""
    if isinstance(value, (Tensor, Variable)) or hasattr(value, "__array__"):
        tensor = _functions.convert(value)
        if tensor.ndim == 1 and not isinstance(value, (Tensor, Variable)):
            tensor = _whole(tensor)
        if not _functions.is_symbolic(tensor) or tensor.ndim == 0:
            value = tensor.numpy().tolist()
        else:
            value = _ops.unstack(tensor)
    if isinstance(value, TensorShape):
        value = value.as_list()
    if not isinstance(value, (list, tuple)):
        raise InvalidArgumentError(f"{op}: {name} must be a vector of integers, got {value!r}")
    numbers: list[Size] = []
    for item in value:
        if isinstance(item, (Tensor, Variable)) and item.ndim == 0:
            item = _whole(_functions.convert(item))
        try:
            numbers.append(item if _functions.is_symbolic(item) else operator.index(item))
        except TypeError:
            text = f"{op}: {name} must be a vector of integers, got {value!r}"
            raise InvalidArgumentError(text) from None
    return numbers


def numbers_of(tensor: Tensor, count: int) -> list[Tensor]:
    """The elements of a symbolic tensor of unknown shape that has `count` of them."""
    flat = _ops.reshape(tensor, [count])
    return [_ops.reshape(_ops.gather(flat, [place]), []) for place in range(count)]


def _whole(number: Tensor) -> Tensor:
    return _ops.cast(number, _dtypes.int64) if number.dtype.is_floating else number


def place(op: str, axis: int, rank: int) -> int:
    """``axis``, which may count from the end, in [0, rank). Raises InvalidArgumentError."""
    if not -rank <= axis < rank:
        raise InvalidArgumentError(f"{op}: axis {axis} is out of range for a tensor of rank {rank}")
    return axis % rank


def scalar_size(value: int | Tensor) -> Size:
    """A number of rows: an int, or a symbolic scalar."""
    return value if _functions.is_symbolic(value) else int(value)
