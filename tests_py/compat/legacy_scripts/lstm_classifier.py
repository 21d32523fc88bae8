"""TensorFlow 1: an LSTM over sequences from an iterator, with static_rnn of contrib."""

import numpy as np
import tensorflow as tf
from tensorflow.contrib import rnn

rng = np.random.RandomState(0)
x_data = rng.rand(128, 5, 3).astype(np.float32)
y_data = np.eye(2, dtype=np.float32)[(x_data.sum((1, 2)) > 7.5).astype(int)]
dataset = tf.data.Dataset.from_tensor_slices((x_data, y_data)).shuffle(128).repeat().batch(32)
iterator = dataset.make_one_shot_iterator()
batch_x, batch_y = iterator.get_next()
timesteps, num_hidden, num_classes = 5, 16, 2
weights = {"out": tf.Variable(tf.random_normal([num_hidden, num_classes]))}
biases = {"out": tf.Variable(tf.random_normal([num_classes]))}


def RNN(x):
    x = tf.unstack(x, timesteps, 1)
    lstm_cell = rnn.BasicLSTMCell(num_hidden, forget_bias=1.0)
    outputs, states = rnn.static_rnn(lstm_cell, x, dtype=tf.float32)
    return tf.matmul(outputs[-1], weights["out"]) + biases["out"]


logits = RNN(batch_x)
loss = tf.reduce_mean(tf.nn.softmax_cross_entropy_with_logits_v2(logits=logits, labels=batch_y))
train_op = tf.train.AdamOptimizer(0.02).minimize(loss)
correct = tf.equal(tf.argmax(logits, 1), tf.argmax(batch_y, 1))
accuracy = tf.reduce_mean(tf.cast(correct, tf.float32))
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for _ in range(150):
        _, share = sess.run([train_op, accuracy])
assert share > 0.7, share
