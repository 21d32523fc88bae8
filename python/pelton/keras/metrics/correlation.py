"""PearsonCorrelation and ConcordanceCorrelation: how two sequences of numbers go together."""

from __future__ import annotations

from typing import Any

from pelton._core import Tensor
from pelton._core import ops as _ops
from pelton.keras.losses import formulas
from pelton.keras.metrics.means import MeanOf
from pelton.names.named_refusals import named


def _deviations(y_true: Any, y_pred: Any, axis: int) -> list[tuple[Tensor, Tensor]]:
    """Of both the mean along the axis, and the distances from it."""
    means = [(x, _ops.reduce_mean(x, [axis], True)) for x in formulas.pair(y_true, y_pred)]
    return [(mean, x - mean) for x, mean in means]


@named
def pearson_correlation(y_true: Any, y_pred: Any, axis: int = -1) -> Tensor:
    """cov(t, p) / (std(t) * std(p)) along `axis`; NaN where one of them is constant."""
    (_, t), (_, p) = _deviations(y_true, y_pred, axis)
    squares = _ops.reduce_sum(t * t, [axis]) * _ops.reduce_sum(p * p, [axis])
    return _ops.reduce_sum(t * p, [axis]) / _ops.sqrt(squares)


@named
def concordance_correlation(y_true: Any, y_pred: Any, axis: int = -1) -> Tensor:
    """2 cov(t, p) / (var(t) + var(p) + (mean(t) - mean(p))^2) along `axis` (Lin, 1989); 0 where
    both are the same constant."""
    (mean_t, t), (mean_p, p) = _deviations(y_true, y_pred, axis)
    apart = _ops.square(_ops.squeeze(mean_t - mean_p, [axis]))
    spread = _ops.reduce_mean(t * t, [axis]) + _ops.reduce_mean(p * p, [axis]) + apart
    both = 2.0 * _ops.reduce_mean(t * p, [axis])
    is_constant = _ops.equal(spread, _ops.zeros_like(spread))
    return _ops.where(is_constant, _ops.zeros_like(both), both / (spread + _TINY))


_TINY = 1e-7  # Keras's, so that its values come out


class PearsonCorrelation(MeanOf):
    _function = staticmethod(pearson_correlation)
    _default_name = "pearson_correlation"
    _direction = "up"


class ConcordanceCorrelation(MeanOf):
    _function = staticmethod(concordance_correlation)
    _default_name = "concordance_correlation"
    _direction = "up"


from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_refusals(__name__, keeps_stated=True)
