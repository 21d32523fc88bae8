"""Intersection over union and F-scores: metrics by class."""

from __future__ import annotations

import warnings
from numbers import Integral
from typing import Any

from pelton._core import Tensor
from pelton._core import functions as _functions
from pelton._core import ops as _ops
from pelton._core.metrics import Metric
from pelton.keras.metrics.confusion import ratio
from pelton.names.named_refusals import shown


class IoU(Metric):
    """The mean over `target_class_ids` of true / (true + false positives + false negatives); of
    labels and predictions that are class indices, or one-hot along `axis` where not sparse."""

    _direction = "up"

    def __init__(
        self,
        num_classes: int,
        target_class_ids: Any,
        name: str | None = None,
        dtype: Any = None,
        ignore_class: int | None = None,
        sparse_y_true: bool = True,
        sparse_y_pred: bool = True,
        axis: int = -1,
    ) -> None:
        super().__init__(dtype=dtype or "int64", name=name)
        if not isinstance(num_classes, Integral) or num_classes <= 0:
            raise ValueError(
                f"`num_classes` must be a positive integer. Received: num_classes={num_classes}"
            )
        is_flat = getattr(target_class_ids, "ndim", 1) == 1
        wanted = list(target_class_ids) if is_flat else [shown(target_class_ids)]
        if not all(isinstance(i, Integral) and 0 <= i < num_classes for i in wanted):
            raise ValueError(
                f"Target class ids {wanted} must be in [0, {num_classes}) [{type(self).__name__}]"
            )
        num_classes = int(num_classes)
        self.num_classes, self.target_class_ids = num_classes, [int(i) for i in wanted]
        self.ignore_class, self.axis = ignore_class, axis
        self.sparse_y_true, self.sparse_y_pred = sparse_y_true, sparse_y_pred
        self.total_cm = self.add_variable(
            shape=(num_classes, num_classes), initializer="zeros", name="total_confusion_matrix"
        )

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Adds one batch to the confusion matrix."""
        t, p = _functions.convert(y_true), _functions.convert(y_pred)
        t = t if self.sparse_y_true else _ops.argmax(t, axis=self.axis)
        p = p if self.sparse_y_pred else _ops.argmax(p, axis=self.axis)
        t, p = (_ops.reshape(_ops.cast(x, "int64"), [-1]) for x in (t, p))
        weight = _ops.cast(_ops.ones_like(t), self.dtype)
        if sample_weight is not None:
            weight = weight * _ops.reshape(self._weight(sample_weight), [-1])
        if self.ignore_class is not None:
            kept = _ops.not_equal(t, self.ignore_class)
            weight = weight * _ops.cast(kept, self.dtype)
        n = self.num_classes
        is_class = [_ops.logical_and(_ops.greater_equal(x, 0), _ops.less(x, n)) for x in (t, p)]
        place = _ops.where(_ops.logical_and(*is_class), t * n + p, _ops.negative(_ops.ones_like(t)))
        counts = _ops.segment_reduce(weight, place, n * n, "sum")
        self.total_cm.assign_add(_ops.reshape(counts, [n, n]))

    def _weight(self, given: Any) -> Tensor:
        """Sample weights in the metric's dtype, of which integers are no fractions."""
        tensor = _functions.convert(given)
        if hasattr(given, "dtype") and tensor.dtype.is_floating and "int" in str(self.dtype):
            warnings.warn(
                f"{type(self).__name__}: You are passing weight as `float`, but dtype is `int`. "
                f"This may result in an incorrect weight due to type casting from "
                f"{tensor.dtype.name} to {self.dtype}. Consider using integer weights.",
                stacklevel=4,
            )
        return _ops.cast(tensor, self.dtype)

    def result(self) -> Tensor:
        """The mean over the classes that occurred."""
        matrix = _ops.cast(_functions.convert(self.total_cm), "float32")
        diagonal = _functions.eye(self.num_classes, self.num_classes)
        both = _ops.reduce_sum(matrix * diagonal, axis=[1])
        union = _ops.reduce_sum(matrix, axis=[0]) + _ops.reduce_sum(matrix, axis=[1]) - both
        both = _ops.gather(both, self.target_class_ids)
        union = _ops.gather(union, self.target_class_ids)
        seen = _ops.reduce_sum(_ops.cast(_ops.greater(union, 0.0), "float32"))
        return ratio(_ops.reduce_sum(ratio(both, union)), seen)

    # The names in a config, in Keras's order.
    _named = "name dtype num_classes target_class_ids ignore_class sparse_y_true sparse_y_pred axis"

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        return {name: config.get(name, getattr(self, name)) for name in self._named.split()}


class MeanIoU(IoU):
    """IoU over all classes."""

    def __init__(
        self,
        num_classes: int,
        name: str | None = None,
        dtype: Any = None,
        ignore_class: int | None = None,
        sparse_y_true: bool = True,
        sparse_y_pred: bool = True,
        axis: int = -1,
    ) -> None:
        ids = range(num_classes if isinstance(num_classes, Integral) else 0)
        options = (ignore_class, sparse_y_true, sparse_y_pred, axis)
        super().__init__(num_classes, ids, name, dtype, *options)

    _named = "num_classes name dtype ignore_class sparse_y_true sparse_y_pred axis"


class OneHotIoU(IoU):
    """IoU of one-hot labels, and of predictions by class unless `sparse_y_pred`."""

    def __init__(
        self,
        num_classes: int,
        target_class_ids: Any,
        name: str | None = None,
        dtype: Any = None,
        ignore_class: int | None = None,
        sparse_y_pred: bool = False,
        axis: int = -1,
    ) -> None:
        options = (ignore_class, False, sparse_y_pred, axis)
        super().__init__(num_classes, target_class_ids, name, dtype, *options)

    _named = "num_classes target_class_ids name dtype ignore_class sparse_y_pred axis"


