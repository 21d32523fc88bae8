"""Owns ``tf.losses``: losses that the graph collects."""

from __future__ import annotations

from pelton import math as _math
from pelton import nn as _nn
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.compat.v1.deferred import constant, named
from pelton.compat.v1.graph import GraphKeys, get_default_graph

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class Reduction:
    """How losses of elements become one."""

    NONE = "none"
    SUM = "weighted_sum"
    SUM_OVER_BATCH_SIZE = "weighted_sum_over_batch_size"
    MEAN = "weighted_mean"
    SUM_OVER_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"
    SUM_BY_NONZERO_WEIGHTS = "weighted_sum_by_nonzero_weights"


def _scope(name: str | None, default: str) -> Any:
    return get_default_graph().name_scope(name or default)


def compute_weighted_loss(
    losses: Any,
    weights: Any = 1.0,
    scope: Any = None,
    loss_collection: str = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The losses times their weights, reduced, and put into the collection."""
    with _scope(scope, "weighted_loss"):
        values = _functions.convert(losses)
        factors = _ops.cast(weights, values.dtype)
        made = named(_reduced)(values, factors, reduction, name="value")
    get_default_graph().add_to_collection(loss_collection, made)
    return made


def _reduced(values: Any, factors: Any, reduction: str) -> Any:
    """The losses times their weights as one number, or all of them."""
    if reduction == Reduction.NONE:
        return _ops.multiply(values, factors)
    weighted = values * factors
    spread = _ops.broadcast_to(factors, _ops.shape(values))
    if reduction == Reduction.SUM:
        return _math.reduce_sum(weighted)
    if reduction == Reduction.SUM_OVER_BATCH_SIZE:
        return _math.reduce_mean(weighted)
    if reduction == Reduction.MEAN:
        count = _math.reduce_sum(spread)
    elif reduction == Reduction.SUM_BY_NONZERO_WEIGHTS:
        count = _math.reduce_sum(_ops.cast(_ops.not_equal(spread, 0.0), values.dtype))
    else:
        raise ValueError(f"Invalid Reduction Key {reduction}.")
    return _ops.divide_no_nan(_math.reduce_sum(weighted), count)


def mean_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: Any = None,
    loss_collection: str = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of (predictions - labels) ** 2."""
    with _scope(scope, "mean_squared_error") as scope:
        return compute_weighted_loss(
            _ops.squared_difference(predictions, labels), weights, scope, loss_collection, reduction
        )


def cosine_distance(
    labels: Any,
    predictions: Any,
    axis: Any = None,
    weights: Any = 1.0,
    scope: Any = None,
    loss_collection: str = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
    dim: Any = None,
) -> Any:
    """The weighted mean of 1 - the sum of products along an axis, of rows that have norm 1.

    Raises ValueError without an axis."""
    with _scope(scope, "cosine_distance_loss") as scope:
        along = dim if axis is None else axis
        if along is None:
            raise ValueError("You must specify argument 'axis'.")
        labels, predictions = _functions.convert(labels), _functions.convert(predictions)
        apart = 1.0 - _math.reduce_sum(labels * predictions, [along], True)
        return compute_weighted_loss(apart, weights, scope, loss_collection, reduction)


def absolute_difference(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: Any = None,
    loss_collection: str = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of abs(predictions - labels)."""
    with _scope(scope, "absolute_difference") as scope:
        return compute_weighted_loss(
            _math.abs(_ops.subtract(predictions, labels)),
            weights,
            scope,
            loss_collection,
            reduction,
        )


def softmax_cross_entropy(
    onehot_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: float = 0.0,
    scope: Any = None,
    loss_collection: str = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of cross-entropies of one-hot labels."""
    with _scope(scope, "softmax_cross_entropy_loss") as scope:
        logits = _functions.convert(logits)
        labels = _ops.cast(onehot_labels, logits.dtype)
        if label_smoothing > 0:
            labels = labels * (1.0 - label_smoothing) + label_smoothing / labels.shape[-1]
        found = _nn.softmax_cross_entropy_with_logits(
            labels=_ops.stop_gradient(labels), logits=logits
        )
        return compute_weighted_loss(found, weights, scope, loss_collection, reduction)


def sparse_softmax_cross_entropy(
    labels: Any,
    logits: Any,
    weights: Any = 1.0,
    scope: Any = None,
    loss_collection: str = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of cross-entropies of class numbers."""
    with _scope(scope, "sparse_softmax_cross_entropy_loss") as scope:
        found = _nn.sparse_softmax_cross_entropy_with_logits(labels=labels, logits=logits)
        return compute_weighted_loss(found, weights, scope, loss_collection, reduction)


def sigmoid_cross_entropy(
    multi_class_labels: Any,
    logits: Any,
    weights: Any = 1.0,
    label_smoothing: float = 0.0,
    scope: Any = None,
    loss_collection: str = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of cross-entropies of labels between 0 and 1."""
    with _scope(scope, "sigmoid_cross_entropy_loss") as scope:
        logits = _functions.convert(logits)
        labels = _ops.cast(multi_class_labels, logits.dtype)
        if label_smoothing > 0:
            labels = labels * (1.0 - label_smoothing) + 0.5 * label_smoothing
        found = _nn.sigmoid_cross_entropy_with_logits(labels=labels, logits=logits)
        return compute_weighted_loss(found, weights, scope, loss_collection, reduction)


def log_loss(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    epsilon: float = 1e-7,
    scope: Any = None,
    loss_collection: str = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of cross-entropies of probabilities."""
    with _scope(scope, "log_loss") as scope:
        truth = _ops.cast(labels, predictions.dtype)
        found = -truth * _ops.log(predictions + epsilon)
        found = found - (1.0 - truth) * _ops.log(1.0 - predictions + epsilon)
        return compute_weighted_loss(found, weights, scope, loss_collection, reduction)


def huber_loss(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    delta: float = 1.0,
    scope: Any = None,
    loss_collection: str = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of squares below `delta` and of straight lines beyond."""
    with _scope(scope, "huber_loss") as scope:
        error = _math.abs(_ops.subtract(predictions, labels))
        quadratic = _math.minimum(error, delta)
        found = 0.5 * quadratic * quadratic + delta * (error - quadratic)
        return compute_weighted_loss(found, weights, scope, loss_collection, reduction)


def hinge_loss(
    labels: Any,
    logits: Any,
    weights: Any = 1.0,
    scope: Any = None,
    loss_collection: str = GraphKeys.LOSSES,
    reduction: str = Reduction.SUM_BY_NONZERO_WEIGHTS,
) -> Any:
    """The weighted mean of max(0, 1 - (2 labels - 1) logits)."""
    with _scope(scope, "hinge_loss") as scope:
        signs = 2.0 * _ops.cast(labels, logits.dtype) - 1.0
        return compute_weighted_loss(
            _nn.relu(1.0 - signs * logits), weights, scope, loss_collection, reduction
        )


def mean_pairwise_squared_error(
    labels: Any,
    predictions: Any,
    weights: Any = 1.0,
    scope: Any = None,
    loss_collection: str = GraphKeys.LOSSES,
) -> Any:
    """The weighted sum over a batch of the mean squared difference of the pairs of a row's errors.

    `weights`: one number, or of as many axes as the labels. Raises ValueError for others."""
    with _scope(scope, "mean_pairwise_squared_error"):
        errors = _ops.cast(predictions, "float32") - _ops.cast(labels, "float32")
        factors = _ops.cast(weights, "float32")
        axes = list(range(1, len(errors.shape)))
        if len(factors.shape) not in (0, len(errors.shape)):
            raise ValueError(
                f"weights can not be broadcast to values. values.rank={len(errors.shape)}. "
                f"weights.rank={len(factors.shape)}."
            )
        is_present = _ops.cast(_ops.not_equal(factors, 0.0), "float32")
        count = _math.reduce_sum(_ops.ones_like(errors) * is_present, axes, keepdims=True)
        squares = _math.reduce_sum(errors * errors, axes, keepdims=True)
        total = _math.reduce_sum(errors, axes, keepdims=True)
        apart = _ops.divide_no_nan(squares, count - 1.0)
        pairs = apart - _ops.divide_no_nan(total * total, count * (count - 1.0))
        pairs = _ops.where(count > 0.0, pairs, 0.0)
        made = named(_math.reduce_sum)(2.0 * pairs * factors, name="value")
    get_default_graph().add_to_collection(loss_collection, made)
    return made


def add_loss(loss: Any, loss_collection: str = GraphKeys.LOSSES) -> None:
    """Puts a loss into the collection."""
    get_default_graph().add_to_collection(loss_collection, loss)


def get_losses(scope: str | None = None, loss_collection: str = GraphKeys.LOSSES) -> list[Any]:
    """The losses that the graph collected."""
    return get_default_graph().get_collection(loss_collection, scope)


def get_regularization_losses(scope: str | None = None) -> list[Any]:
    """The penalties of variables."""
    return get_default_graph().get_collection(GraphKeys.REGULARIZATION_LOSSES, scope)


def get_regularization_loss(
    scope: str | None = None, name: str = "total_regularization_loss"
) -> Any:
    """The sum of the penalties of variables, 0.0 for none."""
    penalties = get_regularization_losses(scope)
    if not penalties:
        return constant(0.0, name=name)
    return named(_math.add_n)(penalties, name=name)


def get_total_loss(
    add_regularization_losses: bool = True, name: str = "total_loss", scope: str | None = None
) -> Any:
    """The sum of the losses, and penalties of variables, that the graph collected.

    Raises ValueError where there is none."""
    penalties = get_regularization_losses(scope) if add_regularization_losses else []
    return named(_math.add_n)([*get_losses(scope), *penalties], name=name)


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
