"""Old modules of tf.contrib: HParams, crf, lookup, layers, data, metrics, legacy_seq2seq."""

import numpy as np
import tensorflow as tf
from tensorflow.contrib import crf, legacy_seq2seq, lookup, rnn
from tensorflow.contrib.tensorboard.plugins import projector
from tensorflow.contrib.training import HParams
from tensorflow.python.framework import ops
from tensorflow.python.ops import array_ops, rnn_cell

hparams = HParams(rate=0.1, units=3, sizes=[1, 2]).parse("rate=0.5,units=7,sizes=[4,5]")
assert hparams.values() == {"rate": 0.5, "units": 7, "sizes": [4, 5]}
rs = np.random.RandomState(0)
x = tf.constant(rs.randn(4, 5, 6).astype("f"))
tags = tf.constant(rs.randint(0, 3, (4, 5)).astype("i"))
lengths = tf.constant([5, 4, 3, 2])
scores = tf.layers.dense(x, 3)
likelihood, transitions = crf.crf_log_likelihood(scores, tags, lengths)
train = tf.train.GradientDescentOptimizer(0.1).minimize(-tf.reduce_mean(likelihood))
best, values = crf.crf_decode(scores, transitions, lengths)
found = lookup.index_table_from_tensor(["a", "b", "c"]).lookup(tf.constant(["c", "z"]))
normal = tf.contrib.layers.layer_norm(tf.constant(rs.randn(8, 3).astype("f")))
stacked = tf.contrib.layers.stack(normal, tf.contrib.layers.fully_connected, [4, 5], scope="fc")
step = tf.contrib.layers.optimize_loss(
    tf.reduce_sum(stacked), tf.train.get_or_create_global_step(), 0.1, "SGD"
)
_, accuracy = tf.contrib.metrics.streaming_accuracy(tf.constant([1, 2]), tf.constant([1, 1]))
dataset = tf.data.Dataset.range(10).apply(tf.contrib.data.map_and_batch(lambda a: a * 2, 3))
following = dataset.make_one_shot_iterator().get_next()
normalized, _ = tf.nn.dynamic_rnn(rnn.LayerNormBasicLSTMCell(4), x, dtype=tf.float32)
both, _, _ = rnn.stack_bidirectional_dynamic_rnn(
    [rnn.LSTMBlockCell(3)], [rnn_cell.GRUCell(3)], x, dtype=tf.float32
)

with ops.name_scope("buckets"):
    given = [tf.placeholder(tf.int32, [None]) for _ in range(3)]
    weights = [tf.ones([2]) for _ in range(3)]


def seq2seq(before, after):
    return legacy_seq2seq.embedding_attention_seq2seq(before, after, rnn.GRUCell(8), 10, 10, 6)


outputs, losses = legacy_seq2seq.model_with_buckets(
    given, given, given, weights, [(2, 2), (3, 3)], seq2seq
)
plain, _ = legacy_seq2seq.embedding_rnn_seq2seq(given, given, rnn.BasicLSTMCell(8), 10, 10, 6)

with tf.Session() as sess:
    sess.run(
        [
            tf.global_variables_initializer(),
            tf.local_variables_initializer(),
            tf.tables_initializer(),
        ]
    )
    before = sess.run(likelihood).mean()
    for _ in range(20):
        sess.run(train)
    assert sess.run(likelihood).mean() > before
    arrays = sess.run([scores, transitions, best, values])
    for row, count in enumerate([5, 4, 3, 2]):
        path, value = crf.viterbi_decode(arrays[0][row, :count], arrays[1])
        assert path == arrays[2][row, :count].tolist() and abs(value - arrays[3][row]) < 1e-4
    assert sess.run(found).tolist() == [2, -1] and sess.run(following).tolist() == [0, 2, 4]
    assert abs(sess.run(normal).mean(1)).max() < 1e-5 and sess.run(accuracy) == 0.5
    assert sess.run(step) >= 0 and sess.run(normalized).shape == (4, 5, 4)
    assert sess.run(both).shape == (4, 5, 6)
    feed = {one: [1, 2] for one in given}
    assert [len(one) for one in sess.run(outputs, feed)] == [2, 3]
    assert min(sess.run(losses, feed)) > 1 and sess.run(plain[0], feed).shape == (2, 10)
    assert sess.run(array_ops.expand_dims(lengths, 0)).shape == (1, 4)

config = projector.ProjectorConfig()
config.embeddings.add(tensor_name="table:0").sprite.single_image_dim.extend([28, 28])
projector.visualize_embeddings(tf.summary.FileWriter("logs"), config)
with open("logs/projector_config.pbtxt") as file:
    assert file.read().startswith('embeddings {\n  tensor_name: "table:0"\n  sprite {')
