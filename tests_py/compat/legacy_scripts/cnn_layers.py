"""TensorFlow 1: a network of tf.layers with dropout, tf.losses and accuracy."""

import numpy as np
import tensorflow as tf

rng = np.random.RandomState(0)
images = rng.rand(256, 8, 8, 1).astype("float32")
labels = (images[:, :4].mean((1, 2, 3)) > images[:, 4:].mean((1, 2, 3))).astype("int64")

tf.reset_default_graph()
tf.set_random_seed(1)
X = tf.placeholder(tf.float32, shape=(None, 8, 8, 1), name="X")
Y = tf.placeholder(tf.int64, shape=(None,), name="Y")
is_training = tf.placeholder_with_default(False, shape=())
net = tf.layers.conv2d(X, filters=8, kernel_size=3, padding="same", activation=tf.nn.relu)
net = tf.layers.max_pooling2d(net, pool_size=2, strides=2)
net = tf.contrib.layers.flatten(net)
net = tf.layers.dense(net, 32, activation=tf.nn.relu, name="hidden")
net = tf.layers.dropout(net, rate=0.1, training=is_training)
logits = tf.layers.dense(net, 2)
loss = tf.losses.sparse_softmax_cross_entropy(labels=Y, logits=logits)
train_op = tf.train.AdamOptimizer(learning_rate=0.01).minimize(loss)
accuracy = tf.reduce_mean(tf.cast(tf.equal(tf.argmax(logits, 1), Y), tf.float32))
config = tf.ConfigProto()
config.gpu_options.allow_growth = True
with tf.Session(config=config) as sess:
    sess.run(tf.global_variables_initializer())
    first = sess.run(loss, {X: images, Y: labels})
    for step in range(60):
        _, value = sess.run([train_op, loss], {X: images, Y: labels, is_training: True})
    assert value < 0.7 * first, (first, value)
    assert sess.run(accuracy, {X: images, Y: labels}) > 0.8
names = [v.name for v in tf.trainable_variables()]
assert "hidden/kernel:0" in names and len(names) == 6, names
