"""Where stock Keras on Pelton takes one op of the engine it gives what Keras's own code gives, in a
process of its own."""

import importlib.util
import subprocess
import sys

import pytest

if importlib.util.find_spec("keras") is None:
    pytest.skip("Keras is not installed", allow_module_level=True)

OPTIMIZERS = """
import keras_pelton, keras, numpy as np
from keras import optimizers as o
CASES = [
    (o.Adam, {}), (o.Adam, {"amsgrad": True, "beta_1": 0.8}), (o.AdamW, {"weight_decay": 0.1}),
    (o.Adam, {"use_ema": True, "clipnorm": 0.5}), (o.Adam, {"gradient_accumulation_steps": 2}),
    (o.SGD, {}), (o.SGD, {"momentum": 0.9}), (o.SGD, {"momentum": 0.9, "nesterov": True}),
    (o.RMSprop, {}), (o.RMSprop, {"momentum": 0.5, "centered": True}), (o.Adagrad, {}),
    (o.Adadelta, {"rho": 0.9}), (o.Adamax, {}), (o.Nadam, {}), (o.Lion, {}), (o.Lamb, {}),
    (o.Ftrl, {"l1_regularization_strength": 0.1, "beta": 0.2}), (o.Adam, {"clipvalue": 0.5}),
    (o.Adam, {"global_clipnorm": 0.5}),
]
rows = np.random.default_rng(0).normal(size=(4, 2, 3)).astype("float32")
for kind, options in CASES:
    class Own(kind):
        def update_step(self, *given):
            super().update_step(*given)
    found = []
    for one in (kind, Own):
        rate = o.schedules.InverseTimeDecay(0.1, 2, 0.5)
        optimizer = one(rate, **options)
        weights = [keras.Variable(rows[0]), keras.Variable(rows[0, 0])]
        for row in rows:
            turned = keras.ops.transpose(keras.ops.convert_to_tensor(row.T.copy()))
            optimizer.apply([turned, row[1]], weights)
        found.append([np.array(v) for v in weights + optimizer.variables])
    assert len(found[0]) == len(found[1])
    for ours, keras_own in zip(*found):
        np.testing.assert_allclose(ours, keras_own, 2e-5, 2e-6, err_msg=str((kind, options)))
print("DONE")
"""
PROGRAM = """
import keras_pelton, keras, numpy as np, pelton as tf
L = keras.layers
layers = [L.Input((6, 8)), L.Dense(8), L.BatchNormalization(), L.LayerNormalization()]
model = keras.Sequential([*layers, L.Dropout(0.5), L.Flatten(), L.Dense(1)])
inputs = L.Input((6, 8))
model = keras.Model(inputs, model(L.MultiHeadAttention(2, 4)(inputs, inputs)))
model.compile("adam", "mse")
model.fit(np.ones((8, 6, 8)), np.ones((8, 1)), batch_size=4, verbose=0)
text = tf.config.experimental.explain_program(model.train_function.of_tensors)
for op in ("adam_step", "batch_norm_train", "layer_norm", "seeded_uniform", "attention_grad"):
    assert f"{op}(" in text, (op, text)
assert "not recorded" not in text
print("DONE")
"""
ACCURACY = """
import keras_pelton, keras, numpy as np, pelton as tf
from keras.src.metrics.accuracy_metrics import sparse_categorical_accuracy
scores = np.float32([[0.1, 0.9, 0.9], [0.1, 0.2, 0.3], [0.5, 0.4, 0.1], [0.3, 0.3, 0.3]])
for labels in ([1, 2, 0, 0], [2, 0, 1, -1], [[1], [2], [0], [7]], [1.0, 2.5, 0.5, 0.0]):
    metric = keras.metrics.SparseCategoricalAccuracy()
    found = metric._fn(tf.constant(labels), tf.constant(scores))
    wanted = sparse_categorical_accuracy(tf.constant(labels), tf.constant(scores))
    np.testing.assert_array_equal(found, wanted, err_msg=str(labels))
    assert float(metric(labels, scores)) == np.mean(wanted)
assert keras.metrics.deserialize(keras.metrics.serialize(metric)).name == metric.name
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(4)])
loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
model.compile("sgd", loss, metrics=["accuracy"])
model.fit(np.ones((8, 3)), np.arange(8) % 4, batch_size=4, verbose=0)
text = tf.config.experimental.explain_program(model.train_function.of_tensors)
assert "sparse_softmax_cross_entropy_correct(" in text, text
print("DONE")
"""
SCRIPTS = {"optimizers": OPTIMIZERS, "program": PROGRAM, "accuracy": ACCURACY}


@pytest.mark.parametrize("script", SCRIPTS.values(), ids=SCRIPTS)
def test_one_op(script):
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.endswith("DONE\n"), done.stderr[-3000:]
