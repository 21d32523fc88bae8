"""`python -m pelton.compat`: what of scripts and notebooks it says would fail, and where."""

import ast
import json
import os
import pathlib
import subprocess
import sys

import pytest

from pelton.compat.checker.findings import found_in
from pelton.compat.checker.sources import Source

ROOT = pathlib.Path(__file__).resolve().parents[2]
HEAD = "import tensorflow as tf\nfrom tensorflow import keras\nfrom keras import layers\n"

WRONG = {  # a line, and what is said about it
    "tf.reduce_summ([1])": "there is no tensorflow.reduce_summ; the nearest is 'reduce_sum'",
    "tf.math.no_such_thing(1)": "there is no tensorflow.math.no_such_thing",
    "tf.data.Dataset.from_trnsor_slices([1])": "there is no tensorflow.data.Dataset."
    "from_trnsor_slices; the nearest is 'from_tensor_slices'",
    "import tensorflow.nothing": "there is no tensorflow.nothing",
    "from keras.layers import NoSuchLayer": "there is no keras.layers.NoSuchLayer; stock Keras 3 "
    "may have it (python -m pelton.run --keras=stock)",
    "tf.Session()": "there is no tensorflow.Session; python -m pelton.run --legacy has it",
    "tf.reduce_sum([1], keep_dims=True)": "tensorflow.reduce_sum takes no keyword 'keep_dims'; the "
    "nearest is 'keepdims'",
    "tf.image.resize(1, [2, 2], kind=3)": "tensorflow.image.resize takes no keyword 'kind'",
    "layers.Dense(3, unitss=2)": "keras.layers.Dense takes no keyword 'unitss'; the nearest is "
    "'units'",
    "layers.LSTM(3, return_sequence=True)": "keras.layers.LSTM takes no keyword 'return_sequence'; "
    "the nearest is 'return_sequences'",
    "layers.Dense(3, activation='rellu')": "keras.activations has no 'rellu' (keyword "
    "'activation'); the nearest is 'relu'",
    "model.compile('adam', loss='msee')": "keras.losses has no 'msee' (keyword 'loss'); the "
    "nearest is 'mse'",
    "keras.optimizers.Adam(lr=0.1)": "tensorflow.keras.optimizers.Adam takes no keyword 'lr'; "
    "python -m pelton.run --legacy takes it",
    "m = keras.Sequential(); m.fit(1, nb_epoch=2)": "Sequential.fit takes no keyword 'nb_epoch'; "
    "python -m pelton.run --legacy takes it",
    "model.fit_generator(1)": "objects have no method 'fit_generator'; python -m pelton.run "
    "--legacy has it",
    "m = keras.metrics.Mean(); m.reset_states()": "objects have no method 'reset_states'; python "
    "-m pelton.run --legacy has it",
}
RIGHT = [
    "tf.reduce_sum([1], axis=0, keepdims=True)",
    "layers.Dense(3, activation='relu', input_shape=(2,), name='a')",
    "layers.LSTM(3, return_sequences=True, input_shape=(2, 3))",
    "layers = []; layers.append(1)",
    "layers.LSTM(3).reset_states()",
    "m = keras.Sequential(); m.fit(1, 2, epochs=3, validation_split=0.1); m.anything()",
    "def f(keras): return keras.nothing",
    "import numpy as np; np.no_such_thing",
    "tf.compat.v1.placeholder(tf.float32, [None])",
    "tf.constant(1).numpy()",
    "keras.utils.np_utils.to_categorical([1])",
    "keras.wrappers.scikit_learn.KerasClassifier(1)",
    "from tensorflow.python.keras.layers.core import Dense as D; D(3, units=3)",
    "class M:\n    def fit_generator(self): pass\nM().fit_generator()",
]


@pytest.mark.parametrize("line", WRONG)
def test_what_would_fail(line):
    (found,) = found_in(ast.parse(HEAD + line))
    assert (found.line, found.text) == (4, WRONG[line])


@pytest.mark.parametrize("line", RIGHT)
def test_what_would_not(line):
    assert found_in(ast.parse(HEAD + line)) == []


def check(folder, *paths):
    return subprocess.run(
        [sys.executable, "-m", "pelton.compat", *paths], cwd=folder, capture_output=True,
        text=True, timeout=60, env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
    )  # fmt: skip


def notebook(*cells):
    kinds = [{"cell_type": kind, "source": text.splitlines(True)} for kind, text in cells]
    return json.dumps({"cells": kinds, "nbformat": 4})


def test_exit_statuses(tmp_path):
    (tmp_path / "good.py").write_text("import tensorflow as tf\ntf.ones(1)\n")
    (tmp_path / "bad.py").write_text("import tensorflow as tf\n\ntf.oness(1)\n")
    (tmp_path / "broken.py").write_text("x = = 1\n")
    good = check(tmp_path, "good.py")
    assert (good.returncode, good.stdout) == (0, "good.py: nothing is missing\n")
    bad = check(tmp_path, "good.py", "bad.py")
    assert bad.returncode == 1
    assert bad.stdout.splitlines()[1] == (
        "bad.py:3: there is no tensorflow.oness; the nearest is 'ones'"
    )
    broken = check(tmp_path, "broken.py", "bad.py", "absent.py")
    assert broken.returncode == 2 and "bad.py:3" in broken.stdout
    assert "broken.py: invalid syntax" in broken.stderr and "absent.py" in broken.stderr
    assert check(tmp_path).returncode == 2


def test_notebooks(tmp_path):
    cells = [
        ("markdown", "# Title"),
        ("code", "%matplotlib inline\n!pip install tensorflow\nimport tensorflow as tf"),
        ("code", "%%bash\necho tf.oness"),
        ("code", "files = !ls\nfor i in range(2):\n    %time\n    tf.oness(i)\ntf.ones?"),
    ]
    path = tmp_path / "book.ipynb"
    path.write_text(notebook(*cells))
    found = check(tmp_path, "book.ipynb")
    assert found.returncode == 1
    assert found.stdout.startswith("book.ipynb:cell 4:4: there is no tensorflow.oness")
    assert len(found.stdout.splitlines()) == 1


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"cells": [1]}', '{"cells": 3}'])
def test_what_is_no_notebook(text, tmp_path):
    path = tmp_path / "book.ipynb"
    path.write_text(text)
    with pytest.raises(ValueError, match="no notebook"):
        Source(str(path))


def test_old_scripts_lack_nothing_but_what_legacy_has():
    for path in sorted((pathlib.Path(__file__).parent / "legacy_scripts").glob("*.py")):
        for finding in found_in(Source(str(path)).tree):
            known = "--legacy" in finding.text or "reduction_indices" in finding.text
            assert known, (path, finding)


def test_of_contrib_only_what_is_there_is_said_to_be():
    source = """
from tensorflow.contrib import tensorrt
import tensorflow as tf
tf.contrib.layers.fully_connected
tf.contrib.estimator.SomeClass
"""
    promised = [
        finding.line for finding in found_in(ast.parse(source)) if "--legacy" in finding.text
    ]
    assert promised == [4]
