"""Owns the metrics of the k best classes: how many of them are among each row's labels."""

from __future__ import annotations

from pelton import math as _math
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.graph import get_default_graph
from pelton.compat.v1.metrics.means import collected, total_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def _best(predictions: Any, k: int) -> Any:
    from pelton.nn import top_k

    return top_k(predictions, k).indices


def _rows(labels: Any, best: Any) -> tuple[Any, Any]:
    """Labels (rows, labels of a row) and classes (rows, k) as int64."""
    given = _ops.cast(_functions.convert(labels), "int64")
    chosen = _ops.cast(_functions.convert(best), "int64")
    if len(given.shape) == len(chosen.shape) - 1:
        given = _ops.expand_dims(given, -1)
    flat = [_ops.reshape(one, [-1, one.shape[-1]]) for one in (given, chosen)]
    return flat[0], flat[1]


def _is_in(values: Any, others: Any) -> Any:
    """Whether each value of (rows, m) is among the row's `others`."""
    return _math.reduce_any(_ops.equal(_ops.expand_dims(values, 2), _ops.expand_dims(others, 1)), 2)


def _is_first(values: Any) -> Any:
    """Whether no value before it in the row is equal: sets count a value once."""
    same = _ops.equal(_ops.expand_dims(values, 2), _ops.expand_dims(values, 1))
    count = values.shape[-1]
    before = _functions.convert([[column < row for column in range(count)] for row in range(count)])
    return _ops.logical_not(_math.reduce_any(_ops.logical_and(same, before), 2))


def _hits(labels: Any, best: Any, class_id: int | None, is_of_labels: bool) -> tuple[Any, Any]:
    """By row: how many of the chosen classes are labels, and how many chosen classes, or labels if
    `is_of_labels`, are not among the others."""
    if class_id is not None:
        is_label = _math.reduce_any(_ops.equal(labels, class_id), 1)
        is_chosen = _math.reduce_any(_ops.equal(best, class_id), 1)
        one, other = (is_label, is_chosen) if is_of_labels else (is_chosen, is_label)
        right = _ops.logical_and(is_label, is_chosen)
        wrong = _ops.logical_and(one, _ops.logical_not(other))
        return _ops.cast(right, "float64"), _ops.cast(wrong, "float64")
    mine, others = (labels, best) if is_of_labels else (best, labels)
    counted = _is_first(mine)
    found = _is_in(mine, others)
    right = _ops.logical_and(counted, found)
    wrong = _ops.logical_and(counted, _ops.logical_not(found))
    parts = (_math.reduce_sum(_ops.cast(part, "float64"), 1) for part in (right, wrong))
    return next(parts), next(parts)


def _name(noun: str, k: int | None, class_id: int | None) -> str:
    return f"{noun}_at_{'k' if k is None else k}{'' if class_id is None else f'_class{class_id}'}"


def _share_at_k(
    noun: str, labels: Any, best: Any, k: int | None, class_id: int | None, weights: Any,
    collections: tuple[Any, Any], name: str | None,
) -> tuple[Any, Any]:  # fmt: skip
    """Right answers among those chosen (precision), or among the labels (recall), so far."""
    is_recall = noun == "recall"
    with get_default_graph().name_scope(name or _name(noun, k, class_id)):
        right, wrong = _hits(*_rows(labels, best), class_id, is_recall)
        if weights is not None:
            factors = _ops.reshape(_ops.cast(weights, "float64"), [-1])
            right, wrong = right * factors, wrong * factors
        names = ("true_positive", "false_negative" if is_recall else "false_positive")
        totals = [total_of(_name(one, k, class_id), (), "float64") for one in names]
        added = [
            one.assign_add(_math.reduce_sum(part))
            for one, part in zip(totals, (right, wrong), strict=True)
        ]
        value = totals[0].value() / (totals[0].value() + totals[1].value())
        update = added[0] / (added[0] + added[1])
    return collected(value, update, *collections)


def precision_at_k(
    labels: Any, predictions: Any, k: int, class_id: int | None = None, weights: Any = None,
    metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(share of labels in the `k` best classes so far, operation that counts more), float64; with
    `class_id` of rows whose best classes have that one. Labels: (rows,) or (rows, labels)."""
    return _share_at_k(
        "precision", labels, _best(predictions, k), k, class_id, weights,
        (metrics_collections, updates_collections), name,
    )  # fmt: skip


def recall_at_k(
    labels: Any, predictions: Any, k: int, class_id: int | None = None, weights: Any = None,
    metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(share of the labels that the `k` best classes have so far, operation that counts more),
    float64; with `class_id` of rows whose labels have that one."""
    return _share_at_k(
        "recall", labels, _best(predictions, k), k, class_id, weights,
        (metrics_collections, updates_collections), name,
    )  # fmt: skip


def precision_at_top_k(
    labels: Any, predictions_idx: Any, k: int | None = None, class_id: int | None = None,
    weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """precision_at_k of classes that are chosen already."""
    return _share_at_k(
        "precision", labels, predictions_idx, k, class_id, weights,
        (metrics_collections, updates_collections), name,
    )  # fmt: skip


def recall_at_top_k(
    labels: Any, predictions_idx: Any, k: int | None = None, class_id: int | None = None,
    weights: Any = None, metrics_collections: Any = None, updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """recall_at_k of classes that are chosen already."""
    return _share_at_k(
        "recall", labels, predictions_idx, k, class_id, weights,
        (metrics_collections, updates_collections), name,
    )  # fmt: skip


def average_precision_at_k(
    labels: Any, predictions: Any, k: int, weights: Any = None, metrics_collections: Any = None,
    updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(mean over the rows so far of the precision at each rank that has a label, the operation),
    float64. Raises ValueError for a `k` below 1."""
    if k < 1:
        raise ValueError(f"Invalid k={k}.")
    with get_default_graph().name_scope(name or _name("average_precision", k, None)):
        given, best = _rows(labels, _best(predictions, k))
        hits = _ops.cast(_is_in(best, given), "float64")
        ranks = _functions.convert([float(one + 1) for one in range(k)], "float64")
        gained = _math.reduce_sum(_math.cumsum(hits, 1) / ranks * hits, 1)
        averages = gained / float(min(k, given.shape[-1]))
        factors = _ops.ones_like(averages)
        if weights is not None:
            factors = _ops.reshape(_ops.cast(weights, "float64"), [-1])
        most, total = total_of("max_1", (), "float64"), total_of("total", (), "float64")
        new_total = total.assign_add(_math.reduce_sum(averages * factors))
        new_most = most.assign_add(_math.reduce_sum(factors))
        value = _ops.divide_no_nan(total.value(), most.value())
        update = _ops.divide_no_nan(new_total, new_most)
    return collected(value, update, metrics_collections, updates_collections)


sparse_average_precision_at_k = average_precision_at_k
sparse_precision_at_k = precision_at_k


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
