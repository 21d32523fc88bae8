"""Placeholders and Python functions of unknown rank in graphs, beside what TensorFlow gives."""

import numpy as np
import pytest

import pelton.compat.v1 as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as made:
        yield made


def run(fetch, feeds=None):
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        return [session.run(fetch, feeds) for _ in range(2)][-1]


FED = np.arange(6, dtype="float32").reshape(2, 3)
FUNCTIONS = [
    (lambda x: x * 2 + 1, FED * 2 + 1, None),
    (lambda x: 1 - x, 1 - FED, None),
    (lambda x: -x, -FED, None),
    (lambda x: x[0], FED[0], None),
    (lambda x: x > 2, FED > 2, None),
    (lambda x: tf.matmul(x, tf.ones([3, 1])), FED.sum(1, keepdims=True), None),
    (lambda x: tf.reduce_sum(x), FED.sum(), ()),
    (lambda x: tf.reduce_mean(tf.square(x - 1)), np.mean((FED - 1) ** 2), ()),
    (lambda x: tf.reshape(x, [-1, 2]), FED.reshape(3, 2), (None, 2)),
    (lambda x: tf.shape(x), np.array([2, 3]), (None,)),
    (lambda x: tf.argmax(x, 1), FED.argmax(1), None),
    (lambda x: tf.add(x, x), FED + FED, None),
    (lambda x: tf.math.log(x + 1), np.log(FED + 1), None),
    (lambda x: tf.identity(x), FED, None),
    (lambda x: tf.nn.relu(x), FED, None),
    (lambda x: tf.split(x, 3, 1)[2], FED[:, 2:], None),
    (lambda x: tf.Variable(FED) * x, FED * FED, None),
]


@pytest.mark.parametrize("row", range(len(FUNCTIONS)))
def test_functions_of_a_placeholder_of_any_rank(row):
    function, expected, shape = FUNCTIONS[row]
    x = tf.placeholder(tf.float32)
    made = function(x)
    if shape is not None:
        assert tuple(made.shape) == shape
    np.testing.assert_allclose(run(made, {x: FED}), expected, rtol=1e-6)


def test_one_placeholder_takes_values_of_several_ranks():
    x = tf.placeholder(tf.float32)
    doubled = x * 2
    with tf.Session() as session:
        for value in (3.0, [1.0, 2.0], FED, [3.0], 1.0):
            np.testing.assert_allclose(session.run(doubled, {x: value}), np.multiply(value, 2))


def test_a_function_that_takes_one_rank_only_tells_the_shape():
    x = tf.placeholder(tf.float32)
    filters = tf.ones([2, 2, 1, 4])
    assert tuple(tf.nn.conv2d(x, filters, [1, 1, 1, 1], "SAME").shape) == (None, None, None, 4)


def test_set_shape_and_texts():
    x = tf.placeholder(tf.float32, name="x")
    assert str(x) == 'Tensor("x:0", dtype=float32)'
    assert x.shape.rank is None
    x.set_shape([None, 3])
    assert tuple(tf.layers.dense(x, 5).shape) == (None, 5)
    with pytest.raises(ValueError):
        x.set_shape([4])


def test_what_fails_for_every_rank_fails_when_the_graph_is_built():
    x, y = tf.placeholder(tf.float32), tf.placeholder(tf.int32)
    with pytest.raises(tf.errors.InvalidArgumentError, match="int32"):
        tf.matmul(x, tf.ones([2, 2], tf.int32))
    with pytest.raises(tf.errors.OperatorNotAllowedInGraphError):
        bool(x)
    with pytest.raises(TypeError):
        len(y)


def test_gradients_and_steps_through_unranked_tensors():
    x, y, rate = (tf.placeholder(tf.float32) for _ in range(3))
    weight = tf.Variable(1.0)
    loss = tf.reduce_mean(tf.square(x * weight - y))
    step = tf.train.GradientDescentOptimizer(rate).minimize(loss)
    slope = tf.gradients(loss, [weight, x])
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        feeds = {x: [1.0, 2.0], y: [2.0, 4.0], rate: 0.1}
        by_weight, by_x = session.run(slope, feeds)
        assert by_weight == pytest.approx(-5.0)
        np.testing.assert_allclose(by_x, [-1.0, -2.0])
        session.run(step, feeds)
        assert session.run(weight) == pytest.approx(1.5)


def test_assigning_and_branching_by_placeholders_without_shape():
    flag, value = tf.placeholder(tf.bool), tf.placeholder(tf.float32)
    table = tf.Variable(tf.zeros([2, 3]))
    chosen = tf.cond(flag, lambda: table.assign(value), lambda: table * 2)
    np.testing.assert_allclose(run(chosen, {flag: True, value: FED}), FED)


def test_dropout_by_a_placeholder_keeps_the_shape():
    keep = tf.placeholder(tf.float32)
    dropped = tf.nn.dropout(tf.ones([4, 3]), keep)
    assert tuple(dropped.shape) == (4, 3)
    np.testing.assert_allclose(run(dropped, {keep: 1.0}), np.ones((4, 3)))


def test_py_func_in_graphs():
    x = tf.placeholder(tf.float32, [None])
    doubled = tf.py_func(lambda a: a * 2, [x], tf.float32)
    pair = tf.py_func(lambda a: (a.sum(), a.astype("int64")), [x], [tf.float32, tf.int64])
    total = tf.reduce_sum(doubled) + pair[0]
    np.testing.assert_allclose(run(doubled, {x: [1, 2]}), [2.0, 4.0])
    assert run([total, pair[1]], {x: [1, 2]})[0] == pytest.approx(9.0)
    doubled.set_shape([None])
    assert tuple(tf.stack([doubled, doubled]).shape) == (2, None)


def test_a_placeholder_with_default_of_any_shape():
    x = tf.placeholder_with_default(tf.constant([1.0, 2.0]), None)
    np.testing.assert_allclose(run(x + 1), [2.0, 3.0])
    np.testing.assert_allclose(run(x + 1, {x: 5.0}), 6.0)
