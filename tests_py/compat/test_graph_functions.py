"""Functions of TensorFlow 1's graphs: what they give within sessions."""

import numpy as np
import pytest

import pelton.compat.v1 as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as made:
        yield made


def run(fetch, feeds=None):
    with tf.Session() as session:
        session.run([tf.global_variables_initializer(), tf.local_variables_initializer()])
        return session.run(fetch, feeds)


TABLE = np.zeros((3, 2), "float32") + 4.0
SCATTERS = [
    ("scatter_update", [0], [[1.0, 2.0]], [1.0, 2.0]),
    ("scatter_add", [0], [[1.0, 2.0]], [5.0, 6.0]),
    ("scatter_sub", [0], [[1.0, 2.0]], [3.0, 2.0]),
    ("scatter_mul", [0], [[1.0, 2.0]], [4.0, 8.0]),
    ("scatter_div", [0], [[1.0, 2.0]], [4.0, 2.0]),
    ("scatter_max", [0], [[1.0, 9.0]], [4.0, 9.0]),
    ("scatter_min", [0], [[1.0, 9.0]], [1.0, 4.0]),
    ("scatter_nd_update", [[0]], [[1.0, 2.0]], [1.0, 2.0]),
    ("scatter_nd_add", [[0, 1]], [3.0], [4.0, 7.0]),
    ("scatter_nd_sub", [[0, 1]], [3.0], [4.0, 1.0]),
]


@pytest.mark.parametrize(("name", "places", "updates", "first"), SCATTERS)
def test_scattering(name, places, updates, first):
    found = run(getattr(tf, name)(tf.Variable(TABLE), places, updates))
    np.testing.assert_allclose(found, [first, [4.0, 4.0], [4.0, 4.0]])


# The values after two updates, by TensorFlow 2.21.
METRICS = [
    ("accuracy", (), 0.6666667),
    ("precision", (), 1.0),
    ("recall", (), 0.5),
    ("mean_squared_error", (), 0.33333334),
    ("auc", (), 0.7499997),
    ("mean_absolute_error", (), 0.33333334),
    ("mean_iou", (2,), 0.5),
    ("mean_per_class_accuracy", (2,), 0.75),
    ("root_mean_squared_error", (), 0.57735026),
    ("false_negatives", (), 2.0),
    ("true_positives", (), 2.0),
    ("false_positives", (), 0.0),
    ("true_negatives", (), 2.0),
]


@pytest.mark.parametrize(("name", "more", "expected"), METRICS)
def test_metrics(name, more, expected):
    labels, found = tf.placeholder(tf.int64, [None]), tf.placeholder(tf.int64, [None])
    value, update = getattr(tf.metrics, name)(labels, found, *more)
    batches = ([0, 1, 1, 0], [0, 1, 0, 0]), ([1, 1], [1, 0])
    with tf.Session() as session:
        session.run(tf.local_variables_initializer())
        for wanted, given in batches:
            session.run(update, {labels: wanted, found: given})
        assert session.run(value) == pytest.approx(expected, rel=1e-5)


def test_second_derivatives():
    x = tf.Variable([1.0, 2.0])
    found = run(tf.hessians(tf.reduce_sum(x**3) + x[0] * x[1], x)[0])
    np.testing.assert_allclose(found, [[6.0, 1.0], [1.0, 12.0]])


def test_checks_fail_when_they_run():
    x = tf.placeholder(tf.float32, [])
    check = tf.assert_less(x, 3.0, message="too large")
    with tf.control_dependencies([check]):
        checked = tf.identity(x)
    with tf.Session() as session:
        for fetch in (check, checked):
            session.run(fetch, {x: 1.0})
            for _ in range(2):
                with pytest.raises(tf.errors.InvalidArgumentError, match="too large"):
                    session.run(fetch, {x: 5.0})
        assert session.run(tf.assert_rank(x, 0)) is None
    with pytest.raises(ValueError):
        tf.assert_rank(x, 2)


def test_sparse_tensors_are_fed_and_fetched():
    given = tf.sparse_placeholder(tf.float32, shape=[3, 4])
    value = tf.SparseTensorValue([[0, 1], [2, 3]], [2.0, 3.0], [3, 4])
    dense, back = run([tf.sparse_tensor_to_dense(given), given], {given: value})
    assert dense[0, 1] == 2.0 and dense[2, 3] == 3.0 and dense.sum() == 5.0
    assert type(back) is tf.SparseTensorValue
    assert back.indices.tolist() == [[0, 1], [2, 3]]
    with pytest.raises(TypeError, match="SparseTensorValue"):
        run(given, {given: 3.0})


def test_which_variables_have_values():
    first, second = tf.Variable(1.0, name="first"), tf.Variable(2.0, name="second")
    missing, is_there = tf.report_uninitialized_variables(), tf.is_variable_initialized(first)
    with tf.Session() as session:
        assert session.run(missing).tolist() == [b"first", b"second"]
        session.run(first.initializer)
        assert session.run(missing).tolist() == [b"second"]
        assert session.run(is_there)
        session.run(second.initializer)
        assert session.run(missing).shape == (0,)


RATES = [
    (lambda step: tf.train.cosine_decay_restarts(0.1, step, 4), 0.1),
    (lambda step: tf.train.linear_cosine_decay(0.1, step, 10), 0.0001),
]


@pytest.mark.parametrize("row", range(len(RATES)))
def test_rates_after_twelve_steps(row):
    made, expected = RATES[row]
    assert run(made(tf.Variable(12))) == pytest.approx(expected, rel=1e-4)


IMAGE = np.arange(4.0, dtype="float32").reshape(1, 2, 2, 1)
RESIZED = [  # by TensorFlow 2.21
    (lambda x: tf.image.resize_images(x, [3, 3]), [0, 2 / 3, 1, 4 / 3, 2, 7 / 3, 2, 8 / 3, 3]),
    (lambda x: tf.image.resize_bilinear(x, [3, 3], True), [0, 0.5, 1, 1, 1.5, 2, 2, 2.5, 3]),
    (lambda x: tf.image.resize_nearest_neighbor(x, [3, 3]), [0, 0, 1, 0, 0, 1, 2, 2, 3]),
]


@pytest.mark.parametrize("row", range(len(RESIZED)))
def test_images_are_resized_by_corners(row):
    function, expected = RESIZED[row]
    np.testing.assert_allclose(run(function(IMAGE)).ravel(), expected, rtol=1e-5)


def test_tensors_of_other_graphs_are_refused():
    other = tf.Graph()
    with other.as_default():
        theirs = tf.constant(1.0)
    mine = tf.constant(2.0)
    assert theirs.graph is other and mine.graph is not other
    with tf.Session() as session:
        with pytest.raises(ValueError, match="not an element of this graph"):
            session.run(theirs)
        with pytest.raises(TypeError, match="Cannot interpret feed_dict key"):
            session.run(mine, {"nowhere:0": 1.0})
