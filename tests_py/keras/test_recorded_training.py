"""Training steps under tf.function give the bits of eager steps: weights, slots, metrics, rates."""

import numpy as np
import pytest

import pelton as tf

keras = tf.keras
explain = tf.config.experimental.explain_program
STEPS = 6


class Halving(keras.optimizers.schedules.LearningRateSchedule):
    def __call__(self, step):
        return 0.1 * 0.5 ** (tf.cast(step, "float32") / 2)

    def get_config(self):
        return {}


OPTIMIZERS = {
    "sgd": lambda: keras.optimizers.SGD(0.1),
    "momentum": lambda: keras.optimizers.SGD(0.1, momentum=0.9, nesterov=True),
    "rmsprop": lambda: keras.optimizers.RMSprop(0.01, centered=True, momentum=0.5),
    "adam": lambda: keras.optimizers.Adam(0.01, amsgrad=True),
    "clipped": lambda: keras.optimizers.Adam(0.01, global_clipnorm=0.1),
    "decayed": lambda: keras.optimizers.SGD(0.1, weight_decay=0.01),
    "averaged": lambda: keras.optimizers.SGD(0.1, use_ema=True, ema_overwrite_frequency=3),
    "accumulated": lambda: keras.optimizers.SGD(0.1, gradient_accumulation_steps=2),
    "scheduled": lambda: keras.optimizers.SGD(Halving()),
}


def layers():
    return [
        keras.layers.Dense(8, activation="relu"),
        keras.layers.BatchNormalization(),
        keras.layers.Dropout(0.3),
        keras.layers.Dense(3),
    ]


def convolutions():
    return [
        keras.layers.Reshape((4, 4, 1)),
        keras.layers.Conv2D(3, 3, activation="tanh"),
        keras.layers.MaxPooling2D(2),
        keras.layers.Flatten(),
        keras.layers.Dense(3, kernel_regularizer="l2"),
    ]


def normalized():
    return [
        keras.layers.Dense(8),
        keras.layers.LayerNormalization(),
        keras.layers.ReLU(),
        keras.layers.Dense(3),
    ]


def train(decorate, make_layers, make_optimizer):
    keras.utils.set_random_seed(7)
    model = keras.Sequential([keras.layers.Input((16,)), *make_layers()])
    optimizer = make_optimizer()
    loss_function = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    accuracy = keras.metrics.SparseCategoricalAccuracy()
    mean = keras.metrics.Mean()

    @decorate
    def step(x, y):
        with tf.GradientTape() as tape:
            logits = model(x, training=True)
            loss = loss_function(y, logits) + sum(model.losses)
        variables = model.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(loss, variables), variables, strict=True))
        accuracy.update_state(y, logits)
        mean.update_state(loss)
        return loss, accuracy.result()

    rng = np.random.default_rng(0)
    seen = []
    for n in range(STEPS):
        if n == 4 and optimizer.learning_rate is not None and make_optimizer is OPTIMIZERS["adam"]:
            optimizer.learning_rate = 0.002
        if n == 3:
            accuracy.reset_state()
        x = tf.constant(rng.normal(size=(32, 16)), tf.float32)
        y = tf.constant(rng.integers(0, 3, 32))
        seen += [value.numpy() for value in step(x, y)]
    seen += [variable.numpy() for variable in model.variables]
    seen += [variable.numpy() for variable in optimizer.variables]
    return step, [*seen, accuracy.result().numpy(), mean.result().numpy()]


@pytest.mark.parametrize("name", OPTIMIZERS)
@pytest.mark.parametrize("make_layers", [layers, convolutions, normalized])
def test_recorded_steps_are_eager_steps(name, make_layers, monkeypatch):
    monkeypatch.setenv("PELTON_PROGRAM_PASSES", "fold_constants,remove_dead")
    _, expected = train(lambda f: f, make_layers, OPTIMIZERS[name])
    step, found = train(tf.function, make_layers, OPTIMIZERS[name])
    assert "not recorded" not in explain(step)
    # Where there are slots, the first call makes them and is not recorded.
    recordings = 1 if name in ("sgd", "decayed", "scheduled") else 2
    assert step.experimental_get_tracing_count() == recordings
    assert len(found) == len(expected)
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def normalized():
    return [
        keras.layers.Dense(8),
        keras.layers.BatchNormalization(),
        keras.layers.ReLU(),
        keras.layers.Dense(3),
    ]


def test_normalizations_take_in_their_relu_and_its_gradient(monkeypatch):
    monkeypatch.setenv("PELTON_PROGRAM_PASSES", "fuse_batch_norm,remove_dead")
    _, expected = train(lambda f: f, normalized, OPTIMIZERS["sgd"])
    step, found = train(tf.function, normalized, OPTIMIZERS["sgd"])
    text = explain(step)
    assert text.count("activation=relu") == 2 and "relu_grad(" not in text
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_array_equal(a, b)


def test_all_passes_change_roundings_only():
    _, expected = train(lambda f: f, convolutions, OPTIMIZERS["sgd"])
    _, found = train(tf.function, convolutions, OPTIMIZERS["sgd"])
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)


class Doubling(keras.layers.Layer):
    def build(self, shape):
        self.scale = self.add_weight(shape=(shape[-1],), initializer="ones")

    @tf.function
    def call(self, x, training=False):
        return x * self.scale * (2.0 if training else 1.0)


def test_a_function_as_a_layers_call_in_fit():
    x, y = np.ones((8, 3), np.float32), np.zeros((8, 3), np.float32)
    histories = []
    for eagerly in (True, False):
        tf.config.run_functions_eagerly(eagerly)
        try:
            model = keras.Sequential([Doubling()])
            model.compile("sgd", "mse")
            fitted = model.fit(x, y, epochs=3, batch_size=4, verbose=0)
            histories.append([*fitted.history["loss"], *model.predict(x, verbose=0)[0]])
        finally:
            tf.config.run_functions_eagerly(False)
    np.testing.assert_array_equal(*histories)


def test_custom_python_metrics_and_optimizers():
    class Count(keras.metrics.Metric):
        def __init__(self):
            super().__init__(name="count")
            self.count = self.add_variable((), "zeros", name="count")

        def update_state(self, values):
            self.count.assign_add(tf.reduce_sum(values))

        def result(self):
            return self.count * 1

    class Plain(keras.optimizers.Optimizer):
        def update_step(self, gradient, variable, learning_rate):
            self.assign_sub(variable, gradient * tf.cast(learning_rate, variable.dtype))

    totals = []
    for decorate in (lambda f: f, tf.function):
        weight, metric, optimizer = tf.Variable([1.0, 2.0]), Count(), Plain(learning_rate=0.5)

        @decorate
        def step(x, weight=weight, metric=metric, optimizer=optimizer):
            with tf.GradientTape() as tape:
                loss = tf.reduce_sum(weight * weight * x)
            optimizer.apply_gradients([(tape.gradient(loss, weight), weight)])
            metric.update_state(weight)
            return metric.result()

        totals.append([float(step(tf.constant([0.1, 0.2]))) for _ in range(5)])
    assert totals[0] == totals[1]
    assert "not recorded" not in explain(step)


def test_fit_in_a_function_is_no_record():
    model = keras.Sequential([keras.layers.Input((2,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse")

    @tf.function
    def f(x):
        return model.evaluate(np.ones((4, 2)), np.ones((4, 1)), verbose=0) + x

    first = float(f(tf.constant(0.0)))
    model.layers[0].set_weights([np.ones((2, 1)), np.zeros(1)])
    assert float(f(tf.constant(0.0))) != first
    assert "Model.evaluate is a loop of its own" in explain(f)
