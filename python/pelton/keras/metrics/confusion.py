"""Metrics of true and false positives and negatives at thresholds."""

from __future__ import annotations

from typing import Any

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core.metrics import Metric
from pelton.names.own_init import own_init

_COUNTS = ("true_positives", "false_positives", "true_negatives", "false_negatives")
_LOWEST = -1e10


def ratio(x: Any, y: Any) -> Tensor:
    """x / y, 0 where y is 0."""
    is_zero = _ops.equal(y, _ops.zeros_like(y))
    return _ops.where(is_zero, _ops.zeros_like(x), x / _ops.where(is_zero, _ops.ones_like(y), y))


def checked_thresholds(thresholds: Any, default: float) -> list[float]:
    """In a list; raises ValueError for what is not in [0, 1]."""
    if thresholds is None:
        return [default]
    listed = list(thresholds) if isinstance(thresholds, (list, tuple)) else [thresholds]
    wrong = [t for t in listed if not isinstance(t, (int, float)) or not 0 <= t <= 1]
    if wrong or not listed:
        raise ValueError(f"Threshold values must be in [0, 1]. Received: {wrong or thresholds}")
    return [float(t) for t in listed]


def _is_even(limits: list[float]) -> bool:
    """Whether these are three or more thresholds at even distances from 0 to 1."""
    last = len(limits) - 1
    return last >= 2 and all(
        abs(limit - i / last) <= 1e-7 + 1e-5 * i / last for i, limit in enumerate(limits)
    )


class ConfusionMetric(Metric):
    """Keeps the counts that `_kept` names, one for each threshold; weighted by sample."""

    _kept: tuple[str, ...] = _COUNTS

    _of_each_label = False  # whether the last axis of predictions is one of the counts too

    def __init__(self, limits: list[float], name: str | None, dtype: Any) -> None:
        super().__init__(dtype=dtype, name=name)
        self._limits = limits
        self._is_even = _is_even(limits)
        if not self._of_each_label:
            self._make_counts((len(limits),))

    def _make_counts(self, shape: tuple[int, ...]) -> None:
        for count in self._kept:
            made = self.add_variable(shape=shape, initializer="zeros", name=count)
            setattr(self, count, made)

    def _prepared(self, y_true: Any, y_pred: Any) -> tuple[Tensor, Tensor]:
        """Labels and predictions as floats of one shape."""
        p = _ops.cast(_functions.convert(y_pred), "float32")
        t = _ops.cast(_functions.convert(y_true), "float32")
        if t.ndim == p.ndim - 1 and p.shape[-1] == 1:
            t = _ops.expand_dims(t, -1)
        elif p.ndim == 1 and t.ndim == 2 and t.shape[-1] == 1:
            p = _ops.expand_dims(p, -1)
        elif t.ndim == p.ndim + 1 and t.shape[-1] == 1:
            t = _ops.squeeze(t, axis=[-1])
        if len(t.shape) != len(p.shape):
            raise ValueError(
                f"Shapes {tuple(t.shape)} and {tuple(p.shape)} are incompatible "
                f"[{type(self).__name__}]"
            )
        return t, p

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Counts one batch."""
        t, p = self._prepared(y_true, y_pred)
        if self._is_even:  # only then, as in Keras, which counts by intervals of [0, 1]
            p = _ops.clip_by_value(p, 0.0, 1.0)
        weight = self._label_weights(p)
        if sample_weight is not None:
            given = _ops.cast(_functions.convert(sample_weight), "float32")
            while given.ndim < p.ndim:
                given = _ops.expand_dims(given, -1)
            weight = weight * given
        rows = [1, -1, int(p.shape[-1])] if self._of_each_label else [1, -1]
        t, p, weight = (_ops.reshape(x, rows) for x in (t, p, weight))
        limits = _functions.convert(self._limits, "float32")
        limits = _ops.reshape(limits, [-1, *(1 for _ in rows[1:])])
        said = _ops.cast(_ops.greater(p, limits), "float32")
        is_true = _ops.cast(_ops.not_equal(t, 0.0), "float32")
        parts = {
            "true_positives": said * is_true,
            "false_positives": said * (1.0 - is_true),
            "true_negatives": (1.0 - said) * (1.0 - is_true),
            "false_negatives": (1.0 - said) * is_true,
        }
        for count in self._kept:
            getattr(self, count).assign_add(_ops.reduce_sum(parts[count] * weight, axis=[1]))

    def _label_weights(self, predictions: Tensor) -> Tensor:
        """What each prediction counts for, without its sample's weight."""
        return _ops.ones_like(predictions)

    def _counts(self) -> list[Tensor]:
        return [_functions.convert(getattr(self, count)) for count in self._kept]

    def _shown(self, values: Tensor) -> Tensor:
        """One number for one threshold."""
        return values[0] if len(self._limits) == 1 else values


