"""Owns ragged tensors of crossed features and of rows sorted by partition."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ragged.ragged_tensor import RaggedTensor
from pelton.sparse.crossing import cross_numbers, cross_texts

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _of_places(places: Tensor, values: Tensor, shape: Tensor) -> RaggedTensor:
    return RaggedTensor.from_value_rowids(values, places[:, 0], shape[0])


def cross(inputs: Any, name: str | None = None) -> RaggedTensor:
    """The combinations of the values of each row of matrices, ragged, dense or sparse, of integers
    or strings, joined by "_X_"."""
    return _of_places(*cross_texts("cross", inputs, None))


def cross_hashed(
    inputs: Any, num_buckets: int = 0, hash_key: int | None = None, name: str | None = None
) -> RaggedTensor:
    """As ``cross``, as numbers of `num_buckets` buckets; 0: as hashes from 0 to 2**63 - 2."""
    return _of_places(*cross_numbers("cross_hashed", inputs, num_buckets, hash_key))


def stack_dynamic_partitions(
    data: Any, partitions: TensorLike, num_partitions: int, name: str | None = None
) -> RaggedTensor:
    """Row p of the result: the rows of `data` whose number in `partitions` is p, in their order."""
    numbers = _functions.convert(partitions)
    rank = numbers.ndim
    if not isinstance(data, RaggedTensor):
        rows = _functions.convert(data)
        if rank != 1:
            sizes = _ops.shape(rows)
            rows = _ops.reshape(rows, _ops.concat([[-1], sizes[rank:]], 0))
            numbers = _ops.reshape(numbers, [-1])
    else:
        rows = data
    order = _ops.argsort(numbers, stable=True)
    from pelton.ops.array.basic import gather

    sorted_numbers = _ops.gather(numbers, order)
    made = RaggedTensor.from_value_rowids(gather(rows, order), sorted_numbers, num_partitions)
    given = data.row_splits if isinstance(data, RaggedTensor) else numbers
    return made.with_row_splits_dtype(given.dtype)
