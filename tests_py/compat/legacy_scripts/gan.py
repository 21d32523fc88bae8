"""TensorFlow 1: two networks in variable scopes that train against each other."""

import numpy as np
import tensorflow as tf


def generator(z, reuse=None):
    with tf.variable_scope("gen", reuse=reuse):
        hidden = tf.layers.dense(z, 16, activation=tf.nn.leaky_relu)
        return tf.layers.dense(hidden, 1)


def discriminator(x, reuse=None):
    with tf.variable_scope("dis", reuse=reuse):
        hidden = tf.layers.dense(x, 16, activation=tf.nn.leaky_relu)
        return tf.layers.dense(hidden, 1)


real = tf.placeholder(tf.float32, [None, 1])
z = tf.placeholder(tf.float32, [None, 4])
fake = generator(z)
on_real = discriminator(real)
on_fake = discriminator(fake, reuse=True)


def loss_of(logits, labels):
    return tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(logits=logits, labels=labels))


d_loss = loss_of(on_real, tf.ones_like(on_real)) + loss_of(on_fake, tf.zeros_like(on_fake))
g_loss = loss_of(on_fake, tf.ones_like(on_fake))
d_vars = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, scope="dis")
g_vars = [v for v in tf.trainable_variables() if v.name.startswith("gen")]
assert len(d_vars) == len(g_vars) == 4
d_step = tf.train.AdamOptimizer(0.01, beta1=0.5).minimize(d_loss, var_list=d_vars)
g_step = tf.train.AdamOptimizer(0.01, beta1=0.5).minimize(g_loss, var_list=g_vars)
rng = np.random.RandomState(0)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(200):
        feed = {real: rng.normal(3.0, 0.5, (32, 1)), z: rng.normal(size=(32, 4))}
        sess.run(d_step, feed)
        sess.run(g_step, feed)
    samples = sess.run(fake, {z: rng.normal(size=(256, 4))})
assert 1.0 < samples.mean() < 6.0, samples.mean()
