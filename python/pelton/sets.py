"""Owns ``tf.sets``: what the rows of two tensors have in common, sets being the last axis."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError
from pelton.names.named_refusals import name_refusals as _name_refusals
from pelton.sparse.sparse_tensor import SparseTensor

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pelton._core import Tensor


def _parts(x: Any) -> list[Tensor]:
    """The tensors that a dense or sparse tensor is made of."""
    if isinstance(x, SparseTensor):
        return [x.indices, x.values, x.dense_shape]
    return [_functions.convert(x)]


def _rows(tensors: list[Any]) -> tuple[tuple[int, ...], dict[tuple[int, ...], set[Any]], Any]:
    """The shape of all but the last axis, the sets in it, and the values as an array."""
    if len(tensors) == 1:
        array = tensors[0].numpy()
        front = array.shape[:-1]
        flat = array.reshape(-1, array.shape[-1]) if array.ndim > 1 else array.reshape(1, -1)
        import numpy as np

        rows = {
            place: set(row.tolist()) for place, row in zip(np.ndindex(front), flat, strict=True)
        }
        return front, rows, array
    indices, values, shape = (tensor.numpy() for tensor in tensors)
    found: dict[tuple[int, ...], set[Any]] = {}
    for place, value in zip(indices.tolist(), values.tolist(), strict=True):
        found.setdefault(tuple(place[:-1]), set()).add(value)
    return tuple(shape.tolist()[:-1]), found, values


def _sparse(sets: dict[tuple[int, ...], set[Any]], front: tuple[int, ...], like: Any) -> list[Any]:
    """Places, values and shape of a sparse tensor with the sets in its last axis, in order."""
    import numpy as np

    places, values, longest = [], [], 0
    for place in sorted(sets):
        longest = max(longest, len(sets[place]))
        for at, value in enumerate(sorted(sets[place])):
            places.append([*place, at])
            values.append(value)
    indices = np.array(places, "int64").reshape(-1, len(front) + 1)
    shape = np.array([*front, longest], "int64")
    return [_functions.convert(part) for part in (indices, np.array(values, like.dtype), shape)]


def _operate(function: str, combine: Callable[..., Any], a: Any, b: Any) -> SparseTensor:
    first, second = _parts(a), _parts(b)
    dtypes = [parts[len(parts) // 2].dtype for parts in (first, second)]
    if dtypes[0] != dtypes[1]:
        raise TypeError(f"{function}: a and b must have one dtype, got {dtypes[0]} and {dtypes[1]}")
    rank = (first[0].shape[-1] or 1) if len(first) == 3 else first[0].ndim

    def compute(tensors: list[Any]) -> list[Any]:
        front, rows, like = _rows(tensors[: len(first)])
        other_front, others, _ = _rows(tensors[len(first) :])
        if front != other_front:
            raise InvalidArgumentError(
                f"{function}: a and b must have the same shape but for the last axis, got "
                f"{front} and {other_front}"
            )
        places = {*rows, *others}
        sets = {
            place: combine(rows.get(place, set()), others.get(place, set())) for place in places
        }
        return _sparse(sets, front, like)

    outputs = [(_dtypes.int64, [None, rank]), (dtypes[0], [None]), (_dtypes.int64, [rank])]
    return SparseTensor(*_functions.compute(function, [*first, *second], compute, outputs))


def difference(a: Any, b: Any, aminusb: bool = True, validate_indices: bool = True) -> SparseTensor:
    """What is in a set of `a` and not in that of `b`, or the other way round without `aminusb`.

    Both [..., n], dense or sparse, of one dtype and with the same sizes but for the last; sets are
    in order. Raises InvalidArgumentError for other shapes, TypeError for other dtypes."""
    return _operate("difference", lambda x, y: x - y if aminusb else y - x, a, b)


def intersection(a: Any, b: Any, validate_indices: bool = True) -> SparseTensor:
    """What is in a set of `a` and in that of `b`; shapes and errors as of ``difference``."""
    return _operate("intersection", lambda x, y: x & y, a, b)


def union(a: Any, b: Any, validate_indices: bool = True) -> SparseTensor:
    """What is in a set of `a` or in that of `b`; shapes and errors as of ``difference``."""
    return _operate("union", lambda x, y: x | y, a, b)


def size(a: Any, validate_indices: bool = True) -> Tensor:
    """How many different elements each set of the sparse tensor has, int32."""
    if not isinstance(a, SparseTensor):
        raise TypeError(f"Expected `SparseTensor`, got {a!r}.")

    def compute(tensors: list[Any]) -> list[Any]:
        import numpy as np

        front, rows, _ = _rows(tensors)
        counts = np.zeros(front, "int32")
        for place, row in rows.items():
            counts[place] = len(row)
        return [_functions.convert(counts)]

    shape = a.shape.as_list()[:-1]
    return _functions.compute("size", _parts(a), compute, [(_dtypes.int32, shape)])[0]


_name_refusals(__name__)
