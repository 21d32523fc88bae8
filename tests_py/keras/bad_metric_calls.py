"""What metrics refuse: the metric rows of the bad-call tables."""

from __future__ import annotations

import numpy as np
from bad_call import INVALID, UNIMPLEMENTED, BadCall, BadRow, arrays_among

from pelton.keras import metrics

SCORES = np.array([[0.1, 0.7, 0.2], [0.5, 0.25, 0.25]], "float32")
ONE_HOT = np.eye(3, dtype="float32")[[1, 0]]
LABELS = np.array([1, 0], "int32")


def made(error, *says, **kwargs):
    """The constructor refuses `kwargs`."""
    return BadCall(lambda metric: type(metric)(**kwargs), error, says)


def updated(error, *arguments, says=()):
    """update_state refuses (y_true, y_pred[, sample_weight]), or (values[, sample_weight])."""
    only_arrays = all(isinstance(value, np.ndarray) for value in arguments)
    arrays = arrays_among(arguments) if only_arrays else ()
    return BadCall(lambda metric: metric.update_state(*arguments), error, tuple(says), arrays)


CONSTRUCTOR = [
    made(TypeError, "unexpected keyword argument 'nothing'", nothing=1),
    made(ValueError, "Invalid dtype: float33", dtype="float33"),
    made(ValueError, "`name`", "name=3", name=3),
]
WEIGHT = "sample_weight=tf.Tensor(shape=(), dtype=string)"
# By the string, or first by shapes that do not fit.
REFUSED = (UNIMPLEMENTED, INVALID, TypeError, ValueError)
VALUES = [
    *CONSTRUCTOR,
    updated(INVALID, np.ones(2, "float32"), np.ones(3, "float32")),
    updated(INVALID, np.ones((2, 2)), np.ones((3, 2))),
    updated(UNIMPLEMENTED, "a", says=["Cast string to float", "values=", "dtype=string"]),
    updated(ValueError, None, says=["argument `values`", "None"]),
    updated(UNIMPLEMENTED, np.ones(2), "a", says=["Cast string to float", WEIGHT]),
]
CONVERSIONS = [
    updated(ValueError, None, SCORES, says=["argument `y_true`", "None"]),
    updated(REFUSED, ONE_HOT, "text", says=["y_pred=tf.Tensor(shape=(), dtype=string)"]),
    updated(REFUSED, ONE_HOT, SCORES, "text", says=[WEIGHT]),
]
PAIRS = [
    *CONSTRUCTOR,
    *CONVERSIONS,
    updated(INVALID, ONE_HOT, SCORES[:, :2]),
    updated(INVALID, ONE_HOT, SCORES, np.ones(5)),
]
ERRORS = [*CONSTRUCTOR, *CONVERSIONS, updated(INVALID, ONE_HOT, SCORES[:, :2])]
CROSS_ENTROPY = [
    *CONSTRUCTOR,
    *CONVERSIONS,
    updated(ValueError, ONE_HOT, SCORES[:, :2], says=["same shape"]),
    updated(INVALID, ONE_HOT, SCORES, np.ones(5)),
    made(ValueError, "from_logits=x", from_logits="x"),
    made(ValueError, "label_smoothing=2.0", label_smoothing=2.0),
]
LABELLED = [
    *CONSTRUCTOR,
    *CONVERSIONS,
    updated(INVALID, np.array([1, 0, 2]), SCORES, says=["one class index per row"]),
    updated(INVALID, LABELS, SCORES, np.ones((2, 3))),
]
K = [made(ValueError, "k=0", k=0), made(ValueError, "k=a", k="a")]
CALLS = {
    "Mean": VALUES,
    "Sum": VALUES,
    "MeanSquaredError": ERRORS,
    "MeanAbsoluteError": ERRORS,
    "RootMeanSquaredError": ERRORS,
    "Accuracy": PAIRS,
    "BinaryAccuracy": [
        *PAIRS,
        made(ValueError, "threshold=x", threshold="x"),
    ],
    "CategoricalAccuracy": PAIRS,
    "TopKCategoricalAccuracy": [*PAIRS, *K],
    "SparseCategoricalAccuracy": LABELLED,
    "SparseTopKCategoricalAccuracy": [*LABELLED, *K],
    "BinaryCrossentropy": CROSS_ENTROPY,
    "CategoricalCrossentropy": CROSS_ENTROPY,
    "SparseCategoricalCrossentropy": [
        *CONSTRUCTOR,
        *CONVERSIONS,
        updated(ValueError, np.array([1, 0, 2]), SCORES, says=["target.shape=(3,)"]),
        updated(
            INVALID, np.array([1, 7]), SCORES, says=["label value of 7 ", "position 1", "[0, 3)"]
        ),
        updated(INVALID, LABELS, SCORES, np.ones(5)),
        made(ValueError, "from_logits=x", from_logits="x"),
    ],
}


def row_of(name):
    def make():
        metric = getattr(metrics, name)()
        if name in ("Mean", "Sum"):
            metric.update_state([1.5, 2.5])
        else:
            metric.update_state(LABELS if name.startswith("Sparse") else ONE_HOT, SCORES)
        return metric

    return BadRow(
        name,
        make,
        lambda metric: (metric.variables, metric.result(), metric.get_config()),
        CALLS[name],
    )


ROWS = [row_of(name) for name in CALLS]
