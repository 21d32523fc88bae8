"""Owns the metrics that are means of elements."""

from __future__ import annotations

from pelton import math as _math
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.compat.v1.variables import RefVariable

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def total_of(name: str, shape: Any = (), dtype: Any = "float32") -> RefVariable:
    """A local variable of zeros."""
    from pelton.ops.array.creation import zeros

    return RefVariable(
        zeros(shape, dtype), trainable=False, name=name,
        collections=[GraphKeys.LOCAL_VARIABLES, GraphKeys.METRIC_VARIABLES],
    )  # fmt: skip


def mean(
    values: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(mean so far, operation that adds `values` and gives the new mean)."""
    graph = get_default_graph()
    with graph.name_scope(name or "mean"):
        total, count = total_of("total"), total_of("count")
        given = _ops.cast(_functions.convert(values), "float32")
        factors = _ops.cast(1.0 if weights is None else weights, "float32")
        added = _ops.broadcast_to(factors, _ops.shape(given))
        new_total = total.assign_add(_math.reduce_sum(given * factors))
        new_count = count.assign_add(_math.reduce_sum(added))
        value = _ops.divide_no_nan(total.value(), count.value())
        update = _ops.divide_no_nan(new_total, new_count)
    return collected(value, update, metrics_collections, updates_collections)


def mean_tensor(
    values: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(mean of each element so far, operation that adds `values` and gives the new means)."""
    given = _ops.cast(_functions.convert(values), "float32")
    with get_default_graph().name_scope(name or "mean"):
        sizes = [int(size) for size in given.shape]
        total, count = total_of("total_tensor", sizes), total_of("count_tensor", sizes)
        factors = _ops.broadcast_to(
            _ops.cast(1.0 if weights is None else weights, "float32"), sizes
        )
        new_total = total.assign_add(given * factors)
        new_count = count.assign_add(factors)
        value = _ops.divide_no_nan(total.value(), count.value())
        update = _ops.divide_no_nan(new_total, new_count)
    return collected(value, update, metrics_collections, updates_collections)


def mean_cosine_distance(
    labels: Any, predictions: Any, dim: int, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(1 - mean of the sums of products along `dim` so far, the operation), of unit vectors."""
    products = _ops.cast(labels, "float32") * _ops.cast(predictions, "float32")
    cosines = _math.reduce_sum(products, dim, keepdims=True)
    value, update = mean(cosines, weights, name=name or "mean_cosine_distance")
    return collected(1.0 - value, 1.0 - update, metrics_collections, updates_collections)


def collected(value: Any, update: Any, metrics: Any, updates: Any) -> tuple[Any, Any]:
    """The value and the operation, put into their collections."""
    graph = get_default_graph()
    graph.add_to_collections(metrics, value)
    graph.add_to_collections(updates, update)
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


def mean_absolute_error(
    labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(mean of absolute differences so far, operation that adds more and gives the new mean)."""
    return mean(
        _math.abs(predictions - labels), weights, metrics_collections, updates_collections,
        name or "mean_absolute_error",
    )  # fmt: skip


def mean_relative_error(
    labels: Any, predictions: Any, normalizer: Any, weights: Any = None,
    metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(mean of absolute differences over `normalizer`, 0 where that is 0; the operation)."""
    relative = _ops.divide_no_nan(_math.abs(labels - predictions), normalizer)
    return mean(
        relative, weights, metrics_collections, updates_collections, name or "mean_relative_error"
    )


def root_mean_squared_error(
    labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(root of the mean of squared differences so far, operation that adds more and gives it)."""
    value, update = mean_squared_error(
        labels, predictions, weights, name=name or "root_mean_squared_error"
    )
    roots = _ops.sqrt(value), _ops.sqrt(update)
    return collected(*roots, metrics_collections, updates_collections)


def percentage_below(
    values: Any, threshold: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(share of the values below `threshold` so far, operation that counts more and gives it)."""
    return mean(
        _ops.less(values, threshold), weights, metrics_collections, updates_collections,
        name or "percentage_below_threshold",
    )  # fmt: skip


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
