"""Steps that users write, models of several inputs and outputs: traced once, Keras's figures."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import layers

RNG = np.random.default_rng(0)
X = RNG.normal(size=(64, 4)).astype("float32")
Y = RNG.normal(size=(64, 1)).astype("float32")
LABELS = RNG.integers(0, 3, 64)


class Small(keras.Model):
    def __init__(self):
        super().__init__()
        self.hidden = layers.Dense(5, activation="relu")
        self.out = layers.Dense(1)
        self.traces = 0

    def call(self, inputs, training=False):
        return self.out(self.hidden(inputs))


class OwnTrainStep(Small):
    def train_step(self, data):
        self.traces += 1
        x, y = data
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
        gradients = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.trainable_variables, strict=True))
        return {"loss": loss}


class Hooks(Small):
    """Calls of every hook that training goes through."""

    def __init__(self):
        super().__init__()
        self.called = set()

    def train_step(self, data):
        self.called.add("train_step")
        return super().train_step(data)

    def test_step(self, data):
        self.called.add("test_step")
        return super().test_step(data)

    def predict_step(self, data):
        self.called.add("predict_step")
        return super().predict_step(data)

    def compute_loss(self, *args, **kwargs):
        self.called.add("compute_loss")
        return super().compute_loss(*args, **kwargs)

    def compute_metrics(self, *args, **kwargs):
        self.called.add("compute_metrics")
        return super().compute_metrics(*args, **kwargs)


class TwoOutputs(keras.Model):
    def __init__(self):
        super().__init__()
        self.first = layers.Dense(3, activation="softmax")
        self.second = layers.Dense(1)

    def call(self, inputs, training=False):
        return {"p": self.first(inputs["a"]), "q": self.second(inputs["b"])}


def fitted(model, run_eagerly=False, **compiled):
    tf.random.set_seed(5)
    compiled = {"optimizer": "sgd", "loss": "mse", **compiled}
    model.compile(run_eagerly=run_eagerly, **compiled)
    return model.fit(X, Y, batch_size=16, epochs=3, verbose=0, shuffle=False).history


def same_weights(model, other):
    other(X[:1])
    model(X[:1])
    other.set_weights(model.get_weights())
    return other


def test_an_own_train_step_is_traced_and_trains_as_the_built_in_one():
    own, plain = OwnTrainStep(), Small()
    same_weights(plain, own)
    fitted(own)
    fitted(plain)
    assert own.traces == 1
    text = tf.config.experimental.explain_program(own)
    assert "train_step" in text and "arena" in text
    for a, b in zip(own.get_weights(), plain.get_weights(), strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("run_eagerly", [False, True])
def test_every_hook_is_called(run_eagerly):
    model = Hooks()
    history = fitted(model, run_eagerly, metrics=["mae"])
    model.evaluate(X, Y, verbose=0)
    model.predict(X, verbose=0)
    hooks = {"train_step", "test_step", "predict_step", "compute_loss", "compute_metrics"}
    assert model.called == hooks
    assert sorted(history) == ["loss", "mae"]


def test_hooks_give_the_figures_of_the_built_in_steps():
    model, plain = Hooks(), Small()
    same_weights(plain, model)
    options = {"metrics": ["mae"]}
    histories = [fitted(model, **options), fitted(plain, **options)]
    for name in histories[0]:
        np.testing.assert_allclose(histories[0][name], histories[1][name], rtol=1e-5)
    np.testing.assert_allclose(
        model.evaluate(X, Y, verbose=0), plain.evaluate(X, Y, verbose=0), rtol=1e-5
    )


def test_an_own_loss_is_what_is_trained():
    class Absolute(Small):
        def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, training=True):
            return tf.reduce_mean(tf.abs(y - y_pred))

    history = fitted(Absolute(), loss=None, metrics=["mae"])
    np.testing.assert_allclose(history["loss"], history["mae"], rtol=1e-5)


def test_own_metrics_as_attributes():
    class Tracked(Small):
        def __init__(self):
            super().__init__()
            self.tracker = keras.metrics.Mean(name="mine")

        @property
        def metrics(self):
            return [self.tracker]

        def train_step(self, data):
            x = data  # itself where there are no targets, as in Keras
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(self(x, training=True) ** 2)
            weights = self.trainable_weights
            self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights, strict=True))
            self.tracker.update_state(loss)
            return {"mine": self.tracker.result()}

    model = Tracked()
    model.compile(optimizer="sgd")
    history = model.fit(X, epochs=2, batch_size=16, verbose=0, shuffle=False).history
    assert list(history) == ["mine"] and history["mine"][1] < history["mine"][0]


def test_two_inputs_and_outputs():
    model = TwoOutputs()
    model.compile(
        "sgd",
        {"p": "sparse_categorical_crossentropy", "q": "mse"},
        loss_weights={"p": 0.5, "q": 1.0},
        metrics={"p": ["accuracy"], "q": ["mae"]},
    )
    x, y = {"a": X, "b": X}, {"p": LABELS, "q": Y}
    history = model.fit(x, y, batch_size=16, epochs=2, verbose=0, validation_split=0.25).history
    names = {"loss", "p_accuracy", "p_loss", "q_loss", "q_mae"}
    assert set(history) == names | {f"val_{name}" for name in names}
    assert model.metrics_names == ["loss", "compile_metrics", "p_loss", "q_loss"]
    figures = model.evaluate(x, y, verbose=0, return_dict=True)
    total = 0.5 * figures["p_loss"] + figures["q_loss"]
    np.testing.assert_allclose(figures["loss"], total, rtol=1e-5)
    outputs = model.predict(x, batch_size=20, verbose=0)
    p, q = outputs["p"], outputs["q"]
    assert (p.shape, q.shape) == ((64, 3), (64, 1))
    accuracy = np.mean(p.argmax(-1) == LABELS)
    np.testing.assert_allclose(figures["p_accuracy"], accuracy, rtol=1e-6)
    np.testing.assert_allclose(figures["q_mae"], np.mean(np.abs(q - Y)), rtol=1e-5)
    one = model.predict_on_batch({"a": X[:2], "b": X[:2]})
    np.testing.assert_allclose(one["q"], q[:2], rtol=1e-5)
    assert set(model.train_on_batch(x, y, return_dict=True)) == names


def test_batches_of_a_generator_may_be_nested():
    model = TwoOutputs()
    model.compile("sgd", {"p": "sparse_categorical_crossentropy", "q": "mse"})

    def batches():
        for i in range(0, 64, 16):
            rows = slice(i, i + 16)
            yield {"a": X[rows], "b": X[rows]}, {"p": LABELS[rows], "q": Y[rows]}

    assert set(model.fit(batches(), verbose=0).history) == {"loss", "p_loss", "q_loss"}


BAD_NESTS = {
    "missing target": ({"a": X, "b": X}, {"p": LABELS}, "'q'"),
    "list for a dict of other length": ({"a": X, "b": X}, [LABELS], "outputs"),
    "lengths": ({"a": X, "b": X[:3]}, {"p": LABELS, "q": Y}, "sizes: 64, 3"),
}


@pytest.mark.parametrize("name", BAD_NESTS)
def test_wrong_nests_are_refused(name):
    x, y, says = BAD_NESTS[name]
    model = TwoOutputs()
    model.compile("sgd", {"p": "sparse_categorical_crossentropy", "q": "mse"})
    model({"a": X[:2], "b": X[:2]})
    before = model.get_weights()
    with pytest.raises(ValueError, match=says):
        model.fit(x, y, batch_size=16, verbose=0)
    for a, b in zip(model.get_weights(), before, strict=True):
        np.testing.assert_array_equal(a, b)


def _compiled_line():
    model = keras.Sequential([keras.Input((4,)), layers.Dense(1, kernel_initializer="ones")])
    model.compile("sgd", "mse", metrics=["mae"])
    return model


def test_loops_of_ones_own_use_what_compile_was_given():
    model, other = _compiled_line(), _compiled_line()
    other.fit(X, Y, batch_size=32, epochs=1, shuffle=False, verbose=0)

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            predicted = model(x, training=True)
            loss = model.compute_loss(x, y, predicted)
        gradients = tape.gradient(loss, model.trainable_weights)
        model.optimizer.apply(gradients, model.trainable_weights)
        return model.compute_metrics(x, y, predicted)

    for rows in (slice(0, 32), slice(32, 64)):
        figures = step(X[rows], Y[rows])
    np.testing.assert_allclose(model.get_weights()[0], other.get_weights()[0], rtol=1e-5)
    assert set(figures) == {"loss", "mae"}


def test_steps_of_a_compiled_sequential_may_be_called():
    model = _compiled_line()
    expected = np.mean(np.square(np.sum(X, axis=1, keepdims=True) - Y))
    assert float(model.test_step((X, Y))["loss"]) == pytest.approx(expected, rel=1e-5)
    assert float(model.train_step((X, Y))["loss"]) == pytest.approx(expected, rel=1e-5)
    assert set(model.fit(X, Y, verbose=0).history) == {"loss", "mae"}
