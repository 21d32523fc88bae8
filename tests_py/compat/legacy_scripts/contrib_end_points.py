"""A network of slim with end points by name, and a decoder that keeps what it attended to."""

import numpy as np
import tensorflow as tf
import tensorflow.contrib.slim as slim

images = tf.placeholder(tf.float32, [None, 8, 8, 1])
with tf.variable_scope("Net") as found:
    kept = found.original_name_scope + "_end_points"
    with slim.arg_scope([slim.conv2d, slim.max_pool2d], outputs_collections=kept):
        net = slim.conv2d(images, 4, [3, 3], scope="conv1")
        net = slim.max_pool2d(net, 2, scope="pool1")
        net = slim.repeat(net, 2, slim.conv2d, 4, [3, 3], scope="conv2")
points = slim.utils.convert_collection_to_dict(kept)
names = ["Net/conv1", "Net/pool1", "Net/conv2/conv2_1", "Net/conv2/conv2_2"]
assert list(points) == names, list(points)
assert points["Net/pool1"].shape.as_list() == [None, 4, 4, 4]
assert slim.utils.last_dimension(net.get_shape(), min_rank=4) == 4
assert slim.utils.two_element_tuple(3) == (3, 3)
assert slim.utils.smart_cond(True, lambda: 1, lambda: 2) == 1
assert slim.model_analyzer.analyze_vars(tf.trainable_variables()) == (336, 1344)
values, updates = slim.metrics.aggregate_metric_map(
    {"mean": slim.metrics.streaming_mean(tf.reduce_mean(images))}
)

steps = tf.placeholder(tf.float32, [2, None, 3])
lengths = tf.constant([3, 2])
mechanism = tf.contrib.seq2seq.LuongAttention(4, steps, memory_sequence_length=lengths)
cell = tf.contrib.seq2seq.AttentionWrapper(
    tf.contrib.rnn.GRUCell(4), mechanism, attention_layer_size=4, alignment_history=True
)
decoder = tf.contrib.seq2seq.BasicDecoder(
    cell, tf.contrib.seq2seq.TrainingHelper(steps, lengths), cell.zero_state(2, tf.float32)
)
_, state, _ = tf.contrib.seq2seq.dynamic_decode(decoder, impute_finished=True)
alignments = state.alignment_history.stack()

with tf.Session() as sess:
    sess.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
    feed = {images: np.ones((2, 8, 8, 1)), steps: np.ones((2, 3, 3))}
    assert sess.run(list(updates.values()), feed) == [1.0]
    assert sess.run(list(values.values())) == [1.0]
    shares = sess.run(alignments, feed)
    assert shares.shape == (3, 2, 3) and np.allclose(shares.sum(-1), 1.0)
