"""What losses refuse: the loss rows of the bad-call tables."""

from __future__ import annotations

import numpy as np
from bad_call import INVALID, UNIMPLEMENTED, BadCall, BadRow, arrays_among

from pelton.keras import losses

RANDOM = np.random.default_rng(7)
X = RANDOM.normal(size=(6, 4)).astype("float32")
LABELS = np.array([0, 3, 1, 1, 2, 0], "int32")
ONE_HOT = np.eye(4, dtype="float32")[LABELS]
P = (np.exp(X) / np.exp(X).sum(-1, keepdims=True)).astype("float32")


def made(error, *says, **kwargs):
    """The constructor refuses `kwargs`."""
    return BadCall(lambda loss: type(loss)(**kwargs), error, says)


def called(error, *arguments, says=(), **kwargs):
    """A loss made with `kwargs` refuses (y_true, y_pred[, sample_weight])."""
    return BadCall(
        lambda loss: (type(loss)(**kwargs) if kwargs else loss)(*arguments),
        error,
        tuple(says),
        arrays_among(arguments) if all(isinstance(a, np.ndarray) for a in arguments) else (),
    )


# The sparse loss refuses these targets first.
NO_WEIGHT = (UNIMPLEMENTED, ValueError)
COMMON = [
    made(ValueError, "reduction=avg", "'sum_over_batch_size'", reduction="avg"),
    made(ValueError, "reduction=3", reduction=3),
    made(TypeError, "unexpected keyword argument 'nothing'", nothing=1),
    made(ValueError, "Invalid dtype: float33", dtype="float33"),
    made(ValueError, "`name`", "name=3", name=3),
    called(ValueError, None, X, says=["argument `y_true`", "None"]),
    called(UNIMPLEMENTED, X, "text", says=["Cast string to float", "y_pred=", "dtype=string"]),
    called(NO_WEIGHT, X, X, "text", says=["sample_weight=tf.Tensor(shape=(), dtype=string)"]),
    called(ValueError, X, {"a": 1}, says=["argument `y_pred`", "dict"]),
]
ELEMENTWISE = [
    called(INVALID, X, X[:3]),
    called(INVALID, X[:, :2], X),
    called(INVALID, X, X, np.ones(2, "float32")),
    called(INVALID, X, X, np.ones((4, 4))),
    called(INVALID, X.astype("complex64"), X[:5].astype("float64")),
]
CALLS = {
    "MeanSquaredError": ELEMENTWISE,
    "MeanAbsoluteError": ELEMENTWISE,
    "BinaryCrossentropy": [
        called(ValueError, ONE_HOT[:, :2], P, says=["same shape", "target.shape=(6, 2)"]),
        called(ValueError, ONE_HOT[0], P, says=["same rank"]),
        called(INVALID, ONE_HOT, P, np.ones(5, "float32")),
        made(ValueError, "label_smoothing=1.5", "[0, 1]", label_smoothing=1.5),
        made(ValueError, "label_smoothing=a", label_smoothing="a"),
        made(ValueError, "from_logits=x", from_logits="x"),
        called(INVALID, ONE_HOT, P, says=["7"], axis=7),
    ],
    "CategoricalCrossentropy": [
        called(ValueError, LABELS, P, says=["same rank"]),
        called(ValueError, ONE_HOT[:, :3], P, says=["same shape"]),
        called(ValueError, np.float32(1) * np.ones(()), P, says=["at least rank 1"]),
        called(INVALID, ONE_HOT, P, np.ones((6, 2), "float32")),
        made(ValueError, "label_smoothing=-1.0", label_smoothing=-1.0),
        called(INVALID, ONE_HOT, P, says=["5"], axis=5),
    ],
    "SparseCategoricalCrossentropy": [
        called(ValueError, ONE_HOT, P, says=["target.shape=(6, 4)"]),
        called(ValueError, LABELS[:5], P, says=["up until the last dimension"]),
        called(ValueError, LABELS, P, says=["Only axis=-1", "axis=0"], axis=0),
        called(INVALID, LABELS + 1, P, says=["label value of 4 ", "position 1", "[0, 4)"]),
        called(INVALID, LABELS - 1, P, says=["label value of -1 ", "position 0", "[0, 4)"]),
        called(INVALID, LABELS + 1, X, says=["label value of 4 ", "position 1"], from_logits=True),
        made(ValueError, "ignore_class=a", ignore_class="a"),
    ],
}


def row_of(name):
    cls = getattr(losses, name)
    good = (LABELS, P) if name.startswith("Sparse") else (ONE_HOT, P)
    return BadRow(
        name,
        cls,
        lambda loss: (loss.get_config(), loss.dtype, loss(*good)),
        [*COMMON, *CALLS[name]],
    )


ROWS = [row_of(name) for name in CALLS]
