"""Names and arguments of TensorFlow before 1.0."""

import numpy as np
import tensorflow as tf

x = tf.placeholder(tf.float32, [None, 4])
halves = tf.split(1, 2, x)
both = tf.concat(1, [tf.mul(halves[0], 2.0), tf.neg(halves[1])])
rows = tf.unpack(tf.pack([both, tf.sub(both, x)]))
weights = tf.Variable(tf.truncated_normal([4, 3], stddev=0.1))
cell = tf.nn.rnn_cell.BasicLSTMCell(3)
outputs, _ = tf.nn.rnn(cell, [x, both], dtype=tf.float32)
tf.scalar_summary("mean", tf.reduce_mean(both))
tf.histogram_summary("weights", weights)
merged = tf.merge_all_summaries()
supervisor_step = tf.train.get_or_create_global_step()
train = tf.train.GradientDescentOptimizer(0.1).minimize(
    tf.reduce_sum(tf.square(tf.matmul(x, weights))), global_step=supervisor_step
)
values = np.arange(8.0).reshape(2, 4)
with tf.Session() as sess:
    sess.run(tf.initialize_all_variables())
    writer = tf.train.SummaryWriter("logs", sess.graph)
    writer.add_summary(sess.run(merged, {x: values}), 1)
    writer.close()
    found = sess.run(rows, {x: values})
    assert found[0].tolist() == [[0, 2, -2, -3], [8, 10, -6, -7]]
    assert (found[1] == found[0] - values).all()
    assert [one.shape for one in sess.run(outputs, {x: values})] == [(2, 3)] * 2
supervisor = tf.train.Supervisor(logdir="saved")
with supervisor.managed_session() as sess:
    while not supervisor.should_stop() and sess.run(supervisor_step) < 3:
        sess.run(train, {x: values * 0.01})
with tf.train.Supervisor(logdir="saved").managed_session() as sess:
    assert sess.run(supervisor_step) == 3
