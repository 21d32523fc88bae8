"""tf.gradients in traced functions: what names it, and what does not."""

import pytest

import pelton as tf
from pelton.functions.recorded_function import names_gradients


def nested(x):
    return [tf.hessians(x * x, one) for one in [x]]


def plain(x):
    gradients = x * 2.0
    return gradients


def slope(y, x):
    return tf.gradients(y, x)


def test_code_that_names_gradients_is_found():
    assert names_gradients(nested.__code__) and names_gradients(slope.__code__)
    assert not names_gradients(plain.__code__)


def test_another_function_takes_gradients_under_the_tape_of_the_first():
    @tf.function
    def step(x):
        inner = slope(x * x, x)[0]
        return inner, tf.gradients(x * x * x, x)[0]

    first, second = step(tf.constant(3.0))
    assert (float(first), float(second)) == (6.0, 27.0)


def test_a_function_that_does_not_name_them_says_where_to_call():
    step = tf.function(lambda x: slope(x * x, x))
    with pytest.raises(RuntimeError, match="tf.gradients"):
        step(tf.constant(3.0))


def test_gradients_follow_new_values():
    weight = tf.Variable(2.0)

    @tf.function
    def step(x):
        (gradient,) = tf.gradients(weight * weight * x, weight)
        weight.assign_sub(0.25 * gradient)
        return gradient

    assert [float(step(tf.constant(1.0))) for _ in range(3)] == [4.0, 2.0, 1.0]


def test_gradients_stop_where_they_are_told_to():
    step = tf.function(lambda x: tf.gradients(x * tf.exp(x), x, stop_gradients=[x])[0])
    assert float(step(tf.constant(0.0))) == 1.0


def test_functions_of_lower_priority_convert_first():
    class Celsius:
        degrees = 20.0

    def refuses(value, dtype=None, name=None, as_ref=False):
        return NotImplemented

    def converts(value, dtype=None, name=None, as_ref=False):
        return tf.constant(value.degrees, dtype)

    tf.register_tensor_conversion_function(Celsius, converts)
    tf.register_tensor_conversion_function(Celsius, refuses, priority=1)
    assert float(tf.constant(1.0) + tf.convert_to_tensor(Celsius())) == 21.0
    with pytest.raises(TypeError):
        tf.register_tensor_conversion_function(dict, converts)


def test_nothing_is_said_of_the_tape_around(caplog):
    @tf.function
    def step(x):
        return tf.gradients(x * x, x)[0], tf.hessians(x * x, x)[0]

    slope_, curve = step(tf.constant([3.0]))
    assert (slope_.numpy().tolist(), curve.numpy().tolist()) == ([6.0], [[2.0]])
    assert not caplog.records
