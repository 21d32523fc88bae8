"""Threads of a fresh process that each use a part of the package first: none waits for ever for
another's imports, and none finds half of a module."""

from __future__ import annotations

import random
import subprocess

from torture import texts
from torture.kind import DEATH, Kind, Snippet, expressions

USES = expressions("""
    tf.ragged.constant([[1, 2], [3]]).to_tensor(); tf.concat([tf.ragged.constant([[1], [2]])] * 2,
    0); tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3]); tf.sparse.from_dense([[1., 0]]);
    tf.sparse.to_dense(tf.SparseTensor([[0, 0]], [1.], [2, 2]));
    tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(['a'], [1]),
    0).lookup(tf.constant(['a', 'b']));
    list(tf.data.Dataset.range(5).map(lambda x: x * 2).batch(2));
    list(tf.data.Dataset.from_tensor_slices({'a': [1, 2]}).shuffle(3).as_numpy_iterator());
    tf.random.uniform([2]), tf.random.stateless_uniform([2], seed=[1, 2]);
    tf.random.Generator.from_seed(1).normal([2]); tf.linalg.det(tf.eye(3)), tf.linalg.inv([[2.]]);
    tf.linalg.LinearOperatorDiag([1., 2.]).matmul(tf.eye(2)); tf.image.resize(tf.zeros([4, 4, 3]),
    [2, 2]); tf.image.random_brightness(tf.zeros([4, 4, 3]), 0.2); tf.strings.split(['a b', 'c']);
    tf.signal.stft(tf.zeros([512]), 128, 64); tf.Module().variables; tf.function(lambda x:
    tf.reduce_sum(x) * 2)(tf.ones([3])); tf.function(lambda x: tf.cond(x > 0, lambda: x, lambda:
    -x))(tf.constant(3)); (lambda v, t: t.gradient(v * v, v))(tf.Variable(2.0),
    tf.GradientTape().__enter__()); tf.keras.layers.Dense(2)(tf.ones([1, 3]));
    tf.keras.layers.LSTM(2)(tf.ones([1, 3, 4])); tf.keras.layers.MultiHeadAttention(1,
    2)(tf.ones([1, 3, 4]), tf.ones([1, 3, 4]));
    tf.keras.layers.StringLookup(vocabulary=['a'])(tf.constant(['a', 'b']));
    tf.keras.layers.TextVectorization(vocabulary=['a', 'b'])(tf.constant(['a b']));
    tf.keras.layers.RandomFlip()(tf.zeros([1, 4, 4, 3]), training=True);
    tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)]).predict(tf.ones([2, 3]),
    verbose=0); (lambda m: [m.compile('adam', 'mse', metrics=['mae']), m.fit(tf.ones([4, 2]),
    tf.ones([4, 1]), verbose=0)])(tf.keras.Sequential([tf.keras.layers.Dense(1)])); (lambda a, b:
    tf.keras.Model([a, b], tf.keras.layers.Dense(1)(tf.keras.layers.concatenate([a,
    b]))).summary(print_fn=len))(tf.keras.Input((3,)), tf.keras.Input((2,)));
    tf.keras.ops.softmax(tf.ones([3])), tf.keras.ops.numpy.mean(tf.ones([3]));
    tf.keras.random.normal((2,)); tf.keras.losses.Huber()([1.], [2.]);
    tf.keras.metrics.AUC().update_state([0, 1], [.2, .3]);
    tf.keras.optimizers.schedules.CosineDecay(0.1, 10)(3); tf.keras.optimizers.AdamW();
    tf.compat.v1.nn.softmax_cross_entropy_with_logits(labels=[[1., 0.]], logits=[[1., 2.]]);
    tf.compat.v1.Session(graph=tf.compat.v1.Graph()); tf.summary.should_record_summaries();
    tf.debugging.assert_equal(1, 1); tf.config.experimental.list_physical_devices();
    tf.nest.map_structure(lambda x: x, [1, {'a': 2}]); tf.io.decode_raw(b'abcd', 'uint8');
    tf.train.Example(features=tf.train.Features(feature={})).SerializeToString();
    tf.keras.utils.pad_sequences([[1], [1, 2]]);
    tf.keras.models.model_from_json(tf.keras.Sequential([tf.keras.Input((3,))]).to_json());
    tf.experimental.numpy.ones([2]); tf.raw_ops.Add(x=1, y=2);
    tf.distribute.MirroredStrategy(['CPU:0']).scope(); tf.keras.callbacks.EarlyStopping();
    tf.autodiff.ForwardAccumulator(tf.constant(1.), tf.constant(1.)); tf.vectorized_map(lambda x: x
    * 2, tf.ones([3])); tf.TensorArray(tf.float32, 2).write(0, 1.); tf.audio.encode_wav(tf.zeros([4,
    1]), 8000); tf.quantization.fake_quant_with_min_max_args(tf.ones([2]));
    tf.bitwise.invert(tf.constant([1])); tf.sets.union([[1, 2]], [[2, 3]]);
    tf.keras.applications.mobilenet_v2.preprocess_input(tf.zeros([1, 4, 4, 3]));
    tf.keras.backend.clip(tf.ones([2]), 0., 1.); tf.keras.initializers.Orthogonal()((3, 3));
    tf.nn.embedding_lookup(tf.ones([3, 2]), [1]); tf.keras.saving.get_custom_objects();
    tf.numpy_function(lambda x: x, [1.], tf.float32); float(tf.constant(1.));
    tf.constant([1]).numpy()
""")
SCRIPT = """
import sys, threading, traceback
import pelton as tf
sys.setswitchinterval(2e-4)
uses, failed = {uses!r}, []
start = threading.Barrier(len(uses))
def run(use):
    start.wait()
    try:
        exec(use, {{"tf": tf}})
    except Exception:
        failed.append(use + ": " + traceback.format_exc()[-300:])
threads = [threading.Thread(target=run, args=(use,)) for use in uses]
[one.start() for one in threads]
[one.join() for one in threads]
sys.exit("\\n".join(failed) or 0)
"""


class Torture(Kind):
    """A process whose threads use two to twelve parts."""

    LIMIT = 40.0

    def snippet(self, index: int) -> Snippet:
        chance = random.Random(f"{self.seed}:{index}")
        script = SCRIPT.format(uses=chance.sample(USES, chance.randint(2, 12)))
        lines = [
            "import subprocess, sys",
            f"script = {script!r}",
            "e = subprocess.run([sys.executable, '-c', script], capture_output=True, timeout=30)",
            "assert e.returncode == 0, (e.returncode, e.stderr[-400:])",
        ]
        return Snippet(lines)

    def fault(self, snippet: Snippet, error: BaseException) -> str | None:
        if isinstance(error, (AssertionError, subprocess.TimeoutExpired)):
            return DEATH
        return texts.RAW if texts.inside(error) == texts.RAW else None
