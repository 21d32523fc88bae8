"""``tf.metrics`` of old: a value and an operation that updates it, over local variables."""

from pelton.compat.v1.metrics.areas import auc
from pelton.compat.v1.metrics.confusion import (
    false_negatives,
    false_positives,
    mean_iou,
    mean_per_class_accuracy,
    precision,
    recall,
    true_negatives,
    true_positives,
)
from pelton.compat.v1.metrics.means import (
    accuracy,
    mean,
    mean_absolute_error,
    mean_relative_error,
    mean_squared_error,
    percentage_below,
    root_mean_squared_error,
)

__all__ = [
    "accuracy",
    "auc",
    "false_negatives",
    "false_positives",
    "mean",
    "mean_absolute_error",
    "mean_iou",
    "mean_per_class_accuracy",
    "mean_relative_error",
    "mean_squared_error",
    "percentage_below",
    "precision",
    "recall",
    "root_mean_squared_error",
    "true_negatives",
    "true_positives",
]