class OneHotMeanIoU(MeanIoU):
    """MeanIoU of one-hot labels, and of predictions by class unless `sparse_y_pred`."""

    def __init__(
        self,
        num_classes: int,
        name: str | None = None,
        dtype: Any = None,
        ignore_class: int | None = None,
        sparse_y_pred: bool = False,
        axis: int = -1,
    ) -> None:
        super().__init__(num_classes, name, dtype, ignore_class, False, sparse_y_pred, axis)

    _named = "num_classes name dtype ignore_class sparse_y_pred axis"


class BinaryIoU(IoU):
    """IoU of the classes 0 and 1, of predictions above `threshold`."""

    def __init__(
        self,
        target_class_ids: Any = (0, 1),
        threshold: float = 0.5,
        name: str | None = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(2, target_class_ids, name, dtype)
        self.threshold = threshold

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Adds one batch to the confusion matrix."""
        said = _ops.greater_equal(_functions.convert(y_pred), self.threshold)
        super().update_state(y_true, _ops.cast(said, "int32"), sample_weight)

    _named = "target_class_ids threshold name dtype"


def _check_float(name: str, value: Any, most: float, rule: str) -> None:
    """Raises ValueError unless it is a float above 0 and at most `most`; Keras takes no integer."""
    if isinstance(value, float) and 0 < value <= most:
        return
    rule = rule if isinstance(value, float) else "be a Python float"
    raise ValueError(
        f"Invalid `{name}` argument value. It should {rule}. Received: {name}={value}"
        + ("" if isinstance(value, float) else f" of type '{type(value)}'")
    )


class FBetaScore(Metric):
    """(1 + beta^2) * precision * recall / (beta^2 * precision + recall), by class, of predictions
    (batch, classes): their greatest, or those above `threshold`. `average` is None, "micro",
    "macro" or "weighted"."""

    _direction = "up"

    def __init__(
        self,
        average: str | None = None,
        beta: float = 1.0,
        threshold: float | None = None,
        name: str | None = "fbeta_score",
        dtype: Any = None,
    ) -> None:
        super().__init__(dtype=dtype, name=name)
        if average not in (None, "micro", "macro", "weighted"):
            raise ValueError(
                "Invalid `average` argument value. Expected one of: {None, 'micro', 'macro', "
                f"'weighted'}}. Received: average={average}"
            )
        _check_float("beta", beta, float("inf"), "be > 0")
        if threshold is not None:
            _check_float("threshold", threshold, 1.0, "verify 0 < threshold <= 1")
        self.average, self.beta, self.threshold = average, beta, threshold
        self._made: list[Any] = []

    def _make(self, classes: int) -> None:
        names = ("true_positives", "false_positives", "false_negatives", "intermediate_weights")
        shape = () if self.average == "micro" else (classes,)
        self._made = [self.add_variable(shape=shape, initializer="zeros", name=n) for n in names]

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:
        """Counts one batch."""
        p = _ops.cast(_functions.convert(y_pred), "float32")
        t = _ops.cast(_functions.convert(y_true), "float32")
        if p.ndim != 2 or t.ndim != 2:
            raise ValueError(
                "FBetaScore expects 2D inputs with shape (batch_size, output_dim). Received "
                f"input shapes: y_pred.shape={tuple(p.shape)} and y_true.shape={tuple(t.shape)}."
            )
        if not self._made:
            self._make(int(p.shape[-1]))
        if self.threshold is None:
            best = _ops.equal(p, _ops.reduce_max(p, axis=[-1], keepdims=True))
            said = _ops.logical_and(best, _ops.greater(_ops.abs(p), 1e-12))
        else:
            said = _ops.greater(p, self.threshold)
        said = _ops.cast(said, "float32")
        weight = _ops.ones_like(p)
        if sample_weight is not None:
            given = _ops.cast(_functions.convert(sample_weight), "float32")
            weight = weight * _ops.reshape(given, [-1, 1])
        axis = None if self.average == "micro" else [0]
        for variable, part in zip(
            self._made, (said * t, said * (1.0 - t), (1.0 - said) * t, t), strict=True
        ):
            counted = _ops.reduce_sum(part * weight, axis=axis)
            variable.assign_add(_ops.cast(counted, variable.dtype))

    def result(self) -> Tensor:
        """The score, by class or averaged; 0 before the first batch."""
        if not self._made:
            return _functions.zeros((), "float32")
        tp, fp, fn, weights = (_functions.convert(variable) for variable in self._made)
        precision, recall = ratio(tp, tp + fp), ratio(tp, tp + fn)
        squared = float(self.beta) ** 2
        score = ratio(precision * recall * (1 + squared), precision * squared + recall)
        if self.average == "weighted":
            return _ops.reduce_sum(score * ratio(weights, _ops.reduce_sum(weights) + 0.0 * weights))
        return score if self.average is None else _ops.reduce_mean(score)

    def get_config(self) -> dict[str, Any]:
        own = {name: getattr(self, name) for name in ("average", "beta", "threshold")}
        return {**super().get_config(), **own}


class F1Score(FBetaScore):
    """FBetaScore of beta 1."""

    def __init__(
        self,
        average: str | None = None,
        threshold: float | None = None,
        name: str | None = "f1_score",
        dtype: Any = None,
    ) -> None:
        super().__init__(average, 1.0, threshold, name, dtype)

    def get_config(self) -> dict[str, Any]:
        config = super().get_config()
        del config["beta"]
        return config
