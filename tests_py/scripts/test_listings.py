"""Runs scripts as a TensorFlow user would write them, through ``python -m pelton.run``; those about
devices are in devices/test_articles.py."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

CUSTOM_LAYER = """
import tensorflow as tf
tf.keras.backend.set_floatx("float32")
class Scale(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.k = self.add_weight(name="k", shape=(input_shape[-1],), initializer="ones",
                                 trainable=True)
    def call(self, x):
        return x * self.k
class Log(tf.keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(epoch, sorted(logs))
model = tf.keras.Sequential([Scale(), tf.keras.layers.Dense(1)])
model.compile(optimizer="sgd", loss="mse")
model.fit(tf.ones((8, 3)), tf.zeros((8, 1)), epochs=1, verbose=0, callbacks=[Log()])
"""

TRAIN = """
import tensorflow as tf
from tensorflow.keras.datasets import mnist
from tensorflow.keras.models import Sequential
from tensorflow.keras.layers import Conv2D, MaxPooling2D, Flatten, Dense
(x_train, y_train), (x_test, y_test) = mnist.load_sample()
x_train, x_test = x_train / 255.0, x_test / 255.0
x_train, x_test = x_train[..., tf.newaxis], x_test[..., tf.newaxis]
def build():
    m = Sequential([
        Conv2D(32, (3, 3), activation="relu", input_shape=(28, 28, 1)), MaxPooling2D((2, 2)),
        Conv2D(64, (3, 3), activation="relu"), MaxPooling2D((2, 2)),
        Conv2D(64, (3, 3), activation="relu"), Flatten(), Dense(64, activation="relu"), Dense(10)])
    m.compile(optimizer="adam", metrics=["accuracy"],
              loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return m
with tf.device("/CPU:0"):
    build().fit(x_train, y_train, epochs=2, batch_size=64, validation_data=(x_test, y_test))
"""


SHARDS = """
import tensorflow as tf
ds = tf.data.Dataset.range(10)
print([list(ds.shard(num_shards=3, index=i).as_numpy_iterator()) for i in range(3)])
"""
LOSS_SCALE = """
import tensorflow as tf
tf.keras.mixed_precision.set_global_policy("mixed_float16")
opt = tf.keras.mixed_precision.LossScaleOptimizer(tf.keras.optimizers.Adam())
model = tf.keras.Sequential([tf.keras.Input((8,)),
    tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(1, dtype="float32")])
model.compile(optimizer=opt, loss="mse")
model.fit(tf.random.normal((64, 8)), tf.zeros((64, 1)), epochs=1, verbose=0)
"""
ACCUMULATION = """
import tensorflow as tf
model = tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(3, activation="softmax")])
dataset = tf.data.Dataset.from_tensor_slices(
    (tf.random.normal((64, 8)), tf.zeros((64,), tf.int32))).batch(8)
accum_steps, optimizer = 4, tf.keras.optimizers.Adam()
acc = [tf.Variable(tf.zeros_like(v), trainable=False) for v in model.trainable_variables]
for i, (x, y) in enumerate(dataset, 1):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.losses.sparse_categorical_crossentropy(y, model(x))) / accum_steps
    for s, g in zip(acc, tape.gradient(loss, model.trainable_variables)):
        s.assign_add(g)
    if i % accum_steps == 0:
        optimizer.apply_gradients(zip([s.read_value() for s in acc], model.trainable_variables))
        for s in acc:
            s.assign(tf.zeros_like(s))
print(int(optimizer.iterations))
"""
RECOMPUTED = """
import tensorflow as tf
w = tf.Variable(tf.random.normal([8, 8]))
block = tf.recompute_grad(lambda x: tf.nn.relu(tf.matmul(x, w)))
with tf.GradientTape() as tape:
    y = tf.reduce_sum(block(tf.ones([4, 8])))
print(tape.gradient(y, w).shape)
"""
SESSION = """
import tensorflow.compat.v1 as tf; tf.disable_v2_behavior()
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
session = tf.Session(config=config)
print(session.run(tf.constant(1.0) + 1.0))
"""
SHARD_TEXT = "[[{}], [{}], [{}]]".format(
    *(", ".join(f"np.int64({n})" for n in range(first, 10, 3)) for first in range(3))
)
# script: what TensorFlow prints
PRINTED = {
    "shards": (SHARDS, SHARD_TEXT),
    "loss_scale": (LOSS_SCALE, ""),
    "accumulation": (ACCUMULATION, "2"),
    "recomputed": (RECOMPUTED, "(8, 8)"),
    "session": (SESSION, "2.0"),
}


def run(script, tmp_path):
    path = tmp_path / "script.py"
    path.write_text(script)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python")}
    return subprocess.run(
        [sys.executable, "-m", "pelton.run", str(path)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )


def test_version(tmp_path):
    script = "import tensorflow as tf; print(tf.__version__, tf.version.VERSION)"
    done = run(script, tmp_path)
    assert done.stdout == "2.21.0 2.21.0\n"
    assert done.stderr == ""


@pytest.mark.parametrize("name", PRINTED)
def test_prints_what_tensorflow_does(name, tmp_path):
    script, printed = PRINTED[name]
    assert run(script, tmp_path).stdout.strip() == printed


def test_custom_layer_and_callback(tmp_path):
    assert run(CUSTOM_LAYER, tmp_path).stdout == "0 ['loss']\n"


@pytest.mark.parametrize("with_device", [True, False])
def test_training(tmp_path, with_device):
    script = TRAIN if with_device else TRAIN.replace('with tf.device("/CPU:0"):', "if True:")
    lines = run(script, tmp_path).stdout.splitlines()
    assert lines[0] == "Epoch 1/2" and lines[2] == "Epoch 2/2" and len(lines) == 4
    assert lines[3].startswith("94/94 ━━━━━━━━━━━━━━━━━━━━ ")
    logs = dict(part.split(": ") for part in lines[3].split(" - ")[1:])
    assert list(logs) == ["accuracy", "loss", "val_accuracy", "val_loss"]
    assert float(logs["val_accuracy"]) > 0.9
