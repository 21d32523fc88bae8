"""tf.TensorArray outside of loops: values, shapes and errors as TensorFlow 2.21 has them."""

import numpy as np
import pytest

import pelton as tf


def array(size, **options):
    return tf.TensorArray(tf.float32, size=size, **options)


VALUES = {
    "zeros where nothing is": (lambda: array(2).write(0, 1.0).stack(), [1, 0]),
    "read of nothing": (lambda: array(2, element_shape=[2]).read(0), [0, 0]),
    "no elements": (lambda: array(0).stack(), np.zeros([0])),
    "no elements of a shape": (lambda: array(0, element_shape=[3]).stack(), np.zeros([0, 3])),
    "beyond the end": (lambda: array(2, dynamic_size=True).write(4, 1.0).stack(), [0, 0, 0, 0, 1]),
    "a number": (lambda: array(1).write(0, 3).stack(), [3]),
    "gather": (lambda: array(3).unstack([1.0, 2.0, 3.0]).gather([2, 0]), [3, 1]),
    "unstack fewer": (lambda: array(3).unstack([[1.0], [2.0]]).stack(), [[1], [2], [0]]),
    "unstack more": (lambda: array(0, dynamic_size=True).unstack([1.0, 2.0]).size(), 2),
    "scatter": (lambda: array(3).scatter([2, 0], [[1.0], [2.0]]).stack(), [[2], [0], [1]]),
    "split": (lambda: array(2).split([1.0, 2.0, 3.0], [1, 2]).read(1), [2, 3]),
    "concat": (lambda: array(2).write(0, [1.0, 2.0]).concat(), [1, 2, 0, 0]),
    "concat of sizes": (
        lambda: array(2, infer_shape=False).write(0, [1.0, 2.0]).write(1, [3.0]).concat(),
        [1, 2, 3],
    ),
    "size": (lambda: array(2).size(), 2),
    "read twice": (
        lambda: array(1, clear_after_read=False).write(0, 2.0).read(0) * 2,
        4,
    ),
    "written again": (lambda: array(1).write(0, 2.0).write(0, 5.0).read(0), 5),
}


@pytest.mark.parametrize("name", VALUES)
def test_values(name):
    call, expected = VALUES[name]
    for f in (call, tf.function(call)):
        np.testing.assert_array_equal(f(), expected)


def read_twice():
    a = array(2).write(0, 1.0)
    a.read(0)
    return a.read(0)


ERRORS = {
    "beyond": (
        lambda: array(2).write(2, 1.0),
        tf.errors.OutOfRangeError,
        "index 2 but array is not resizeable and size is: 2",
    ),
    "negative": (lambda: array(2).write(-1, 1.0), tf.errors.OutOfRangeError, "negative indices"),
    "read beyond": (lambda: array(2).read(5), tf.errors.OutOfRangeError, "array size is: 2"),
    "dtype": (
        lambda: array(2).write(0, tf.constant(1)),
        tf.errors.InvalidArgumentError,
        "TensorArray dtype is float32 but Op is trying to write dtype int32",
    ),
    "shape": (
        lambda: array(2, element_shape=[2]).write(0, [1.0, 2.0, 3.0]),
        ValueError,
        r"Incompatible shape for value \(\(3,\)\), expected \(\(2,\)\)",
    ),
    "another shape": (
        lambda: array(2).write(0, [1.0, 2.0]).write(1, [1.0]),
        ValueError,
        "Incompatible shape",
    ),
    "nothing": (lambda: array(2).read(0), ValueError, "partially known TensorShape <unknown>"),
    "gone": (read_twice, tf.errors.InvalidArgumentError, "Could not read index 0 twice"),
    "too many rows": (lambda: array(2).unstack([1.0, 2.0, 3.0]), ValueError, "Cannot unstack 3"),
    "no size": (lambda: tf.TensorArray(tf.float32), ValueError, "Size must be declared"),
    "negative size": (lambda: array(-1), ValueError, "size must not be negative"),
}


@pytest.mark.parametrize("name", ERRORS)
def test_errors(name):
    call, kind, text = ERRORS[name]
    with pytest.raises(kind, match=text):
        call()


def test_properties():
    a = array(2)
    assert a.dtype == tf.float32 and a.element_shape.rank is None and not a.dynamic_size
    assert a.write(0, [1.0, 2.0]).element_shape.as_list() == [2]
    assert a.identity() is a and a.handle is None
    a.close()
    assert int(a.size()) == 0


def test_gradients():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        a = array(3).write(0, x).write(2, x * x)
        y = tf.reduce_sum(a.stack() * [[1.0], [5.0], [3.0]])
    np.testing.assert_array_equal(tape.gradient(y, x), [7, 13])


def test_writes_outside_of_the_array_inside_a_traced_loop():
    @tf.function
    def f(n):
        def body(i, a):
            return i + 1, a.write(i, 1.0)

        return tf.while_loop(lambda i, a: i < n, body, (0, array(3)))[1].stack()

    np.testing.assert_array_equal(f(tf.constant(2)), [1, 1, 0])
    outside = r"write_row: index 3 is not in \[0, 3\)"
    with pytest.raises(tf.errors.InvalidArgumentError, match=outside):
        f(tf.constant(4))


def test_a_loop_that_writes_rows_holds_the_array_twice_at_most():
    """What it begins with, and what it writes to: each write that copied would hold another."""
    rows, width = 32, 16384
    size = 4 * rows * width

    @tf.function
    def f(x):
        def body(i, a):
            return i + 1, a.write(i, x * tf.cast(i, tf.float32))

        return tf.while_loop(lambda i, a: i < rows, body, (0, array(rows)))[1].stack()

    x = tf.ones([width])
    for _ in range(3):
        f(x)
    before = tf.config.experimental.get_memory_usage("CPU:0")
    tf.config.experimental.reset_memory_stats("CPU:0")
    np.testing.assert_array_equal(f(x)[:, 0], np.arange(rows))
    peak = tf.config.experimental.get_memory_info("CPU:0")["peak"] - before
    assert size <= peak < 2.5 * size
