"""`model(x)` for inference runs from a record after its first calls: what it gives and raises
stays that of the layers called one by one."""

import numpy as np
import pytest

import pelton as tf
from pelton.keras import layers

RNG = np.random.default_rng(4)


def network(*extra):
    tf.random.set_seed(3)
    return tf.keras.Sequential(
        [
            tf.keras.Input((14, 14, 2)),
            layers.Conv2D(16, 3, activation="relu"),
            layers.MaxPooling2D(),
            layers.Conv2D(16, 3),
            *extra,
            layers.Flatten(),
            layers.Dense(5),
        ]
    )


def one_by_one(model, x):
    for layer in model.layers:
        x = layer(x)
    return x.numpy()


def images(rows):
    return RNG.random((rows, 14, 14, 2), np.float32)


@pytest.mark.parametrize("rows", [1, 7])
@pytest.mark.parametrize("extra", [(), (layers.BatchNormalization(), layers.Dropout(0.5))])
def test_calls_give_what_the_layers_give(rows, extra):
    model = network(*extra)
    for _ in range(5):
        x = images(rows)
        np.testing.assert_allclose(model(x).numpy(), one_by_one(model, x), rtol=2e-5, atol=1e-6)
    model.set_weights([w * 0.5 for w in model.get_weights()])
    np.testing.assert_allclose(model(x).numpy(), one_by_one(model, x), rtol=2e-5, atol=1e-6)
    model.pop()
    model.add(layers.Dense(3))
    np.testing.assert_allclose(model(x).numpy(), one_by_one(model, x), rtol=2e-5, atol=1e-6)


def test_training_differs_from_inference():
    model, x = network(layers.Dropout(0.9)), images(4)
    quiet = [model(x).numpy() for _ in range(4)]
    np.testing.assert_array_equal(quiet[2], quiet[3])
    assert abs(model(x, training=True).numpy() - quiet[3]).max() > 0


def test_a_tape_sees_the_layers():
    model, x = network(), images(3)
    for _ in range(4):
        model(x)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    assert all(g is not None for g in tape.gradient(loss, model.trainable_variables))


def test_losses_of_a_call_stay_those_of_the_last_one():
    model = network(layers.Dense(4, activity_regularizer=tf.keras.regularizers.L2(1.0)))
    for scale in (1.0, 2.0, 3.0, 4.0, 5.0):
        x = images(2) * scale
        model(x)
        got = float(model.losses[0])
        with tf.GradientTape():  # under which every layer is called
            model(x)
        np.testing.assert_allclose(got, float(model.losses[0]), rtol=1e-5)
        assert len(model.losses) == 1


class Doubling(layers.Layer):
    calls = 0

    def call(self, inputs):
        Doubling.calls += 1
        return inputs * 2.0


def test_python_layers_are_called_each_time():
    model = network(Doubling())
    before = Doubling.calls
    for _ in range(5):
        model(images(2))
    assert Doubling.calls == before + 5
