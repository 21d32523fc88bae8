"""Owns the metrics that count right and wrong answers at each of some thresholds."""

from __future__ import annotations

from pelton import math as _math
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.graph import get_default_graph
from pelton.compat.v1.metrics.means import collected, total_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

TINY = 1e-7  # beyond 0 and 1, so that the outer thresholds take all and none
KINDS = ("true_positives", "false_negatives", "true_negatives", "false_positives")


def _counts(labels: Any, predictions: Any, weights: Any, levels: Sequence[float]) -> list[Any]:
    """True positives, false negatives, true negatives and false positives by threshold."""
    limits = _functions.convert([[float(one)] for one in levels], "float32")
    said = _ops.cast(_ops.reshape(_ops.cast(predictions, "float32"), [1, -1]) > limits, "float32")
    wanted = _ops.cast(_ops.reshape(_ops.cast(labels, "bool"), [1, -1]), "float32")
    factors: Any = 1.0
    if weights is not None:
        of_all = _ops.broadcast_to(_ops.cast(weights, "float32"), _ops.shape(predictions))
        factors = _ops.reshape(of_all, [1, -1])
    parts = (
        said * wanted, (1.0 - said) * wanted, (1.0 - said) * (1.0 - wanted), said * (1.0 - wanted)
    )  # fmt: skip
    return [_math.reduce_sum(one * factors, 1) for one in parts]


def counted(
    labels: Any, predictions: Any, weights: Any, levels: Sequence[float],
    kinds: Sequence[str] = KINDS,
) -> tuple[list[Any], list[Any]]:  # fmt: skip
    """(the counts so far of the kinds by threshold, operations that add to them and give them)."""
    added = dict(zip(KINDS, _counts(labels, predictions, weights, levels), strict=True))
    totals = [total_of(kind, [len(levels)]) for kind in kinds]
    updates = [one.assign_add(added[kind]) for kind, one in zip(kinds, totals, strict=True)]
    return [one.value() for one in totals], updates


def _count(kind: str) -> Callable[..., Any]:
    def count(
        labels: Any, predictions: Any, thresholds: Sequence[float], weights: Any = None,
        metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
    ) -> tuple[Any, Any]:  # fmt: skip
        with get_default_graph().name_scope(name or kind):
            values, updates = counted(labels, predictions, weights, thresholds, [kind])
        return collected(values[0], updates[0], metrics_collections, updates_collections)

    count.__name__ = count.__qualname__ = f"{kind}_at_thresholds"
    shown = kind.replace("_", " ")
    count.__doc__ = f"({shown} so far by threshold, operation that counts more and gives them)."
    return count


true_positives_at_thresholds = _count("true_positives")
true_negatives_at_thresholds = _count("true_negatives")
false_positives_at_thresholds = _count("false_positives")
false_negatives_at_thresholds = _count("false_negatives")


def precision_at_thresholds(
    labels: Any, predictions: Any, thresholds: Sequence[float], weights: Any = None,
    metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(share of true positives in those above each threshold so far, the operation)."""
    kinds = ("true_positives", "false_positives")
    return _share(
        labels, predictions, thresholds, weights, kinds, metrics_collections, updates_collections,
        name or "precision_at_thresholds",
    )  # fmt: skip


def recall_at_thresholds(
    labels: Any, predictions: Any, thresholds: Sequence[float], weights: Any = None,
    metrics_collections: Any = None, updates_collections: Any = None, name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(share of the positive labels above each threshold so far, operation that counts more)."""
    kinds = ("true_positives", "false_negatives")
    return _share(
        labels, predictions, thresholds, weights, kinds, metrics_collections, updates_collections,
        name or "recall_at_thresholds",
    )  # fmt: skip


def _share(labels: Any, predictions: Any, thresholds: Any, weights: Any, kinds: Any, metrics: Any,
           updates: Any, name: str) -> tuple[Any, Any]:  # fmt: skip
    with get_default_graph().name_scope(name):
        found = counted(labels, predictions, weights, thresholds, kinds)
        value, update = (right / (TINY + right + other) for right, other in found)
    return collected(value, update, metrics, updates)


def _evenly(count: int) -> list[float]:
    inner = [(one + 1) / (count - 1) for one in range(count - 2)]
    return [-TINY, *inner, 1.0 + TINY]


def _at_nearest(counts: Any, wanted: float, is_of_negatives: bool) -> Any:
    """Sensitivity at the threshold whose specificity is nearest to `wanted`, the first of several;
    or if `is_of_negatives` specificity by sensitivity, the last of several."""
    right, missed, refused, wrong = counts
    sensitivity = right / (right + missed + TINY)
    specificity = refused / (refused + wrong + TINY)
    known, asked = (sensitivity, specificity) if is_of_negatives else (specificity, sensitivity)
    away = _math.abs(known - wanted)
    is_nearest = _ops.cast(_ops.equal(away, _math.reduce_min(away)), "int64")
    order = _math.cumsum(is_nearest) if is_of_negatives else is_nearest
    return _ops.gather(asked, _math.argmax(order, 0))


def _specific(
    labels: Any, predictions: Any, wanted: float, weights: Any, num_thresholds: int,
    collections: tuple[Any, Any], name: str, is_of_negatives: bool,
) -> tuple[Any, Any]:  # fmt: skip
    noun = "sensitivity" if is_of_negatives else "specificity"
    if not 0 <= wanted <= 1:
        raise ValueError(f"`{noun}` must be in the range [0, 1]. Currently, `{noun}` is {wanted}.")
    with get_default_graph().name_scope(name):
        values, updates = counted(labels, predictions, weights, _evenly(num_thresholds))
        value = _at_nearest(values, wanted, is_of_negatives)
        update = _at_nearest(updates, wanted, is_of_negatives)
    return collected(value, update, *collections)


def sensitivity_at_specificity(
    labels: Any, predictions: Any, specificity: float, weights: Any = None,
    num_thresholds: int = 200, metrics_collections: Any = None, updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(sensitivity so far at the threshold that has about the specificity, the operation)."""
    return _specific(
        labels, predictions, specificity, weights, num_thresholds,
        (metrics_collections, updates_collections), name or "sensitivity_at_specificity", False,
    )  # fmt: skip


def specificity_at_sensitivity(
    labels: Any, predictions: Any, sensitivity: float, weights: Any = None,
    num_thresholds: int = 200, metrics_collections: Any = None, updates_collections: Any = None,
    name: str | None = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(specificity so far at the threshold that has about the sensitivity, the operation)."""
    return _specific(
        labels, predictions, sensitivity, weights, num_thresholds,
        (metrics_collections, updates_collections), name or "specificity_at_sensitivity", True,
    )  # fmt: skip


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
