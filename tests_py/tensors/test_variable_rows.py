"""Methods of tf.Variable that read or change rows and elements; values are those of TensorFlow."""

import numpy as np
import pytest

import pelton as tf

START = [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]

ROWS = {  # values after the change of rows 0 and 2 by [[10, 20], [30, 1]]
    "scatter_add": [[11, 22], [3, 4], [35, 7]],
    "scatter_sub": [[-9, -18], [3, 4], [-25, 5]],
    "scatter_mul": [[10, 40], [3, 4], [150, 6]],
    "scatter_div": [[0.1, 0.1], [3, 4], [5 / 30, 6]],
    "scatter_min": [[1, 2], [3, 4], [5, 1]],
    "scatter_max": [[10, 20], [3, 4], [30, 6]],
    "scatter_update": [[10, 20], [3, 4], [30, 1]],
}
ELEMENTS = {  # values of [1, 2, 3] after the change of elements 0 and 2 by [5, 1]
    "scatter_nd_add": [6, 2, 4],
    "scatter_nd_sub": [-4, 2, 2],
    "scatter_nd_min": [1, 2, 1],
    "scatter_nd_max": [5, 2, 3],
    "scatter_nd_update": [5, 2, 1],
}


@pytest.mark.parametrize("name", ROWS)
def test_rows(name):
    variable = tf.Variable(START)
    delta = tf.IndexedSlices(tf.constant([[10.0, 20.0], [30.0, 1.0]]), tf.constant([0, 2]))
    assert getattr(variable, name)(delta) is variable
    np.testing.assert_allclose(variable.numpy(), ROWS[name], rtol=1e-6)


@pytest.mark.parametrize("name", ELEMENTS)
def test_elements(name):
    variable = tf.Variable([1.0, 2.0, 3.0])
    assert getattr(variable, name)([[0], [2]], [5, 1]) is variable
    assert variable.numpy().tolist() == ELEMENTS[name]


def test_rows_that_come_twice_are_added_twice():
    variable = tf.Variable(START)
    variable.scatter_add(tf.IndexedSlices(tf.ones((2, 2)), tf.constant([0, 0])))
    assert variable.numpy().tolist() == [[3, 4], [3, 4], [5, 6]]


def test_reading():
    variable = tf.Variable(START)
    assert variable.sparse_read([1, 0]).numpy().tolist() == [[3, 4], [1, 2]]
    with tf.GradientTape() as tape:
        element = variable.gather_nd([[1, 0]])
    assert element.numpy().tolist() == [3]
    assert tape.gradient(element, variable).numpy().tolist() == [[0, 0], [1, 0], [0, 0]]


def test_in_a_function_each_call_changes_the_variable():
    variable = tf.Variable(START)

    @tf.function
    def clear(row):
        variable.scatter_update(tf.IndexedSlices(tf.zeros((1, 2)), row))
        return variable.read_value()

    assert clear(tf.constant([1])).numpy().tolist() == [[1, 2], [0, 0], [5, 6]]
    assert clear(tf.constant([2])).numpy().tolist() == [[1, 2], [0, 0], [0, 0]]


BAD = [
    (lambda v: v.scatter_add([1], [2]), TypeError, "scatter_add"),
    (
        lambda v: v.scatter_add(tf.IndexedSlices(tf.ones((1, 2)), tf.constant([7]))),
        tf.errors.InvalidArgumentError,
        r"7",
    ),
    (lambda v: v.scatter_nd_update([[9, 0]], [1.0]), tf.errors.InvalidArgumentError, r"9"),
]


@pytest.mark.parametrize(("call", "error", "text"), BAD)
def test_refused(call, error, text):
    variable = tf.Variable(START)
    with pytest.raises(error, match=text):
        call(variable)
    assert variable.numpy().tolist() == START
