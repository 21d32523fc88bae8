"""A net that turns sequences round, with tf.contrib.seq2seq."""

import numpy as np
import tensorflow as tf
from tensorflow.python.layers.core import Dense

V, E, H = 8, 6, 12
tf.set_random_seed(1)
source = tf.placeholder(tf.int32, [None, None])
lengths = tf.placeholder(tf.int32, [None])
target = tf.placeholder(tf.int32, [None, None])
target_lengths = tf.placeholder(tf.int32, [None])
batch = tf.shape(source)[0]


def cell_of():
    return tf.contrib.rnn.LSTMCell(H, initializer=tf.random_uniform_initializer(-0.1, 0.1, seed=2))


embedded = tf.contrib.layers.embed_sequence(source, V, E)
encoder = tf.contrib.rnn.MultiRNNCell([cell_of() for _ in range(2)])
outputs, state = tf.nn.dynamic_rnn(encoder, embedded, sequence_length=lengths, dtype=tf.float32)
ending = tf.strided_slice(target, [0, 0], [batch, -1], [1, 1])
table = tf.Variable(tf.random_uniform([V, E], seed=3))
given = tf.nn.embedding_lookup(table, tf.concat([tf.fill([batch, 1], 1), ending], 1))
decoder_cell = tf.contrib.rnn.MultiRNNCell([cell_of() for _ in range(2)])
layer = Dense(V)
with tf.variable_scope("decode"):
    helper = tf.contrib.seq2seq.TrainingHelper(given, target_lengths)
    decoder = tf.contrib.seq2seq.BasicDecoder(decoder_cell, helper, state, layer)
    made, _, counts = tf.contrib.seq2seq.dynamic_decode(
        decoder, impute_finished=True, maximum_iterations=tf.reduce_max(target_lengths)
    )
with tf.variable_scope("decode", reuse=True):
    greedy = tf.contrib.seq2seq.GreedyEmbeddingHelper(table, tf.fill([batch], 1), 2)
    decoder = tf.contrib.seq2seq.BasicDecoder(decoder_cell, greedy, state, layer)
    found, _, _ = tf.contrib.seq2seq.dynamic_decode(decoder, maximum_iterations=5)
masks = tf.sequence_mask(target_lengths, tf.reduce_max(target_lengths), dtype=tf.float32)
loss = tf.contrib.seq2seq.sequence_loss(made.rnn_output, target, masks)
train = tf.train.AdamOptimizer(0.03).minimize(loss)

with tf.variable_scope("attention"):
    mechanism = tf.contrib.seq2seq.LuongAttention(H, outputs, memory_sequence_length=lengths)
    cell = tf.contrib.seq2seq.AttentionWrapper(tf.contrib.rnn.GRUCell(H), mechanism, H)
    decoder = tf.contrib.seq2seq.BasicDecoder(
        cell,
        tf.contrib.seq2seq.TrainingHelper(given, target_lengths),
        cell.zero_state(batch, tf.float32),
        Dense(V),
    )
    with_attention, _, attended = tf.contrib.seq2seq.dynamic_decode(decoder)
other = tf.contrib.seq2seq.sequence_loss(with_attention.rnn_output, target, masks)
other_train = tf.train.AdamOptimizer(0.03).minimize(other)

rows = np.random.RandomState(0).randint(3, V, (5, 3))
wanted = np.concatenate([rows[:, ::-1], np.full((5, 1), 2)], 1)
feed = {source: rows, lengths: [3] * 5, target: wanted, target_lengths: [4] * 5}
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    before = sess.run([loss, other], feed)
    for _ in range(60):
        sess.run([train, other_train], feed)
    assert sess.run(loss, feed) < before[0] / 2 and sess.run(other, feed) < before[1] / 2
    assert (sess.run(found.sample_id, feed)[:, :4] == wanted).mean() > 0.6
    feed[target_lengths] = [4, 3, 2, 4, 4]
    for tensor in (counts, attended):
        assert sess.run(tensor, feed).tolist() == [4, 3, 2, 4, 4]
