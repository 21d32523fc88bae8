"""The circle loss, of embeddings and their classes."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton._core import ops as _ops

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


def _labels(value: Any) -> Tensor:
    return _ops.cast(_ops.reshape(_functions.convert(value), [-1]), "int32")


def _exponents(x: Tensor, is_meant: Tensor) -> Tensor:
    """log(sum(exp(x))) over the pairs that are meant."""
    never = _ops.cast(-1e30 if x.dtype.name != "float16" else -6e4, x.dtype)
    return _ops.reduce_logsumexp(_ops.where(is_meant, x, never), [1])


def circle(
    y_true: Any,
    y_pred: Any,
    ref_labels: Any = None,
    ref_embeddings: Any = None,
    remove_diagonal: bool = True,
    gamma: float = 80,
    margin: float = 0.4,
) -> Tensor:
    """The circle loss (Sun et al., 2020) of labels (n,) and unit embeddings (n, size), against
    those of the batch or the given ones (m,) and (m, size); `remove_diagonal` leaves out what
    stands at the same place. Raises ValueError for other ranks."""
    p, t = _functions.convert(y_pred), _labels(y_true)
    others = p if ref_embeddings is None else _ops.cast(_functions.convert(ref_embeddings), p.dtype)
    if p.ndim != 2 or others.ndim != 2:
        raise ValueError(
            "circle: embeddings must have shape (batch, size). Received: y_pred.shape="
            f"{tuple(p.shape)}, ref_embeddings.shape={tuple(others.shape)}"
        )
    labels = t if ref_labels is None else _labels(ref_labels)
    same = _ops.equal(_ops.expand_dims(t, 1), _ops.expand_dims(labels, 0))
    other = _ops.logical_not(same)
    near = _ops.matmul(p, others, transpose_b=True)
    if remove_diagonal:
        place = [_ops.cumsum(_ops.ones_like(x), 0) for x in (t, labels)]
        itself = _ops.equal(_ops.expand_dims(place[0], 1), _ops.expand_dims(place[1], 0))
        same = _ops.logical_and(same, _ops.logical_not(itself))
    pull = _ops.relu(1.0 + margin - near)
    push = _ops.relu(near + margin)
    together = _exponents(-gamma * pull * (near - (1.0 - margin)), same)
    apart = _exponents(gamma * push * (near - margin), other)
    return _ops.softplus(together + apart)


def circle_in_batch(
    y_true: Any, y_pred: Any, gamma: float = 80.0, margin: float = 0.4, remove_diagonal: bool = True
) -> Tensor:
    """The circle loss (Sun et al., 2020) of labels (batch,) and unit embeddings (batch, size);
    examples without loss, such as those alone of their label, do not count in means."""
    values = circle(y_true, y_pred, None, None, remove_diagonal, gamma, margin)
    values._keras_mask = _ops.greater(values, 0.0)
    return values
