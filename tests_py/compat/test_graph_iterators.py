"""Iterators of TensorFlow 1 over several datasets, and over datasets of placeholders."""

import numpy as np
import pytest

import pelton.compat.v1 as tf


@pytest.fixture(autouse=True)
def graph():
    with tf.Graph().as_default() as made:
        yield made


def numbers(session, element, count):
    return [int(session.run(element)) for _ in range(count)]


def test_one_iterator_over_two_datasets():
    first, second = tf.data.Dataset.range(3), tf.data.Dataset.range(10, 12)
    types, shapes = tf.data.get_output_types(first), tf.data.get_output_shapes(first)
    iterator = tf.data.Iterator.from_structure(types, shapes)
    element = iterator.get_next() * 2
    begins = [iterator.make_initializer(one) for one in (first, second)]
    with tf.Session() as session:
        with pytest.raises(tf.errors.FailedPreconditionError):
            session.run(element)
        for _ in range(2):
            session.run(begins[0])
            assert numbers(session, element, 3) == [0, 2, 4]
            session.run(begins[1])
            assert numbers(session, element, 2) == [20, 22]
        with pytest.raises(tf.errors.OutOfRangeError):
            session.run(element)
    with pytest.raises(TypeError, match="Expected output types"):
        iterator.make_initializer(tf.data.Dataset.from_tensors(1.0))
    with pytest.raises(ValueError, match="does not have an initializer"):
        print(iterator.initializer)


def test_the_fed_handle_says_whose_elements_come():
    handle = tf.placeholder(tf.string, [])
    iterator = tf.data.Iterator.from_string_handle(handle, tf.int64, tf.TensorShape([]))
    element = iterator.get_next() + 1
    first = tf.data.make_one_shot_iterator(tf.data.Dataset.range(9))
    second = tf.data.make_initializable_iterator(tf.data.Dataset.range(50, 59))
    with tf.Session() as session:
        handles = session.run([first.string_handle(), second.string_handle()])
        session.run(second.initializer)
        found = [int(session.run(element, {handle: handles[one]})) for one in (0, 0, 1, 0, 1)]
        assert found == [1, 2, 51, 3, 52]
        with pytest.raises(tf.errors.InvalidArgumentError, match="no handle"):
            session.run(element, {handle: b"nothing"})


def test_datasets_of_placeholders():
    rows, count = tf.placeholder(tf.float32, [None, 2]), tf.placeholder(tf.int64, [])
    dataset = tf.data.Dataset.from_tensor_slices(rows).map(lambda row: row * 2).batch(count)
    iterator = tf.data.make_initializable_iterator(dataset)
    element = iterator.get_next()
    assert tuple(element.shape) == (None, 2)
    values = np.arange(6, dtype="float32").reshape(3, 2)
    with tf.Session() as session:
        session.run(iterator.initializer, {rows: values, count: 2})
        np.testing.assert_allclose(session.run(element), values[:2] * 2)
        np.testing.assert_allclose(session.run(element), values[2:] * 2)
        with pytest.raises(tf.errors.OutOfRangeError):
            session.run(element)
        with pytest.raises(tf.errors.InvalidArgumentError, match="You must feed a value"):
            session.run(iterator.initializer)
    with pytest.raises(ValueError, match="Cannot capture a placeholder"):
        tf.data.make_one_shot_iterator(dataset)
    with pytest.raises(RuntimeError, match="Python-style iteration"):
        iter(dataset)


def test_datasets_of_constants_and_draws():
    drawn = tf.data.Dataset.from_tensor_slices(tf.random_uniform([4, 3])).batch(2)
    element = tf.data.make_one_shot_iterator(drawn).get_next()
    with tf.Session() as session:
        assert session.run(element).shape == (2, 3)


def test_momentum_is_of_gradients_when_the_rate_changes():
    rate, weight = tf.placeholder(tf.float32, []), tf.Variable(4.0)
    step = tf.train.MomentumOptimizer(rate, 0.9).minimize(weight * 1.0)
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        total, expected = 0.0, 4.0
        for one in (0.1, 0.1, 0.01, 0.5):
            session.run(step, {rate: one})
            total = 0.9 * total + 1.0
            expected -= one * total
            assert session.run(weight) == pytest.approx(expected, rel=1e-5)
