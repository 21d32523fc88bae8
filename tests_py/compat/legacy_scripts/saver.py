"""TensorFlow 1: linear regression that is saved while it trains, and restored."""

import os
import tempfile

import numpy as np
import tensorflow as tf

folder = tempfile.mkdtemp()
x_data = np.linspace(-1, 1, 64).astype(np.float32)
y_data = 3.0 * x_data + 0.5
x = tf.placeholder(tf.float32, [None], name="x")
y = tf.placeholder(tf.float32, [None], name="y")
w = tf.get_variable("w", shape=[], initializer=tf.zeros_initializer())
b = tf.get_variable("b", shape=[], initializer=tf.zeros_initializer())
loss = tf.reduce_mean(tf.square(w * x + b - y))
global_step = tf.Variable(0, trainable=False, name="global_step")
train_op = tf.train.AdamOptimizer(0.05).minimize(loss, global_step=global_step)
saver = tf.train.Saver(max_to_keep=2)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for step in range(120):
        sess.run(train_op, feed_dict={x: x_data, y: y_data})
        if step % 40 == 39:
            path = saver.save(sess, os.path.join(folder, "model.ckpt"), global_step=global_step)
    trained = sess.run([w, b])
assert path.endswith("model.ckpt-120") and len(saver.last_checkpoints) == 2
assert tf.train.checkpoint_exists(path)
with tf.Session() as sess:
    saver.restore(sess, tf.train.latest_checkpoint(folder))
    assert sess.run([w, b, global_step]) == [*trained, 120]
    sess.run(train_op, feed_dict={x: x_data, y: y_data})
assert abs(trained[0] - 3.0) < 0.5
