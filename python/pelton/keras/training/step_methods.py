"""The steps that keras.Model has and users override: train_step, test_step, predict_step, and what
these call: compute_loss, compute_metrics, get_metrics_result."""

from __future__ import annotations

import inspect
import warnings
from typing import Any

import pelton as tf
from pelton.keras.layers.call_signature import takes
from pelton.keras.training.own_steps import unpack
from pelton.tensors.kinds import is_sparse


def _parts(self: Any) -> Any:
    from pelton.keras.training.model_methods import parts_of

    return parts_of(self)


def _call(self: Any, x: Any, training: bool) -> Any:
    """The predictions. A call without `training` is not told, as in Keras: nothing in it trains."""
    return self(x, training=training) if takes(self, "training") else self(x)


def _loss(self: Any, x: Any, y: Any, y_pred: Any, sample_weight: Any, training: bool) -> Any:
    """What `compute_loss` says, which a model may have without `training`."""
    named = inspect.signature(self.compute_loss).parameters
    how = {"training": training} if "training" in named else {}
    return self.compute_loss(x, y, y_pred, sample_weight, **how)


def train_step(self: Any, data: Any) -> dict[str, Any]:
    """One step on `data`, (x,), (x, y) or (x, y, sample_weight): the metrics' figures by name."""
    x, y, sample_weight = unpack(data)
    with tf.GradientTape() as tape:
        y_pred = _call(self, x, True)
        if (metrics := _parts(self).metrics) is not None:
            metrics.check(y_pred)  # before the weights change
        loss = _loss(self, x, y, y_pred, sample_weight, True)
        _track(self, loss, x)
        scaled = self.optimizer.scale_loss(loss)
    weights = self.trainable_weights
    if weights:
        gradients = tape.gradient(scaled, weights)
        self.optimizer.apply_gradients(zip(gradients, weights, strict=True))
    else:
        warnings.warn("The model does not have any trainable weights.", stacklevel=2)
    return self.compute_metrics(x, y, y_pred, sample_weight=sample_weight)


def test_step(self: Any, data: Any) -> dict[str, Any]:
    """The figures of `data` without training."""
    x, y, sample_weight = unpack(data)
    y_pred = _call(self, x, False)
    loss = _loss(self, x, y, y_pred, sample_weight, False)
    _track(self, loss, x)
    return self.compute_metrics(x, y, y_pred, sample_weight=sample_weight)


def predict_step(self: Any, data: Any) -> Any:
    """The outputs for `data`."""
    return _call(self, unpack(data)[0], False)


def _track(self: Any, loss: Any, x: Any) -> None:
    leaf = next(one for one in tf.nest.flatten(x) if one is not None)
    rows = leaf.shape[0] if len(leaf.shape) else 1
    if rows is None:
        sizes = leaf.dense_shape if is_sparse(leaf) else tf.shape(leaf)
        rows = tf.cast(sizes[0], "float32")
    _parts(self).tracker.update_state(
        loss, sample_weight=float(rows or 1) if isinstance(rows, int) else rows
    )


def compute_loss(
    self: Any,
    x: Any = None,
    y: Any = None,
    y_pred: Any = None,
    sample_weight: Any = None,
    training: bool = True,
) -> Any:
    """The compiled losses plus those of the layers, 0-d; raises ValueError when there is none."""
    losses = []
    compiled = _parts(self).loss
    if compiled is not None and y is not None:
        value = compiled(y, y_pred, sample_weight)
        if value is not None:
            losses.append(value)
    losses += [tf.reduce_sum(loss) for loss in self.losses]
    if not losses:
        raise ValueError("No loss to compute. Provide a `loss` argument in `compile()`.")
    total = losses[0]
    for loss in losses[1:]:
        total = total + tf.cast(loss, total.dtype)
    return total


def compute_metrics(
    self: Any, x: Any, y: Any, y_pred: Any, sample_weight: Any = None
) -> dict[str, Any]:
    """Take one batch into the compiled metrics; the figures of all metrics by name."""
    compiled = _parts(self).metrics
    if compiled is not None and y is not None:
        compiled.update_state(y, y_pred, sample_weight)
    return self.get_metrics_result()


def get_metrics_result(self: Any) -> dict[str, Any]:
    """The figures of `model.metrics` by name."""
    out: dict[str, Any] = {}
    for metric in self.metrics:
        result = metric.result()
        if isinstance(result, dict):
            out.update(result)
        else:
            out[metric.name] = result
    return out


STEP_METHODS = (
    train_step,
    test_step,
    predict_step,
    compute_loss,
    compute_metrics,
    get_metrics_result,
)
