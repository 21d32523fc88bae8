"""keras.activations: values against formulas in NumPy, parameters, identifiers."""

import math

import numpy as np
import pytest

import pelton as tf
from pelton.keras import activations as a

X = np.array([-7, -3, -1, -0.5, -0.2, 0, 0.2, 0.5, 1, 3, 5.5, 7], "float32")
E = np.exp(X.astype("float64"))
SOFTPLUS = np.log1p(E)
ERF = np.array([math.erf(v / math.sqrt(2)) for v in X])

CASES = {
    "relu": (a.relu(X), np.maximum(X, 0)),
    "relu_slope": (a.relu(X, 0.1), np.where(X > 0, X, 0.1 * X)),
    "relu_ceiling": (a.relu(X, 0.0, 4.0), np.clip(X, 0, 4)),
    "relu_threshold": (a.relu(X, threshold=1.0), np.where(X > 1, X, 0)),
    "relu6": (a.relu6(X), np.clip(X, 0, 6)),
    "leaky_relu": (a.leaky_relu(X), np.where(X > 0, X, 0.2 * X)),
    "elu": (a.elu(X, 0.5), np.where(X > 0, X, 0.5 * (E - 1))),
    "celu": (a.celu(X, 2.0), np.maximum(X, 0) + np.minimum(2 * np.expm1(X / 2), 0)),
    "gelu": (a.gelu(X), X * 0.5 * (1 + ERF)),
    "silu": (a.silu(X), X / (1 + 1 / E)),
    "swish": (a.swish(X), X / (1 + 1 / E)),
    "sigmoid": (a.sigmoid(X), 1 / (1 + 1 / E)),
    "tanh": (a.tanh(X), np.tanh(X)),
    "softplus": (a.softplus(X), SOFTPLUS),
    "softsign": (a.softsign(X), X / (1 + np.abs(X))),
    "exponential": (a.exponential(X), E),
    "linear": (a.linear(X), X),
    "mish": (a.mish(X), X * np.tanh(SOFTPLUS)),
    "log_sigmoid": (a.log_sigmoid(X), -np.log1p(1 / E)),
    "hard_sigmoid": (a.hard_sigmoid(X), np.clip(X / 6 + 0.5, 0, 1)),
    "hard_silu": (a.hard_silu(X), X * np.clip(X / 6 + 0.5, 0, 1)),
    "hard_tanh": (a.hard_tanh(X), np.clip(X, -1, 1)),
    "hard_shrink": (a.hard_shrink(X), np.where(np.abs(X) > 0.5, X, 0)),
    "soft_shrink": (a.soft_shrink(X, 1.0), np.sign(X) * np.maximum(np.abs(X) - 1, 0)),
    "tanh_shrink": (a.tanh_shrink(X), X - np.tanh(X)),
    "squareplus": (a.squareplus(X), (X + np.sqrt(X * X + 4)) / 2),
    "sparse_plus": (
        a.sparse_plus(X),
        np.where(X <= -1, 0, np.where(X >= 1, X, (X + 1) ** 2 / 4)),
    ),
    "sparse_sigmoid": (a.sparse_sigmoid(X), np.clip((X + 1) / 2, 0, 1)),
    "selu": (
        a.selu(X),
        1.0507009873554805 * np.where(X > 0, X, 1.6732632423543772 * (E - 1)),
    ),
    "softmax": (a.softmax(X[None]), (E / E.sum())[None]),
    "softmax_axes": (a.softmax(X.reshape(3, 4), [0, 1]), (E / E.sum()).reshape(3, 4)),
    "log_softmax": (a.log_softmax(X[None]), (X - np.log(E.sum()))[None]),
    "glu": (a.glu(X), X[:6] / (1 + np.exp(-X[6:]))),
    "sparsemax": (a.sparsemax([[1.0, 0.8, -1.0]]), [[0.6, 0.4, 0.0]]),
    "sparsemax_axis": (a.sparsemax([[3.0, 0.0], [1.0, 0.5]], axis=0), [[1, 0.25], [0, 0.75]]),
    "threshold": (a.threshold(X, 0.3, 2.0), np.where(X > 0.3, X, 2.0)),
}


@pytest.mark.parametrize("name", CASES)
def test_value(name):
    found, expected = CASES[name]
    assert found.dtype == tf.float32
    np.testing.assert_allclose(found.numpy(), expected, rtol=2e-5, atol=2e-6)


def test_identifiers():
    assert a.get(None) is a.linear and a.get("relu") is a.relu and a.get(a.mish) is a.mish
    assert a.serialize(a.relu) == "relu" and a.deserialize("relu") is a.relu
    for bad in ("nope", 3):
        with pytest.raises(ValueError, match="Could not interpret activation function"):
            a.get(bad)


def test_every_name_works_in_a_layer():
    from pelton._core import activations as core

    for name in core.names:
        layer = tf.keras.layers.Activation(name)
        assert layer.get_config()["activation"] == a.get(name).__name__
        assert layer.activation is a.get(name)
        layer(np.ones((2, 4), "float32"))
    assert tf.keras.layers.Dense(2, activation=tf.nn.relu).get_config()["activation"] == "relu"
