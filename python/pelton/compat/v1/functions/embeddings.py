"""Owns the lookups of TensorFlow 1 in tables of several parts, whose rows take turns by default."""

from __future__ import annotations

from pelton import nn as _nn
from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _table(params: Any, strategy: str) -> Any:
    """One table of several: "div" puts them one after the other, "mod" takes a row of each in turn.

    Raises ValueError for another strategy and for none."""
    if not isinstance(params, (list, tuple)):
        return params
    if not params:
        raise ValueError("Need at least one param")
    if len(params) == 1:
        return params[0]
    if strategy not in ("mod", "div"):
        raise ValueError(f"Unrecognized partition strategy: {strategy}")
    parts = [_functions.convert(one) for one in params]
    table = _ops.concat(parts, 0)
    if strategy == "div":
        return table
    counts = [int(one.shape[0]) for one in parts]
    firsts = [sum(counts[:place]) for place in range(len(counts))]
    rounds = range(max(counts))
    turns = ((row, place) for row in rounds for place in range(len(counts)))
    order = [firsts[place] + row for row, place in turns if row < counts[place]]
    return _ops.gather(table, _functions.convert(order, "int32"))


def embedding_lookup(
    params: Any, ids: Any, partition_strategy: str = "mod", name: str | None = None,
    validate_indices: bool = True, max_norm: float | None = None,
) -> Any:  # fmt: skip
    """Rows of a table, or of a list of tables."""
    return _nn.embedding_lookup(_table(params, partition_strategy), ids, max_norm)


def embedding_lookup_sparse(
    params: Any, sp_ids: Any, sp_weights: Any, partition_strategy: str = "mod",
    name: str | None = None, combiner: str | None = None, max_norm: float | None = None,
    allow_fast_lookup: bool = False,
) -> Any:  # fmt: skip
    """Combined rows of a table, or of a list of tables; by their mean unless told otherwise."""
    table = _table(params, partition_strategy)
    return _nn.embedding_lookup_sparse(table, sp_ids, sp_weights, combiner or "mean", max_norm)


def safe_embedding_lookup_sparse(
    embedding_weights: Any, sparse_ids: Any, sparse_weights: Any = None,
    combiner: str | None = "mean", default_id: Any = None, name: str | None = None,
    partition_strategy: str = "div", max_norm: float | None = None,
    allow_fast_lookup: bool = False,
) -> Any:  # fmt: skip
    """The same, where rows may be empty."""
    table = _table(embedding_weights, partition_strategy)
    return _nn.safe_embedding_lookup_sparse(
        table, sparse_ids, sparse_weights, combiner or "mean", default_id, max_norm
    )


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
