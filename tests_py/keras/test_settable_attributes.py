"""Attributes of built-in layers that may be set: the next call computes with them, recorded or
not, and the config tells them; what would not fit is refused and changes nothing."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton._core import layers as native
from pelton.keras import layers

X = np.random.default_rng(3).normal(size=(2, 6, 6, 3)).astype("float32")
INPUTS = {"1D": X[:, 0], "3D": X.reshape(2, 3, 4, 3, 3)}  # by a part of the class's name

# Layer, attribute, another value, a wrong value.
SETTINGS = [
    (lambda: layers.Dense(2), "activation", "relu", "no such function"),
    (lambda: layers.Conv2D(2, 3, activation="relu"), "activation", None, 3),
    (lambda: layers.Conv1D(2, 3), "activation", "relu", "no such function"),
    (lambda: layers.Conv3D(2, 2), "activation", "relu", "no such function"),
    (lambda: layers.Conv1DTranspose(2, 3), "activation", "relu", "no such function"),
    (lambda: layers.Conv2DTranspose(2, 3), "activation", "relu", "no such function"),
    (lambda: layers.Conv3DTranspose(2, 2), "activation", "relu", "no such function"),
    (lambda: layers.DepthwiseConv1D(3), "activation", "relu", "no such function"),
    (lambda: layers.DepthwiseConv2D(3), "activation", "relu", "no such function"),
    (lambda: layers.SeparableConv1D(2, 3), "activation", "relu", "no such function"),
    (lambda: layers.SeparableConv2D(2, 3), "activation", "relu", "no such function"),
    (lambda: layers.Activation("relu"), "activation", "tanh", "no such function"),
    (lambda: layers.Dropout(0.9), "rate", 0.0, 2.0),
    (lambda: layers.ReLU(), "max_value", 0.5, -1.0),
    (lambda: layers.ReLU(), "negative_slope", 0.5, None),
    (lambda: layers.ReLU(), "threshold", 0.5, -1.0),
    (lambda: layers.Rescaling(1.0), "scale", 3.0, "much"),
    (lambda: layers.Rescaling(1.0), "offset", 3.0, "much"),
    (lambda: layers.Softmax(), "axis", 1, "first"),
    (lambda: layers.BatchNormalization(), "momentum", 0.5, "much"),
    (lambda: layers.BatchNormalization(), "epsilon", 0.5, "much"),
    (lambda: layers.LayerNormalization(), "epsilon", 0.5, -1.0),
]
PENALIZED = [
    lambda: layers.Dense(2),
    lambda: layers.Conv1D(2, 3),
    lambda: layers.Conv2D(2, 3),
    lambda: layers.Conv3D(2, 2),
    lambda: layers.Conv1DTranspose(2, 3),
    lambda: layers.Conv2DTranspose(2, 3),
    lambda: layers.Conv3DTranspose(2, 2),
    lambda: layers.DepthwiseConv1D(3),
    lambda: layers.DepthwiseConv2D(3),
    lambda: layers.SeparableConv1D(2, 3),
    lambda: layers.SeparableConv2D(2, 3),
]
IDS = [f"{make().__class__.__name__}.{name}" for make, name, *_ in SETTINGS]


def input_of(layer):
    return next((x for rank, x in INPUTS.items() if rank in type(layer).__name__), X)


def copy_of(layer):
    copy = type(layer).from_config(layer.get_config())
    copy.build(input_of(layer).shape)
    copy.set_weights(layer.get_weights())
    return copy


@pytest.mark.parametrize(("make", "name", "value", "wrong"), SETTINGS, ids=IDS)
def test_the_next_call_computes_with_what_was_set(make, name, value, wrong):
    layer = make()
    x = input_of(layer)
    model = keras.Sequential([keras.Input(x.shape[1:]), layer])
    training = name in ("rate", "momentum")
    for _ in range(4):
        model(x, training=training)
    setattr(layer, name, value)
    expected = copy_of(layer)
    assert expected.get_config()[name] == layer.get_config()[name]
    for _ in range(4):
        np.testing.assert_allclose(
            model(x, training=training), expected(x, training=training), rtol=1e-5, atol=1e-6
        )
    with pytest.raises((ValueError, TypeError)):
        setattr(layer, name, wrong)
    assert layer.get_config() == {**expected.get_config(), "name": layer.name}
    np.testing.assert_allclose(model(x), expected(x), rtol=1e-5, atol=1e-6)


def test_every_settable_attribute_has_a_row():
    """Those that are fields of a built-in layer's config."""
    found = set()
    for cls in vars(native).values():
        for name in {row[0] for row in getattr(cls, "_fields", [])}:
            attribute = getattr(cls, name, None)
            if isinstance(attribute, property) and attribute.fset is not None:
                found.add((cls.__name__, name))
    penalized = {(make().__class__.__name__, "activity_regularizer") for make in PENALIZED}
    assert found == {(make().__class__.__name__, name) for make, name, *_ in SETTINGS} | penalized


@pytest.mark.parametrize("make", PENALIZED, ids=[make().__class__.__name__ for make in PENALIZED])
def test_a_penalty_that_is_set_counts_from_the_next_call(make):
    layer = make()
    x = input_of(layer)
    model = keras.Sequential([keras.Input(x.shape[1:]), layer])
    y = model(x)
    assert model.losses == []
    layer.activity_regularizer = keras.regularizers.L2(0.5)
    np.testing.assert_allclose(model(x), y)
    expected = 0.5 * np.sum(np.square(y)) / len(x)
    np.testing.assert_allclose(model.losses, [expected], rtol=1e-5)
    assert type(layer).from_config(layer.get_config()).activity_regularizer.l2 == 0.5
    with pytest.raises((ValueError, TypeError)):
        layer.activity_regularizer = "no such penalty"
    assert layer.activity_regularizer.l2 == 0.5
    layer.activity_regularizer = None
    model(x)
    assert model.losses == [] and not layer.get_config().get("activity_regularizer")


def test_what_shapes_weights_cannot_be_set():
    layer = layers.Dense(2)
    with pytest.raises(AttributeError):
        layer.units = 3
    with pytest.raises(AttributeError):
        layer.use_bias = False


def test_a_layer_without_its_last_activation_gives_logits():
    x = keras.Input((3,))
    model = keras.Model(x, layers.Dense(4, activation="softmax", name="top")(x))
    rows = tf.constant(X[0, 0])
    probabilities = model(rows)
    model.get_layer("top").activation = keras.activations.linear
    np.testing.assert_allclose(tf.nn.softmax(model(rows)), probabilities, rtol=1e-5)
    assert model.get_layer("top").get_config()["activation"] == "linear"


@pytest.mark.parametrize(("given", "told"), [({}, False), ({"jit_compile": True}, True)])
def test_jit_compile_is_told(given, told):
    model = keras.Sequential([keras.layers.Dense(1)])
    assert model.jit_compile is False
    model.compile("sgd", "mse", **given)
    assert model.jit_compile is told
