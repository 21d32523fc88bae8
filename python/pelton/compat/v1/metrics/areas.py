"""Owns the area under a curve of a classifier's thresholds."""

from __future__ import annotations

from pelton import math as _math
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.graph import get_default_graph
from pelton.compat.v1.metrics.means import collected, total_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_TINY = 1e-7  # beyond 0 and 1, so that the outer thresholds take all and none


def auc(
    labels: Any, predictions: Any, weights: Any = None, num_thresholds: int = 200,
    metrics_collections: Any = None, updates_collections: Any = None, curve: str = "ROC",
    name: str | None = None, summation_method: str = "trapezoidal", thresholds: Any = None,
) -> tuple[Any, Any]:  # fmt: skip
    """(area under the ROC curve so far, by trapezoids between thresholds; operation that counts
    more and gives it). Raises NotImplementedError for another curve or sum."""
    if curve != "ROC" or summation_method != "trapezoidal":
        raise NotImplementedError(
            f"auc: only curve='ROC' by trapezoids is there, got {curve!r} and {summation_method!r}"
        )
    inner = thresholds or [(one + 1) / (num_thresholds - 1) for one in range(num_thresholds - 2)]
    levels = [-_TINY, *inner, 1.0 + _TINY]
    with get_default_graph().name_scope(name or "auc"):
        added = _counts(labels, predictions, weights, levels)
        kinds = "true_positives false_negatives true_negatives false_positives".split()
        totals = [total_of(kind, [len(levels)]) for kind in kinds]
        value = _area(*(one.value() for one in totals))
        update = _area(*(one.assign_add(more) for one, more in zip(totals, added, strict=True)))
    return collected(value, update, metrics_collections, updates_collections)


def _counts(labels: Any, predictions: Any, weights: Any, levels: list[float]) -> list[Any]:
    """True positives, false negatives, true negatives and false positives by threshold."""
    limits = _functions.convert([[one] for one in levels], "float32")
    said = _ops.cast(_ops.reshape(_ops.cast(predictions, "float32"), [1, -1]) > limits, "float32")
    wanted = _ops.cast(_ops.reshape(_ops.cast(labels, "bool"), [1, -1]), "float32")
    factors = 1.0 if weights is None else _ops.reshape(_ops.cast(weights, "float32"), [1, -1])
    parts = (
        said * wanted, (1.0 - said) * wanted, (1.0 - said) * (1.0 - wanted), said * (1.0 - wanted)
    )  # fmt: skip
    return [_math.reduce_sum(one * factors, 1) for one in parts]


def _area(right: Any, missed: Any, refused: Any, wrong: Any) -> Any:
    up = (right + 1e-6) / (right + missed + 1e-6)
    along = wrong / (wrong + refused + 1e-6)
    return _math.reduce_sum((along[:-1] - along[1:]) * (up[:-1] + up[1:]) / 2.0)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
