"""Code of TensorFlow 2 builds graphs within Graph.as_default and Session: its own names are those
of graphs there, and at once those of code that runs outside. Results are TensorFlow 2.21's."""

import threading

import numpy as np
import pytest

import pelton as tf

v1 = tf.compat.v1


def test_variables_and_optimizers_of_a_graph():
    graph = tf.Graph()
    with graph.as_default():
        x = v1.placeholder(tf.float32, [])
        v = tf.Variable(3.0)
        loss = x * 5 - x * v
        step = v1.train.create_global_step()
        start = v1.global_variables_initializer()
        train = v1.train.GradientDescentOptimizer(0.1).minimize(loss, step, [v])
    with v1.Session(graph=graph) as session:
        session.run(start)
        session.run(train, feed_dict={x: 3})
        counted, value = session.run([step, v])
    assert counted == 1 and abs(value - 3.3) < 1e-6


def test_updates_run_where_they_are_asked_for():
    seen = []
    with tf.Graph().as_default(), v1.Session() as session:
        v, a = tf.Variable(0.0), tf.constant(1.0)
        session.run(v1.global_variables_initializer())
        for _ in range(3):
            v.assign_add(1.0)
            seen.append((session.run(a + v), session.run(v)))
    assert seen == [(1.0, 0.0)] * 3


def test_tensors_after_others():
    with tf.Graph().as_default(), v1.Session() as session:
        v, a = tf.Variable(0.0), tf.constant(1.0)
        session.run(v1.global_variables_initializer())
        update = v.assign_add(1.0)
        (after,) = tf.tuple([a + 1.0], [tf.group(update)])
        assert session.run(after) == 2.0 and session.run(v) == 1.0


def test_control_flow_and_gradients():
    with tf.Graph().as_default():
        a = tf.constant([1.0, 2.0])
        v = tf.Variable(a * 2)
        y = tf.reduce_sum(v * a)
        assert str(a) == 'Tensor("Const:0", shape=(2,), dtype=float32)'
        branch = tf.cond(y > 3, lambda: y * 2, lambda: y)
        loop = tf.while_loop(lambda i: i < 10, lambda i: i + 1, [tf.constant(0)])
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            total, doubled, counted, (slope,) = session.run([y, branch, loop, tf.gradients(y, a)])
    assert (total, doubled, counted) == (10.0, 20.0, [10])
    assert slope.tolist() == [2.0, 4.0]


def test_outside_code_runs_at_once():
    variable, constant = tf.Variable, tf.constant
    with tf.Graph().as_default():
        assert tf.Variable is not variable
        made = []
        thread = threading.Thread(target=lambda: made.append(tf.Variable(tf.constant(2.0)) * 2.0))
        thread.start()
        thread.join()
        assert float(made[0]) == 4.0
        with tf.Graph().as_default():
            pass
        assert isinstance(tf.Variable(1.0), tf.Variable) and not v1.executing_eagerly()
    assert tf.Variable is variable and tf.constant is constant and v1.executing_eagerly()
    assert float(tf.Variable(1.0) + tf.constant(1.0)) == 2.0


def test_eager_execution_is_there_already():
    float(tf.constant(1.0) + 1.0)
    v1.enable_eager_execution()
    assert v1.executing_eagerly() and str(tf.ones((2, 3)).shape) == "(2, 3)"
    assert tf.ones((2, 3)).shape[0] == 2 and isinstance(tf.ones((2, 3)).shape[0], int)


TWICE = tf.function(lambda x: x * 2)
IN_GRAPHS = {
    "map_fn": (lambda p: tf.map_fn(lambda v: v * 2, p), [-2.0, 4.0]),
    "vectorized_map": (lambda p: tf.vectorized_map(lambda v: v * 2, p), [-2.0, 4.0]),
    "scan": (lambda p: tf.scan(lambda a, v: a + v, p), [-1.0, 1.0]),
    "foldl": (lambda p: tf.foldl(lambda a, v: a + v, p), 1.0),
    "switch_case": (
        lambda p: tf.switch_case(tf.cast(p[1], tf.int32) - 1, [lambda: p, lambda: -p]),
        [1.0, -2.0],
    ),
    "case": (lambda p: tf.case([(p[0] > 0, lambda: p)], default=lambda: -p), [1.0, -2.0]),
    "numpy_function": (lambda p: tf.numpy_function(lambda a: a + 1, [p], tf.float32), [0.0, 3.0]),
    "py_function": (lambda p: tf.py_function(lambda a: a + 1, [p], tf.float32), [0.0, 3.0]),
    "print": (lambda p: (tf.print(p), p)[1], [-1.0, 2.0]),
    "assert": (lambda p: (tf.debugging.assert_less(p, 10.0), p)[1], [-1.0, 2.0]),
    "function": (lambda p: TWICE(p) + TWICE(p) + TWICE(p), [-6.0, 12.0]),
}


@pytest.mark.parametrize("name", IN_GRAPHS)
def test_functions_of_tensorflow_2_in_graphs(name, capfd):
    """Of placeholders of open sizes; TensorFlow's values."""
    made, expected = IN_GRAPHS[name]
    with tf.Graph().as_default():
        p = tf.compat.v1.placeholder(tf.float32, [None])
        y = made(p)
        with tf.compat.v1.Session() as session:
            assert np.array_equal(session.run(y, {p: [-1.0, 2.0]}), expected)
    assert capfd.readouterr().err == ""


DRAWN = {
    "uniform": lambda image: tf.random.uniform([3]),
    "normal": lambda image: tf.random.normal([3]),
    "truncated_normal": lambda image: tf.random.truncated_normal([3]),
    "gamma": lambda image: tf.random.gamma([3], 2.0),
    "poisson": lambda image: tf.random.poisson([9], 5.0),
    "categorical": lambda image: tf.random.categorical(tf.reshape(image, [1, -1]), 20),
    "shuffle": lambda image: tf.random.shuffle(tf.range(20)),
    "sampler": lambda image: tf.random.log_uniform_candidate_sampler(
        tf.constant([[1]], tf.int64), 1, 5, True, 1000
    )[0],
    "dropout": lambda image: tf.nn.dropout(image, 0.5),
    "brightness": lambda image: tf.image.random_brightness(image, 0.2),
    "flip": lambda image: tf.image.random_flip_up_down(image),
    "crop": lambda image: tf.image.random_crop(image, [2, 2, 3]),
}


@pytest.mark.parametrize("name", DRAWN)
def test_functions_of_tensorflow_2_draw_in_each_run(name):
    with tf.Graph().as_default(), v1.Session() as session:
        image = tf.constant(np.arange(108.0, dtype="float32").reshape(6, 6, 3) / 108.0)
        drawn = DRAWN[name](image)
        found = {session.run(drawn).tobytes() for _ in range(16)}
    assert len(found) > 1
    assert tf.random.uniform([2]).numpy().shape == (2,)
