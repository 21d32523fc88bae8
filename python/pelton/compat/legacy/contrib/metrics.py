"""Owns ``tf.contrib.metrics``: tf.metrics with predictions before labels."""

from __future__ import annotations

from pelton.compat.v1 import metrics as _metrics

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def accuracy(predictions: Any, labels: Any, weights: Any = None, name: Any = None) -> Any:
    """The share of predictions that are the labels."""
    from pelton.compat.v1 import cast, equal, reduce_mean

    return reduce_mean(cast(equal(predictions, labels), "float32"))


def _streaming(name: str) -> Callable[..., Any]:
    def metric(predictions: Any, labels: Any = None, weights: Any = None, **options: Any) -> Any:
        found = getattr(_metrics, name)
        if name in ("mean", "mean_tensor"):
            return found(predictions, weights if labels is None else labels, **options)
        return found(labels, predictions, weights=weights, **options)

    return metric


def aggregate_metrics(*value_update_tuples: Any) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """(the values, the operations that update them) of metrics. ValueError without any."""
    if not value_update_tuples:
        raise ValueError("Expected at least one value_tensor/update_op pair")
    values, updates = zip(*value_update_tuples, strict=True)
    return values, updates


def aggregate_metric_map(names_to_tuples: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """({name: value}, {name: operation that updates it}) of metrics by name."""
    values = {name: pair[0] for name, pair in names_to_tuples.items()}
    return values, {name: pair[1] for name, pair in names_to_tuples.items()}


def __getattr__(name: str) -> Any:
    if name.startswith("streaming_") and hasattr(_metrics, name[10:]):
        return _streaming(name[10:])
    raise AttributeError(f"module 'tensorflow.contrib.metrics' has no attribute {name!r}")
