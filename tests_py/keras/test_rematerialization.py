"""keras.remat and RematScope: the numbers are those without them."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras


def test_remat_computes_again_for_the_gradient():
    calls = []

    def double_sine(x):
        calls.append(1)
        return keras.ops.sin(x) * 2

    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = keras.remat(double_sine)(x)
    assert np.allclose(y, [1.682942, 1.818595], atol=1e-6)
    assert np.allclose(tape.gradient(y, x), 2 * np.cos([1.0, 2.0]), atol=1e-6)
    assert len(calls) == 2


def test_scopes():
    modes = [
        {},
        {"mode": "activations"},
        {"mode": "larger_than", "output_size_threshold": 3},
        {"mode": "list_of_layers", "layer_names": ["a"]},
        {"mode": None},
    ]
    for arguments in modes:
        with keras.RematScope(**arguments):
            layer = keras.layers.Dense(4, "relu", kernel_initializer="ones", name="a")
            model = keras.Sequential([keras.Input((2,)), layer])
        model.compile("sgd", "mse")
        model.fit(np.ones((2, 2)), np.ones((2, 4)), verbose=0)
        assert np.allclose(layer.kernel, 0.995)


def test_bad_arguments():
    with pytest.raises(ValueError, match="Invalid mode 'foo'"):
        keras.RematScope(mode="foo")
    with pytest.raises(TypeError, match="f must be a function, got int"):
        keras.remat(3)
