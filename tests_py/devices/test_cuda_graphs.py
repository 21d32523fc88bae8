"""Training and prediction on a fake GPU: the same bits op by op, kernel by kernel and as graphs."""

import json

import pytest

from devices.row_player import printed

CODE = """
import json
import numpy as np
k = tf.keras
k.utils.set_random_seed(1)
x = np.random.rand(80, 8, 8, 1).astype("float32")
y = np.random.randint(0, 3, 80)
l = k.layers
m = k.Sequential([k.Input((8, 8, 1)), l.Conv2D(4, 3, activation="relu"), l.MaxPooling2D(2),
    l.BatchNormalization(), l.Flatten(), l.Dropout(0.2), l.Dense(3)])
m.compile(optimizer=OPTIMIZER, metrics=["accuracy"], run_eagerly=EAGERLY,
    loss=k.losses.SparseCategoricalCrossentropy(from_logits=True))
out = {}
with tf.device("/GPU:0"):
    for turn in range(2):
        history = m.fit(x, y, epochs=2, batch_size=16, verbose=0, validation_split=0.2).history
        out.update({f"{name} {turn}": values for name, values in history.items()})
        m.layers[-1].set_weights(m.layers[-1].get_weights())  # the variables move
    out["predicted"] = m.predict(x, batch_size=16, verbose=0).ravel().tolist()
    out["kernel"] = m.layers[0].get_weights()[0].ravel().tolist()
text = tf.config.experimental.explain_program(m)
out["graphs"] = text.count("one launch of a captured graph")
out["single"] = text.count("kernel by kernel")
print(json.dumps(out))
"""


def train(optimizer, eagerly, graphs):
    code = CODE.replace("OPTIMIZER", repr(optimizer)).replace("EAGERLY", str(eagerly))
    variables = {"PELTON_PROGRAM_PASSES": "none", "PELTON_CUDA_GRAPHS": graphs}
    return json.loads(printed(code, 1, **variables))


@pytest.mark.parametrize("optimizer", ["sgd", "adam"])
def test_graphs_give_the_bits_of_single_ops(optimizer):
    expected = train(optimizer, True, "0")
    assert expected.pop("graphs") == 0
    for graphs in ("0", "1"):
        found = train(optimizer, False, graphs)
        assert (found.pop("graphs") > 0) == (graphs == "1")
        assert found == expected


BATCHES = """
m = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
m.compile(optimizer="adam", loss="mse", metrics=["mae"])
x, y = tf.ones((8, 4)), tf.ones((8, 3))
for _ in range(12):
    m.train_on_batch(x, y)
text = tf.config.experimental.explain_program(m)
print(text.count("one launch of a captured graph"), text.count("kernel by kernel"))
"""


def test_a_step_is_one_graph_of_values_and_one_of_updates():
    assert printed(BATCHES, 1, PELTON_CUDA_GRAPHS="1").split() == ["2", "0"]


RANDOM = """
tf.random.set_seed(3)
x = tf.ones((6, 4))
@tf.function
def draw(x):
    return tf.nn.dropout(x, 0.5), tf.random.normal((5,)), tf.random.uniform((3,), seed=4)
print([[t.numpy().tolist() for t in draw(x)] for _ in range(5)])
"""


def test_draws_of_graphs_are_those_of_single_kernels():
    single = printed(RANDOM, 1, PELTON_CUDA_GRAPHS="0")
    assert printed(RANDOM, 1, PELTON_CUDA_GRAPHS="1") == single
