"""Recorded steps: the same figures as call by call, and what is not recorded says why."""

import inspect

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import layers

ROWS = 96


def image_model(*more):
    return [
        layers.Input((8, 8, 3)),
        layers.Conv2D(8, 3, activation="relu"),
        layers.MaxPooling2D(),
        *more,
        layers.Flatten(),
        layers.Dense(5, activation="softmax"),
    ]


MODELS = {
    "convolution": lambda: image_model(),
    "batch_norm": lambda: image_model(layers.BatchNormalization()),
    "batch_norm_relu": lambda: image_model(
        layers.Conv2D(4, 2, use_bias=False), layers.BatchNormalization(), layers.ReLU()
    ),
    "dropout": lambda: image_model(layers.Dropout(0.4), layers.Dropout(0.2, seed=3)),
    "regularizers": lambda: image_model(
        layers.Conv2D(4, 2, kernel_regularizer="l2", activity_regularizer="l1")
    ),
    "rescaling": lambda: [layers.Input((8, 8, 3)), layers.Rescaling(1 / 255), *image_model()[1:]],
    "same_padding": lambda: image_model(
        layers.Conv2D(6, 3, padding="same", strides=2, activation="relu"),
        layers.AveragePooling2D(2, padding="same"),
    ),
    "mixed_precision": lambda: image_model(layers.Dense(7, dtype="mixed_bfloat16")),
    "frozen": lambda: image_model(layers.Dense(7, trainable=False)),
}


def data(rows=ROWS):
    rng = np.random.default_rng(0)
    x = rng.normal(size=(rows, 8, 8, 3)).astype("float32")
    return x, rng.integers(0, 5, rows), rng.uniform(0.5, 2, rows)


def trained(make, run_eagerly, **fit):
    tf.random.set_seed(7)
    model = keras.Sequential(make())
    model.compile(
        "adam", "sparse_categorical_crossentropy", metrics=["accuracy"], run_eagerly=run_eagerly
    )
    x, y, weight = data(ROWS - 10)
    history = model.fit(
        x, y, sample_weight=weight, batch_size=32, epochs=3, verbose=0, shuffle=False, **fit
    ).history
    return model, history


def compile_again(model, run_eagerly):
    """With the optimizer as it is."""
    model.compile(model.optimizer, model.loss, metrics=["accuracy"], run_eagerly=run_eagerly)


def same(a, b):
    np.testing.assert_allclose(np.asarray(a), np.asarray(b), rtol=2e-4, atol=2e-5)


@pytest.mark.parametrize("name", MODELS)
def test_training_is_that_of_single_calls(name):
    recorded, history = trained(MODELS[name], False, validation_data=data()[:2])
    single, expected = trained(MODELS[name], True, validation_data=data()[:2])
    for key in expected:
        same(history[key], expected[key])
    for a, b in zip(recorded.get_weights(), single.get_weights(), strict=True):
        same(a, b)
    same(recorded.predict(data()[0], verbose=0), single.predict(data()[0], verbose=0))
    text = tf.config.experimental.explain_program(recorded)
    assert "train float32 (32, 8, 8, 3)" in text and "train float32 (22, 8, 8, 3)" in text
    assert "test float32" in text and "predict float32" in text and "not recorded" not in text
    assert tf.config.experimental.explain_program(single) == ""


def test_a_program_follows_what_changes_between_steps():
    figures = []
    for run_eagerly in (False, True):
        model, _ = trained(MODELS["batch_norm"], run_eagerly)
        x, y, _ = data()
        model.layers[0].trainable = False
        compile_again(model, run_eagerly)
        frozen = model.layers[0].get_weights()[0].copy()
        model.fit(x, y, batch_size=32, verbose=0, shuffle=False)
        same(model.layers[0].get_weights()[0], frozen)
        model.layers[0].trainable = True
        model.optimizer.learning_rate = 0.05
        model.layers[2].trainable = False
        compile_again(model, run_eagerly)
        model.fit(x, y, batch_size=32, verbose=0, shuffle=False)
        model.set_weights([w * 0.5 for w in model.get_weights()])
        figures.append([model.evaluate(x, y, verbose=0), *model.get_weights()])
    for a, b in zip(*figures, strict=True):
        same(a, b)


class Doubling(layers.Layer):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def call(self, inputs):
        self.calls += 1
        return inputs * 2


