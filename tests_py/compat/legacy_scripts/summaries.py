"""TensorFlow 1: summaries of a loss and of weights, merged and written as events."""

import glob
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
with tf.name_scope("model"):
    w = tf.Variable(tf.random_normal([4, 2], stddev=0.1), name="w")
x = tf.placeholder(tf.float32, [None, 4])
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - 1.0))
train_op = tf.train.RMSPropOptimizer(0.01).minimize(loss)
tf.summary.scalar("loss", loss)
tf.summary.histogram("weights", w)
merged = tf.summary.merge_all()
with tf.Session() as sess:
    writer = tf.summary.FileWriter(folder, sess.graph)
    sess.run(tf.global_variables_initializer())
    for step in range(5):
        summary, _ = sess.run([merged, train_op], {x: [[1.0, 0.0, 2.0, 1.0]]})
        writer.add_summary(summary, step)
    writer.close()
assert isinstance(summary, bytes)
assert len(glob.glob(folder + "/events.out.tfevents.*")) == 1
