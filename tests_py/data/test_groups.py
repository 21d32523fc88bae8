"""What group_by_window and unique take and refuse, as in TensorFlow."""

import numpy as np
import pytest

import pelton as tf

RANGE = tf.data.Dataset.range(4)


def grouped(key, size=2, **options):
    if options:
        size = None
    return [
        window.numpy().tolist()
        for window in RANGE.group_by_window(key, lambda k, w: w.batch(2), size, **options)
    ]


@pytest.mark.parametrize("key", [lambda x: 1, lambda x: np.int32(1), lambda x: x * 0])
def test_keys_that_are_integers(key):
    assert grouped(key) == [[0, 1], [2, 3]]


@pytest.mark.parametrize(
    ("key", "error"),
    [
        (lambda x: tf.cast(x, tf.int32), ValueError),
        (lambda x: tf.cast(x, tf.float32), ValueError),
        (lambda x: tf.constant([1], tf.int64), ValueError),
        (lambda x: (x, x), ValueError),
        (lambda x: "a", TypeError),
        (lambda x: 1.5, TypeError),
    ],
)
def test_keys_that_are_none(key, error):
    with pytest.raises(error):
        grouped(key)


@pytest.mark.parametrize(
    ("size", "error"),
    [(0, tf.errors.InvalidArgumentError), (-1, tf.errors.InvalidArgumentError), ("a", TypeError)],
)
def test_sizes_that_are_none(size, error):
    with pytest.raises(error):
        grouped(lambda x: x % 2, size)


def test_sizes_by_function():
    assert grouped(lambda x: x % 2, window_size_func=lambda k: k + 1) == [[0], [2], [1, 3]]
    with pytest.raises(ValueError):
        grouped(lambda x: x % 2, window_size_func=lambda k: tf.cast(2, tf.int32))


def test_unique_elements_of_one_tensor_in_a_nest():
    made = tf.data.Dataset.from_tensor_slices({"a": [1, 1, 2]}).unique()
    assert [int(element["a"]) for element in made] == [1, 2]
    made = tf.data.Dataset.from_tensor_slices((np.array(["x", "x"]),)).unique()
    assert [element[0].numpy() for element in made] == [b"x"]
