"""The loss calls whose facts are recorded: class, keyword arguments, targets, predictions."""

import numpy as np

from recorded.recorder import integers, numbers


def case(name, cls, kwargs, y_true, y_pred, sample_weight=None, **options):
    """One recorded call; `sample_weight` None means that it is not passed."""
    entry = {"name": name, "class": cls, "kwargs": kwargs, "y_true": y_true, "y_pred": y_pred}
    if sample_weight is not None:
        entry["sample_weight"] = np.asarray(sample_weight, "float32")
    return {**entry, **options}


def rows_of_probabilities(text, shape):
    """Positive rows that sum to one, rounded, so some sums are off in the last digit."""
    raw = np.abs(numbers(text, shape)) + np.float32(0.05)
    return np.round(raw / raw.sum(-1, keepdims=True), 4).astype("float32")


A = numbers("loss/a", (4, 3))
B = numbers("loss/b", (4, 3))
WEIGHT = [1.0, 0.5, 0.0, 2.0]
BITS = integers("loss/bits", (4, 3), 0, 2, "float32")
CHANCES = np.clip(np.abs(numbers("loss/chances", (4, 3), 0.5)), 0.01, 0.99)
SURE = np.array([[0, 1, 1], [1, 0, 0.5], [0, 0, 1], [1, 1, 0]], "float32")
LOGITS = numbers("loss/logits", (5, 4), 2.0)
ROWS = rows_of_probabilities("loss/rows", (5, 4))
LABELS = integers("loss/labels", (5,), 0, 4)
ONE_HOT = np.eye(4, dtype="float32")[LABELS]
HARD_ROWS = np.array([[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 0.5, 0.5]], "float32")
HARD_LABELS = np.array([1, 1, 2], "int32")
MAP_LOGITS = numbers("loss/map", (2, 3, 2, 4))
MAP_LABELS = integers("loss/map_labels", (2, 3, 2), 0, 4)
PIXEL_WEIGHT = np.abs(numbers("loss/pixel_weight", (2, 3, 2)))
REDUCTIONS = ("sum_over_batch_size", "sum", "mean", "mean_with_sample_weight", "none", None)


def reductions(stem, cls, kwargs, y_true, y_pred, weight):
    """Every reduction, with and without sample weights."""
    plain = [
        case(f"{stem}_{r or 'null'}", cls, {**kwargs, "reduction": r}, y_true, y_pred)
        for r in REDUCTIONS
    ]
    weighted = [
        case(
            f"{stem}_{r or 'null'}_weighted",
            cls,
            {**kwargs, "reduction": r},
            y_true,
            y_pred,
            weight,
        )
        for r in REDUCTIONS
    ]
    return plain + weighted


MSE, MAE = "MeanSquaredError", "MeanAbsoluteError"
BCE, CCE, SCCE = "BinaryCrossentropy", "CategoricalCrossentropy", "SparseCategoricalCrossentropy"
FROM_LOGITS = {"from_logits": True}

REGRESSION = [
    *reductions("mse", MSE, {}, A, B, WEIGHT),
    case("mse_default", MSE, {}, A, B),
    case("mse_weight_column", MSE, {}, A, B, [[w] for w in WEIGHT]),
    case("mse_weight_scalar", MSE, {}, A, B, 0.5),
    case("mse_rank_1", MSE, {}, A[:, 0], B[:, 0]),
    case("mse_target_rank_1_prediction_column", MSE, {}, A[:, 0], B[:, :1]),
    case("mse_target_column_prediction_rank_1", MSE, {}, A[:, :1], B[:, 0]),
    case("mse_integer_target", MSE, {}, integers("loss/i", (4, 3), 0, 5), B),
    case("mse_rank_4", MSE, {}, numbers("l4a", (2, 2, 3, 1)), numbers("l4b", (2, 2, 3, 1))),
    case("mse_weight_per_pixel", MSE, {}, MAP_LOGITS, MAP_LOGITS[::-1], PIXEL_WEIGHT),
    case("mse_nan", MSE, {}, A, np.where(B > 1, np.nan, B).astype("float32")),
    case("mse_float64_layer", MSE, {"dtype": "float64"}, A, B),
    *reductions("mae", MAE, {}, A, B, WEIGHT),
    case("mae_equal", MAE, {}, A, A),
]

BINARY = [
    *reductions("bce", BCE, {}, BITS, CHANCES, WEIGHT),
    *reductions("bce_logits", BCE, FROM_LOGITS, BITS, A * 2, WEIGHT),
    case("bce_smoothing", BCE, {"label_smoothing": 0.2}, BITS, CHANCES),
    case("bce_logits_smoothing", BCE, {**FROM_LOGITS, "label_smoothing": 0.2}, BITS, A),
    case("bce_sure", BCE, {"reduction": "none"}, BITS, SURE),
    case("bce_logits_large", BCE, {**FROM_LOGITS, "reduction": "none"}, BITS, A * 100),
    case("bce_axis_0", BCE, {"axis": 0, "reduction": "none"}, BITS, CHANCES),
    case("bce_rank_1_column", BCE, {}, BITS[:, 0], CHANCES[:, :1]),
    case("bce_bool_target", BCE, {}, BITS.astype(bool), CHANCES),
    case("bce_of_sigmoid", BCE, {}, BITS, A * 30, activation="sigmoid"),
]

