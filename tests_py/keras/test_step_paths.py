"""Python branches on values in the code of fit, evaluate and predict: each path is a record behind
guards, and gives what run_eagerly=True gives, bit for bit."""

import re
import threading

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import layers

explain = tf.config.experimental.explain_program
rng = np.random.default_rng(7)
X = rng.normal(size=(96, 4)).astype("float32")
X[::2] += 0.5 * np.sign(X[::2])
Y = rng.normal(size=(96, 3)).astype("float32")
BATCH = 8


class Branch(layers.Layer):
    """A dense layer behind dropout that goes one of two ways."""

    calls = 0

    def __init__(self):
        super().__init__()
        self.drop, self.dense = layers.Dropout(0.25), layers.Dense(4)

    def call(self, x, training=None):
        type(self).calls += 1
        x = self.dense(self.drop(x, training=training))
        if tf.reduce_sum(x) > 0:
            return x * 2.0
        return tf.nn.tanh(self.drop(x, training=training))


class Halving(layers.Layer):
    def call(self, x):
        while tf.reduce_max(tf.abs(x)) > 1.5:
            x = x / 2.0
        return x


class Warming(layers.Layer):
    """Counts its calls in training and does something else from the fourth on."""

    def build(self, input_shape):
        self.count = self.add_weight(shape=(), dtype="int32", initializer="zeros", trainable=False)

    def call(self, x, training=None):
        if training:
            x = x * 0.5 if self.count < 4 else tf.nn.relu(x)
            self.count.assign_add(1)
        return x


@tf.custom_gradient
def steep(x):
    def grad(g):
        return g * 3.0 if tf.reduce_mean(g) > 0 else g * 2.0

    return x * 1.5, grad


def branching_loss(y, p):
    error = tf.reduce_mean(tf.square(y - p), axis=-1)
    if tf.reduce_mean(y) > 0:
        return error * 2.0
    return error + tf.reduce_mean(tf.abs(p), axis=-1)


class OwnStep(keras.Model):
    def __init__(self):
        super().__init__()
        self.inner, self.out = layers.Dense(5, activation="tanh"), layers.Dense(3)
        self.drop = layers.Dropout(0.3)
        self.large = self.add_weight(shape=(), initializer="zeros", trainable=False)

    def call(self, x, training=None):
        return self.out(self.drop(self.inner(x), training=training))

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(y - self(x, training=True)))
            if tf.reduce_mean(x) > 0:
                loss = loss * 0.5
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply(gradients, self.trainable_variables)
        if loss > 1.0:  # known before the weights were written
            self.large.assign_add(1.0)
        return {"loss": loss}


class Steep(layers.Layer):
    def call(self, x):
        return steep(x)


class TwoInputs(keras.Model):
    def __init__(self):
        super().__init__()
        self.first, self.second, self.out = layers.Dense(4), Halving(), layers.Dense(3)

    def call(self, inputs):
        return self.out(self.first(inputs[0]) + self.second(inputs[1]))


def sequential(*inner):
    return keras.Sequential([keras.Input((4,)), layers.Dense(4), *inner, layers.Dense(3)])


# A model and its loss.
MODELS = {
    "layer": (lambda: sequential(Branch()), "mse"),
    "after moving averages": (lambda: sequential(layers.BatchNormalization(), Branch()), "mse"),
    "while": (lambda: sequential(Halving()), "mse"),
    "variable": (lambda: sequential(Warming()), "mse"),
    "loss": (lambda: sequential(layers.Dropout(0.5)), branching_loss),
    "layer and loss": (lambda: sequential(Branch(), Halving()), branching_loss),
    "gradient": (lambda: sequential(Steep(), Branch()), "mse"),
    "own step": (OwnStep, "mse"),
    "two inputs": (TwoInputs, branching_loss),
}


def made(name, eagerly):
    model, loss = MODELS[name]
    keras.utils.set_random_seed(3)
    model = model()
    metrics = [] if name == "own step" else ["mae"]
    model.compile(keras.optimizers.Adam(0.05), loss, metrics=metrics, run_eagerly=eagerly)
    return model


def figures(name, eagerly):
    model = made(name, eagerly)
    x = [X, X[::-1].copy()] if name == "two inputs" else X
    history = model.fit(x, Y, batch_size=BATCH, epochs=5, shuffle=False, verbose=0).history
    found = [*history.values(), *model.get_weights()]
    found.append(model.evaluate(x, Y, batch_size=BATCH, verbose=0))
    found.append(model.predict(x, batch_size=BATCH, verbose=0))
    found += [v.numpy() for v in model.optimizer.variables]
    return model, [*found, tf.random.uniform([4]).numpy()]


@pytest.mark.parametrize("name", MODELS)
def test_paths_give_what_the_code_gives(name):
    model, found = figures(name, False)
    expected = figures(name, True)[1]
    assert len(found) == len(expected)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)
    text = explain(model)
    assert "not recorded" not in text and "op by op" not in text
    guards = set(re.findall(r"guard\(v\d+ is \d+\) at (\S+)", text))
    assert guards and all(re.fullmatch(r".*test_step_paths\.py:\d+", place) for place in guards)
    assert text.count("arena") >= 3


