"""Owns ``tf.metrics`` of old: a value and an operation that updates it, over local variables."""

from __future__ import annotations

from pelton import math as _math
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.compat.v1.variables import RefVariable

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _total(name: str) -> RefVariable:
    return RefVariable(
        0.0, trainable=False, name=name,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
    )  # fmt: skip


def mean(
    values: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(mean so far, operation that adds `values` and gives the new mean)."""
    graph = get_default_graph()
    with graph.name_scope(name or "mean"):
        total, count = _total("total"), _total("count")
        given = _ops.cast(_functions.convert(values), "float32")
        factors = _ops.cast(1.0 if weights is None else weights, "float32")
        added = _ops.broadcast_to(factors, _ops.shape(given))
        new_total = total.assign_add(_math.reduce_sum(given * factors))
        new_count = count.assign_add(_math.reduce_sum(added))
        value = _ops.divide_no_nan(total.value(), count.value())
        update = _ops.divide_no_nan(new_total, new_count)
    graph.add_to_collections(metrics_collections, value)
    graph.add_to_collections(updates_collections, update)
    return value, update


def accuracy(
    labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(share of equal elements so far, operation that counts more and gives the new share)."""
    found = _functions.convert(predictions)
    right = _ops.equal(found, _ops.cast(labels, found.dtype))
    return mean(right, weights, metrics_collections, updates_collections, name or "accuracy")


def mean_squared_error(
    labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(mean of squared differences so far, operation that adds more and gives the new mean)."""
    return mean(
        _ops.squared_difference(predictions, labels), weights, metrics_collections,
        updates_collections, name or "mean_squared_error",
    )  # fmt: skip
