"""Layers that Keras 2 had: values are tf_keras's."""

import subprocess
import sys

import pytest

SCRIPT = """
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np, pytest, tensorflow as tf
L = tf.keras.layers
def filled(layer, x):
    layer(x)
    shapes = [w.shape for w in layer.weights]
    layer.set_weights([np.linspace(-1, 1, s.num_elements()).reshape(s) for s in shapes])
    return layer(x).numpy().ravel().tolist()
"""
CASES = {
    "parts that build makes": """
class Part(L.Layer):
    def build(self, shape):
        self.dense = L.Dense(3, use_bias=False)
        super().build(shape)
    def call(self, x, training=None):
        return self.dense(x)
    def compute_output_shape(self, shape):
        return (shape[0], 3)
i = L.Input((5,))
model = tf.keras.Model(i, Part()(i))
assert [tuple(w.shape) for w in model.weights] == [(5, 3)]
again = tf.keras.Model.from_config(model.get_config(), custom_objects={"Part": Part})
assert len(again.weights) == 1
""",
    "weights of metrics": """
class Hits(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__(name="hits")
        self.one = self.add_weight("one", initializer="zeros")
        self.two = self.add_weight("two", (2,), tf.VariableAggregation.SUM, initializer="ones")
    def update_state(self, y, p, sample_weight=None):
        self.one.assign_add(tf.reduce_sum(p))
    def result(self):
        return self.one + tf.reduce_sum(self.two)
hits = Hits()
hits.update_state(None, tf.ones([3]))
assert float(hits.result()) == 5.0
layer = L.Dense(2)
assert L.Layer()._track_trackable(layer, name="layer") is layer
""",
    "one axis": """
x = tf.reshape(tf.range(28.0), [2, 7, 2]) / 28
layer = L.LocallyConnected1D(2, 3, strides=2, activation="relu")
found = filled(layer, x)
assert found == pytest.approx([0, 0, 0, 0.3112245, 2.15, 2.6785715,
                               0, 0, 0, 0.3969388, 4.1214285, 4.821429], abs=1e-5)
assert [tuple(w.shape) for w in layer.weights] == [(3, 6, 2), (3, 2)]
assert layer.compute_output_shape((None, 7, 2)) == (None, 3, 2)
""",
    "two axes": """
x = tf.reshape(tf.range(60.0), [1, 4, 5, 3]) / 60
layer = L.LocallyConnected2D(2, (2, 3), strides=(1, 2))
found = filled(layer, x)
assert found == pytest.approx([
    -3.6788373, -3.4649262, -3.07241, -2.8417547, -1.4152855, -1.159514,
    1.9036999, 2.1762156, 6.8761735, 7.173805, 12.907718, 13.222092], abs=1e-5)
names = [w.name for w in layer.weights]
assert names == ["locally_connected2d/kernel:0", "locally_connected2d/bias:0"]
again = L.LocallyConnected2D.from_config(layer.get_config())
assert (again.filters, again.kernel_size, again.strides) == (2, (2, 3), (1, 2))
first = L.LocallyConnected2D(2, (2, 3), (1, 2), data_format="channels_first", use_bias=False)
made = first(tf.transpose(x, [0, 3, 1, 2]))
assert made.shape == (1, 2, 3, 2) == tuple(first.compute_output_shape((1, 3, 4, 5)))
for bad in ({"padding": "same"}, {"data_format": "x"}, {"kernel_size": 0}, {"strides": "a"}):
    with pytest.raises((ValueError, TypeError)):
        L.LocallyConnected2D(**{"filters": 2, "kernel_size": 2, **bad})
with pytest.raises(ValueError):
    L.LocallyConnected2D(2, 9)(x)
""",
    "cell": """
class Cell(L.AbstractRNNCell):
    state_size = output_size = 3
    def build(self, shape):
        self.kernel = self.add_weight(name="kernel", shape=(shape[-1], 3), initializer="ones")
    def call(self, x, states):
        new = x @ self.kernel + states[0]
        return new, [new]
made = L.RNN(Cell())(tf.ones([2, 4, 5]))
assert made.numpy().tolist() == [[20.0] * 3] * 2
assert L.AbstractRNNCell.get_initial_state(Cell(), batch_size=2, dtype="float32").shape == (2, 3)
""",
    "habits": """
class Words(L.Layer):
    def build(self, shape=None):
        with tf.name_scope("word"):
            self.weight = self.add_weight(name="weight", shape=(2,))
        self.built = True
class Block(L.Layer):
    def __init__(self):
        super().__init__(name="block")
        self.words = Words(name="words")
    def build(self, shape=None):
        with tf.name_scope(self.words.name):
            self.words.build(None)
        self.built = True
    def call(self, x, training=False):
        return x * self.words.weight if training else x
class Top(tf.keras.Model):
    def __init__(self):
        super().__init__(name="top")
        self.block = Block()
    def build(self, shape=None):
        with tf.name_scope(self.block.name):
            self.block.build(None)
        self.built = True
    def call(self, x):
        return self.block(x, True)
top = Top()
made = top(tf.ones([3, 2]))
assert [w.name for w in top.weights] == ["top/block/words/word/weight:0"]
assert np.array_equal(made[0], top.weights[0].value())
dense = L.Dense(2, name="d")
dense.build([None, 2])
dense.more = dense.add_weight(name="more", shape=(2,))
assert [w.name for w in dense.weights] == ["d/kernel:0", "d/bias:0", "d/more:0"]
x = tf.random.normal([8, 3])
assert not np.array_equal(L.Dropout(0.5)(x, True), x)
assert np.array_equal(L.Dropout(0.5)(x, False), x)
assert np.abs(L.BatchNormalization()(x, True).numpy().mean(0)).max() < 1e-5
""",
}


@pytest.mark.parametrize("name", CASES)
def test_layer(name, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT + CASES[name])
    subprocess.run([sys.executable, "-m", "pelton.run", str(script)], check=True, timeout=120)
