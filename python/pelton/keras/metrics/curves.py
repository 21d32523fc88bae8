"""AUC and the metrics of one value at a given other one: over many thresholds."""

from __future__ import annotations

from numbers import Integral
from typing import Any

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton.keras.metrics.confusion import ConfusionMetric, ratio

_EDGE = 1e-7
_CURVES, _SUMS = ("ROC", "PR", "PRGAIN"), ("interpolation", "minoring", "majoring")
_MOST = 1 << 24  # of thresholds


def _spread(count: int) -> list[float]:
    """`count` thresholds from just below 0 to just above 1; raises ValueError for too many."""
    if count > _MOST:
        raise ValueError(f"Argument `num_thresholds` must be at most {_MOST}, got {count}")
    inner = [(i + 1) / (count - 1) for i in range(count - 2)]
    return [-_EDGE, *inner, 1 + _EDGE]


class AUC(ConfusionMetric):
    """The area under the curve ROC (recall by false positive rate), PR (precision by recall) or
    PRGAIN (precision gain by recall gain: Flach and Kull, 2015), from `num_thresholds` points or
    those at `thresholds`.

    Predictions of several labels count as one, with `multi_label` the area is the labels' mean;
    `label_weights` says what each counts. Raises ValueError for other names."""

    _direction = "up"

    def __init__(
        self,
        num_thresholds: int = 200,
        curve: str = "ROC",
        summation_method: str = "interpolation",
        name: str | None = None,
        dtype: Any = None,
        thresholds: Any = None,
        multi_label: bool = False,
        num_labels: int | None = None,
        label_weights: Any = None,
        from_logits: bool = False,
    ) -> None:
        if curve not in _CURVES:
            raise ValueError(
                f'Invalid AUC curve value: "{curve}". Expected values are ["PR", "ROC", "PRGAIN"]'
            )
        if summation_method not in _SUMS:
            raise ValueError(
                f'Invalid AUC summation method value: "{summation_method}". Expected values are '
                '["interpolation", "majoring", "minoring"]'
            )
        if num_labels and not multi_label:
            raise ValueError("`num_labels` is needed only when `multi_label` is True.")
        if thresholds is None and (not isinstance(num_thresholds, Integral) or num_thresholds <= 1):
            raise ValueError(
                "Argument `num_thresholds` must be an integer > 1. Received: "
                f"num_thresholds={num_thresholds}"
            )
        given = None if thresholds is None else sorted(float(t) for t in thresholds)
        limits = _spread(num_thresholds) if given is None else [-_EDGE, *given, 1 + _EDGE]
        self._of_each_label = self.multi_label = bool(multi_label)
        super().__init__(limits, name, dtype)
        self.num_thresholds, self.curve = len(limits), curve
        self.summation_method, self.from_logits = summation_method, bool(from_logits)
        self.num_labels, self._given = num_labels, given
        self.label_weights = None if label_weights is None else [float(w) for w in label_weights]
        if num_labels:
            self._make_counts((len(limits), int(num_labels)))

    @property
    def thresholds(self) -> list[float]:
        """The thresholds, from just below 0 to just above 1."""
        return list(self._limits)

    def _prepared(self, y_true: Any, y_pred: Any) -> tuple[Tensor, Tensor]:
        t, p = super()._prepared(y_true, y_pred)
        labels = int(p.shape[-1]) if p.ndim else 0
        if self.label_weights is not None and len(self.label_weights) != labels:
            raise ValueError(
                f"AUC: `label_weights` has {len(self.label_weights)} weights, predictions have "
                f"shape {tuple(p.shape)}"
            )
        if self.multi_label and p.ndim != 2:
            raise ValueError(
                "`y_true` must have rank 2 when `multi_label=True`. Received shape "
                f"{tuple(p.shape)} [AUC]"
            )
        if self.multi_label and self.num_labels not in (None, labels):
            raise ValueError(
                f"AUC: predictions must have {self.num_labels} labels. Received shape "
                f"{tuple(p.shape)}"
            )
        if self.multi_label and not self.num_labels:
            self.num_labels = labels
            self._make_counts((len(self._limits), labels))
        return t, _ops.sigmoid(p) if self.from_logits else p

    def _label_weights(self, predictions: Tensor) -> Tensor:
        ones = _ops.ones_like(predictions)
        if self.multi_label or self.label_weights is None:
            return ones
        return ones * _functions.convert(self.label_weights, "float32")

    def result(self) -> Tensor:
        """The area; 0 before labels are known."""
        if self.multi_label and not self.num_labels:
            return _functions.convert(0.0, "float32")
        areas = self._areas()
        if not self.multi_label:
            return areas
        if self.label_weights is None:
            return _ops.reduce_mean(areas)
        weights = _functions.convert(self.label_weights, "float32")
        return ratio(_ops.reduce_sum(areas * weights), _ops.reduce_sum(weights))

    def _areas(self) -> Tensor:
        """The area, or one of each label."""
        tp, fp, tn, fn = self._counts()
        if self.curve == "PR" and self.summation_method == "interpolation":
            return _interpolated(tp, fp, fn)
        recall = ratio(tp, tp + fn)
        if self.curve == "PRGAIN":
            x, y = _gains(tp, fp, tn, fn)
        elif self.curve == "ROC":
            x, y = ratio(fp, fp + tn), recall
        else:
            x, y = recall, ratio(tp, tp + fp)
        before, after = y[:-1], y[1:]
        heights = {
            "interpolation": lambda: (before + after) / 2.0,
            "minoring": lambda: _ops.minimum(before, after),
            "majoring": lambda: _ops.maximum(before, after),
        }[self.summation_method]()
        return _ops.reduce_sum((x[:-1] - x[1:]) * heights, axis=[0])

    def get_config(self) -> dict[str, Any]:
        own = {
            "num_thresholds": self.num_thresholds,
            "curve": self.curve,
            "summation_method": self.summation_method,
            "multi_label": self.multi_label,
            "num_labels": self.num_labels,
            "label_weights": self.label_weights,
            "from_logits": self.from_logits,
        }
        if self._given is not None:
            own["thresholds"] = self._given
        return {**super().get_config(), **own}


