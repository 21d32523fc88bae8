"""Constraints that `tf.Variable` is made with."""

import pytest

import pelton as tf


def test_a_constraint_of_the_constructor_is_kept_and_applied():
    def positive(value):
        return tf.maximum(value, 0.0)

    variable = tf.Variable([1.0, 3.0], constraint=positive)
    assert variable.constraint is positive
    assert tf.Variable([1.0]).constraint is None
    optimizer = tf.keras.optimizers.SGD(1.0)
    optimizer.apply_gradients([(tf.constant([2.0, 1.0]), variable)])
    assert variable.numpy().tolist() == [0.0, 2.0]
    with pytest.raises(ValueError, match="constraint"):
        tf.Variable([1.0], constraint=3)