CATEGORICAL = [
    *reductions("cce", CCE, {}, ONE_HOT, ROWS, [1, 0.5, 0, 2, 1]),
    *reductions("cce_logits", CCE, FROM_LOGITS, ONE_HOT, LOGITS, [1, 0.5, 0, 2, 1]),
    case("cce_smoothing", CCE, {"label_smoothing": 0.1}, ONE_HOT, ROWS),
    case("cce_logits_smoothing", CCE, {**FROM_LOGITS, "label_smoothing": 0.1}, ONE_HOT, LOGITS),
    case("cce_soft_target", CCE, FROM_LOGITS, ROWS, LOGITS),
    case("cce_unnormalized", CCE, {"reduction": "none"}, ONE_HOT, ROWS * 3),
    case(
        "cce_hard", CCE, {"reduction": "none"}, np.eye(4, dtype="float32")[HARD_LABELS], HARD_ROWS
    ),
    case("cce_rank_3", CCE, FROM_LOGITS, ROWS.reshape(1, 5, 4), LOGITS.reshape(1, 5, 4)),
    case("cce_of_softmax", CCE, {}, ONE_HOT, LOGITS * 30, activation="softmax"),
]

SPARSE = [
    *reductions("scce", SCCE, {}, LABELS, ROWS, [1, 0.5, 0, 2, 1]),
    *reductions("scce_logits", SCCE, FROM_LOGITS, LABELS, LOGITS, [1, 0.5, 0, 2, 1]),
    case("scce_column", SCCE, FROM_LOGITS, LABELS[:, None], LOGITS),
    case("scce_int64", SCCE, FROM_LOGITS, LABELS.astype("int64"), LOGITS),
    case("scce_uint8", SCCE, FROM_LOGITS, LABELS.astype("uint8"), LOGITS),
    case("scce_float_target", SCCE, FROM_LOGITS, LABELS.astype("float32"), LOGITS),
    case("scce_hard", SCCE, {"reduction": "none"}, HARD_LABELS, HARD_ROWS),
    case("scce_unnormalized", SCCE, {"reduction": "none"}, LABELS, ROWS * 3),
    case("scce_map", SCCE, FROM_LOGITS, MAP_LABELS, MAP_LOGITS),
    case("scce_map_none", SCCE, {**FROM_LOGITS, "reduction": "none"}, MAP_LABELS, MAP_LOGITS),
    case(
        "scce_axis_1", SCCE, {**FROM_LOGITS, "axis": 1}, MAP_LABELS % 3, MAP_LOGITS.swapaxes(1, 2)
    ),
    case("scce_ignore_class", SCCE, {**FROM_LOGITS, "ignore_class": 2}, LABELS, LOGITS),
    case("scce_ignore_negative", SCCE, {**FROM_LOGITS, "ignore_class": -1}, LABELS - 1, LOGITS),
    case(
        "scce_ignore_weighted",
        SCCE,
        {**FROM_LOGITS, "ignore_class": 2},
        LABELS,
        LOGITS,
        [1, 0.5, 0.25, 2, 1],
    ),
    case(
        "scce_ignore_none",
        SCCE,
        {**FROM_LOGITS, "ignore_class": 2, "reduction": "none"},
        LABELS,
        LOGITS,
    ),
    case("scce_ignore_probabilities", SCCE, {"ignore_class": 2}, LABELS, ROWS),
    case("scce_of_softmax", SCCE, {}, LABELS, LOGITS * 30, activation="softmax"),
    case("scce_label_too_large", SCCE, FROM_LOGITS, LABELS + 2, LOGITS),
    case("scce_label_negative", SCCE, FROM_LOGITS, LABELS - 2, LOGITS),
]

SHAPES_THAT_DO_NOT_FIT = [
    case("mse_shapes", MSE, {}, A, B[:3]),
    case("mse_last_axis", MSE, {}, A, B[:, :2]),
    case("cce_shapes", CCE, {}, ONE_HOT[:, :3], ROWS),
    case("cce_batches", CCE, {}, ONE_HOT[:4], ROWS),
    case("cce_labels_given", CCE, {}, LABELS, ROWS),
    case("scce_batches", SCCE, FROM_LOGITS, LABELS[:4], LOGITS),
    case("scce_one_hot_given", SCCE, FROM_LOGITS, ONE_HOT, LOGITS),
    case("bce_shapes", BCE, {}, BITS[:, :2], CHANCES),
    case("mse_weight_length", MSE, {}, A, B, [1, 2, 3]),
]

CASES = REGRESSION + BINARY + CATEGORICAL + SPARSE + SHAPES_THAT_DO_NOT_FIT
