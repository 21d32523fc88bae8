"""Settings of pipelines under their names of old."""

import threading
import time

import pytest

import pelton as tf


def test_old_names_are_the_same_settings():
    options = tf.data.Options()
    options.experimental_deterministic = False
    options.experimental_threading.private_threadpool_size = 3
    assert options.deterministic is options.experimental_deterministic is False
    assert options.threading.private_threadpool_size == 3
    given = tf.data.Dataset.range(2).with_options(options).options()
    assert given.deterministic is False
    assert given.threading.private_threadpool_size == 3


def test_unknown_settings_are_refused():
    with pytest.raises(AttributeError, match="Cannot set the property slack on Options"):
        tf.data.Options().slack = True


def most_calls_at_once(calls, set_options):
    """How many calls of a slow function were on their way together."""
    now, most, lock = 0, 0, threading.Lock()

    def slow(x):
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.01)
        with lock:
            now -= 1
        return x

    options = tf.data.Options()
    set_options(options)
    dataset = tf.data.Dataset.range(24).map(
        lambda x: tf.py_function(slow, [x], tf.int64), num_parallel_calls=calls
    )
    elements = [int(x) for x in dataset.with_options(options).repeat(2).prefetch(1)]
    assert elements == list(range(24)) * 2
    return most


def set_threads(count):
    def set_options(options):
        options.threading.private_threadpool_size = count

    return set_options


def set_budget(count):
    def set_options(options):
        options.autotune.cpu_budget = count

    return set_options


def test_calls_at_once_are_as_many_as_the_pool_of_threads_has():
    assert most_calls_at_once(6, set_threads(0)) > 2
    assert most_calls_at_once(6, set_threads(2)) == 2
    assert most_calls_at_once(6, set_threads(1)) == 1
    assert most_calls_at_once(2, set_threads(5)) == 2


def test_the_budget_is_of_calls_whose_number_is_chosen():
    assert most_calls_at_once(tf.data.AUTOTUNE, set_budget(1)) == 1
    assert most_calls_at_once(6, set_budget(1)) > 1


def test_settings_change_neither_random_numbers_nor_positions():
    options = tf.data.Options()
    options.threading.max_intra_op_parallelism = 1
    options.threading.private_threadpool_size = 1
    plain = tf.data.Dataset.range(20).shuffle(20, seed=3, reshuffle_each_iteration=False)
    plain = plain.map(lambda x: x + tf.random.uniform([], 0, 9, tf.int64), num_parallel_calls=2)
    tf.random.set_seed(4)
    expected = [int(x) for x in plain]
    tf.random.set_seed(4)
    iterator = iter(plain.with_options(options))
    assert [int(next(iterator)) for _ in range(8)] == expected[:8]
    other = iter(plain)
    other._restore_checkpoint_text(iterator._checkpoint_text())
    assert [int(x) for x in other] == expected[8:]
