"""A small net of tf.contrib.slim."""

import numpy as np
import tensorflow as tf
import tensorflow.contrib.slim as slim
from tensorflow.contrib.framework.python.ops import arg_scope
from tensorflow.contrib.layers import xavier_initializer


def net_of(images, is_training):
    with tf.variable_scope("Net", "Net", [images]):
        net = slim.conv2d(
            images,
            4,
            [3, 3],
            scope="conv1",
            normalizer_fn=slim.batch_norm,
            normalizer_params={"is_training": is_training},
        )
        net = slim.max_pool2d(net, [2, 2], 2, scope="pool1")
        net = slim.repeat(net, 2, slim.conv2d, 4, [3, 3], scope="rep")
        net = slim.flatten(net)
        net = slim.dropout(net, 0.9, is_training=is_training)
        return slim.fully_connected(net, 3, activation_fn=None, scope="out")


images = tf.placeholder(tf.float32, [None, 8, 8, 1])
labels = tf.placeholder(tf.int64, [None])
with arg_scope(
    [slim.conv2d, slim.fully_connected],
    weights_regularizer=slim.l2_regularizer(0.01),
    weights_initializer=xavier_initializer(seed=1),
):
    logits = net_of(images, True)
slim.losses.sparse_softmax_cross_entropy(logits, labels)
train = slim.learning.create_train_op(
    slim.losses.get_total_loss(), tf.train.MomentumOptimizer(0.05, 0.9)
)
names = [v.op.name for v in slim.get_model_variables()]
assert names[0] == "Net/conv1/weights" and "Net/conv1/BatchNorm/moving_mean" in names
assert "Net/rep/rep_2/biases" in names and "Net/conv1/biases" not in names
assert len(tf.losses.get_regularization_losses()) == 4
kept = slim.get_variables_to_restore(exclude=["Net/out"])
assert not any(v.op.name.startswith("Net/out") for v in kept) and kept

rs = np.random.RandomState(0)
feed = {images: rs.rand(8, 8, 8, 1), labels: rs.randint(0, 3, 8)}
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    losses = [sess.run(train, feed) for _ in range(20)]
    assert losses[-1] < losses[0], losses
    assert sess.run(tf.train.get_global_step()) == 20
    moved = [v for v in tf.global_variables() if "moving_mean" in v.name][0]
    assert sess.run(moved).any()
