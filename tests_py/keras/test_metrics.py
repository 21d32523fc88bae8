"""Metrics against what real Keras computes, and what they refuse."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import metrics
from recorded.fact_file import load_facts

FACTS = load_facts("training/metrics")
STREAMS = [
    *FACTS["cases"],
    *({**case, "class": "Mean", "kwargs": {}} for case in FACTS["means"]),
    *({**case, "class": "Sum", "kwargs": {}} for case in FACTS["sums"]),
]


@pytest.mark.parametrize("case", STREAMS, ids=lambda case: f"{case['class']}_{case['name']}")
def test_streams_as_keras(case):
    metric = getattr(metrics, case["class"])(**case["kwargs"])
    assert metric.result().numpy() == case["result_before"]
    for update, expected in zip(case["updates"], case["results"], strict=True):
        metric.update_state(**update)
        np.testing.assert_allclose(metric.result().numpy(), expected, rtol=2e-6, atol=1e-7)
    assert metric.result().dtype.name == case["result_dtype"]
    assert [v.name for v in metric.variables] == [v["name"] for v in case["variables"]]
    for variable, expected in zip(metric.variables, case["variables"], strict=True):
        assert variable.path == expected["path"]
        np.testing.assert_allclose(variable.numpy(), expected["value"], rtol=2e-6)
    metric.reset_state()
    assert metric.result().numpy() == case["result_after_reset"]
    assert repr(metric) == case["repr"] and metric.get_config() == case["config"]


@pytest.mark.parametrize("name", FACTS["configs"])
def test_config_is_kerass_and_makes_the_same_metric(name):
    config = FACTS["configs"][name]
    assert getattr(metrics, name)().get_config() == config
    again = getattr(metrics, name).from_config({**config, "name": "mine"})
    assert again.get_config() == {**config, "name": "mine"}
    assert metrics.deserialize(metrics.serialize(again)).get_config() == again.get_config()


@pytest.mark.parametrize("identifier", FACTS["identifiers"])
def test_identifiers_find_what_they_find_in_keras(identifier):
    expected = FACTS["identifiers"][identifier]
    if isinstance(expected, dict):
        with pytest.raises(ValueError, match=expected["message"]):
            metrics.get(identifier)
    else:
        assert type(metrics.get(identifier)).__name__ == expected


INVALID = tf.errors.InvalidArgumentError
SCORES = np.array([[0.1, 0.7, 0.2], [0.5, 0.25, 0.25]], "float32")
ONE_HOT = np.eye(3, dtype="float32")[[1, 0]]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("CategoricalAccuracy", (ONE_HOT, SCORES[:1])),
        ("SparseCategoricalAccuracy", (np.ones(4), SCORES)),
        ("BinaryAccuracy", (np.ones((4, 2)), np.ones((4, 3)))),
        ("Accuracy", ([1, 2, 3], [1, 2])),
        ("TopKCategoricalAccuracy", (ONE_HOT[:, :2], SCORES)),
    ],
)
def test_messages_name_the_shapes(name, arguments):
    with pytest.raises(INVALID) as raised:
        getattr(metrics, name)().update_state(*arguments)
    for argument in arguments:
        assert str(tuple(np.shape(argument))) in str(raised.value)


def test_k_below_one_is_refused():
    with pytest.raises(ValueError, match="k=0"):
        metrics.TopKCategoricalAccuracy(k=0)


def test_function_forms_give_values_per_sample():
    correct = metrics.sparse_categorical_accuracy([1, 1], SCORES)
    np.testing.assert_array_equal(correct.numpy(), [1.0, 0.0])
    top = metrics.sparse_top_k_categorical_accuracy([2, 2], SCORES, k=2)
    np.testing.assert_array_equal(top.numpy(), [1.0, 1.0])
    bits = metrics.binary_accuracy([[1.0], [0.0]], [[0.4], [0.4]], threshold=0.3)
    np.testing.assert_array_equal(bits.numpy(), [[1.0], [0.0]])


class Largest(metrics.Metric):
    """A metric written in Python: the largest error seen."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.largest = self.add_weight(name="largest", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        error = tf.reduce_max(tf.abs(tf.convert_to_tensor(y_true) - y_pred))
        self.largest.assign(tf.maximum(self.largest, error))

    def result(self):
        return self.largest.read_value()


def test_python_subclass_keeps_state_and_resets():
    metric = Largest(name="worst")
    metric.update_state(ONE_HOT, SCORES)
    metric.update_state(SCORES, SCORES)
    assert metric.result().numpy() == np.float32(0.5)
    assert [v.name for v in metric.variables] == ["largest"]
    metric.reset_state()
    assert metric.result().numpy() == 0.0 and repr(metric) == "<Largest name=worst>"
    assert metric(ONE_HOT, SCORES).numpy() == np.float32(0.5)


def test_python_subclass_of_a_built_in_metric():
    class Halved(metrics.Mean):
        def result(self):
            return super().result() / 2.0

    metric = Halved(name="half")
    metric.update_state([2.0, 4.0])
    assert metric.result().numpy() == 1.5


