"""What libraries ask of TensorFlow under `pelton.run`: its distribution, `tf_keras` and private
modules; `-m module`. Values are those of TensorFlow 2.21 and tf_keras 2.21."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(folder, *command):
    """Runs `pelton.run` in `folder` with the source tree importable."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-m", "pelton.run", *command], cwd=folder, env=environment,
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def test_modules_run_as_python_runs_them(tmp_path):
    package = tmp_path / "mine"
    package.mkdir()
    (package / "__init__.py").write_text("import tensorflow as tf\nready = tf.constant(1)\n")
    (package / "__main__.py").write_text(
        "import sys\nfrom mine import ready\nprint(int(ready), __name__, sys.argv[1:])\nsys.exit(3)"
    )
    (tmp_path / "alone.py").write_text("import tensorflow as tf\nprint(tf.__name__, __file__)\n")
    ours = run(tmp_path, "-m", "mine", "a", "--b")
    assert (ours.stdout, ours.stderr, ours.returncode) == ("1 __main__ ['a', '--b']\n", "", 3)
    ours = run(tmp_path, "-m", "alone")
    assert ours.stdout == f"pelton {tmp_path / 'alone.py'}\n"
    ours = run(tmp_path, "-m", "no_such_module")
    assert "No module named no_such_module" in ours.stderr and ours.returncode == 1