def paths_of(text, phase):
    return len(re.findall(rf"^{phase} float32", text, re.MULTILINE))


def test_the_code_of_a_path_runs_once():
    Branch.calls = 0
    model = made("layer", False)
    before = Branch.calls
    model.fit(X, Y, batch_size=BATCH, epochs=6, shuffle=False, verbose=0)
    assert paths_of(explain(model), "train") == 2 and Branch.calls == before + 2
    model.predict(X, batch_size=BATCH, verbose=0)
    assert paths_of(explain(model), "predict") == Branch.calls - before - 2 <= 2


def test_too_many_paths_are_computed_each_time():
    class Counting(layers.Layer):
        def call(self, x):
            n = tf.cast(tf.reduce_max(x), tf.int32)
            while n > 0:
                n, x = n - 1, x * 0.75
            return x

    def run(eagerly):
        keras.utils.set_random_seed(1)
        model = keras.Sequential([keras.Input((2,)), Counting(), layers.Dense(1)])
        model.compile("sgd", "mse", run_eagerly=eagerly)
        x = np.repeat(np.arange(24, dtype="float32") + 0.5, 2)[:, None] * np.ones(2, "float32")
        model.fit(x, x[:, :1], batch_size=2, epochs=3, shuffle=False, verbose=0)
        return model, model.predict(x, batch_size=2, verbose=0), model.get_weights()

    model, *found = run(False)
    for a, b in zip(found, run(True)[1:], strict=True):
        for left, right in zip(a, b, strict=True):
            np.testing.assert_array_equal(left, right)
    text = explain(model)
    reason = r": not recorded, it takes more than 16 paths, the last by the branch at .*paths\.py:"
    assert len(re.findall("train float32.*" + reason, text)) == 1
    assert len(re.findall("predict float32.*" + reason, text)) == 1
    assert len(text.splitlines()) == 2


def refusing_loss(y, p):
    if tf.reduce_max(y) > 1e3:
        raise KeyError("too large")
    return tf.square(y - p)


def test_an_error_on_another_path_leaves_all_as_it_was():
    def run(eagerly):
        keras.utils.set_random_seed(3)
        model = sequential(layers.BatchNormalization(), layers.Dropout(0.5))
        model.compile(keras.optimizers.Adam(), refusing_loss, metrics=["mae"], run_eagerly=eagerly)
        state = [*model.variables, *model.metrics[0].variables]
        for i in range(6):
            logs = model.train_on_batch(X[:8], Y[:8], return_dict=True)
            before = [v.numpy() for v in [*state, *model.optimizer.variables]]
            with pytest.raises(KeyError, match="too large"):
                model.train_on_batch(X[:8], np.full((8, 3), 1e4 + i, "float32"))
            after = [v.numpy() for v in [*state, *model.optimizer.variables]]
            for a, b in zip(before, after, strict=True):
                np.testing.assert_array_equal(a, b)
        return model, [*after, *logs.values(), tf.random.uniform([2]).numpy()]

    model, found = run(False)
    for a, b in zip(found, run(True)[1], strict=True):
        np.testing.assert_array_equal(a, b)
    assert "not recorded" not in explain(model) and "guard(" in explain(model)


def test_a_path_that_reads_arrays_does_not_spoil_the_others():
    class Reading(layers.Layer):
        def call(self, x):
            if tf.reduce_mean(x) > 0:
                return x * 2.0
            return x * float(tf.reduce_max(x))

    keras.utils.set_random_seed(1)
    model = keras.Sequential([keras.Input((2,)), Reading()])
    positive, negative = np.ones((2, 2), "float32"), np.full((2, 2), -3, "float32")
    for _ in range(4):
        np.testing.assert_array_equal(model.predict(positive, verbose=0), positive * 2)
        np.testing.assert_array_equal(model.predict(negative, verbose=0), negative * -3)
    text = explain(model)
    assert paths_of(text, "predict") == 2 and text.count("arena") == 1
    assert re.search(r"not recorded, Python code reads values on the host at .*paths\.py:", text)


def test_a_value_that_follows_from_what_was_written_needs_python():
    class Late(layers.Layer):
        def build(self, input_shape):
            self.seen = self.add_weight(shape=(), initializer="zeros", trainable=False)

        def call(self, x):
            self.seen.assign_add(1.0)
            return x if self.seen > 3 else -x

    model = keras.Sequential([keras.Input((2,)), Late()])
    x = np.ones((2, 2), "float32")
    signs = [float(model.predict_on_batch(x)[0, 0]) for _ in range(5)]
    assert signs == [-1, -1, -1, 1, 1]
    assert re.search(r"not recorded, Python code reads values .*paths\.py:", explain(model))


def test_threads_predict_on_different_paths():
    keras.utils.set_random_seed(3)
    model = keras.Sequential([keras.Input((4,)), Halving()])
    batches = [np.full((4, 4), 2.0**n, "float32") for n in range(6)]
    wrong = []

    def predict(first):
        for i in range(60):
            batch = batches[(first + i) % len(batches)]
            if np.abs(model.predict_on_batch(batch)).max() != 1.0:
                wrong.append(batch)

    threads = [threading.Thread(target=predict, args=(n,)) for n in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong and "not recorded" not in explain(model)