def _interpolated(tp: Tensor, fp: Tensor, fn: Tensor) -> Tensor:
    """The area under PR where true positives grow evenly with all positives (Davis, Goadrich)."""
    all_p = tp + fp
    gained, moved = tp[:-1] - tp[1:], all_p[:-1] - all_p[1:]
    slope = ratio(gained, _ops.relu(moved))
    start = tp[1:] - slope * all_p[1:]
    both = _ops.logical_and(_ops.greater(all_p[:-1], 0.0), _ops.greater(all_p[1:], 0.0))
    quotient = _ops.where(both, ratio(all_p[:-1], all_p[1:]), _ops.ones_like(moved))
    quotient = _ops.where(both, quotient, _ops.ones_like(moved))
    areas = slope * (gained + start * _ops.log(quotient))
    return _ops.reduce_sum(ratio(areas, tp[1:] + fn[1:]), axis=[0])


def _gains(tp: Tensor, fp: Tensor, tn: Tensor, fn: Tensor) -> tuple[Tensor, Tensor]:
    """Gains of recall, at least 0, and of precision over those of always saying yes."""
    odds = ratio(tp + fn, fp + tn)
    recall = _ops.relu(1.0 - odds * ratio(fn, tp))
    is_none = _ops.equal(tp, _ops.zeros_like(tp))
    return _ops.where(is_none, _ops.zeros_like(tp), recall), 1.0 - odds * ratio(fp, tp)


class _AtValue(ConfusionMetric):
    """The best of one share over all thresholds where another one is at least `value`."""

    _argument = ""
    _searched = ""
    _direction = "up"

    def __init__(
        self,
        value: float,
        num_thresholds: int = 200,
        class_id: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        if not isinstance(value, (int, float)) or not 0 <= value <= 1:
            raise ValueError(
                f"Argument `{self._argument}` must be in the range [0, 1]. Received: "
                f"{self._argument}={value}"
            )
        if not isinstance(num_thresholds, Integral) or num_thresholds <= 0:
            raise ValueError(
                "Argument `num_thresholds` must be an integer > 0. Received: "
                f"num_thresholds={num_thresholds}"
            )
        limits = [0.5] if num_thresholds == 1 else [0.0, *_spread(num_thresholds)[1:-1], 1.0]
        super().__init__(limits, name, dtype)
        setattr(self, self._argument, value)
        self.value, self.thresholds = value, limits
        self.num_thresholds, self.class_id = num_thresholds, class_id

    def _prepared(self, y_true: Any, y_pred: Any) -> tuple[Tensor, Tensor]:
        t, p = super()._prepared(y_true, y_pred)
        return (t, p) if self.class_id is None else (t[..., self.class_id], p[..., self.class_id])

    def _best(self, wanted: Tensor, found: Tensor) -> Tensor:
        least = _functions.convert(getattr(self, self._argument), "float32")
        fits = _ops.greater_equal(wanted, least)
        return _ops.reduce_max(_ops.where(fits, found, _ops.zeros_like(found)))

    def result(self) -> Tensor:
        """The best value found."""
        tp, fp, tn, fn = self._counts()
        shares = {
            "sensitivity": ratio(tp, tp + fn),
            "specificity": ratio(tn, tn + fp),
            "precision": ratio(tp, tp + fp),
            "recall": ratio(tp, tp + fn),
        }
        return self._best(shares[self._argument], shares[self._searched])

    @classmethod
    def from_config(cls, config: dict[str, Any]) -> Any:
        """Of the arguments that the config holds."""
        config = dict(config)
        return cls(config.pop(cls._argument), **config)

    def get_config(self) -> dict[str, Any]:
        names = ("class_id", "num_thresholds", self._argument)
        return {**super().get_config(), **{name: getattr(self, name) for name in names}}


class SensitivityAtSpecificity(_AtValue):
    """The best sensitivity where the specificity is at least the given one."""

    _argument, _searched = "specificity", "sensitivity"

    def __init__(
        self,
        specificity: float,
        num_thresholds: int = 200,
        class_id: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(specificity, num_thresholds, class_id, name, dtype)


class SpecificityAtSensitivity(_AtValue):
    """The best specificity where the sensitivity is at least the given one."""

    _argument, _searched = "sensitivity", "specificity"

    def __init__(
        self,
        sensitivity: float,
        num_thresholds: int = 200,
        class_id: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(sensitivity, num_thresholds, class_id, name, dtype)


class PrecisionAtRecall(_AtValue):
    """The best precision where the recall is at least the given one."""

    _argument, _searched = "recall", "precision"

    def __init__(
        self,
        recall: float,
        num_thresholds: int = 200,
        class_id: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(recall, num_thresholds, class_id, name, dtype)


class RecallAtPrecision(_AtValue):
    """The best recall where the precision is at least the given one."""

    _argument, _searched = "precision", "recall"

    def __init__(
        self,
        precision: float,
        num_thresholds: int = 200,
        class_id: int | None = None,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(precision, num_thresholds, class_id, name, dtype)
