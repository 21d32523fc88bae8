"""Summaries that functions write: to which files, under which conditions."""

import glob
import os
import tempfile


def events(tf, folder):
    """Steps, tags and values of all scalars in a folder."""
    found = []
    for path in sorted(glob.glob(os.path.join(folder, "*"))):
        for event in tf.compat.v1.train.summary_iterator(path):
            found += [
                [event.step, value.tag, float(tf.make_ndarray(value.tensor))]
                for value in event.summary.value
            ]
    return found


def writer_within_the_function(tf):
    with tempfile.TemporaryDirectory() as folder:
        writer = tf.summary.create_file_writer(folder)

        @tf.function
        def train(x, step):
            with writer.as_default():
                tf.summary.scalar("twice", x * 2.0, step=step // 2)
                tf.summary.scalar("once", x, step=step // 2)
            return x

        for step, x in tf.data.Dataset.range(5).map(lambda n: (n, 1.5)):
            train(x, step)
        writer.flush()
        return events(tf, folder)


def writer_of_the_first_call(tf):
    with tempfile.TemporaryDirectory() as one, tempfile.TemporaryDirectory() as other:
        first, second = tf.summary.create_file_writer(one), tf.summary.create_file_writer(other)

        @tf.function
        def train(x):
            tf.summary.scalar("x", x, step=3)
            return x

        with first.as_default():
            train(tf.constant(1.0))
            train(tf.constant(2.0))
        with second.as_default():
            train(tf.constant(3.0))
        train(tf.constant(4.0))
        first.flush()
        second.flush()
        return events(tf, one), events(tf, other)


def conditions(tf):
    with tempfile.TemporaryDirectory() as folder:
        writer = tf.summary.create_file_writer(folder)
        step = tf.Variable(0, dtype=tf.int64)

        @tf.function
        def within(x):
            with writer.as_default(), tf.summary.record_if(lambda: tf.equal(step % 2, 0)):
                tf.summary.scalar("within", x, step=step)
            with writer.as_default(), tf.summary.record_if(x > 2.0):
                tf.summary.scalar("large", x, step=step)
            return x

        @tf.function
        def around(x):
            tf.summary.scalar("around", x, step=step)
            return x

        for n in range(4):
            step.assign(n)
            within(tf.constant(float(n)))
            with writer.as_default(), tf.summary.record_if(lambda: tf.equal(step % 3, 0)):
                around(tf.constant(float(n)))
        writer.flush()
        return sorted(events(tf, folder))


def condition_of_the_first_call(tf):
    with tempfile.TemporaryDirectory() as folder:
        writer = tf.summary.create_file_writer(folder)

        @tf.function
        def train(x):
            tf.summary.scalar("x", x, step=1)
            return x

        with writer.as_default():
            with tf.summary.record_if(True):
                train(tf.constant(1.0))
            with tf.summary.record_if(False):
                train(tf.constant(2.0))
            train(tf.constant(3.0))
        writer.flush()
        return events(tf, folder)


def steps_of_the_default(tf):
    with tempfile.TemporaryDirectory() as folder:
        writer = tf.summary.create_file_writer(folder)
        step = tf.Variable(1, dtype=tf.int64)

        @tf.function
        def train(x):
            tf.summary.scalar("x", x)
            return tf.summary.scalar("y", x + 1.0)

        with writer.as_default(step=step):
            written = []
            for n in range(3):
                step.assign_add(1)
                written.append(train(tf.constant(float(n))))
        writer.flush()
        return events(tf, folder), written


def kinds_of_events(tf):
    with tempfile.TemporaryDirectory() as folder:
        writer = tf.summary.create_file_writer(folder)
        with writer.as_default():
            tf.summary.scalar("x", 1.5, step=3)
        writer.close()
        path = glob.glob(os.path.join(folder, "*"))[0]
        found = [tf.compat.v1.Event.FromString(e.numpy()) for e in tf.data.TFRecordDataset(path)]
        values = [value.WhichOneof("value") for event in found for value in event.summary.value]
        attribute = tf.compat.v1.AttrValue(i=3)
        return [e.WhichOneof("what") for e in found], values, attribute.WhichOneof("value")


def records_by_kind_of_compression(tf):
    io = tf.compat.v1.python_io
    options = io.TFRecordOptions(io.TFRecordCompressionType.GZIP)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a")
        with io.TFRecordWriter(path, options) as writer:
            writer.write(b"one")
        return [record.decode() for record in io.tf_record_iterator(path, options)]