class _Counted(ConfusionMetric):
    """One of the four counts."""

    def __init__(self, thresholds: Any = None, name: str | None = None, dtype: Any = None) -> None:
        super().__init__(checked_thresholds(thresholds, 0.5), name, dtype)
        self.init_thresholds, self.thresholds = thresholds, list(self._limits)

    def _make_counts(self, shape: tuple[int, ...]) -> None:
        self.accumulator = self.add_variable(shape=shape, initializer="zeros", name="accumulator")
        setattr(self, self._kept[0], self.accumulator)

    def result(self) -> Tensor:
        """The count at each threshold."""
        return self._shown(self._counts()[0])

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "thresholds": self.init_thresholds}


@own_init
class TruePositives(_Counted):
    """How many examples of label 1 are predicted above each threshold."""

    _kept = ("true_positives",)


@own_init
class FalsePositives(_Counted):
    """How many examples of label 0 are predicted above each threshold."""

    _kept = ("false_positives",)


@own_init
class TrueNegatives(_Counted):
    """How many examples of label 0 are predicted at or below each threshold."""

    _kept = ("true_negatives",)


@own_init
class FalseNegatives(_Counted):
    """How many examples of label 1 are predicted at or below each threshold."""

    _kept = ("false_negatives",)


def _ranks(x: Tensor) -> Tensor:
    """How many elements of the last axis come before each: greater ones and equal ones ahead."""
    other, one = _ops.expand_dims(x, -2), _ops.expand_dims(x, -1)
    place = _ops.cumsum(_ops.ones_like(x), -1)
    is_ahead = _ops.less(_ops.expand_dims(place, -2), _ops.expand_dims(place, -1))
    is_before = _ops.logical_or(
        _ops.greater(other, one), _ops.logical_and(_ops.equal(other, one), is_ahead)
    )
    return _ops.reduce_sum(_ops.cast(is_before, "float32"), axis=[-1])


class _Share(ConfusionMetric):
    """The share of true positives among what `_kept` counts; of the `top_k` greatest predictions of
    each example, and of the class `class_id` alone, where these are given."""

    _direction = "up"

    def __init__(
        self,
        thresholds: Any = None,
        top_k: int | None = None,
        class_id: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        default = 0.5 if top_k is None else _LOWEST
        super().__init__(checked_thresholds(thresholds, default), name, dtype)
        self.init_thresholds, self.thresholds = thresholds, list(self._limits)
        self.top_k, self.class_id = top_k, class_id

    def _prepared(self, y_true: Any, y_pred: Any) -> tuple[Tensor, Tensor]:
        t, p = super()._prepared(y_true, y_pred)
        if self.top_k is not None:
            is_among = _ops.less(_ranks(p), float(self.top_k))
            p = _ops.where(is_among, p, _ops.zeros_like(p) + 2 * _LOWEST)
        if self.class_id is not None:
            if p.ndim < 2:
                raise ValueError(
                    "When class_id is provided, y_pred must be a 2D array with shape "
                    f"(num_samples, num_classes), found shape: {tuple(p.shape)}"
                )
            t, p = t[..., self.class_id], p[..., self.class_id]
        return t, p

    def result(self) -> Tensor:
        """The share at each threshold, 0 of nothing."""
        right, wrong = self._counts()
        return self._shown(ratio(right, right + wrong))

    def get_config(self) -> dict[str, Any]:
        own = {"thresholds": self.init_thresholds, "top_k": self.top_k, "class_id": self.class_id}
        return {**super().get_config(), **own}


@own_init
class Precision(_Share):
    """How many of the positive predictions are right."""

    _kept = ("true_positives", "false_positives")


@own_init
class Recall(_Share):
    """How many of the examples of label 1 are found."""

    _kept = ("true_positives", "false_negatives")
