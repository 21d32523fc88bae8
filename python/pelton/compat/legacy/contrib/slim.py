"""Owns ``tf.contrib.slim``: the layers of tf.contrib.layers, argument scopes, losses, training."""

from __future__ import annotations

import types

from pelton.compat.legacy.contrib import framework as _framework
from pelton.compat.legacy.contrib import layers as _layers
from pelton.compat.legacy.contrib import slim_learning as learning
from pelton.compat.v1 import losses as _losses

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

__all__ = ["learning", "losses"]


class _Losses(types.ModuleType):
    """``slim.losses``: tf.losses with logits before labels."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        return getattr(_losses, name)


def _softmax_cross_entropy(
    logits: Any, onehot_labels: Any, weights: Any = 1.0, **options: Any
) -> Any:
    return _losses.softmax_cross_entropy(onehot_labels, logits, weights=weights, **options)


def _sparse_softmax_cross_entropy(
    logits: Any, labels: Any, weights: Any = 1.0, **options: Any
) -> Any:
    return _losses.sparse_softmax_cross_entropy(labels, logits, weights=weights, **options)


def _sigmoid_cross_entropy(
    logits: Any, multi_class_labels: Any, weights: Any = 1.0, **options: Any
) -> Any:
    return _losses.sigmoid_cross_entropy(multi_class_labels, logits, weights=weights, **options)


losses = _Losses("tensorflow.contrib.slim.losses")
losses.softmax_cross_entropy = _softmax_cross_entropy  # type: ignore[attr-defined]
losses.sparse_softmax_cross_entropy = _sparse_softmax_cross_entropy  # type: ignore[attr-defined]
losses.sigmoid_cross_entropy = _sigmoid_cross_entropy  # type: ignore[attr-defined]


def __getattr__(name: str) -> Any:
    if name == "get_local_variables":
        from pelton.compat.v1.graph_ops import local_variables

        return local_variables
    if name == "utils":
        from pelton.compat.legacy.contrib import output_aliases

        return output_aliases
    if name == "metrics":
        from pelton.compat.legacy.contrib import metrics

        return metrics
    if name == "model_analyzer":
        from pelton.compat.legacy.contrib import model_analyzer

        return model_analyzer
    if name == "summary":
        from pelton.compat.v1 import summary

        return summary
    for module, names in ((_layers, _layers.__all__), (_framework, _framework.NAMES)):
        if name in names:
            return getattr(module, name)
    raise AttributeError(f"module 'tensorflow.contrib.slim' has no attribute {name!r}")
