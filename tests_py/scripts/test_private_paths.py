"""What packages take from TensorFlow's and Keras's own modules, each script in a process."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPTS = {
    "figures and statistics": """
from tensorflow.python.eager import monitoring
from tensorflow.python.framework import ops
import tf_keras
counter = monitoring.Counter("/x/y", "text", "label")
counter.get_cell("a").increase_by(2)
assert [counter.get_cell(one).value() for one in "ab"] == [2, 0]
gauge = monitoring.BoolGauge("/x/z", "text")
gauge.get_cell().set(True)
assert gauge.get_cell().value() is True
@ops.RegisterStatistics("OwnOp", "flops")
def flops(graph, node):
    return 3
assert flops(None, None) == 3
class Own(tf_keras.__internal__.losses.LossFunctionWrapper):
    pass
assert float(Own(lambda y, p: abs(y - p), name="own")([[1.0]], [[3.0]])) == 2.0
""",
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
    "small functions of Keras 3": """
import numpy as np, pytest, keras, tensorflow as tf
from keras.src import backend, ops, tree
from keras.src.api_export import keras_export
from keras.src.backend.common.global_state import get_global_attribute, set_global_attribute
from keras.src.losses.loss import reduce_weighted_values, squeeze_or_expand_to_same_rank
from keras.src.losses.losses import LossFunctionWrapper
from keras.src.metrics.reduction_metrics import Mean, reduce_to_samplewise_values
from keras.src.ops.operation_utils import broadcast_shapes, compute_conv_output_shape, reduce_shape
from keras.src.random.seed_generator import draw_seed
from keras.src.trainers.data_adapters.data_adapter_utils import unpack_x_y_sample_weight
from keras.src.utils.argument_validation import standardize_padding, standardize_tuple
from keras.src.utils.naming import to_snake_case
from keras.src.utils.python_utils import pythonify_logs
assert [to_snake_case(x) for x in ("FooBar", "Conv2DTranspose")] == ["foo_bar", "conv2d_transpose"]
assert [standardize_tuple(v, 2, "x") for v in (3, [4, 5])] == [(3, 3), (4, 5)]
for bad in ((1,), 0, "a"):
    with pytest.raises(ValueError):
        standardize_tuple(bad, 2, "x")
assert standardize_padding("SAME") == "same" and standardize_padding((1, 2)) == (1, 2)
with pytest.raises(ValueError):
    standardize_padding("causal")
assert broadcast_shapes((2, 1, 3), (4, 3)) == [2, 4, 3] and reduce_shape((2, 3), 1, True) == (2, 1)
with pytest.raises(ValueError):
    broadcast_shapes((2, 3), (4, 3))
assert compute_conv_output_shape((None, 9, 8, 3), 4, (3, 3), 2) == (None, 4, 3, 4)
assert compute_conv_output_shape((2, 3, 9), 5, (3,), 1, "valid", "channels_first", 2) == (2, 5, 5)
assert list(pythonify_logs({"b": tf.constant(1.0), "a": {"c": 2}})) == ["c", "b"]
values, kept = tf.constant([1.0, 2.0, 3.0]), tf.constant([True, False, True])
found = [float(reduce_weighted_values(values, **given)) for given in (
    dict(sample_weight=[1.0, 0.0, 2.0]), dict(mask=kept),
    dict(sample_weight=[1.0, 3.0, 2.0], mask=kept, reduction="sum"))]
assert np.allclose(found, [7 / 3, 2.0, 7.0])
rows = reduce_to_samplewise_values(tf.constant([[1.0, 2], [3, 4]]), [1.0, 3], ops.mean, "float32")
assert [one.numpy().tolist() for one in rows] == [[1.5, 10.5], [1.0, 3.0]]
one, two = squeeze_or_expand_to_same_rank(tf.ones((2, 3, 1)), tf.ones((2, 3)))
assert tuple(one.shape) == tuple(two.shape) == (2, 3)
loss = LossFunctionWrapper(keras.losses.huber, delta=0.5)
assert float(loss(np.array([[1.0], [2.0]]), np.array([1.0, 4.0]))) == 0.4375
assert loss.get_config()["delta"] == 0.5 and unpack_x_y_sample_weight((1, 2)) == (1, 2, None)
set_global_attribute("q", 3)
assert get_global_attribute("q") == 3 and get_global_attribute("z", 4) == 4
assert draw_seed(5).numpy().tolist() == [5, 0] and Mean is keras.metrics.Mean
assert backend.standardize_data_format("Channels_First") == "channels_first"
assert backend.shape(np.ones((2, 3))) == (2, 3) and backend.numpy.add(1, 2) == 3
assert backend.any_symbolic_tensors(([keras.Input((2,))],))
assert not backend.any_symbolic_tensors((1,))
a, b = keras.KerasTensor((2, 3)), keras.KerasTensor((3, 4))
spec = backend.compute_output_spec(lambda a, b: a @ b, a, b)
assert tuple(spec.shape) == (2, 4) and tree.flatten([1, [2]]) == [1, 2]
assert keras_export("a.B")(int) is int
from keras import distribution
from keras.src.distribution import distribution_lib
assert distribution.distribution() is distribution_lib.distribution() is None
made = keras.layers.Masking()(np.ones((1, 2, 3)))
assert backend.get_keras_mask(made).numpy().all() and backend.get_keras_mask(tf.ones(2)) is None
class Greedy:
    pass
