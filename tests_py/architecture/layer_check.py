"""Run in a tree that has the layer named on the command line: what docs/adding_a_layer.md says of
its example holds. Values and gradients against NumPy, masks, names, training, configs."""

import sys

import numpy as np

import pelton as tf

X = np.random.default_rng(0).normal(size=(32, 6, 4)).astype("float32")


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def scaled(x, scale):
    return x * scale


def gated(x, kernel, bias, gate, gate_bias):
    return (x @ kernel + bias) * sigmoid(x @ gate + gate_bias)


# Class, arguments, what its weights are called, and its formula.
EXAMPLES = {
    "ChannelScale": ({"scale_initializer": "normal"}, ["scale"], scaled),
    "GatedDense": (
        {"units": 3},
        ["value/kernel", "value/bias", "gate/kernel", "gate/bias"],
        gated,
    ),
}


def first_slope(f, values, place):
    """The derivative of f(*values) by the first number of the value at `place`."""
    ends = []
    for step in (1e-4, -1e-4):
        moved = [value.copy() for value in values]
        moved[place].flat[0] += step
        ends.append(f(*moved))
    return (ends[0] - ends[1]) / 2e-4


def check_values(layer, names, formula):
    x = tf.constant(X)
    with tf.GradientTape() as tape:
        y = layer(x)
        total = tf.reduce_sum(y * y)
    values = [weight.numpy().astype("float64") for weight in layer.weights]
    assert [w.path for w in layer.weights] == [f"{layer.name}/{name}" for name in names]
    np.testing.assert_allclose(y.numpy(), formula(X, *values), rtol=1e-4, atol=1e-5)
    assert tuple(y.shape) == tuple(layer.compute_output_shape(X.shape))
    for place, gradient in enumerate(tape.gradient(total, layer.trainable_weights)):
        slope = first_slope(lambda *w: (formula(X.astype("float64"), *w) ** 2).sum(), values, place)
        np.testing.assert_allclose(gradient.numpy().flat[0], slope, rtol=1e-3, atol=1e-2)


def check_config(layer):
    stored = tf.keras.layers.serialize(layer)
    again = tf.keras.layers.deserialize(stored)
    assert stored["module"] == "keras.layers" and stored["registered_name"] is None
    assert again.get_config() == layer.get_config() and type(again) is type(layer)
    assert [tuple(w.shape) for w in again.weights] == [tuple(w.shape) for w in layer.weights]


def check_mask_and_training(cls, kwargs):
    layers = tf.keras.layers
    parts = [layers.Masking(), cls(**kwargs), layers.LSTM(4), layers.Dense(1)]
    model = tf.keras.Sequential([tf.keras.Input((None, 4)), *parts])
    padded = X.copy()
    padded[:, 3:] = 0
    np.testing.assert_allclose(model(padded).numpy(), model(X[:, :3]).numpy(), rtol=1e-4, atol=1e-5)
    model.compile(optimizer=tf.keras.optimizers.Adam(0.02), loss="mse")
    history = model.fit(X, X.sum((1, 2))[:, None], epochs=20, batch_size=8, verbose=0).history
    assert history["loss"][-1] < 0.8 * history["loss"][0], history
    program = tf.config.experimental.explain_program(model)
    assert "not recorded" not in program, program


def main(name):
    """Checks the example `name`."""
    kwargs, names, formula = EXAMPLES[name]
    tf.keras.utils.set_random_seed(1)
    cls = getattr(tf.keras.layers, name)
    layer = cls(**kwargs)
    check_values(layer, names, formula)
    check_config(layer)
    check_mask_and_training(cls, kwargs)
    if name == "ChannelScale":
        assert layer.scale is layer.weights[0]


if __name__ == "__main__":
    main(sys.argv[1])