@pytest.mark.parametrize("where", ["layer", "activation", "loss", "regularizer"])
def test_python_code_runs_while_a_step_is_traced_only(where):
    doubling = Doubling()
    more = {
        "layer": [doubling],
        "activation": [layers.Activation(lambda x: doubling(x))],
        "regularizer": [layers.Dense(3, kernel_regularizer=lambda w: tf.reduce_sum(doubling(w)))],
    }.get(where, [])
    loss = "sparse_categorical_crossentropy"
    if where == "loss":
        loss = lambda y, p: tf.reduce_mean(doubling(p) * 1.0, axis=-1)  # noqa: E731
    model = keras.Sequential(image_model(*more))
    model.compile("sgd", loss)
    before = doubling.calls
    x, y, _ = data()
    model.fit(x, y, batch_size=32, epochs=2, verbose=0)
    assert doubling.calls - before == 1
    text = tf.config.experimental.explain_program(model)
    assert "not recorded" not in text and "arena" in text


class Reading(layers.Layer):
    def call(self, inputs):
        self.mean = float(tf.reduce_mean(inputs))  # what no trace can do
        return inputs * 2


def test_a_layer_that_reads_values_trains_and_is_named():
    weights, texts = [], []
    for layer in (Reading(), Doubling()):
        tf.random.set_seed(3)
        model = keras.Sequential(image_model(layer))
        model.compile("sgd", "sparse_categorical_crossentropy")
        x, y, _ = data()
        model.fit(x, y, batch_size=32, epochs=2, verbose=0, shuffle=False)
        weights.append(model.get_weights())
        texts.append(tf.config.experimental.explain_program(model))
    for a, b in zip(*weights, strict=True):
        same(a, b)
    line = inspect.unwrap(Reading.call).__code__.co_firstlineno + 1
    assert f"reads values on the host at {__file__}:{line}" in texts[0]


class Clipped(layers.Layer):
    """Has a gradient of its own, which the trace must keep."""

    def call(self, inputs):
        @tf.custom_gradient
        def clipped(t):
            return tf.identity(t), lambda upstream: tf.clip_by_value(upstream, -1e-3, 1e-3)

        return clipped(inputs)


def test_gradients_of_ones_own_are_part_of_the_step():
    weights = []
    for run_eagerly in (False, True):
        tf.random.set_seed(3)
        model = keras.Sequential(image_model(Clipped()))
        model.compile("sgd", "sparse_categorical_crossentropy", run_eagerly=run_eagerly)
        x, y, _ = data()
        model.fit(x, y, batch_size=32, epochs=3, verbose=0, shuffle=False)
        weights.append(model.get_weights())
        if not run_eagerly:
            assert "arena" in tf.config.experimental.explain_program(model)
    for a, b in zip(*weights, strict=True):
        same(a, b)


def test_bad_labels_are_named_by_a_recorded_step_too():
    model, _ = trained(MODELS["convolution"], False)
    x, y, _ = data()
    weights = model.get_weights()
    y[40] = 11
    with pytest.raises((tf.errors.InvalidArgumentError, ValueError), match="11"):
        model.fit(x[32:64], y[32:64], batch_size=32, verbose=0, shuffle=False)
    for a, b in zip(model.get_weights(), weights, strict=True):
        np.testing.assert_array_equal(a, b)


def test_normalizations_take_in_their_relu_in_every_phase(monkeypatch):
    monkeypatch.setenv("PELTON_PROGRAM_PASSES", "fuse_batch_norm")
    fused, history = trained(MODELS["batch_norm_relu"], False, validation_data=data()[:2])
    single, expected = trained(MODELS["batch_norm_relu"], True, validation_data=data()[:2])
    for key in expected:
        np.testing.assert_array_equal(history[key], expected[key])
    for a, b in zip(fused.get_weights(), single.get_weights(), strict=True):
        np.testing.assert_array_equal(a, b)
    x = data()[0]
    np.testing.assert_array_equal(fused.predict(x, verbose=0), single.predict(x, verbose=0))
    text = tf.config.experimental.explain_program(fused)
    for phase, op in ("train", "train"), ("train", "grad"), ("test", "infer"), ("predict", "infer"):
        record = text[text.index(f"{phase} float32") :]
        line = record[record.index(f"batch_norm_{op}(") :].split("\n")[0]
        assert "activation=relu" in line


def test_explain_program_takes_models_only():
    with pytest.raises(TypeError):
        tf.config.experimental.explain_program(3)


def test_only_known_passes_are_chosen(monkeypatch):
    monkeypatch.setenv("PELTON_PROGRAM_PASSES", "no_such_pass")
    with pytest.raises(ValueError, match="no_such_pass"):
        trained(MODELS["convolution"], False)
