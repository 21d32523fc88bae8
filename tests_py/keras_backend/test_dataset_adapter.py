"""Stock Keras on Pelton takes datasets and arrays of texts, and gets Pelton for TensorFlow."""

import os
import subprocess
import sys

import pytest
import suite

BEGIN = """
import warnings
import keras_pelton, keras
import numpy as np
import pelton as tf

warnings.simplefilter("ignore")
keras.utils.set_random_seed(1)
x = np.arange(24.0, dtype="float32").reshape(8, 3) / 24
y = np.arange(8) % 2
model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(2, activation="softmax")])
model.compile(keras.optimizers.SGD(0.5), "sparse_categorical_crossentropy")
start = model.get_weights()
rows = tf.data.Dataset.from_tensor_slices((x, y)).batch(3)

def losses(*data, **options):
    model.set_weights(start)
    return model.fit(*data, epochs=2, shuffle=False, verbose=0, **options).history["loss"]
"""
SCRIPTS = {
    "as_arrays": """
np.testing.assert_allclose(losses(rows), losses(x, y, batch_size=3), rtol=1e-6)
np.testing.assert_allclose(model.predict(rows, verbose=0), model.predict(x, verbose=0), rtol=1e-6)
assert abs(model.evaluate(rows, verbose=0) - model.evaluate(x, y, verbose=0)) < 1e-6
""",
    "rows_of_arrays": """
from keras_pelton.src.epochs import Epochs
a = np.arange(1000.0, dtype="float32")[:, None]
for shuffle in (True, False, "batch"):
    for count, size in ((1000, 3), (7, 7), (5, 8)):
        options = {"batch_size": size, "shuffle": shuffle}
        plain = Epochs(x=a[:count], y=np.arange(count), **options)
        assert all(type(part) is tf.Tensor for _, _, (batch,) in plain for part in batch)
        found = list(plain.batches())
        assert [len(x) for x, _ in found] == [min(size, count - i) for i in range(0, count, size)]
        x, y = (np.concatenate(parts) for parts in zip(*found))
        np.testing.assert_array_equal(x[:, 0], y)
        np.testing.assert_array_equal(np.sort(y), np.arange(count))
        assert shuffle or (y == np.arange(count)).all()
nested = list(Epochs(x={"a": a, "b": [a, a]}, y=a, batch_size=600).batches())
assert [x["b"][1].shape[0] for x, _ in nested] == [600, 400] and type(nested[0][1]) is tf.Tensor
(only,) = Epochs(x=a, batch_size=1000).batches()
assert only.shape == (1000, 1) and Epochs(x=rows).batches() is None
""",
    "class_weight": """
options = {"class_weight": {0: 1.0, 1: 3.0}}
np.testing.assert_allclose(
    losses(rows, **options), losses(x, y, batch_size=3, **options), rtol=1e-6
)
weighted = tf.data.Dataset.from_tensor_slices((x, y, np.ones(8))).batch(3)
try:
    losses(weighted, **options)
except ValueError as error:
    assert "cannot `class_weight` and `sample_weight`" in str(error)
else:
    raise AssertionError("taken")
""",
    "unknown_length": """
found = losses(rows.repeat(), steps_per_epoch=3, validation_data=rows.filter(lambda a, b: True))
np.testing.assert_allclose(found, losses(rows), rtol=1e-6)
""",
    "refused_arguments": """
for name, what in {"y": "y", "sample_weight": "sample_weights"}.items():
    try:
        model.fit(rows, **{name: y})
    except ValueError as error:
        assert f"When providing `x` as a tf.data.Dataset, `{what}` should not" in str(error)
    else:
        raise AssertionError("taken")
""",
    "texts": """
words = keras.layers.TextVectorization(output_mode="count")
words.adapt(tf.data.Dataset.from_tensor_slices(["q r", "r s r"]).batch(2))
assert words.get_vocabulary() == ["[UNK]", "r", "s", "q"]
texts = keras.Sequential([keras.Input((1,), dtype="string"), words, keras.layers.Dense(1)])
texts.compile("sgd", "mse")
given = np.array([["q r"], ["r r"], ["z"]], dtype=object)
texts.fit(given, np.ones((3, 1)), sample_weight=np.ones(3), batch_size=2, verbose=0)
by_array, by_texts = texts.predict(given, verbose=0), texts.predict(given.astype(str), verbose=0)
np.testing.assert_array_equal(by_array, by_texts)
np.testing.assert_allclose(by_array, texts.predict(tf.constant(given), verbose=0))
""",
    "feature_space": """
space = keras.utils.FeatureSpace(
    {"a": "string_categorical", "b": "float_normalized"}, output_mode="concat"
)
features = tf.data.Dataset.from_tensor_slices({"a": ["x", "y", "x"], "b": [1.0, 2.0, 3.0]})
space.adapt(features)
found = next(iter(features.batch(3).map(space))).numpy()
np.testing.assert_allclose(found[:, -1], [-1.2247448, 0.0, 1.2247448], rtol=1e-6)
assert found.shape == (3, 4) and (found[:, :-1].sum(1) == 1).all()
""",
    "other_module": """
from keras.src.utils.module_utils import gfile, tensorflow
assert tensorflow.data.Dataset is tf.data.Dataset and gfile.exists("/")
assert issubclass(tensorflow.TensorSpec, tensorflow.TypeSpec)
""",
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_script(name, tmp_path):
    if suite.site_packages() is None:
        pytest.skip('stock Keras is not installed: pip install "pelton[keras]"')
    environment = {**os.environ, "KERAS_HOME": str(tmp_path), "PYTHONPATH": str(suite.PYTHON)}
    command = [sys.executable, "-c", BEGIN + SCRIPTS[name]]
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
