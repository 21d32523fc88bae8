"""Owns the losses of ``tf.nn`` that are a few ops each, and how losses are averaged."""

from __future__ import annotations

from pelton import dtypes as _dtypes
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.ops.array.sizes import sizes_of
from pelton.ops.math.norms import sum_of_squares

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from pelton._core import Tensor
    from pelton._types import TensorLike


def l2_loss(t: TensorLike, name: str | None = None) -> Tensor:
    """Half the sum of all squares."""
    return sum_of_squares(_functions.convert(t)) * 0.5


def log_poisson_loss(
    targets: TensorLike,
    log_input: TensorLike,
    compute_full_loss: bool = False,
    name: str | None = None,
) -> Tensor:
    """exp(log_input) - log_input * targets, with Stirling's log(targets!) in the full loss."""
    logs = _functions.convert(log_input)
    targets = _functions.convert_like(targets, logs.dtype)
    loss = _ops.exp(logs) - logs * targets
    if not compute_full_loss:
        return loss
    half = _functions.convert(0.5, logs.dtype)
    circle = _functions.convert(6.283185307179586, logs.dtype)
    factorial = targets * _ops.log(targets) - targets + half * _ops.log(circle * targets)
    is_small = _ops.logical_and(targets >= 0, targets <= 1)
    return loss + _ops.where(is_small, _ops.zeros_like(targets), factorial)


def weighted_cross_entropy_with_logits(
    labels: TensorLike, logits: TensorLike, pos_weight: TensorLike, name: str | None = None
) -> Tensor:
    """Sigmoid cross-entropy in which positive labels count ``pos_weight`` times."""
    logits = _functions.convert(logits)
    labels = _functions.convert_like(labels, logits.dtype)
    if tuple(labels.shape) != tuple(logits.shape):
        raise ValueError(
            "logits and targets must have the same shape, received "
            f"({tuple(logits.shape)} vs {tuple(labels.shape)})."
        )
    weight = 1 + (_functions.convert_like(pos_weight, logits.dtype) - 1) * labels
    return (1 - labels) * logits + weight * _ops.softplus(_ops.negative(logits))


def compute_average_loss(
    per_example_loss: TensorLike,
    sample_weight: TensorLike | None = None,
    global_batch_size: int | Tensor | None = None,
) -> Tensor:
    """The sum of the losses, each times its weight, divided by the batch's size."""
    losses = _functions.convert(per_example_loss)
    if losses.dtype.is_integer:
        losses = _ops.cast(losses, _dtypes.float32)
    if sample_weight is not None:
        weights = _ops.cast(_functions.convert(sample_weight), losses.dtype)
        if weights.ndim == losses.ndim + 1:
            weights = _ops.squeeze(weights, -1)
        elif 0 < weights.ndim < losses.ndim:
            weights = _ops.reshape(weights, [*sizes_of(weights), *[1] * (losses.ndim - 1)])
        losses = losses * weights
    if global_batch_size is None:
        if losses.ndim == 0:
            raise ValueError("`per_example_loss` must have rank 1 or more without a batch size")
        global_batch_size = sizes_of(losses)[0]
    size = _functions.convert(global_batch_size)
    if size.ndim != 0 or not size.dtype.is_integer:
        raise TypeError(
            f"`global_batch_size` must be an integer scalar, got {size.dtype.name} "
            f"{tuple(size.shape)}"
        )
    return _ops.reduce_sum(losses) / _ops.cast(size, losses.dtype)


def scale_regularization_loss(regularization_loss: TensorLike) -> Tensor:
    """The sum of the losses of one replica, of which there is one."""
    return _ops.reduce_sum(regularization_loss)