def test_mean_metric_wrapper_takes_a_function_and_its_arguments():
    def error(y_true, y_pred, power):
        return tf.abs(y_true - y_pred) ** power

    metric = metrics.MeanMetricWrapper(error, name="e", power=2.0)
    metric.update_state(tf.constant([1.0, 3.0]), tf.constant([0.0, 0.0]))
    assert metric.result().numpy() == 5.0 and metric.name == "e"


def test_metric_ops_stay_off_the_tape():
    x = tf.Variable([[1.0, 2.0]])
    metric = metrics.CategoricalCrossentropy(from_logits=True)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(x * x)
        metric.update_state([[1.0, 0.0]], x)
    np.testing.assert_array_equal(tape.gradient(loss, x).numpy(), [[2.0, 4.0]])


def test_a_lambda_among_metrics_is_called_lambda():
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=[lambda y_true, y_pred: tf.reduce_mean(y_true)])
    history = model.fit(np.ones((4, 2)), np.ones((4, 1)), verbose=0).history
    assert list(history) == ["lambda", "loss"] and history["lambda"] == [1.0]


def test_classes_of_means_name_themselves():
    made = [keras.metrics.KLDivergence(), keras.metrics.CosineSimilarity(axis=1)]
    assert [repr(one) for one in made] == (
        ["<KLDivergence name=kl_divergence>", "<CosineSimilarity name=cosine_similarity>"]
    )
    config = keras.metrics.PrecisionAtRecall(0.5).get_config()
    assert list(config) == ["name", "dtype", "class_id", "num_thresholds", "recall"]


# The keys of configs in Keras's order, the dtype that they name, and the names of variables.
MADE_IN_PYTHON = {
    "MeanIoU": ({"num_classes": 2}, "num_classes name dtype ignore_class", "int64"),
    "IoU": ({"num_classes": 2, "target_class_ids": [0]}, "name dtype num_classes", "int64"),
    "OneHotIoU": (
        {"num_classes": 2, "target_class_ids": [0]},
        "num_classes target_class_ids name dtype ignore_class sparse_y_pred axis",
        "int64",
    ),
    "OneHotMeanIoU": ({"num_classes": 2}, "num_classes name dtype ignore_class", "int64"),
    "BinaryIoU": ({}, "target_class_ids threshold name dtype", "int64"),
    "TopKCategoricalAccuracy": ({"k": 2}, "name dtype k", "float32"),
    "SparseTopKCategoricalAccuracy": ({"k": 2}, "name dtype k", "float32"),
}


@pytest.mark.parametrize("name", MADE_IN_PYTHON)
def test_configs_have_kerass_order_and_dtype(name):
    arguments, order, dtype = MADE_IN_PYTHON[name]
    metric = getattr(metrics, name)(**arguments)
    config = metric.get_config()
    assert list(config)[: len(order.split())] == order.split()
    assert config["dtype"] == dtype and metric.variables[0].dtype == dtype
    assert type(metric).from_config(config).get_config() == config


def test_counts_of_classes_are_whole_numbers():
    metric = metrics.MeanIoU(3)
    metric.update_state([0, 1, 2, 1, 7, -1], [0, 1, 1, 1, 0, 0])  # the last two are no classes
    assert metric.total_cm.numpy().tolist() == [[1, 0, 0], [0, 2, 0], [0, 1, 0]]
    with pytest.warns(UserWarning, match="You are passing weight as `float`, but dtype is `int`"):
        metric.update_state([0, 1], [0, 2], sample_weight=np.array([0.5, 2.5], "float32"))
    assert metric.total_cm.numpy().tolist() == [[1, 0, 0], [0, 2, 2], [0, 1, 0]]


def test_a_single_count_is_called_accumulator():
    metric = metrics.TruePositives()
    metric.update_state([1.0, 0.0], [0.9, 0.9])
    assert [v.name for v in metric.variables] == ["accumulator"]
    assert metric.accumulator.numpy().tolist() == [1.0]


# Keras 3.15's, of predictions that are no probabilities: thresholds at even distances count them
# as 0 or 1, others as they are.
OUT_OF_RANGE = {
    "AUC": ({}, 0.7135417),
    "AUC of own thresholds": ({"thresholds": [0.2, 0.5]}, 0.1770833),
    "PrecisionAtRecall": ({"recall": 0.4}, 0.6666667),
    "RecallAtPrecision": ({"precision": 0.5}, 0.75),
    "TruePositives": ({"thresholds": [0.0, 0.5, 1.0]}, [6.0, 4.0, 0.0]),
    "TruePositives of two": ({"thresholds": [0.5, 1.0]}, [4.0, 3.0]),
}


@pytest.mark.parametrize("name", OUT_OF_RANGE)
def test_predictions_that_are_no_probabilities(name):
    arguments, expected = OUT_OF_RANGE[name]
    rng = np.random.RandomState(2)
    labels, predictions = (rng.rand(20) > 0.5).astype("float32"), rng.randn(20) * 1.5 + 0.5
    metric = getattr(metrics, name.split()[0])(**arguments)
    metric.update_state(labels, predictions.astype("float32"))
    np.testing.assert_allclose(metric.result(), expected, rtol=1e-5)


