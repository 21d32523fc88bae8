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
    (o.RMSprop, {}), (o.RMSprop, {"momentum": 0.5, "centered": True}),
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
step = model.train_function.__closure__[0].cell_contents
text = tf.config.experimental.explain_program(step)
for op in ("adam_step", "batch_norm_train", "layer_norm", "seeded_bits", "attention_grad"):
    assert f"{op}(" in text, (op, text)
assert "not recorded" not in text
print("DONE")
"""


@pytest.mark.parametrize("script", [OPTIMIZERS, PROGRAM], ids=["optimizers", "program"])
def test_one_op(script):
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.endswith("DONE\n"), done.stderr[-3000:]
