"""tf.custom_gradient beyond the recorded facts: layers, training, nesting, wrong gradients."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras


@tf.custom_gradient
def reversed_gradient(x):
    """The identity with a gradient of opposite sign."""
    return x, lambda grad: -grad


class Reversal(keras.layers.Layer):
    def call(self, x):
        return reversed_gradient(x)


def test_in_a_model_that_fit_trains():
    x = np.linspace(-1, 1, 32, dtype="float32")[:, None]
    model = keras.Sequential([keras.layers.Dense(1, kernel_initializer="ones"), Reversal()])
    model.compile(keras.optimizers.SGD(0.1), "mse")
    losses = model.fit(x, 3 * x, epochs=3, verbose=0).history["loss"]
    assert losses == sorted(losses) and losses[0] < losses[-1]  # it climbs: the sign is turned


def test_an_inner_tape_sees_it_too():
    x = tf.constant(3.0)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = reversed_gradient(x * x)
        first = inner.gradient(y, x)
    assert float(first) == -6.0 and float(outer.gradient(first, x)) == -2.0


def test_a_persistent_tape_asks_again():
    calls = []

    @tf.custom_gradient
    def double(x):
        def grad(upstream):
            calls.append(float(upstream))
            return upstream * 2

        return x * 2, grad

    x = tf.constant(1.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = double(x)
    assert [float(tape.gradient(y, x)) for _ in range(2)] == [2.0, 2.0]
    assert calls == [1.0, 1.0]
    assert tape.jacobian(y, x).numpy() == 2.0


def test_stop_recording_hides_it():
    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        with tape.stop_recording():
            y = reversed_gradient(x)
    assert tape.gradient(y, x) is None


def gradient_of(grad):
    @tf.custom_gradient
    def function(x):
        return x * 2, grad

    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)


def raising(upstream):
    raise KeyError("mine")


@pytest.mark.parametrize(
    ("grad", "error"),
    [
        (lambda g: (g, g), ValueError),
        (lambda g: [], ValueError),
        (lambda g: tf.zeros([5]), ValueError),
        (lambda g: "text", ValueError),
        (lambda: 1.0, TypeError),
        (3, TypeError),
        (raising, KeyError),
    ],
)
def test_a_wrong_gradient_is_refused(grad, error):
    with pytest.raises(error):
        gradient_of(grad)
    assert gradient_of(lambda g: g * 3).numpy().tolist() == [3.0, 3.0]


@pytest.mark.parametrize("function", [3, "text", [1], tf.constant(1.0)])
def test_only_functions_are_decorated(function):
    with pytest.raises(TypeError):
        tf.custom_gradient(function)
