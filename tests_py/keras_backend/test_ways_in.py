"""The ways to stock Keras that need no Keras to be tried: its text, and which one a script gets."""

import ast
import importlib
import re

import pytest

from keras_pelton.finder import with_pelton
from pelton import keras
from pelton.scripts import keras_choice

CHOICE = """
if backend() == "jax":
    from keras.src.backend.jax.layer import JaxLayer as BackendLayer
elif backend() == "numpy":
    from keras.src.backend.numpy.layer import NumpyLayer as BackendLayer
else:
    raise RuntimeError
"""
INSIDE = "def f():\n    if backend() == 'numpy':\n        return 1\n"


def test_pelton_gets_a_branch_like_numpys():
    text = ast.unparse(with_pelton(CHOICE + INSIDE, "layer", "layer.py"))
    assert "backend() == 'pelton'" in text and text.count("backend() == 'numpy'") == 2
    assert "from keras.src.backend.pelton.layer import PeltonLayer as BackendLayer" in text
    assert "from keras.src.backend.numpy.layer import NumpyLayer as BackendLayer" in text


@pytest.mark.parametrize("text", ["x = 1", INSIDE, CHOICE + CHOICE])
def test_another_text_is_refused(text):
    with pytest.raises(ImportError, match=r"does not know this version of Keras: in layer\.py"):
        with_pelton(text, "layer", "layer.py")


SCRIPT = """
import tensorflow as tf
from tensorflow.keras.layers import Dense
from tensorflow import keras
import beside
tf.keras.Sequential([keras.layers.Conv2D(1, 1)]).compile(loss="mse")
"""


def test_names_that_a_script_and_its_modules_use(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    (tmp_path / "beside.py").write_text("import keras\nkeras.losses.NoSuchLoss()\n", "utf-8")
    names = keras_choice.used_names(str(script))
    assert {"layers.Dense", "Sequential", "layers.Conv2D", "losses.NoSuchLoss"} <= names
    assert keras_choice.lacking(names) == ["losses.NoSuchLoss"]


def test_native_where_all_names_are_there(tmp_path, capsys):
    script = tmp_path / "script.py"
    script.write_text("import keras\nkeras.layers.Dense(1)\n", encoding="utf-8")
    assert keras_choice.choose("auto", str(script)) == "native"
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("package", ["", *(f".{name}" for name in sorted(keras._PACKAGES))])
def test_a_missing_name_says_where_it_is(package):
    module = importlib.import_module(f"pelton.keras{package}")
    name = re.escape(f"module 'pelton.keras{package}' has no attribute 'NoSuch'")
    with pytest.raises(AttributeError, match=rf'^{name}.*pip install "pelton\[keras\]"'):
        _ = module.NoSuch
    assert not hasattr(module, "__no_such__")
