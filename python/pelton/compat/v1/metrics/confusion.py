"""Owns the metrics that count which classes are taken for which."""

from __future__ import annotations

from pelton import math as _math
from pelton._core import ops as _ops
from pelton.compat.v1.graph import get_default_graph
from pelton.compat.v1.metrics.means import collected, total_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _counted(is_counted: Any, weights: Any, name: str) -> tuple[Any, Any]:
    """(count so far, the count after those of `is_counted`)."""
    total = total_of(name)
    factors = _ops.cast(1.0 if weights is None else weights, "float32")
    return total.value(), total.assign_add(
        _math.reduce_sum(_ops.cast(is_counted, "float32") * factors)
    )


def _kind(labels: Any, predictions: Any, is_true: bool, is_positive: bool) -> Any:
    """Where predictions are (positive) and the labels agree (true)."""
    wanted, found = _ops.cast(labels, "bool"), _ops.cast(predictions, "bool")
    said = found if is_positive else _ops.logical_not(found)
    same = _ops.equal(wanted, found)
    return _ops.logical_and(said, same if is_true else _ops.logical_not(same))


def _count(name: str, is_true: bool, is_positive: bool) -> Callable[..., Any]:
    def count(
        labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None,
        updates_collections: Any = None, name: str | None = None,
    ) -> tuple[Any, Any]:  # fmt: skip
        with get_default_graph().name_scope(name or count.__name__):
            found = _kind(labels, predictions, is_true, is_positive)
            value, update = _counted(found, weights, "count")
        return collected(value, update, metrics_collections, updates_collections)

    count.__name__ = count.__qualname__ = name
    count.__doc__ = f"(number of {name.replace('_', ' ')} so far, operation that counts more)."
    return count


true_positives = _count("true_positives", True, True)
true_negatives = _count("true_negatives", True, False)
false_positives = _count("false_positives", False, True)
false_negatives = _count("false_negatives", False, False)


def _share(labels: Any, predictions: Any, weights: Any, is_missed: bool) -> tuple[Any, Any]:
    """True positives among the predicted ones, or among the labels if `is_missed`."""
    right = _counted(_kind(labels, predictions, True, True), weights, "true_positives/count")
    wrong_name = "false_negatives" if is_missed else "false_positives"
    wrong_kind = _kind(labels, predictions, False, not is_missed)
    wrong = _counted(wrong_kind, weights, f"{wrong_name}/count")
    value, update = (
        _ops.divide_no_nan(good, good + bad) for good, bad in zip(right, wrong, strict=True)
    )
    return value, update


def precision(
    labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(true positives among those predicted so far, operation that counts more and gives it)."""
    with get_default_graph().name_scope(name or "precision"):
        value, update = _share(labels, predictions, weights, is_missed=False)
    return collected(value, update, metrics_collections, updates_collections)


def recall(
    labels: Any, predictions: Any, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(true positives among the positive labels so far, operation that counts more)."""
    with get_default_graph().name_scope(name or "recall"):
        value, update = _share(labels, predictions, weights, is_missed=True)
    return collected(value, update, metrics_collections, updates_collections)


def _matrix(labels: Any, predictions: Any, num_classes: int, weights: Any) -> tuple[Any, Any]:
    """(the confusion matrix so far, the operation that adds to it and gives it)."""
    total = total_of("total_confusion_matrix", [num_classes, num_classes])
    flat = [_ops.reshape(one, [-1]) for one in (labels, predictions)]
    factors = None if weights is None else _ops.reshape(weights, [-1])
    added = _math.confusion_matrix(*flat, num_classes, factors, "float32")
    return total.value(), total.assign_add(added)


def mean_iou(
    labels: Any, predictions: Any, num_classes: int, weights: Any = None,
    metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(mean over the classes met of intersection over union, operation that adds to the confusion
    matrix and gives it)."""
    with get_default_graph().name_scope(name or "mean_iou"):
        now, update = _matrix(labels, predictions, num_classes, weights)
        right = _diagonal(now)
        union = _math.reduce_sum(now, 0) + _math.reduce_sum(now, 1) - right
        met = _math.reduce_sum(_ops.cast(union > 0.0, "float32"))
        value = _ops.divide_no_nan(_math.reduce_sum(_ops.divide_no_nan(right, union)), met)
    return collected(value, update, metrics_collections, updates_collections)


def _diagonal(matrix: Any) -> Any:
    from pelton.linalg import diag_part

    return diag_part(matrix)


def mean_per_class_accuracy(
    labels: Any, predictions: Any, num_classes: int, weights: Any = None,
    metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(mean over the classes of their share of right predictions, operation that counts more and
    gives those shares)."""
    graph = get_default_graph()
    with graph.name_scope(name or "mean_accuracy"):
        total, count = (total_of(one, [num_classes]) for one in ("total", "count"))
        flat = _ops.reshape(labels, [-1])
        of_class = _ops.one_hot(_ops.cast(flat, "int32"), num_classes)
        factors = 1.0 if weights is None else _ops.reshape(_ops.cast(weights, "float32"), [-1, 1])
        right = _ops.equal(flat, _ops.cast(_ops.reshape(predictions, [-1]), flat.dtype))
        hits = of_class * _ops.expand_dims(_ops.cast(right, "float32"), 1) * factors
        new_count = count.assign_add(_math.reduce_sum(of_class * factors, 0))
        update = _ops.divide_no_nan(total.assign_add(_math.reduce_sum(hits, 0)), new_count)
        value = _math.reduce_mean(_ops.divide_no_nan(total.value(), count.value()))
    return collected(value, update, metrics_collections, updates_collections)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
