"""What packages take from TensorFlow's and Keras's own modules, each script in a process."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = {
    "star": """
from tensorflow.keras import *
from tensorflow.keras.layers import *
from keras.layers.core import *
assert Dense is layers.Dense and Sequential([Dense(2)]) and Model and models and utils
""",
    "backend": """
import keras, tensorflow as tf
from tensorflow.keras import backend as K
assert K.backend() == keras.config.backend() == tf.keras.backend.backend() == "tensorflow"
""",
    "seeds": """
import tensorflow as tf
from tensorflow.python.eager import context
assert context.executing_eagerly() and context.global_seed() is None
tf.random.set_seed(5)
assert context.global_seed() == 5
tf.random.set_seed(None)
assert context.global_seed() is None
""",
    "determinism": """
from tensorflow.python.framework import config
assert not config.is_op_determinism_enabled()
config.enable_op_determinism()
assert config.is_op_determinism_enabled()
config.disable_op_determinism()
assert not config.is_op_determinism_enabled()
""",
    "smart_cond": """
import tensorflow as tf
from tensorflow.python.framework import smart_cond
assert smart_cond.smart_cond(True, lambda: 1, lambda: 2) == 1
assert smart_cond.smart_cond(tf.constant(False), lambda: 1, lambda: 2) == 2
""",
    "initializers": """
from tensorflow.python.ops.init_ops_v2 import Constant, Ones, Zeros, glorot_normal
assert Ones()((2,)).numpy().tolist() == [1.0, 1.0] and Zeros()((1,)).numpy() == 0
""",
    "bases": """
from tensorflow import keras
from keras.src.layers.convolutional.base_conv import BaseConv
from keras.src.layers.pooling.base_global_pooling import BaseGlobalPooling
from keras.src.layers.pooling.base_pooling import BasePooling
from tensorflow.python.keras.layers.convolutional import Conv
L = keras.layers
assert Conv is BaseConv and isinstance(L.Conv2D(2, 2), BaseConv)
assert not isinstance(L.Dense(2), BaseConv) and not isinstance(L.Conv2DTranspose(2, 2), BaseConv)
assert isinstance(L.MaxPooling1D(), BasePooling)
assert isinstance(L.GlobalMaxPooling2D(), BaseGlobalPooling)
""",
}


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_runs(name, tmp_path):
    path = tmp_path / "script.py"
    path.write_text(SCRIPTS[name])
    done = subprocess.run(
        [sys.executable, "-m", "pelton.run", "--keras=native", str(path)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "python")},
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
