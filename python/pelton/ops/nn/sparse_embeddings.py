"""Owns the lookup of rows by sparse numbers, combined to one row each."""

from __future__ import annotations

from pelton._core import ops as _ops
from pelton.ops.array.indexing import embedding_lookup
from pelton.ops.math.segments import segment_sum

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor
    from pelton._types import TensorLike


def _as_sparse(value: Any) -> Any:
    """A ragged tensor as a sparse one; all else as it is."""
    return value.to_sparse() if hasattr(value, "row_splits") else value


def _check(sp_ids: Any, sp_weights: Any, combiner: str) -> None:
    from pelton.sparse.sparse_tensor import SparseTensor

    if combiner not in ("mean", "sqrtn", "sum"):
        raise ValueError(
            f"embedding_lookup_sparse: combiner must be 'mean', 'sqrtn' or 'sum', got {combiner!r}"
        )
    for name, value in (("sp_ids", sp_ids), ("sp_weights", sp_weights)):
        is_missing = name == "sp_weights" and value is None
        if not is_missing and not isinstance(value, SparseTensor):
            raise TypeError(
                f"embedding_lookup_sparse: {name} must be a SparseTensor or RaggedTensor, got "
                f"{type(value)}"
            )


def embedding_lookup_sparse(
    params: Any,
    sp_ids: Any,
    sp_weights: Any,
    combiner: str | None = None,
    max_norm: TensorLike | None = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """The rows of ``params`` that each row of the sparse or ragged ``sp_ids`` names, weighted, as
    one row.

    ``combiner``: their "sum", their "mean" (None: this) over the sum of weights, or "sqrtn", over
    the root of the sum of their squares; rows without numbers are zero. The result has a row for
    each up to the last that has numbers; ``max_norm`` clips what is looked up."""
    combiner = "mean" if combiner is None else combiner
    sp_ids, sp_weights = _as_sparse(sp_ids), _as_sparse(sp_weights)
    _check(sp_ids, sp_weights, combiner)
    rows = sp_ids.indices[:, 0]
    found = embedding_lookup(params, sp_ids.values, max_norm=max_norm)
    ones = _ops.ones_like(_ops.cast(sp_ids.values, found.dtype))
    weights = ones if sp_weights is None else _ops.cast(sp_weights.values, found.dtype)
    column = _ops.reshape(weights, [-1, *[1] * (found.ndim - 1)])
    total = segment_sum(found * column, rows)
    if combiner == "sum":
        return total
    if combiner == "mean":
        return _ops.divide_no_nan(total, segment_sum(column, rows))
    return _ops.divide_no_nan(total, _ops.sqrt(segment_sum(_ops.square(column), rows)))


def safe_embedding_lookup_sparse(
    embedding_weights: Any,
    sparse_ids: Any,
    sparse_weights: Any = None,
    combiner: str = "mean",
    default_id: int | None = None,
    max_norm: TensorLike | None = None,
    name: str | None = None,
    allow_fast_lookup: bool = False,
) -> Tensor:
    """As ``embedding_lookup_sparse``, with a row for each row of ids, [*rows, width].

    Negative ids and those whose weight is not positive do not count; rows without ids have the
    embedding of `default_id`, or zeros (None)."""
    from pelton.sparse import fill_empty_rows, reshape, retain

    ids, weights = _as_sparse(sparse_ids), _as_sparse(sparse_weights)
    _check(ids, weights, combiner)
    front = None
    if len(ids.shape) != 2:
        front = [int(size) for size in ids.dense_shape.numpy()[:-1]]
        ids = reshape(ids, [-1, ids.shape[-1]])
        weights = None if weights is None else reshape(weights, [-1, weights.shape[-1]])
    kept = _ops.greater_equal(ids.values, _ops.zeros_like(ids.values))
    if weights is not None:
        if combiner != "sum":
            positive = _ops.greater(weights.values, _ops.zeros_like(weights.values))
            kept = _ops.logical_and(kept, positive)
        weights, _ = fill_empty_rows(retain(weights, kept), 1.0)
    ids, is_empty = fill_empty_rows(retain(ids, kept), default_id or 0)
    found = embedding_lookup_sparse(embedding_weights, ids, weights, combiner, max_norm)
    if default_id is None:
        column = _ops.expand_dims(is_empty, 1)
        found = _ops.where(column, _ops.zeros_like(found), found)
    return found if front is None else _ops.reshape(found, [*front, *found.shape[1:]])


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__)
