"""The bias of stock Keras's convolutions: added as [filters], with the values of its own call."""

import os
import subprocess
import sys

import pytest
import suite

SCRIPT = """
import keras_pelton, keras
import numpy as np

inputs = np.random.RandomState(0).uniform(-1, 1, (2, 6, 7, 3)).astype("float32")
for activation in (None, "relu"):
    made = {"bias_initializer": "random_normal", "activation": activation}
    layer = keras.layers.Conv2D(4, 3, **made)
    found = np.asarray(layer(inputs))
    assert layer.call.__module__ == "keras_pelton.convolution_bias"
    plain = np.asarray(keras.ops.conv(inputs, layer.kernel)) + np.asarray(layer.bias)
    np.testing.assert_allclose(found, np.maximum(plain, 0) if activation else plain, atol=1e-6)
    first = keras.layers.Conv2D(4, 3, data_format="channels_first", **made)
    first.build((2, 3, 6, 7))
    first.set_weights(layer.get_weights())
    turned = np.asarray(first(inputs.transpose(0, 3, 1, 2))).transpose(0, 2, 3, 1)
    np.testing.assert_allclose(found, turned, atol=1e-6)
"""


def test_the_same_values_wherever_channels_stand(tmp_path):
    if suite.site_packages() is None:
        pytest.skip('stock Keras is not installed: pip install "pelton[keras]"')
    environment = {**os.environ, "KERAS_HOME": str(tmp_path), "PYTHONPATH": str(suite.PYTHON)}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