DIRECTIONS = {
    "up": "AUC Accuracy BinaryAccuracy BinaryIoU CategoricalAccuracy ConcordanceCorrelation "
    "CosineSimilarity F1Score FBetaScore PearsonCorrelation Precision R2Score Recall "
    "SparseCategoricalAccuracy SparseTopKCategoricalAccuracy TopKCategoricalAccuracy",
    "down": "BinaryCrossentropy CategoricalCrossentropy CategoricalHinge Hinge KLDivergence "
    "LogCoshError MeanAbsoluteError MeanAbsolutePercentageError MeanSquaredError Poisson "
    "MeanSquaredLogarithmicError RootMeanSquaredError SparseCategoricalCrossentropy SquaredHinge",
    None: "FalseNegatives FalsePositives Mean Sum TrueNegatives TruePositives",
}


@pytest.mark.parametrize(
    ("name", "way"), [(name, way) for way, names in DIRECTIONS.items() for name in names.split()]
)
def test_callbacks_know_which_way_a_metric_improves(name, way):
    metric = getattr(metrics, name)()
    callback = keras.callbacks.EarlyStopping(f"val_{metric.name}")
    callback.set_model(type("Model", (), {"metrics": [metric]})())
    if way is None:
        with pytest.raises(ValueError, match="isn't able to automatically determine"):
            callback._set_monitor_op()
        return
    callback._set_monitor_op()
    better, worse = (2.0, 1.0) if way == "up" else (1.0, 2.0)
    assert callback.monitor_op(better, worse) and not callback.monitor_op(worse, better)


def test_metrics_are_named_when_they_are_made():
    keras.utils.clear_session()
    first, second = metrics.Precision(), metrics.Precision()
    assert [second.name, first.name] == ["precision_1", "precision"]
    wrapped = [metrics.MeanMetricWrapper(lambda a, b: a - b) for _ in range(2)]
    assert [one.name for one in wrapped] == ["mean_metric_wrapper", "mean_metric_wrapper_1"]


def test_top_k_of_sorted_classes():
    metric = metrics.SparseTopKCategoricalAccuracy(k=2, from_sorted_ids=True)
    assert float(metric([2, 1], [[1, 0, 2], [3, 1, 2]])) == 0.5
    assert metric.get_config()["from_sorted_ids"] is metric.from_sorted_ids is True
    assert "from_sorted_ids" not in metrics.SparseTopKCategoricalAccuracy().get_config()


@pytest.mark.parametrize("dtype", ["float16", keras.DTypePolicy("mixed_float16")])
def test_own_metrics_and_losses_take_policies(dtype):
    assert metrics.Metric(dtype=dtype, name="m").dtype == "float16"
    own = type("Own", (keras.losses.Loss,), {"call": lambda self, a, b: (a - b) ** 2})
    assert own(dtype=dtype)([1.0], [2.0]).dtype == tf.float16


@pytest.mark.parametrize(
    ("name", "cls"),
    [
        ("auc", "AUC"),
        ("precision", "Precision"),
        ("recall", "Recall"),
        ("r2_score", "R2Score"),
        ("binary_io_u", "BinaryIoU"),
        ("hinge", "Hinge"),
        ("cosine_similarity", "CosineSimilarity"),
        ("mape", "MeanAbsolutePercentageError"),
    ],
)
def test_names_of_classes_stand_for_them(name, cls):
    assert type(metrics.get(name)) is getattr(metrics, cls)
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(2, "sigmoid")])
    model.compile("sgd", "mse", metrics=[name])
    history = model.fit(np.ones((4, 2)), np.ones((4, 2)), verbose=0).history
    assert sorted(history) == sorted(["loss", name])
    compiled = next(one for one in model.metrics[1].metrics if one.name == name)
    assert type(compiled) is getattr(metrics, cls)


@pytest.mark.parametrize("name", ["AUC", "Precision", "Recall", "TruePositives"])
def test_flat_predictions_of_a_column_of_labels_are_a_column(name):
    """As in Keras: weights of (rows, 1) then fit both."""
    rng = np.random.RandomState(0)
    labels, predictions, weights = rng.rand(3, 16, 1).astype("float32")
    labels = labels.round()
    whole, flat = (getattr(keras.metrics, name)() for _ in range(2))
    whole.update_state(labels, predictions, weights)
    flat.update_state(labels, predictions[:, 0], weights)
    assert float(flat.result()) == float(whole.result())


@pytest.mark.parametrize(("threshold", "expected"), [(0.0, 0.75), (-2.0, 0.5), (1.0, 1.0)])
def test_binary_accuracy_of_logits(threshold, expected):
    """Any threshold, as in Keras: that of logits is 0."""
    metric = metrics.BinaryAccuracy(threshold=threshold)
    labels, logits = np.array([1, 0, 1, 0]), np.array([2.0, -1.0, 1.5, 0.3])
    assert float(metric(labels, logits)) == expected
    assert metric.get_config()["threshold"] == threshold
