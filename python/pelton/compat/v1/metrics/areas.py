"""Owns the area under a curve of a classifier's thresholds."""

from __future__ import annotations

from pelton import math as _math
from pelton.compat.v1.graph import get_default_graph
from pelton.compat.v1.metrics.means import collected
from pelton.compat.v1.metrics.thresholds import TINY, counted

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


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
    levels = [-TINY, *inner, 1.0 + TINY]
    with get_default_graph().name_scope(name or "auc"):
        values, updates = counted(labels, predictions, weights, levels)
        value, update = _area(*values), _area(*updates)
    return collected(value, update, metrics_collections, updates_collections)


def _area(right: Any, missed: Any, refused: Any, wrong: Any) -> Any:
    up = (right + 1e-6) / (right + missed + 1e-6)
    along = wrong / (wrong + refused + 1e-6)
    return _math.reduce_sum((along[:-1] - along[1:]) * (up[:-1] + up[1:]) / 2.0)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