SNIPPETS = {
    "distribution": """
import importlib.metadata as m
assert m.version("tensorflow") == "2.21.0"
assert m.distribution("TensorFlow").metadata["Name"] == "tensorflow"
""",
    "keras 2 for tf.keras": """
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import tensorflow as tf
assert tf.keras.__version__ == tf.keras.version() == "2.21.0"
dense = tf.keras.layers.Dense(2)
dense.build((None, 3))
assert [w.name for w in dense.weights] == ["dense/kernel:0", "dense/bias:0"]
tf.keras.optimizers.Adam(lr=0.1)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(2, name="d")])
model.compile("sgd", "mse", steps_per_execution=None)
model.save_weights("w.h5")
import h5py
with h5py.File("w.h5") as file:
    stored = file["d"].attrs["weight_names"]
    names = [one if isinstance(one, str) else one.decode() for one in stored]
assert names == [w.name for w in model.weights] and all(name.endswith(":0") for name in names)
""",
    "keras 2": """
import tf_keras, tensorflow as tf
import tf_keras.api._v1.keras.__internal__.legacy.layers as old_layers
from tf_keras import *
from tf_keras import __internal__
from tf_keras.src.engine import base_layer
assert tf_keras.__version__ == tf_keras.version() == "2.21.0"
assert tf_keras.layers.Dense is layers.Dense is tf.keras.layers.Dense
assert old_layers.Dense and base_layer.Layer is tf.keras.layers.Layer
tf_keras.optimizers.Adam(lr=0.1)
class Rows(tf_keras.layers.Layer):
    def build(self, shape):
        with tf.name_scope("words"):
            self.rows = self.add_weight(name="weight", shape=(3, 2))
        self.built = True
class Outer(tf_keras.Model):
    def __init__(self):
        super().__init__(name="outer")
        self.inner = Rows(name="inner")
    def build(self, shape=None):
        with tf.name_scope(self.inner.name):
            self.inner.build(None)
model = Outer()
with tf.name_scope(model.name):
    model.build()
assert model.weights[0].name == "outer/inner/words/weight:0", model.weights[0].name
assert model.weights[0].dtype is tf.float32
dense = tf_keras.layers.Dense(2, name="d")
dense.build([None, 3])
assert [w.name for w in dense.weights] == ["d/kernel:0", "d/bias:0"]
""",
    "keras 2 and a saver": """
import tempfile, tf_keras, tensorflow.compat.v1 as tf
tf.disable_eager_execution()
w = tf.get_variable("w", initializer=tf.constant([1.0, -2.0]))
step = tf.train.AdamOptimizer(0.1).minimize(tf.reduce_sum(w * w))
session = tf.Session()
session.run(tf.global_variables_initializer())
session.run(step)
path = tf.train.Saver().save(session, tempfile.mkdtemp() + "/c")
names = [name for name, _ in tf.train.list_variables(path)]
assert names == ["Adam/iteration", "Adam/w_momentum", "Adam/w_velocity", "w"], names
""",
    "inspection": """
import tensorflow as tf
from tensorflow.python.util import tf_contextlib, tf_decorator, tf_inspect, deprecation
spec = tf_inspect.getfullargspec(tf.shape)
assert spec.args == ["input", "out_type", "name"] and spec.annotations == {}
assert tf_inspect.getfullargspec(tf.reduce_sum).args == ["input_tensor", "axis", "keepdims", "name"]
def plain(a, b=2): return a + b
def around(*args, **kwargs): return plain(*args, **kwargs)
made = tf_decorator.make_decorator(plain, around)
assert tf_decorator.unwrap(made)[1] is plain and tf_inspect.getfullargspec(made).args == ["a", "b"]
assert deprecation.deprecated("2020-01-01", "no")(plain) is plain
assert tf_inspect.getcallargs(tf.function(plain), 1) == {"a": 1, "b": 2}
""",
    "nests": """
from tensorflow.python.util import nest
shallow, deep = {"b": 0, "a": [0, 0]}, {"b": [1, 2], "a": [3, (4, 5)]}
assert nest.flatten_up_to(shallow, deep) == [3, (4, 5), [1, 2]]
assert nest.map_structure_up_to(shallow, str, deep) == {"b": "[1, 2]", "a": ["3", "(4, 5)"]}
assert nest.flatten_with_joined_string_paths(deep)[:2] == [("a/0", 3), ("a/1/0", 4)]
assert list(nest.yield_flat_paths([1, {"x": 2}])) == [(0,), (1, "x")]
assert nest.map_structure_with_tuple_paths(lambda p, x: (p, x), [7]) == [((0,), 7)]
wanted = nest.get_traverse_shallow_structure(lambda s: not isinstance(s, tuple), [1, (2, 3)])
assert wanted == [True, False], wanted
""",
    "composites": """
import tensorflow as tf
from tensorflow.python.framework import composite_tensor, type_spec, type_spec_registry
@type_spec_registry.register("mine.PairSpec")
class PairSpec(type_spec.BatchableTypeSpec):
    def __init__(self, one): self.one = one
    value_type = property(lambda self: Pair)
    def _serialize(self): return (self.one,)
    _component_specs = property(lambda self: {"x": self.one, "y": self.one})
    def _to_components(self, value): return {"x": value.x, "y": value.y}
    def _from_components(self, parts): return Pair(parts["x"], parts["y"])
class Pair(composite_tensor.CompositeTensor):
    def __init__(self, x, y): self.x, self.y = x, y
    _type_spec = property(lambda self: PairSpec(tf.TensorSpec(self.x.shape, self.x.dtype)))
pair = Pair(tf.constant([1.0]), tf.constant([2.0]))
assert isinstance(pair, tf.__internal__.CompositeTensor)
assert isinstance(tf.TensorSpec([]), type_spec.TypeSpec)
assert [float(x[0]) for x in tf.nest.flatten(pair, expand_composites=True)] == [1.0, 2.0]
@tf.function
def summed(p):
    return Pair(p.x + p.y, p.y)
assert float(summed(summed(pair)).x[0]) == 5.0
""",
    "control": """
import tensorflow as tf
from tensorflow.python.ops import array_ops, control_flow_util
from tensorflow.python.ops.parallel_for.control_flow_ops import pfor
from tensorflow.compiler.tf2xla.python.xla import dynamic_slice, dynamic_update_slice
assert not control_flow_util.GraphOrParentsInXlaContext(tf.compat.v1.get_default_graph())
assert pfor(lambda i: i * i, 3).numpy().tolist() == [0, 1, 4]
x = tf.reshape(tf.range(6), [2, 3])
assert dynamic_slice(x, [1, 2], [1, 2]).numpy().tolist() == [[4, 5]]
assert dynamic_update_slice(x, [[9]], [0, 7]).numpy().tolist() == [[0, 1, 9], [3, 4, 5]]
with tf.GradientTape() as tape:
    v = tf.constant(2.0); tape.watch(v); y = array_ops.prevent_gradient(v, "none")
try:
    tape.gradient(y, v)
except LookupError as error:
    assert "none" in str(error)
else:
    raise AssertionError
""",
    "derived variable": """
import tensorflow as tf
class Late(tf.Variable):
    def __init__(self, made): self.made = made
    shape = property(lambda self: self.made.shape)
late = Late(tf.ones([2, 3]))
assert late.shape == [2, 3] and isinstance(late, tf.Variable)
for bad in (lambda: late.numpy(), lambda: late.assign(1.0), lambda: late.trainable):
    try: bad()
    except TypeError as error: assert "Late" in str(error)
    else: raise AssertionError
class Bare(tf.Variable): pass
try: Bare(1.0)
except NotImplementedError: pass
else: raise AssertionError
""",
}


@pytest.mark.parametrize("name", SNIPPETS)
def test_what_libraries_ask_for(name, tmp_path):
    (tmp_path / "script.py").write_text(SNIPPETS[name], encoding="utf-8")
    ours = run(tmp_path, "script.py")
    assert ours.stderr == "" and ours.returncode == 0
