"""R2Score: the share of the labels' variance that predictions explain."""

from __future__ import annotations

from typing import Any

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core.metrics import Metric

_AGGREGATIONS = (None, "uniform_average", "variance_weighted_average")


class R2Score(Metric):
    """1 - sum((t - p)^2) / sum((t - mean(t))^2) of labels and predictions (batch, outputs), for
    each output, or averaged as `class_aggregation` says; adjusted for `num_regressors` where there
    are more numbers (batch * outputs, as in Keras) than that.

    Raises ValueError for other ranks and options."""

    _direction = "up"

    def __init__(
        self,
        class_aggregation: str | None = "uniform_average",
        num_regressors: int = 0,
        name: str = "r2_score",
        dtype: Any = None,
    ) -> None:
        super().__init__(name=name, dtype=dtype)
        if class_aggregation not in _AGGREGATIONS:
            raise ValueError(
                "Invalid value for argument `class_aggregation`. Expected one of "
                f"{_AGGREGATIONS}. Received: class_aggregation={class_aggregation}"
            )
        if not isinstance(num_regressors, int) or num_regressors < 0:
            raise ValueError(
                "Invalid value for argument `num_regressors`. Expected a value >= 0. "
                f"Received: num_regressors={num_regressors}"
            )
        self.class_aggregation, self.num_regressors = class_aggregation, num_regressors
        self.num_samples = self.add_variable(shape=(), initializer="zeros", name="num_samples")
        self._built = False

    def _build(self, outputs: int) -> None:
        for name in ("squared_sum", "sum", "residual", "count"):
            made = self.add_variable(shape=(outputs,), initializer="zeros", name=name)
            setattr(self, "total" if name == "sum" else name, made)
        self._built = True

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Adds one batch."""
        t, p = (_ops.cast(_functions.convert(x), "float32") for x in (y_true, y_pred))
        if t.ndim != 2 or p.ndim != 2 or None in (t.shape[1], p.shape[1]):
            raise ValueError(
                "R2Score expects 2D inputs with shape (batch_size, output_dim). Received input "
                f"shapes: y_pred.shape={tuple(p.shape)} and y_true.shape={tuple(t.shape)}."
            )
        if t.shape[1] != p.shape[1]:
            raise ValueError(
                "R2Score: y_true and y_pred must have as many outputs. Received input shapes: "
                f"y_pred.shape={tuple(p.shape)} and y_true.shape={tuple(t.shape)}."
            )
        if not self._built:
            self._build(p.shape[1])
        weight = _ops.ones_like(t[:, :1])
        if sample_weight is not None:
            given = _ops.cast(_functions.convert(sample_weight), "float32")
            weight = _ops.expand_dims(given, 1) if given.ndim == 1 else given
        weighted = t * weight
        self.total.assign_add(_ops.reduce_sum(weighted, [0]))
        self.squared_sum.assign_add(_ops.reduce_sum(t * weighted, [0]))
        self.residual.assign_add(_ops.reduce_sum(_ops.square(t - p) * weight, [0]))
        self.count.assign_add(_ops.reduce_sum(weight * _ops.ones_like(t), [0]))
        self.num_samples.assign_add(_ops.reduce_sum(_ops.ones_like(t)))

    def result(self) -> Tensor:
        """(outputs,), or a scalar of an average. Raises ValueError before the first update."""
        if not self._built:
            raise ValueError("R2Score: there is no result before the first `update_state`")
        total = self.squared_sum - self.total * (self.total / self.count)
        score = self._aggregated(1.0 - self.residual / total, total)
        if self.num_regressors == 0:
            return score
        samples = _functions.convert(self.num_samples)
        free = samples - self.num_regressors - 1.0
        is_free = _ops.greater(free, 0.0)
        free = _ops.where(is_free, free, _ops.ones_like(free))
        return _ops.where(is_free, 1.0 - (1.0 - score) * (samples - 1.0) / free, score)

    def _aggregated(self, raw: Tensor, total: Tensor) -> Tensor:
        raw = _ops.where(_ops.is_inf(raw), _ops.zeros_like(raw), raw)
        if self.class_aggregation == "uniform_average":
            return _ops.reduce_mean(raw)
        if self.class_aggregation is None:
            return raw
        return _ops.reduce_sum(raw * total) / _ops.reduce_sum(total)

    def reset_state(self) -> None:
        """Forgets all batches."""
        for variable in self.variables:
            variable.assign(_ops.zeros_like(variable))

    def get_config(self) -> dict[str, Any]:
        names = ("class_aggregation", "num_regressors")
        return {**super().get_config(), **{name: getattr(self, name) for name in names}}
