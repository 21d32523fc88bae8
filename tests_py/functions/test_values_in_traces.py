"""Functions of an input_signature or of `Dataset.map` that need values which a trace has not."""

import numpy as np
import pytest

import pelton as tf

MATRIX = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]
INTS = tf.TensorSpec([None], tf.int32)
NUMBER = tf.TensorSpec([], tf.int32)
# What an op must know that a trace without values does not: (function of x and y, y's spec, y).
NEEDING_VALUES = {
    "reduce_sum": (lambda x, y: tf.reduce_sum(x, y), NUMBER, 1),
    "transpose": (lambda x, y: tf.transpose(x, y), INTS, [1, 0]),
    "reverse": (lambda x, y: tf.reverse(x, y), INTS, [0]),
    "concat": (lambda x, y: tf.concat([x, x], y), NUMBER, 1),
    "gather": (lambda x, y: tf.gather(x, [1], axis=y), NUMBER, 1),
    "expand_dims": (lambda x, y: tf.expand_dims(x, y), NUMBER, 1),
    "argmax": (lambda x, y: tf.argmax(x, y), NUMBER, 1),
    "cumsum": (lambda x, y: tf.cumsum(x, y), NUMBER, 1),
    "reshape": (lambda x, y: tf.reshape(x, y), INTS, [2, 3]),
    "tile": (lambda x, y: tf.tile(x, y), INTS, [1, 2]),
    "gather_nd": (lambda x, y: tf.gather_nd(x, y), tf.TensorSpec([None, None], tf.int32), [[1, 1]]),
}


@pytest.mark.parametrize("name", NEEDING_VALUES)
def test_what_an_op_must_know_is_read_where_it_runs(name):
    function, spec, y = NEEDING_VALUES[name]
    x, y = tf.constant(MATRIX), tf.constant(y)
    expected = function(x, y)
    traced = tf.function(function, input_signature=[tf.TensorSpec([None, 2]), spec])
    for _ in range(2):
        np.testing.assert_array_equal(traced(x, y), expected)
    elements = tf.data.Dataset.from_generator(lambda: iter([y, y]), output_signature=spec)
    for found in elements.map(lambda one: function(x, one)):
        np.testing.assert_array_equal(found, expected)


def test_errors_of_such_functions_are_their_own():
    function = tf.function(
        lambda x, y: tf.matmul(x, x) + tf.reduce_sum(x, y),
        input_signature=[tf.TensorSpec([None, 2]), NUMBER],
    )
    with pytest.raises(tf.errors.InvalidArgumentError, match="matmul"):
        function(tf.constant(MATRIX), tf.constant(0))
    elements = tf.data.Dataset.range(2)
    with pytest.raises((TypeError, ValueError, tf.errors.InvalidArgumentError), match="matmul"):
        elements.map(lambda i: tf.matmul(tf.constant(MATRIX), tf.constant(MATRIX)))
