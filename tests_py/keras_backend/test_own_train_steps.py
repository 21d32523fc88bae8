"""Stock Keras on Pelton with steps of the user's own, in a process of its own."""

import importlib.util
import subprocess
import sys

import pytest

if importlib.util.find_spec("keras") is None:
    pytest.skip("Keras is not installed", allow_module_level=True)

SCRIPT = """
import keras_pelton, keras, pelton as tf
import numpy as np
layer = keras.layers.Dense(1, kernel_initializer="ones")
other = keras.Variable(np.ones(3, "float32"))
layer.build((None, 2))
rows = np.array([[1.0, 2.0], [3.0, 4.0]], "float32")
with tf.GradientTape(persistent=True) as tape:
    tape.watch(other)
    total = keras.ops.sum(layer(rows))
got = tape.gradient(total, {"kernel": layer.kernel, "others": [layer.bias, other]})
assert got["kernel"].numpy().ravel().tolist() == [4.0, 6.0]
assert got["others"][0].numpy().tolist() == [2.0] and got["others"][1] is None
zeros = tape.gradient(total, other, unconnected_gradients="zero")
assert zeros.numpy().tolist() == [0.0, 0.0, 0.0]
try:
    keras.Sequential([keras.layers.Dense(1)]).evaluate(rows, rows)
except ValueError as error:
    assert "must call `compile()`" in str(error)
else:
    raise AssertionError("evaluated without compile()")
try:
    tape.gradient(total, [object()])
except TypeError as error:
    assert "sources" in str(error)
else:
    raise AssertionError("an object was taken for a source")

optimizer = keras.optimizers.Adam()
assert optimizer.iterations.dtype == "int64", "as in Keras on TensorFlow"


class Parts(keras.Model):
    def __init__(self):
        super().__init__()
        self.part = keras.Sequential([keras.layers.Dense(1, kernel_initializer="zeros")])
        self.mean = keras.metrics.Mean(name="loss")

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = keras.ops.mean((self.part(data) - 1) ** 2)
        weights = self.part.trainable_weights
        self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        self.mean.update_state(loss)
        return {"loss": self.mean.result()}

    test_step = train_step


model = Parts()
model.compile(keras.optimizers.SGD(0.25))
losses = model.fit(np.ones((4, 1), "float32"), batch_size=2, epochs=2, verbose=0).history["loss"]
assert losses[0] == 0.5 and losses[1] == 0.0, losses
assert model.evaluate(np.ones((4, 1), "float32"), verbose=0, return_dict=True)["loss"] == 0.0
print("DONE")
"""


def test_tapes_take_keras_variables_and_own_steps_need_no_call():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.endswith("DONE\n"), done.stderr[-2000:]
