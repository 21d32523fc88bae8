"""Metrics in recorded steps: what they take from a batch is part of the record, and every figure
has the bits of the same metric computed call by call, as a class derived in Python is."""

import numpy as np
import pytest

import pelton as tf
from pelton.keras import layers, metrics

explain = tf.config.experimental.explain_program
ROWS = 12
STEPS = 5  # a kind of batch is recorded, recorded with gradients, bound, and run twice


def classes(shape, dtype):
    return lambda rng: rng.integers(0, 3, (ROWS, *shape)).astype(dtype)


def one_hot_of(dtype):
    return lambda rng: np.eye(3, dtype=dtype)[rng.integers(0, 3, ROWS)]


one_hot = one_hot_of("float32")


def binary(dtype):
    return lambda rng: rng.integers(0, 2, (ROWS, 3)).astype(dtype)


def numbers(rng):
    return rng.random((ROWS, 3), np.float32)


SPARSE, CATEGORICAL = "sparse_categorical_crossentropy", "categorical_crossentropy"
# Name: metric class, targets, loss, and whether the record holds what the metric takes.
METRICS = {
    "labels": (metrics.SparseCategoricalAccuracy, classes((), "int64"), SPARSE, True),
    "labels of int32": (metrics.SparseCategoricalAccuracy, classes((), "int32"), SPARSE, True),
    "labels of uint8": (metrics.SparseCategoricalAccuracy, classes((), "uint8"), SPARSE, True),
    "labels of float32": (metrics.SparseCategoricalAccuracy, classes((), "float32"), SPARSE, True),
    "labels in columns": (metrics.SparseCategoricalAccuracy, classes((1,), "int64"), SPARSE, True),
    "one-hot": (metrics.CategoricalAccuracy, one_hot, CATEGORICAL, True),
    "one-hot float64": (metrics.CategoricalAccuracy, one_hot_of("float64"), CATEGORICAL, True),
    "binary": (metrics.BinaryAccuracy, binary("float32"), "binary_crossentropy", True),
    "binary int64": (metrics.BinaryAccuracy, binary("int64"), "binary_crossentropy", True),
    "binary bool": (metrics.BinaryAccuracy, binary("bool"), "binary_crossentropy", True),
    "binary float64": (metrics.BinaryAccuracy, binary("float64"), "mse", True),
    "squares": (metrics.MeanSquaredError, numbers, "mse", True),
    "magnitudes": (metrics.MeanAbsoluteError, numbers, "mse", True),
    "root": (metrics.RootMeanSquaredError, numbers, "mse", True),
    "top k": (
        lambda: metrics.SparseTopKCategoricalAccuracy(2),
        classes((), "int64"),
        SPARSE,
        False,
    ),
    "loss": (metrics.SparseCategoricalCrossentropy, classes((), "int64"), SPARSE, True),
}
# Recorded ones that take the logits behind the probabilities, of which a single call knows nothing.
OF_LOGITS = ("loss",)
# With each metric every kind of weights; class weights want class indices.
WEIGHTED = [
    (name, weights)
    for name, (_, _, loss, _) in METRICS.items()
    for weights in (None, "sample", "class")
    if weights != "class" or loss == SPARSE
]


def by_calls(metric):
    """The same metric as a class derived in Python, of which no record knows."""
    cls = type(metric)
    return type(cls.__name__ + "ByCalls", (cls,), {}).from_config(metric.get_config())


def network(loss, eager=False, activation="softmax", **metric_lists):
    tf.random.set_seed(5)
    model = tf.keras.Sequential(
        [tf.keras.Input((6,)), layers.Dense(4, "relu"), layers.Dense(3, activation)]
    )
    model.compile("sgd", loss, run_eagerly=eager, **metric_lists)
    return model


def batches(targets, steps=STEPS):
    rng = np.random.default_rng(2)
    return [(rng.standard_normal((ROWS, 6), np.float32), targets(rng)) for _ in range(steps)]


def figure(name, metric):
    value = float(metric.result())
    return pytest.approx(value, rel=1e-6) if name in OF_LOGITS else value


@pytest.mark.parametrize(("name", "weights"), WEIGHTED)
def test_figures_have_the_bits_of_single_calls(name, weights):
    make, targets, loss, _ = METRICS[name]
    pairs = [(make(), by_calls(make())) for _ in range(2)]
    model = network(loss, metrics=[*pairs[0]], weighted_metrics=[*pairs[1]])
    alone = network(loss, metrics=[make()])
    x, y = (np.concatenate(parts) for parts in zip(*batches(targets), strict=True))
    choice = {
        None: {},
        "sample": {"sample_weight": np.linspace(0, 2, len(x)).astype("float32")},
        "class": {"class_weight": {0: 0.5, 1: 2.0, 2: 0.0}},
    }[weights]
    for _ in range(2):
        options = {"batch_size": ROWS, "shuffle": False, "verbose": 0}
        model.fit(x, y, **options, **choice)
        history = alone.fit(x, y, **options, **choice).history
        for metric, reference in pairs:
            assert float(metric.variables[0].numpy()) > 0
            assert float(metric.result()) == figure(name, reference)
        if weights is None:
            del history["loss"]
            assert list(history.values()) == [[float(pairs[0][0].result())]]
    model.evaluate(x, y, batch_size=ROWS, verbose=0)
    assert "test" in explain(model)
    for metric, reference in pairs:
        assert float(metric.result()) == figure(name, reference)


