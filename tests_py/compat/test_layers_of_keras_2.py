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
    "first shapes and weights of layers": """
class Own(L.Layer):
    def __init__(self, **options):
        super().__init__(**options)
    def call(self, x):
        return x + 1.0
dense = L.Dense(2, weights=[np.ones((3, 2)), np.ones(2)])
assert dense(tf.ones((1, 3))).numpy().tolist() == [[4, 4]]
conv = L.Conv2D(1, 1, weights=[np.full((1, 1, 1, 1), 2.0), np.ones(1)])
assert conv(tf.ones((1, 1, 2, 1))).numpy().ravel().tolist() == [3, 3]
assert Own(dynamic=True)(tf.zeros(1)).numpy().tolist() == [1.0]
model = tf.keras.Sequential()
model.add(Own(batch_input_shape=(5, 2)))
assert model.input_shape == (5, 2) and Own(input_shape=(2,), batch_size=3).name
class Model(tf.keras.Model):
    def __init__(self):
        super().__init__(dynamic=True)
    def call(self, x):
        return x
assert Model()(tf.ones(1)).numpy().tolist() == [1.0]
""",
    "attention that derived classes make anew": """
q = tf.constant(np.cos(np.arange(24)).reshape(2, 3, 4).astype("float32"))
v = tf.constant(np.sin(np.arange(40)).reshape(2, 5, 4).astype("float32"))
mask = tf.constant(np.arange(30).reshape(2, 3, 5) % 3 > 0)
def sines(layer, *inputs):
    layer(*inputs)
    values = [np.sin(np.arange(w.size) * 0.7 + i) for i, w in enumerate(layer.get_weights())]
    layer.set_weights([x.reshape(w.shape) for x, w in zip(values, layer.get_weights())])
    return layer
def check(found, facts):
    assert found.numpy().ravel()[:len(facts)] == pytest.approx(facts, abs=2e-5)
layer = sines(L.MultiHeadAttention(2, 3, value_dim=5, name="m"), q, v)
found, scores = layer(q, v, return_attention_scores=True)
check(found, [0.97364, 0.60929, -0.04162, -0.67295, 0.30289])
assert scores.shape == (2, 2, 3, 5) and layer.weights[0].name == "m/query/kernel:0"
check(layer(q, v, v, mask)[-1, -1, -3:], [-0.03582, -1.00058, -1.49476])
check(layer(q, q, use_causal_mask=True), [1.0916, 0.17452, -0.82464, -1.43596])
x = tf.constant(np.cos(np.arange(96)).reshape(2, 3, 4, 4).astype("float32"))
check(sines(L.MultiHeadAttention(2, 3, attention_axes=(1, 2)), x, x)(x, x),
    [0.9531, 1.03058, 0.62336, -0.07703])
assert L.MultiHeadAttention.from_config(layer.get_config())._query_shape == (2, 3, 4)
class Own(L.MultiHeadAttention):
    def _compute_attention(self, query, key, value, attention_mask=None, training=None):
        scores = tf.einsum(self._dot_product_equation, key, query) / 10.0
        scores = self._masked_softmax(scores, attention_mask)
        dropped = self._dropout_layer(scores, training=training)
        return tf.einsum(self._combine_equation, dropped, value), scores
class ByPosition(Own):
    def _masked_softmax(self, attention_scores, attention_mask=None):
        return self._softmax(attention_scores, attention_mask[:, None])
    def call(self, query, value, attention_mask=None):
        return super().call(query, value, attention_mask=attention_mask)
check(sines(ByPosition(2, 3, value_dim=5), q, v, mask)(q, v, mask),
    [0.66628, 0.94416, 0.77798, 0.24591])
own = sines(Own(2, 3, value_dim=5), q, v)
check(own(q, v, attention_mask=mask), [0.66628, 0.94416, 0.77798, 0.24591])
assert own._num_heads == 2 and own._query_dense.kernel.shape == (4, 2, 3)
e = L.Embedding(5, 4, mask_zero=True)(tf.constant([[1, 2, 0], [3, 0, 0]]))
assert layer(e, e)._keras_mask.numpy().tolist() == [[True, True, False], [True, False, False]]
ends = L.Input((None, 4))
model = tf.keras.Model(ends, Own(2, 2)(ends, ends))
model.compile("sgd", "mse")
assert model.fit(q, q, verbose=0).history["loss"][0] > 0 and model.output_shape == (None, None, 4)
""",
    "metrics that calls add": """
class Adding(L.Layer):
    def __init__(self):
        super().__init__()
        self.dense = L.Dense(2, kernel_initializer="ones")
        self.held = tf.keras.metrics.Mean(name="held")
        self.calls = self.add_weight("calls", shape=(), initializer="zeros", trainable=False)
    def call(self, x, training=None):
        y = self.dense(x)
        self.add_loss(tf.reduce_mean(y) * 0.1)
        self.add_metric(tf.reduce_mean(y), name="my", aggregation="mean")
        self.add_metric(tf.reduce_sum(y, axis=-1), name="rows")
        self.add_metric(self.held(x))
        if training:
            self.add_update(self.calls.assign_add(1.0))
        return y
x = np.arange(12).reshape(6, 2).astype("float32") / 10
def check(model, facts):
    how = {"epochs": 2, "batch_size": 4, "verbose": 0, "shuffle": False}
    found = model.fit(x, x[:, :1], **how).history
    assert sorted(found) == sorted(facts)
    for name, values in facts.items():
        assert found[name] == pytest.approx(values, abs=2e-5)
last = L.Dense(1, kernel_initializer="ones")
model = tf.keras.Sequential([Adding(), last])
model.compile(tf.keras.optimizers.SGD(0.01), "mse", metrics=["mae"])
check(model, {"loss": [3.69433, 1.78866], "mae": [1.63733, 1.08251], "my": [1.27836, 1.1308],
    "rows": [2.17115, 1.89434], "held": [0.55, 0.55]})
assert model.layers[0].calls.numpy() == 4 and model.layers[0].updates == []
assert sorted(model.metrics_names) == ["held", "loss", "mae", "my", "rows"]
ends = L.Input((2,))
y = L.Dense(1, kernel_initializer="ones")(ends)
model = tf.keras.Model(ends, y)
model.add_loss(tf.reduce_mean(y * 2))
model.add_metric(tf.reduce_sum(y * 2), name="sum", aggregation="mean")
model.compile(tf.keras.optimizers.SGD(0.01), "mse")
check(model, {"loss": [2.61243, 2.23019], "sum": [6.50268, 5.78835]})
class Own(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = L.Dense(1, kernel_initializer="ones")
    def call(self, x):
        y = self.dense(x)
        self.add_metric(y, name="mean")
        return y
model = Own()
model.compile(tf.keras.optimizers.SGD(0.01), "mse")
found = model.fit(x, x[:, :1], epochs=2, verbose=0, shuffle=False).history
assert found["mean"] == pytest.approx([1.1, 1.07811], abs=2e-5)
for bad in ({}, {"name": "a", "aggregation": "sum"}):
    with pytest.raises(ValueError):
        L.Dense(2).add_metric(tf.constant(1.0), **bad)
""",
    "private names": """
K = tf.keras
for module, one in ((K.layers, L.Dense(2)), (K.regularizers, K.regularizers.L2(0.5)),
                    (K.initializers, K.initializers.Zeros()), (K.optimizers, K.optimizers.SGD())):
    config = module.serialize(one, use_legacy_format=True)
    assert type(module.deserialize(config, use_legacy_format=True)) is type(one)
class Ends(tf.keras.Model):
    def __init__(self):
        first = L.Input((3,))
        self.inputs = [first]
        super().__init__(inputs=self.inputs, outputs=L.Dense(2)(first))
assert Ends().output_shape == (None, 2) and len(Ends().inputs) == 1
class Weighted(L.Layer):
    def build(self, shape):
        how = {"experimental_autocast": False, "use_resource": True, "partitioner": None}
        self.w = self.add_weight("w", (2,), **how)
    def call(self, x):
        return x + self.w
assert Weighted()(tf.ones(2)).shape == (2,)
dense, model = L.Dense(2), tf.keras.Sequential(name="before")
dense._name, model._name = "kept", "after"
assert (dense.name, model.name) == ("kept", "after")
assert (dense._dtype, dense._compute_dtype, dense._compute_dtype_object) == (
    "float32", "float32", tf.float32)
assert dense._activity_regularizer is None and not dense.stateful and not dense.dynamic
assert L.Input(shape=5).shape == (None, 5)
class Ratio(tf.keras.metrics.MeanIoU):
    def result(self):
        return tf.reduce_sum(tf.cast(tf.linalg.diag_part(self.total_cm), dtype=self._dtype))
ratio = Ratio(2)
ratio.update_state([0, 1, 1], [0, 1, 0])
assert ratio.result().numpy() == 2.0 and tf.keras.metrics.Mean()._dtype == "float32"
shapes = [one.shape for one in L.LSTMCell(3).get_initial_state(batch_size=2, dtype=tf.float32)]
assert shapes == [(2, 3), (2, 3)]
assert [one.shape for one in L.LSTMCell(3).get_initial_state(tf.ones((4, 5)))] == [(4, 3)] * 2
assert L.GRUCell(3).get_initial_state(batch_size=2, dtype="float32").shape == (2, 3)
cell = L.LSTMCell(3, dropout=0.5)
assert cell.get_dropout_mask_for_cell(tf.ones((2, 3)), False, count=4) is None
masks = cell.get_dropout_mask_for_cell(tf.ones((2, 3)), True, count=4)
assert len(masks) == 4 and set(np.ravel(masks)) <= {0.0, 2.0}
phases = [tf.keras.backend.in_train_phase(1.0, lambda: 2.0, training=on) for on in (True, False)]
assert phases == [1.0, 2.0] and tf.keras.backend.in_test_phase(1.0, 2.0) == 1.0
assert L.experimental.SyncBatchNormalization(axis=-1, fused=True).synchronized
model = tf.keras.Sequential([L.Input((2,), name="given"), L.Dense(2, name="made")])
assert (model.input_names, model.output_names) == (["given"], ["made"])
""",
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
