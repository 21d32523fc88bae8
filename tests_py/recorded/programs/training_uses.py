"""Loops of training and what they need: learning rates of TensorFlow 1, records, replicas."""

import tempfile


def learning_rates(tf):
    """Of TensorFlow 1 where code runs at once: functions that give the rate of then."""
    v1, step = tf.compat.v1.train, tf.Variable(3)
    rates = [
        v1.exponential_decay(0.1, step, 10, 0.5),
        v1.natural_exp_decay(0.1, step, 10, 0.5),
        v1.inverse_time_decay(0.1, step, 10, 0.5, staircase=True),
        v1.polynomial_decay(0.1, step, 10),
        v1.cosine_decay(0.1, step, 10),
        v1.cosine_decay_restarts(0.1, step, 4),
        v1.linear_cosine_decay(0.1, step, 10),
        v1.piecewise_constant(step, [2, 5], [0.1, 0.2, 0.3]),
    ]
    before = [rate() for rate in rates]
    step.assign(6)
    return before, [rate() for rate in rates]


def learning_rate_of_an_optimizer(tf):
    v1, step, v = tf.compat.v1.train, tf.Variable(0, dtype=tf.int64), tf.Variable(1.0)
    optimizer = v1.GradientDescentOptimizer(v1.exponential_decay(0.5, step, 1, 0.5))
    for _ in range(3):
        with tf.GradientTape() as tape:
            loss = v * v
        optimizer.apply_gradients([(tape.gradient(loss, v), v)], global_step=step)
    return v, step


def learning_rate_in_a_function(tf):
    step = tf.Variable(0)

    @tf.function
    def rate():
        return tf.compat.v1.train.exponential_decay(0.5, step, 1, 0.5)

    first = rate()
    step.assign(1)
    return first, rate()


def closed_writer(tf, use):
    with tempfile.TemporaryDirectory() as folder:
        with tf.io.TFRecordWriter(f"{folder}/records") as writer:
            writer.write("a")
        use(writer)


def record_after_the_end(tf):
    closed_writer(tf, lambda writer: writer.write("b"))


def flush_after_the_end(tf):
    closed_writer(tf, lambda writer: writer.flush())


def close_after_the_end(tf):
    closed_writer(tf, lambda writer: writer.close())


def steps_of_replicas(tf):
    strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
    with strategy.scope():
        v, optimizer = tf.Variable([1.0, 2.0]), tf.keras.optimizers.SGD(0.1)
        optimizer.build([v])
    rows = tf.data.Dataset.from_tensor_slices([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]).batch(2)

    def step(x):
        with tf.GradientTape() as tape:
            each = tf.reduce_sum((x - v) ** 2, axis=-1)
            loss = tf.nn.compute_average_loss(each, global_batch_size=2)
        optimizer.apply_gradients([(tape.gradient(loss, v), v)])
        return loss

    @tf.function
    def train(iterator):
        return strategy.reduce("SUM", strategy.run(step, args=(next(iterator),)), axis=None)

    iterator, losses = iter(strategy.experimental_distribute_dataset(rows)), []
    try:
        while True:
            losses.append(train(iterator))
    except tf.errors.OutOfRangeError:
        return losses, v


def losses_of_structures(tf):
    """Losses of one's own that are called with dicts and with lists of tensors of other shapes."""

    class OfDicts(tf.keras.losses.Loss):
        def call(self, y_true, y_pred):
            far = tf.reduce_mean(tf.square(y_true["a"] - y_pred["a"]), -1)
            return far + tf.reduce_sum(y_pred["b"], -1)

    class OfLists(tf.keras.losses.Loss):
        def call(self, y_true, y_pred):
            return y_true * tf.add_n([tf.reduce_mean(tf.nn.relu(1 - p)) for p in y_pred])

    true = {"a": tf.ones((3, 2), tf.int32)}
    pred = {"a": tf.constant([[1.0, 2], [3, 4], [5, 6]]), "b": tf.ones((3, 4))}
    with tf.GradientTape() as tape:
        tape.watch(pred)
        value = OfDicts()(true, pred)
    weighted = OfDicts(reduction=None)(true, pred, sample_weight=[1.0, 2, 3])
    of_lists = OfLists()(2.0, [tf.ones((2, 3)), tf.zeros((1, 4, 4))])
    return [value, tape.gradient(value, pred), weighted, of_lists]
