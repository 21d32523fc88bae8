"""TensorFlow 1: an autoencoder of contrib's layers, with a decayed rate and a flag."""

import numpy as np
import tensorflow as tf

flags = tf.app.flags
flags.DEFINE_integer("hidden", 4, "units of the code")
flags.DEFINE_float("rate", 0.01, "learning rate")
flags.DEFINE_boolean("verbose", False, "say more")
FLAGS = flags.FLAGS


def main(_):
    rng = np.random.RandomState(0)
    data = rng.rand(64, 3).astype("float32") @ rng.rand(3, 12).astype("float32")
    X = tf.placeholder("float", [None, 12])
    init = tf.contrib.layers.xavier_initializer()
    W = tf.Variable(init([12, FLAGS.hidden]), name="W")
    code = tf.nn.tanh(tf.matmul(X, W))
    decoded = tf.contrib.layers.fully_connected(
        code, 12, activation_fn=None, weights_regularizer=tf.contrib.layers.l2_regularizer(1e-5)
    )
    step = tf.train.get_or_create_global_step()
    rate = tf.train.exponential_decay(FLAGS.rate, step, 100, 0.9, staircase=True)
    cost = tf.reduce_mean(tf.pow(X - decoded, 2)) + tf.losses.get_regularization_loss()
    optimizer = tf.train.AdamOptimizer(rate)
    pairs = optimizer.compute_gradients(cost)
    clipped = [(tf.clip_by_norm(g, 5.0), v) for g, v in pairs]
    train = optimizer.apply_gradients(clipped, global_step=step)
    with tf.Session() as sess:
        sess.run(tf.initialize_all_variables())
        first = sess.run(cost, {X: data})
        for _ in range(150):
            sess.run(train, {X: data})
        assert sess.run(cost, {X: data}) < 0.3 * first
        assert tf.train.global_step(sess, step) == 150
    tf.logging.info("done")
    print("trained")


if __name__ == "__main__":
    tf.app.run()