@pytest.mark.parametrize("name", METRICS)
def test_predictions_are_no_result_where_the_record_holds_the_metrics(name):
    make, targets, loss, is_recorded = METRICS[name]
    model = network(loss, metrics=[make()])
    for x, y in batches(targets):
        model.train_on_batch(x, y)
    text = explain(model)
    outputs = text.split("\noutputs ")[1].split("\n")[0].split(", ")
    assert len(outputs) == 2 + 4, text  # loss, scores or predictions, gradients
    is_crossentropy = loss in (SPARSE, CATEGORICAL)  # tells the metric too
    assert (" softmax(" in text) == (not is_recorded or not is_crossentropy), text


@pytest.mark.parametrize(
    ("prefix", "targets", "loss", "losses"),
    [
        ("sparse_", classes((), "int64"), SPARSE, tf.keras.losses.SparseCategoricalCrossentropy),
        ("", one_hot, CATEGORICAL, tf.keras.losses.CategoricalCrossentropy),
        ("", one_hot_of("float64"), CATEGORICAL, tf.keras.losses.CategoricalCrossentropy),
    ],
)
def test_the_loss_tells_the_correct_predictions(monkeypatch, prefix, targets, loss, losses):
    figures = []
    for passes in (None, "none"):
        if passes is not None:
            monkeypatch.setenv("PELTON_PROGRAM_PASSES", passes)
        for activation, judge in (("softmax", loss), (None, losses(from_logits=True))):
            model = network(judge, metrics=["accuracy"], activation=activation)
            figures.append([model.train_on_batch(x, y) for x, y in batches(targets)])
            is_fused = f" {prefix}softmax_cross_entropy_correct(" in explain(model)
            assert is_fused == (passes is None)
            of_softmax = "of_softmax=True" in explain(model)
            assert of_softmax == (is_fused and activation == "softmax")
    np.testing.assert_allclose(figures[:2], figures[2:], rtol=1e-6)
    assert np.array_equal(np.array(figures)[:2, :, 1], np.array(figures)[2:, :, 1])


class Doubled(metrics.SparseCategoricalAccuracy):
    """Counts each batch twice."""

    def update_state(self, y_true, y_pred, sample_weight=None):
        super().update_state(y_true, y_pred, sample_weight)
        super().update_state(y_true, y_pred, sample_weight)


def share(y_true, y_pred):
    return tf.reduce_mean(y_pred, axis=-1)


def test_python_metrics_run_in_every_step():
    doubled, plain = Doubled(), metrics.SparseCategoricalAccuracy()
    model = network(SPARSE, metrics=[doubled, plain, share])
    x, y = (np.concatenate(part) for part in zip(*batches(classes((), "int64")), strict=True))
    history = model.fit(x, y, batch_size=ROWS, verbose=0).history
    assert float(doubled.variables[1].numpy()) == 2 * STEPS * ROWS
    assert float(plain.variables[1].numpy()) == STEPS * ROWS
    assert float(doubled.result()) == float(plain.result())
    np.testing.assert_allclose(history["share"], 1 / 3, rtol=1e-6)


def test_errors_of_metrics_are_those_of_single_calls():
    rng = np.random.default_rng(0)
    x = rng.random((ROWS, 6), np.float32)
    texts = []
    for eager in (False, True):
        model = network("mse", eager, metrics=[metrics.SparseCategoricalAccuracy()])
        model.train_on_batch(x, np.ones((ROWS, 1), np.float32))
        with pytest.raises(tf.errors.InvalidArgumentError) as raised:
            model.train_on_batch(x, np.ones((ROWS, 3), np.float32))
        texts.append(str(raised.value))
    assert texts[0] == texts[1] and "one class index per row" in texts[0]


def test_names_are_resolved_anew_after_a_first_step_that_failed():
    class Fails(tf.keras.optimizers.SGD):
        fails = True

        def update_step(self, gradient, variable, learning_rate):
            if self.fails:
                raise RuntimeError("not yet")
            super().update_step(gradient, variable, learning_rate)

    optimizer = Fails(0.0)
    model = tf.keras.Sequential([tf.keras.Input((6,)), layers.Dense(3)])
    model.compile(optimizer, "mse", metrics=["accuracy"])
    x = np.random.default_rng(1).standard_normal((ROWS, 6)).astype("float32")
    columns, rows = np.ones((ROWS, 1), np.float32), np.eye(3, dtype=np.float32)[[0] * ROWS]
    with pytest.raises(RuntimeError, match="not yet"):
        model.train_on_batch(x, columns)  # "accuracy" is that of labels
    optimizer.fails = False
    for y in (rows, columns, rows):  # now it is that of one-hot targets
        try:
            found = model.train_on_batch(x, y)[1]
        except tf.errors.InvalidArgumentError:
            assert y is columns
    best = np.mean(np.argmax(model.predict_on_batch(x), -1) == 0)
    np.testing.assert_allclose(found, best, rtol=1e-6)
