"""Owns how ragged tensors and dense ones beside them get the same rows."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.errors import InvalidArgumentError
from pelton.ragged.ragged_tensor import RaggedTensor
from pelton.ragged.row_partition import row_ids

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def with_rows(x: Any) -> RaggedTensor:
    """A ragged tensor as it is, a tensor of two axes or more as rows of one length."""
    return x if isinstance(x, RaggedTensor) else RaggedTensor.from_tensor(x)


def _one_row(x: Any) -> Any:
    """``x`` with an axis of size 1 in front."""
    if isinstance(x, RaggedTensor):
        return RaggedTensor.from_row_lengths(x, [x.nrows()], validate=False)
    return _ops.expand_dims(x, 0)


def _rank(x: Any) -> int:
    return len(x.shape)


def _count(x: Any) -> int | None:
    size = x.shape[0]
    return None if size is None else int(size)


def _size(x: Any) -> Any:
    """The number of rows; in a trace one that is put in when the program runs."""
    from pelton.ops.array.sizes import scalar_size

    rows = x.nrows() if isinstance(x, RaggedTensor) else _ops.shape(x, out_type=_dtypes.int64)[0]
    return scalar_size(rows) if _count(x) is None else _count(x)


def _is_one(x: Any) -> bool:
    """Whether each row has one value, by the shape: such rows fit any others."""
    return x.shape[1] == 1


def _common_splits(x: Any, y: Any, one: RaggedTensor, other: RaggedTensor) -> Tensor:
    """The rows that both are broadcast to: those of the one whose rows are not all of size 1."""
    if _is_one(x) or _is_one(y):
        return other.row_splits if _is_one(x) else one.row_splits
    if _functions.is_symbolic(one.row_splits) or _functions.is_symbolic(other.row_splits):
        return one.row_splits
    raise InvalidArgumentError(
        "Ragged tensors must have the same rows to broadcast, got rows of lengths "
        f"{one.row_lengths().numpy().tolist()} and {other.row_lengths().numpy().tolist()}"
    )


def _stretched(x: RaggedTensor, is_one: bool, splits: Tensor) -> RaggedTensor:
    """The rows at these splits; the one value of a row stands at all its places."""
    from pelton.ragged.subscript import gather_rows

    if not is_one:
        return x
    return RaggedTensor(gather_rows(x.values, row_ids(splits)), splits, internal=True)


def same_splits(one: Tensor, other: Tensor) -> bool:
    """Whether both are known to be the same."""
    if one is other:
        return True
    if _functions.is_symbolic(one) or _functions.is_symbolic(other):
        return False
    return one.shape == other.shape and bool(_ops.reduce_all(_ops.equal(one, other)))


def aligned(x: Any, y: Any) -> tuple[Any, Any]:
    """Both with the same row splits, each broadcast as TensorFlow broadcasts ragged tensors.

    Raises InvalidArgumentError where rows have different lengths and none of them one value.
    """
    from pelton.ragged.subscript import gather_rows

    while _rank(x) != _rank(y):
        x, y = (_one_row(x), y) if _rank(x) < _rank(y) else (x, _one_row(y))
    if not isinstance(x, RaggedTensor) and not isinstance(y, RaggedTensor):
        return x, y
    rows = (_count(x), _count(y))
    if rows[0] != rows[1] and (1 in rows or None not in rows):
        if 1 not in rows:
            raise InvalidArgumentError(
                f"Ragged tensors must have the same rows, got {rows[0]} and {rows[1]}"
            )
        wanted = _ops.zeros([_size(y if rows[0] == 1 else x)], _dtypes.int64)
        x, y = (gather_rows(x, wanted), y) if rows[0] == 1 else (x, gather_rows(y, wanted))
    one, other = with_rows(x), with_rows(y)
    if not same_splits(one.row_splits, other.row_splits):
        splits = _common_splits(x, y, one, other)
        one, other = _stretched(one, _is_one(x), splits), _stretched(other, _is_one(y), splits)
    values = aligned(one.values, other.values)
    left, right = (RaggedTensor(each, one.row_splits, internal=True) for each in values)
    return left, right


def elementwise(op: Any, *args: Any, **kwargs: Any) -> RaggedTensor:
    """``op`` of the values of ragged arguments, all broadcast to the same rows."""
    places: list[Any] = [*range(len(args)), *kwargs]
    given: dict[Any, Any] = {**dict(enumerate(args)), **kwargs}
    places = [p for p in places if isinstance(given[p], RaggedTensor) or _is_dense(given[p])]
    if not any(isinstance(given[p], RaggedTensor) for p in places):
        return op(*args, **kwargs)
    first = next(p for p in places if isinstance(given[p], RaggedTensor))
    whole = given[first]
    for _ in range(2 if len(places) > 2 else 1):  # what an argument widens, those before it follow
        for place in places:
            if place != first:
                value = given[place]
                value = value if isinstance(value, RaggedTensor) else _functions.convert(value)
                whole, given[place] = aligned(whole, value)
    given[first] = whole
    flat = {
        p: value.flat_values if isinstance(value, RaggedTensor) else value
        for p, value in given.items()
    }
    made = op(*[flat[i] for i in range(len(args))], **{key: flat[key] for key in kwargs})
    return whole.with_flat_values(made)


def _is_dense(value: Any) -> bool:
    """Whether it is a tensor or an array, or lists for one, that has axes."""
    if isinstance(value, (list, tuple)):
        return len(value) > 0
    return getattr(getattr(value, "shape", None), "rank", getattr(value, "ndim", 0)) != 0
