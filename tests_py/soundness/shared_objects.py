"""Queues, iterators, tables, generators and functions that several threads share; the kind "shared"
of thread_child.py. Each takes seconds and gives what it counted."""

import itertools
import os
import tempfile
import threading
import time

import numpy as np

import pelton as tf


def in_threads(count, body):
    """Runs body(index) in so many threads at once; what they gave, or the first that was raised."""
    given, errors = [None] * count, []

    def run(index):
        try:
            given[index] = body(index)
        except Exception as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(index,)) for index in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return given


def until(seconds):
    """Counts up until the time is over, 20 times at least."""
    end = time.monotonic() + seconds
    return itertools.takewhile(lambda n: n < 20 or time.monotonic() < end, itertools.count())


def queue(seconds):
    """Two threads put numbers in, two take them out: each arrives once."""
    shared = tf.queue.FIFOQueue(7, tf.int64, ())

    def work(index):
        rounds = until(seconds)
        if index < 2:
            put = [[shared.enqueue(2 * n + index), 2 * n + index][1] for n in rounds]
            shared.enqueue(-1)
            return put
        taken = iter(lambda: int(shared.dequeue()), -1)
        return list(taken)

    first, second, third, fourth = in_threads(4, work)
    assert sorted(first + second) == sorted(third + fourth)
    return [len(third), len(fourth)]


def iterator(seconds):
    """Four threads take from one iterator of a pipeline: each element arrives once."""
    counts = []
    for _ in until(seconds):
        data = tf.data.Dataset.range(500).shuffle(50).map(lambda x: x + 1, 2).prefetch(2)
        shared = iter(data)
        taken = in_threads(4, lambda _, shared=shared: [int(x) for x in shared])
        assert sorted(sum(taken, [])) == list(range(1, 501))
        counts.append(len(taken[0]))
    return [len(counts)]


def python_iterator(seconds):
    """The same of a generator in Python, whose elements a batch joins."""
    rounds = 0
    for _ in until(seconds):
        data = tf.data.Dataset.from_generator(lambda: iter(range(90)), tf.int32, ()).batch(3)
        shared = iter(data)
        taken = in_threads(3, lambda _, shared=shared: [x.numpy().tolist() for x in shared])
        assert sorted(sum(sum(taken, []), [])) == list(range(90))
        rounds += 1
    return [rounds]


def table(seconds):
    """Each thread inserts, looks up and removes keys of its own in one table."""
    shared = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)

    def work(index):
        keys = [f"{index}-{n}" for n in range(20)]
        for n in until(seconds):
            shared.insert(keys, [n * 8 + index] * 20)
            assert (shared.lookup(keys).numpy() == n * 8 + index).all()
            shared.remove(keys[:5])
            assert (shared.lookup(keys[:5]).numpy() == -1).all()
            names, values = shared.export()
            assert len(names) == len(values)
        return n

    counts = in_threads(4, work)
    assert int(shared.size()) == 4 * 15
    return counts


def retraced(seconds):
    """Eight threads call one function with ever new shapes and Python values: it traces anew."""
    total = tf.Variable(0, dtype=tf.int64)
    tf.get_logger().setLevel("ERROR")  # which would be told of the many traces

    @tf.function
    def shared(x, factor, flag=False):
        total.assign_add(1)
        y = tf.reduce_sum(x) * factor
        if tf.reduce_sum(x) > 30.0 or flag:
            y = y + 1.0
        return y

    def work(index):
        for n in until(seconds):
            size, factor = (n * 3 + index) % 60, n % 5
            wanted = size * factor + (size > 30)
            assert float(shared(tf.ones((size,)), factor)) == wanted, (size, factor)
        return n + 1

    counts = in_threads(8, work)
    assert int(total) == sum(counts)
    return counts


def nested(seconds):
    """Functions that make their variables in the first call, and call each other, in threads."""
    x = tf.ones((2, 5))

    def one_round():
        layer = tf.keras.layers.Dense(3)
        inner = tf.function(lambda x: layer(x))
        outer = tf.function(lambda x: tf.reduce_sum(inner(x) * 2.0))
        calls = outer, lambda v: 2 * tf.reduce_sum(inner(v))
        given = in_threads(6, lambda index: float(calls[index % 2](x)))
        assert len(layer.weights) == 2 and np.ptp(given) < 1e-4, given

    return [sum(one_round() is None for _ in until(seconds))]


def generator(seconds):
    """No two threads draw the same numbers from one generator."""

    def one_round():
        shared = tf.random.Generator.from_seed(1)
        draw = lambda _: [shared.uniform((2,)).numpy().tobytes() for _ in range(20)]  # noqa: E731
        assert len(set(sum(in_threads(4, draw), []))) == 80
        seeds = tf.keras.random.SeedGenerator(1)
        pairs = in_threads(4, lambda _: [int(seeds.next()[1]) for _ in range(20)])
        assert sorted(sum(pairs, [])) == list(range(80))

    return [sum(one_round() is None for _ in until(seconds))]


def writers(seconds):
    """Threads write and read checkpoints, files of records and models beside each other."""
    model = tf.keras.Sequential([tf.keras.Input((4,)), tf.keras.layers.Dense(3)])
    model.compile("adam", "mse")
    x = np.ones((32, 4), "float32")

    def work(index):
        if index == 0:
            return sum(bool(model.fit(x, x[:, :3], verbose=0)) for _ in until(seconds))
        with tempfile.TemporaryDirectory() as folder:
            for _ in until(seconds):
                checkpoint = tf.train.Checkpoint(model=model)
                checkpoint.read(checkpoint.write(os.path.join(folder, "c")))
                model.save(os.path.join(folder, "m.keras"))
                found = tf.keras.models.load_model(os.path.join(folder, "m.keras"))
                assert found.predict(x, verbose=0).shape == (32, 3)
        return 20

    return in_threads(3, work)


SHARED = {
    "queue": queue,
    "iterator": iterator,
    "python_iterator": python_iterator,
    "table": table,
    "retraced": retraced,
    "nested": nested,
    "generator": generator,
    "writers": writers,
}
