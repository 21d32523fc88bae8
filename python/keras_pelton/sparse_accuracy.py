"""Makes the correct predictions of Keras's SparseCategoricalAccuracy one op of the engine, which
compiled steps join with the loss of the same labels and scores."""

from __future__ import annotations

import functools
from typing import Any


def teach(accuracy_metrics: Any) -> None:
    """Gives the metric another function of its own; the one that users import stays Keras's."""
    metric = accuracy_metrics.SparseCategoricalAccuracy
    others = metric.__init__
    plain = accuracy_metrics.sparse_categorical_accuracy

    def matches(y_true: Any, y_pred: Any) -> Any:
        if not _fit(y_true, y_pred):
            return plain(y_true, y_pred)
        import pelton
        from pelton._core import ops as engine

        labels = pelton.squeeze(y_true, -1) if len(y_true.shape) == len(y_pred.shape) else y_true
        # As Keras compares them: as floating numbers.
        labels = pelton.cast(pelton.cast(labels, y_pred.dtype), "int64")
        return engine.sparse_categorical_correct(labels, y_pred)

    @functools.wraps(others)
    def init(self: Any, *args: Any, **kwargs: Any) -> None:
        others(self, *args, **kwargs)
        self._fn = matches

    metric.__init__ = init


def _fit(y_true: Any, y_pred: Any) -> bool:
    """Whether they are tensors of integer labels and of scores in float32, one row per label."""
    import pelton

    if not (isinstance(y_true, pelton.Tensor) and isinstance(y_pred, pelton.Tensor)):
        return False
    labels, scores = y_true.shape, y_pred.shape
    if y_pred.dtype != pelton.float32 or not y_true.dtype.is_integer or len(scores) != 2:
        return False
    return len(labels) == 1 or (len(labels) == 2 and labels[1] == 1)
