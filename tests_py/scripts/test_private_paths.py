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
    "cells": """
import pytest, tensorflow as tf
from tensorflow.python.ops import rnn_cell_impl
join, shape = rnn_cell_impl._concat, tf.TensorShape
assert join(2, [3, 4]).numpy().tolist() == [2, 3, 4] and join(shape([None]), 3, True) == [None, 3]
assert join(tf.constant([5]), shape([6])).numpy().tolist() == [5, 6]
with pytest.raises(ValueError):
    join(shape([None]), 3)
assert rnn_cell_impl._like_rnncell(tf.compat.v1.nn.rnn_cell.GRUCell(3))
with pytest.raises(TypeError):
    rnn_cell_impl.assert_like_rnncell("cell", 3)
""",
    "frozen graphs": """
import tensorflow as tf
from tensorflow.python.framework import convert_to_constants
from tensorflow.python.profiler.model_analyzer import profile
from tensorflow.python.profiler.option_builder import ProfileOptionBuilder
weight = tf.Variable(tf.ones([3, 4]))
made = tf.function(lambda x: x @ weight).get_concrete_function(tf.TensorSpec([2, 3]))
frozen, message = convert_to_constants.convert_variables_to_constants_v2_as_graph(made)
assert "MatMul" in {node.op for node in message.node}
options = ProfileOptionBuilder(ProfileOptionBuilder.float_operation()).with_empty_output().build()
assert profile(frozen.graph, options=options).total_float_ops == 48
""",
    "determinism": """
from tensorflow.python.framework import config
assert not config.is_op_determinism_enabled()
config.enable_op_determinism()
assert config.is_op_determinism_enabled()
config.disable_op_determinism()
assert not config.is_op_determinism_enabled()
""",
    "modules in no table": """
import pytest, tensorflow as tf
from tensorflow.python.ops import clustering_ops, gen_array_ops, gen_nn_ops
from tensorflow.python.ops.linalg.sparse import sparse
from tensorflow.python.distribute.values import DistributedVariable
from tensorflow.python.data.ops.options import Options
from tensorflow.python.summary.summary_iterator import summary_iterator
from tensorflow.python.types import core
from tensorflow.python.layers import convolutional
from tensorflow.python.ops import io_ops, random_ops, variables
from tensorflow.python.util import all_util
from tensorflow.keras.saving.saved_model import load_context
assert convolutional.Convolution2D is tf.compat.v1.layers.Conv2D and io_ops.ReaderBase
assert random_ops.random_uniform([2]).shape == (2,) and load_context.get_load_options() is None
assert not isinstance(tf.Variable(1.0), variables.PartitionedVariable)
all_util.remove_undocumented(__name__)
assert "core" in all_util.make_all(__name__)
assert not isinstance(tf.Variable(1.0), DistributedVariable) and Options is tf.data.Options
assert gen_nn_ops.relu_grad([1.0, 2.0], [0.0, 3.0]).numpy().tolist() == [0.0, 2.0]
assert gen_nn_ops.relu(features=[-1.0]).numpy().tolist() == [0.0]
assert int(gen_array_ops.gather_v2([1, 2], [1], 0)[0]) == 2
for wrong in (lambda: gen_nn_ops.relu(1.0, None, 3), lambda: gen_nn_ops.relu(1.0, features=1.0)):
    with pytest.raises(TypeError):
        wrong()
class Held(tf.Variable, core.Tensor):
    def __init__(self): ...
with pytest.raises(ModuleNotFoundError):
    import tensorflow.python.ops.no_such_module
with pytest.raises(NotImplementedError):
    DistributedVariable()
""",
    "bounded specs": """
import pickle, pytest, tensorflow as tf
from tensorflow.python.framework.tensor_spec import BoundedTensorSpec
spec = BoundedTensorSpec([2], tf.float32, 0.0, [1.0, 2.0], name="x")
assert repr(spec) == ("BoundedTensorSpec(shape=(2,), dtype=tf.float32, name='x', "
    "minimum=array(0., dtype=float32), maximum=array([1., 2.], dtype=float32))")
assert spec == BoundedTensorSpec([2], tf.float32, 0.0, [1.0, 2.0], "x")
assert spec != tf.TensorSpec([2], name="x")
assert spec != BoundedTensorSpec([2], tf.float32, 0.0, [1.0, 3.0], "x")
assert BoundedTensorSpec.from_spec(tf.TensorSpec([], tf.int32)).maximum == 2147483647
assert pickle.loads(pickle.dumps(spec)) == spec and spec.is_compatible_with(tf.ones([2]))
with pytest.raises(ValueError, match="not compatible with shape"):
    BoundedTensorSpec([2], tf.float32, [1, 2, 3], 1)
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
