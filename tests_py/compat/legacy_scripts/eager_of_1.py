"""TensorFlow 1 with eager execution: a tape and an optimizer of tf.train."""

import tensorflow as tf

tf.enable_eager_execution()
assert tf.executing_eagerly()
w = tf.Variable(0.0)
optimizer = tf.train.GradientDescentOptimizer(learning_rate=0.1)
step = tf.train.get_or_create_global_step()
for _ in range(50):
    with tf.GradientTape() as tape:
        loss = tf.square(w - 2.0)
    grads = tape.gradient(loss, [w])
    optimizer.apply_gradients(zip(grads, [w]), global_step=step)
optimizer.minimize(lambda: tf.square(w - 2.0))
assert abs(w.numpy() - 2.0) < 1e-3 and int(step) == 50
