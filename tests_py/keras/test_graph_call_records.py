"""`model(x)` of functional models runs from a record where its layers are made of the engine's ops
alone; what it gives and raises stays that of the layers called one by one."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import layers

RNG = np.random.default_rng(4)


def uniform(*shape):
    return RNG.random(shape, np.float32)


def residual():
    x = first = keras.Input((8, 8, 4))
    for _ in range(2):
        y = layers.Conv2D(4, 3, padding="same", activation="relu")(x)
        x = layers.Add()([x, layers.BatchNormalization()(y)])
    return keras.Model(first, layers.Dense(3)(layers.Flatten()(x))), uniform(3, 8, 8, 4)


def two_ends():
    a, b = keras.Input((4,), name="a"), keras.Input((4,), name="b")
    shared = layers.Dense(5, activation="tanh")
    x = layers.Concatenate()([shared(a), shared(b)]) * 2.0
    outputs = {"sum": tf.reduce_sum(x, axis=1), "dense": layers.Dense(2)(x)}
    return keras.Model({"a": a, "b": b}, outputs), {"a": uniform(3, 4), "b": uniform(3, 4)}


def nested():
    inner = keras.Sequential([keras.Input((4,)), layers.Dense(5), layers.Dropout(0.5)])
    x = keras.Input((4,))
    y = keras.Input((4,))
    graph = keras.Model(y, layers.Dense(3)(y) + 1.0)
    return keras.Model(x, layers.Subtract()([inner(x)[:, :3], graph(x)])), uniform(6, 4)


def attending():
    ids = keras.Input((6,), dtype="int32")
    x = layers.Embedding(9, 8)(ids)
    x = layers.LayerNormalization()(x + layers.MultiHeadAttention(2, 4)(x, x))
    return keras.Model(ids, x), RNG.integers(0, 9, (3, 6)).astype("int32")


GRAPHS = {"residual": residual, "two ends": two_ends, "nested": nested, "attending": attending}


def plainly(model, x):
    """What the layers give one by one: a tape sees them."""
    with tf.GradientTape():
        return tf.nest.flatten(model(x))


def records_of(model, given=False):
    return vars(model)["_call_records"][not given].explain()


@pytest.mark.parametrize("name", GRAPHS)
def test_calls_give_what_the_layers_give(name):
    tf.random.set_seed(3)
    model, x = GRAPHS[name]()
    for _ in range(5):
        found = model(x)
        tf.nest.assert_same_structure(found, model.output)
        for a, b in zip(tf.nest.flatten(found), plainly(model, x), strict=True):
            np.testing.assert_allclose(a, b, rtol=3e-5, atol=2e-6)
    assert "arena" in records_of(model)
    before = tf.nest.flatten(model(x))[0].numpy()
    model.set_weights([weight * 0.5 for weight in model.get_weights()])
    after = tf.nest.flatten(model(x))[0].numpy()
    np.testing.assert_allclose(after, plainly(model, x)[0], rtol=3e-5, atol=2e-6)
    assert abs(after - before).max() > 0


def test_tapes_and_training_see_the_layers():
    x = keras.Input((4,))
    model = keras.Model(x, layers.Dropout(0.9)(layers.Dense(50)(x)))
    values = uniform(4, 4)
    quiet = [model(values).numpy() for _ in range(4)]
    np.testing.assert_array_equal(quiet[2], quiet[3])
    assert abs(model(values, training=True).numpy() - quiet[3]).max() > 0
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(values))
    assert all(g is not None for g in tape.gradient(loss, model.trainable_variables))


def test_a_flag_that_a_layer_was_given_goes_before_none():
    x = keras.Input((50,))
    model = keras.Model(x, layers.Dropout(0.5)(x, training=True))
    values = np.ones((2, 50), "float32")
    for _ in range(4):
        assert (model(values).numpy() == 0).any()
        np.testing.assert_array_equal(model(values, training=False), values)


class Doubling(layers.Layer):
    calls = 0

    def call(self, inputs):
        type(self).calls += 1
        return inputs * 2.0


class OwnAdd(layers.Add):
    calls = 0

    def call(self, inputs):
        type(self).calls += 1
        return super().call(inputs)


class OwnActivation:
    calls = 0

    def __call__(self, x):
        type(self).calls += 1
        return tf.nn.tanh(x)


class OwnLstm:
    """A layer of the library that was given code."""

    calls = 0

    def __new__(cls):
        def activation(x):
            cls.calls += 1
            return tf.nn.tanh(x)

        reshape = layers.Reshape((2, 2))
        inner = layers.LSTM(3, activation=activation)
        return lambda x: inner(reshape(x))


OWN = {
    Doubling: lambda x: Doubling()(x),
    OwnAdd: lambda x: OwnAdd()([x, x]),
    OwnActivation: lambda x: layers.Dense(3, activation=OwnActivation())(x),
    OwnLstm: lambda x: OwnLstm()(x),
}


@pytest.mark.parametrize("own", OWN, ids=lambda own: own.__name__)
def test_own_code_runs_at_each_call(own):
    x = keras.Input((4,))
    model = keras.Model(x, OWN[own](layers.Dense(4)(x)))
    seen = []
    for _ in range(5):
        before = own.calls
        model(uniform(2, 4))
        seen.append(own.calls - before)
    assert seen[0] > 0 and len(set(seen)) == 1


def test_losses_of_calls_are_of_the_last_one():
    x = keras.Input((4,))
    regular = layers.Dense(3, activity_regularizer=keras.regularizers.L2(1.0))
    model = keras.Model(x, layers.Dense(2)(regular(x)))
    for scale in (1.0, 2.0, 3.0, 4.0):
        values = uniform(2, 4) * scale
        model(values)
        got = float(model.losses[0])
        plainly(model, values)
        np.testing.assert_allclose(got, float(model.losses[0]), rtol=1e-5)
        assert len(model.losses) == 1


def test_bad_values_are_refused_as_by_the_layers():
    ids = keras.Input((3,), dtype="int32")
    model = keras.Model(ids, layers.Embedding(5, 2, name="words")(ids))
    good, bad = np.array([[0, 1, 4]], "int32"), np.array([[0, 5, 1]], "int32")
    for _ in range(5):
        model(good)
        with pytest.raises(IndexError, match="Embedding 'words'"):
            model(bad)
        with pytest.raises(ValueError, match="incompatible"):
            model(np.zeros((1, 4), "int32"))
    assert "arena" in records_of(model)
