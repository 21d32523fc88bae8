"""Reads a pipeline, saves the position of its iterator and goes on until it is killed, or resumes
there: `position_child.py KIND FOLDER COUNT`, COUNT elements before the save; 0 resumes."""

import os
import signal
import sys

import numpy as np

import pelton as tf

Dataset = tf.data.Dataset


def numbers():
    yield from range(23)


PIPELINES = {
    "shuffle": lambda: Dataset.range(50).shuffle(20).repeat(3),
    "shuffle twice": lambda: Dataset.range(30).shuffle(7, seed=3).shuffle(11).repeat(2),
    "cache": lambda: Dataset.range(20).shuffle(20).cache().shuffle(6).repeat(4),
    "random map": lambda: (
        Dataset.range(25).map(lambda x: tf.cast(x, tf.float32) + tf.random.uniform([])).repeat(3)
    ),
    "parallel random map": lambda: (
        Dataset.range(25)
        .map(lambda x: tf.cast(x, tf.float32) + tf.random.uniform([]), num_parallel_calls=2)
        .repeat(3)
        .prefetch(2)
    ),
    "cached random map": lambda: (
        Dataset.range(25)
        .map(lambda x: tf.cast(x, tf.float32) + tf.random.uniform([]))
        .cache()
        .repeat(3)
    ),
    "interleave": lambda: (
        Dataset.range(6)
        .interleave(lambda x: Dataset.range(x * 10, x * 10 + 9).shuffle(5), 3, 2)
        .shuffle(4)
    ),
    "filter": lambda: Dataset.range(90).shuffle(30).filter(lambda x: x % 3 == 0).repeat(2),
    "generator": lambda: Dataset.from_generator(numbers, tf.int32).shuffle(5).repeat(2),
    "training": lambda: (
        Dataset.from_tensor_slices(np.arange(400.0, dtype="float32"))
        .shuffle(400)
        .map(lambda x: x * 2)
        .batch(8)
        .prefetch(2)
        .repeat(2)
    ),
    "window": lambda: Dataset.range(60).window(4, 2).flat_map(lambda w: w.batch(4)).shuffle(5),
    "unbatch": lambda: Dataset.range(40).batch(6).unbatch().shuffle(9).batch(5).rebatch(2),
    "sample": lambda: Dataset.sample_from_datasets(
        [Dataset.range(50), Dataset.range(100, 150).shuffle(9)], [0.4, 0.6]
    ),
    "resample": lambda: (
        Dataset.range(100)
        .rejection_resample(lambda x: tf.cast(x % 2, tf.int32), [0.3, 0.7])
        .map(lambda kind, x: x)
    ),
    "scan": lambda: Dataset.range(40).shuffle(40).scan(np.int64(0), lambda s, x: (s + x, s)),
    "groups": lambda: (
        Dataset.range(60)
        .shuffle(30)
        .group_by_window(lambda x: x % 3, lambda key, window: window.batch(4), 4)
    ),
    "errors": lambda: (
        Dataset.range(40)
        .shuffle(9)
        .map(lambda x: tf.debugging.check_numerics(1.0 / tf.cast(x % 7, tf.float32), "zero"))
        .batch(2)
    ),
    "ignored errors": lambda: (
        Dataset.range(40)
        .shuffle(9)
        .map(lambda x: tf.debugging.check_numerics(1.0 / tf.cast(x % 7, tf.float32), "zero"))
        .ignore_errors()
        .batch(2)
    ),
    "zip": lambda: Dataset.zip(Dataset.range(60).shuffle(9), Dataset.random().take(60)).repeat(2),
}


def text_of(iterator):
    """The next element as a text; a refusal's class where there is one."""
    try:
        return str(tf.nest.map_structure(lambda x: x.numpy().tolist(), next(iterator)))
    except StopIteration:
        return "end"
    except tf.errors.InvalidArgumentError:
        return "error"


def main():
    kind, folder, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
    iterator = iter(PIPELINES[kind]())
    checkpoint = tf.train.Checkpoint(iterator=iterator)
    prefix = os.path.join(folder, "at")
    if count == 0:
        checkpoint.read(prefix).assert_consumed()
    else:
        for _ in range(count):
            text_of(iterator)
        checkpoint.write(prefix)
    text = ""
    while text != "end":
        text = text_of(iterator)
        print(text, flush=True)
    if count > 0:
        os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    main()
