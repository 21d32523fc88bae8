"""Scripts of ``pelton.run`` that want names which only stock Keras has, each in a process."""

import importlib.util
import subprocess
import sys

import pytest

if importlib.util.find_spec("keras") is None:
    pytest.skip("Keras is not installed", allow_module_level=True)

OF_TENSORFLOW = """
import tensorflow as tf
from tensorflow.keras.applications import MobileNetV2
from tensorflow.keras.utils import Config
from tensorflow.keras.applications.mobilenet_v2 import preprocess_input
from tensorflow.keras.preprocessing.image import ImageDataGenerator
from tensorflow.keras import backend as K
import numpy as np
base = MobileNetV2(weights=None, include_top=False, input_shape=(32, 32, 3), alpha=0.35)
model = tf.keras.Sequential([base, tf.keras.layers.GlobalAveragePooling2D()])
flow = ImageDataGenerator(preprocessing_function=preprocess_input).flow(np.ones((2, 32, 32, 3)))
assert model.predict(flow, verbose=0).shape == (2, 1280) and K.int_shape(base.output)[1] == 1
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model(tf.ones((1, 32, 32, 3)), training=True))
assert len(tape.gradient(loss, model.trainable_variables)) == len(model.trainable_variables)
"""
OF_KERAS_2 = """
from keras.applications.vgg16 import VGG16, preprocess_input
from keras.utils import Config
from keras.preprocessing.image import ImageDataGenerator, img_to_array
from keras.preprocessing.text import Tokenizer
from keras.layers.core import Dense
from keras.utils.np_utils import to_categorical
from keras import backend as K
import keras, tensorflow as tf
assert tf.keras.layers.Dense is keras.layers.Dense is Dense
assert K.int_shape(keras.Input((3,))) == (None, 3) and keras.losses.mse
try:
    keras.layers.NoSuch  # noqa: B018
except AttributeError as error:
    assert str(error) == "module 'keras.layers' has no attribute 'NoSuch'"
"""

CHECKPOINTS = """
import os, numpy as np, tensorflow as tf
from tensorflow.keras.utils import Config
def made():
    layers = [tf.keras.layers.Input((2,)), tf.keras.layers.Dense(3), tf.keras.layers.Dense(1)]
    model, optimizer = tf.keras.Sequential(layers), tf.keras.optimizers.Adam()
    optimizer.build(model.trainable_variables)
    return model, optimizer, tf.train.Checkpoint(model=model, optimizer=optimizer)
model, optimizer, checkpoint = made()
assert model.__class__.__module__.startswith("keras.src.")
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(model(tf.ones([1, 2])))
optimizer.apply(tape.gradient(loss, model.trainable_variables))
path = checkpoint.save(os.path.join(os.path.dirname(os.path.abspath(__file__)), "c", "k"))
other, its_optimizer, its_checkpoint = made()
its_checkpoint.restore(path).assert_consumed()
pairs = [*zip(model.weights, other.weights), *zip(optimizer.variables, its_optimizer.variables)]
assert len(pairs) == 14 and all(np.array_equal(a.numpy(), b.numpy()) for a, b in pairs)
assert its_optimizer.variables[3].numpy().any() and int(its_optimizer.iterations) == 1
"""


@pytest.mark.parametrize(
    "script",
    [OF_TENSORFLOW, OF_KERAS_2, CHECKPOINTS],
    ids=["tensorflow", "keras_2", "checkpoints"],
)
def test_a_script_with_a_name_that_only_stock_keras_has_runs_on_it(script, tmp_path):
    (tmp_path / "script.py").write_text(script + "print('DONE')\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pelton.run", str(tmp_path / "script.py")],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.stdout == "DONE\n", done.stderr[-2000:]
    assert done.stderr.startswith("pelton.run: stock Keras 3") and "Config" in done.stderr