known = {"greedy": Greedy}
assert isinstance(keras.saving.deserialize_keras_object("greedy", module_objects=known), Greedy)
""",
    "attributes that are not tracked": """
import keras, numpy as np
from keras.src.utils import tracking
class Own(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.one = keras.layers.Dense(2)
        with tracking.DotNotTrackScope():
            self.two = keras.layers.Dense(3)
            assert not tracking.is_tracking_enabled()
        self.keep()
    @tracking.no_automatic_dependency_tracking
    def keep(self):
        self.more = [keras.layers.Dense(4)]
    def call(self, x):
        return self.one(x) + self.two(x)[:, :2]
own = Own()
own(np.ones((1, 2)))
assert len(own.weights) == 2 and len(own._layers) == 1 and tracking.is_tracking_enabled()
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
    "parts of Keras 2": """
import pytest, tensorflow as tf, numpy as np
from tensorflow.python.keras.engine import data_adapter
from tensorflow.python.keras.layers.merge import _Merge
from tensorflow.python.keras.utils import conv_utils, generic_utils, losses_utils, tf_utils
assert isinstance(tf.keras.layers.Add(), _Merge)
assert conv_utils.normalize_tuple(3, 2, "k") == (3, 3) == conv_utils.normalize_tuple([3, 3], 2, "k")
for wrong in ([1], "ab", 1.5):
    with pytest.raises(ValueError):
        conv_utils.normalize_tuple(wrong, 2, "k")
kinds = ("same", "valid", "causal", "full")
lengths = [conv_utils.conv_output_length(10, 3, kind, 2, 2) for kind in kinds]
assert lengths == [5, 3, 5, 7] and conv_utils.conv_output_length(None, 3, "same", 1) is None
assert [conv_utils.conv_input_length(7, 3, p, 2) for p in ("same", "valid", "full")] == [13, 15, 11]
assert [conv_utils.deconv_output_length(7, 3, "valid", o, 2) for o in (None, 0, 1)] == [15, 15, 16]
assert conv_utils.conv_output_shape((8, 9), (3, 2), (1, 2), "valid") == (6, 4)
assert conv_utils.convert_data_format("channels_first", 5) == "NCDHW"
assert conv_utils.normalize_data_format(None) == "channels_last"
assert conv_utils.normalize_padding("SAME") == "same"
names = ["ConvLSTM2D", "MyLayer", "_Private", "ABTest"]
snakes = ["conv_lst_m2d", "my_layer", "private__private", "ab_test"]
assert [generic_utils.to_snake_case(name) for name in names] == snakes
assert generic_utils.to_list(1) == [1] and generic_utils.is_all_none([None, [None]])
assert generic_utils.has_arg(lambda *, k: 0, "k") and not generic_utils.has_arg(lambda **k: 0, "z")
class Layer:
    @tf_utils.shape_type_conversion
    def build(self, shape):
        assert isinstance(shape, tuple)
        return shape[1:]
assert Layer().build(tf.TensorShape([None, 2])) == tf.TensorShape([2])
assert tf_utils.sync_to_numpy_or_python_type({"a": tf.constant(1.5)}) == {"a": 1.5}
assert data_adapter.unpack_x_y_sample_weight((1, 2)) == (1, 2, None)
assert data_adapter.expand_1d((tf.ones(3), tf.ones([2, 2])))[0].shape == (3, 1)
first, last = data_adapter.train_validation_split((np.arange(10), None), 0.3)
assert first[0].tolist() == list(range(7)) and last[0].tolist() == [7, 8, 9] and last[1] is None
assert losses_utils.ReductionV2.AUTO == "auto"
""",
    "sparse matrices": """
import pytest, tensorflow as tf
from tensorflow.python.ops.linalg.sparse import sparse
rows = tf.sparse.from_dense([[0.0, 1.0], [2.0, 3.0]])
matrix = sparse.CSRSparseMatrix(rows)
assert matrix.shape == (2, 2) and matrix.dtype == tf.float32
assert sparse.matmul(matrix, tf.eye(2)).numpy().tolist() == [[0, 1], [2, 3]]
square = sparse.matmul(matrix, matrix, transpose_b=True).to_sparse_tensor()
assert tf.sparse.to_dense(square).numpy().tolist() == [[1, 3], [3, 13]]
assert matrix.transpose().to_dense().numpy().tolist() == [[0, 2], [1, 3]]
batch = sparse.CSRSparseMatrix(tf.ones([2, 2, 2]))
assert sparse.matmul(batch, tf.ones([2, 2, 1])).numpy().tolist() == [[[2], [2]], [[2], [2]]]
weights = tf.ones([2, 1])
with tf.GradientTape() as tape:
    tape.watch(weights)
    total = tf.reduce_sum(sparse.matmul(matrix, weights))
assert tape.gradient(total, weights).numpy().tolist() == [[2], [4]]
with pytest.raises(ValueError, match="Only one of"):
    sparse.matmul(matrix, matrix, transpose_a=True, adjoint_a=True)
""",
    "second names": """
import pytest, tensorflow as tf
from tensorflow.python.data.ops import dataset_ops
from tensorflow.python.eager import def_function
from tensorflow.python.framework import ops, smart_cond, tensor_util
from tensorflow.python.module.module import camel_to_snake
from tensorflow.python.ops import array_ops, control_flow_ops, init_ops, init_ops_v2, linalg_ops
from tensorflow.python.ops import math_ops, nn_ops, resource_variable_ops
from tensorflow.python.platform import flags
from tensorflow.python.training import moving_averages
from tensorflow.python.util import nest
assert tensor_util.constant_value(tf.constant([1])) == [1] and tensor_util.is_tf_type(tf.ones(1))
assert array_ops.gather_v2([1, 2, 3], [0, 2]).numpy().tolist() == [1, 3]
assert nn_ops.softmax_v2 is tf.nn.softmax and math_ops.add_v2 is tf.math.add
assert linalg_ops.matrix_inverse([[2.0]]).numpy() == 0.5 and callable(flags.DEFINE_string)
assert math_ops.bucketize([1.0, 5.0], [2.0, 3.0]).numpy().tolist() == [0, 2]
assert isinstance(tf.data.Dataset.range(1), dataset_ops.DatasetV2)
assert isinstance(tf.function(lambda: 1), def_function.Function)
assert int(control_flow_ops.with_dependencies([tf.no_op()], tf.constant(2))) == 2
assert smart_cond.smart_case([(False, lambda: 1), (tf.constant(True), lambda: 2)]) == 2
with tf.name_scope("q"), tf.name_scope("r"):
    assert ops.get_name_scope() == "q/r"
assert array_ops.get_positive_axis(-1, 3) == 2 and ops.uid() < ops.uid()
for axis, rank, error in ((3, 3, ValueError), (-1, None, ValueError), (1.5, 2, TypeError)):
    with pytest.raises(error):
        array_ops.get_positive_axis(axis, rank)
fans = [init_ops_v2._compute_fans(shape) for shape in ((), (3,), (3, 4), (2, 3, 4, 5))]
assert fans == [(1, 1), (3, 3), (3, 4), (24, 30)]
assert init_ops.Constant(2.0)([1]).numpy().tolist() == [2.0]
variable = tf.Variable([1.0, 2.0])
assert resource_variable_ops.is_resource_variable(variable)
moving_averages.assign_moving_average(variable, tf.constant([3.0, 4.0]), 0.5, zero_debias=False)
assert variable.numpy().tolist() == [2.0, 3.0]
assert nest.list_to_tuple([1, [2, {"a": [4]}]]) == (1, (2, {"a": (4,)}))
assert nest.flatten_dict_items({"a": 1, ("b", "c"): (2, 3)}) == {"a": 1, "b": 2, "c": 3}
assert [camel_to_snake(name) for name in ("MyModule", "ABTest")] == ["my_module", "ab_test"]
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
