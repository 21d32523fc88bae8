"""The metric streams whose facts are recorded: class, keyword arguments and updates in order."""

import numpy as np

from recorded.recorder import integers, numbers

ROWS = 5


def batches(text, make, count=3, weighted=False):
    """Returns `count` updates that `make(text)` makes, each with its own numbers."""
    updates = []
    for index in range(count):
        y_true, y_pred = make(f"{text}/{index}")
        update = {"y_true": y_true, "y_pred": y_pred}
        if weighted:
            update["sample_weight"] = np.abs(numbers(f"{text}/{index}/weight", (ROWS,)))
        updates.append(update)
    return updates


def stream(name, cls, make, kwargs=None):
    """Two recorded streams of three updates: without and with sample weights."""
    kwargs = kwargs or {}
    return [
        {"name": name, "class": cls, "kwargs": kwargs, "updates": batches(name, make)},
        {
            "name": f"{name}_weighted",
            "class": cls,
            "kwargs": kwargs,
            "updates": batches(name, make, weighted=True),
        },
    ]


def regression(text):
    return numbers(text + "/true", (ROWS, 3)), numbers(text + "/pred", (ROWS, 3))


def whole_numbers(text):
    return integers(text + "/true", (ROWS, 2), 0, 3), integers(text + "/pred", (ROWS, 2), 0, 3)


def bits(text):
    chances = np.clip(np.abs(numbers(text + "/pred", (ROWS, 1), 0.5)), 0.01, 0.99)
    return integers(text + "/true", (ROWS, 1), 0, 2, "float32"), chances


def bits_flat(text):
    y_true, y_pred = bits(text)
    return y_true[:, 0], y_pred[:, 0]


def many_bits(text):
    chances = np.clip(np.abs(numbers(text + "/pred", (ROWS, 3), 0.5)), 0.01, 0.99)
    return integers(text + "/true", (ROWS, 3), 0, 2, "float32"), chances


def rows(text):
    raw = np.abs(numbers(text + "/pred", (ROWS, 4))) + np.float32(0.05)
    return np.round(raw / raw.sum(-1, keepdims=True), 4).astype("float32")


def one_hot(text):
    labels = integers(text + "/true", (ROWS,), 0, 4)
    return np.eye(4, dtype="float32")[labels], rows(text)


def labels(text):
    return integers(text + "/true", (ROWS,), 0, 4), rows(text)


def label_column(text):
    y_true, y_pred = labels(text)
    return y_true[:, None], y_pred


def label_logits(text):
    return integers(text + "/true", (ROWS,), 0, 4), numbers(text + "/pred", (ROWS, 4), 2.0)


def bit_logits(text):
    return integers(text + "/true", (ROWS, 2), 0, 2, "float32"), numbers(text + "/pred", (ROWS, 2))


def one_hot_logits(text):
    y_true, y_pred = label_logits(text)
    return np.eye(4, dtype="float32")[y_true], y_pred


def label_map(text):
    return integers(text + "/true", (ROWS, 3), 0, 4), numbers(text + "/pred", (ROWS, 3, 4))


def tied_rows(text):
    rounded = np.round(numbers(text + "/pred", (ROWS, 4)), 0)
    return integers(text + "/true", (ROWS,), 0, 4), rounded


def threshold_edge(text):
    y_pred = np.array([[0.5], [0.25], [0.75], [0.5], [0.0]], "float32")
    return integers(text + "/true", (ROWS, 1), 0, 2, "float32"), y_pred


LOGITS = {"from_logits": True}
K2 = {"k": 2}

CASES = [
    *stream("mean_squared_error", "MeanSquaredError", regression),
    *stream("root_mean_squared_error", "RootMeanSquaredError", regression),
    *stream("mean_absolute_error", "MeanAbsoluteError", regression),
    *stream("accuracy", "Accuracy", whole_numbers),
    *stream("binary_accuracy", "BinaryAccuracy", bits),
    *stream("binary_accuracy_flat", "BinaryAccuracy", bits_flat),
    *stream("binary_accuracy_many", "BinaryAccuracy", many_bits),
    *stream("binary_accuracy_threshold", "BinaryAccuracy", bits, {"threshold": 0.3}),
    *stream("binary_accuracy_edge", "BinaryAccuracy", threshold_edge),
    *stream("categorical_accuracy", "CategoricalAccuracy", one_hot),
    *stream("sparse_categorical_accuracy", "SparseCategoricalAccuracy", labels),
    *stream("sparse_categorical_accuracy_column", "SparseCategoricalAccuracy", label_column),
    *stream("sparse_categorical_accuracy_ties", "SparseCategoricalAccuracy", tied_rows),
    *stream("top_k", "TopKCategoricalAccuracy", one_hot, K2),
    *stream("top_k_default", "TopKCategoricalAccuracy", one_hot),
    *stream("sparse_top_k", "SparseTopKCategoricalAccuracy", labels, K2),
    *stream("sparse_top_k_ties", "SparseTopKCategoricalAccuracy", tied_rows, K2),
    *stream("binary_crossentropy", "BinaryCrossentropy", many_bits),
    *stream("binary_crossentropy_logits", "BinaryCrossentropy", bit_logits, LOGITS),
    *stream(
        "binary_crossentropy_smoothing", "BinaryCrossentropy", many_bits, {"label_smoothing": 0.2}
    ),
    *stream("categorical_crossentropy", "CategoricalCrossentropy", one_hot),
    *stream("categorical_crossentropy_logits", "CategoricalCrossentropy", one_hot_logits, LOGITS),
    *stream("sparse_crossentropy", "SparseCategoricalCrossentropy", labels),
    *stream("sparse_crossentropy_logits", "SparseCategoricalCrossentropy", label_logits, LOGITS),
    {
        "name": "sparse_categorical_accuracy_map",
        "class": "SparseCategoricalAccuracy",
        "kwargs": {},
        "updates": batches("sparse_categorical_accuracy_map", label_map),
    },
]


def values(*entries):
    """Updates of Mean and Sum: a value and, after a colon in the tuple, its weight."""
    updates = []
    for entry in entries:
        value, weight = entry if isinstance(entry, tuple) else (entry, None)
        update = {"values": np.asarray(value, "float32")}
        if weight is not None:
            update["sample_weight"] = np.asarray(weight, "float32")
        updates.append(update)
    return updates


MEANS = [
    {"name": "mean", "updates": values(1.0, [2.0, 4.0], [[1.0], [3.5]])},
    {
        "name": "mean_weighted",
        "updates": values(([1.0, 3.0], [1.0, 0.5]), (2.0, 4.0), ([5.0], 0.0)),
    },
    {"name": "mean_matrix_row_weights", "updates": values(([[1.0, 2.0], [3.0, 5.0]], [1.0, 0.25]))},
    {"name": "mean_nothing", "updates": []},
    {"name": "mean_zero_weight", "updates": values(([3.0], [0.0]))},
    {"name": "mean_empty", "updates": values([])},
    {"name": "mean_nan", "updates": values([np.nan, 1.0])},
]
