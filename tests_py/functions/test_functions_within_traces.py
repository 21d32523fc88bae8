"""Functions called within a trace without values, as those of `Dataset.map` and concrete functions
are: what they branch and loop by is not known there, and is not run."""

import numpy as np
import pytest

import pelton as tf

X = np.arange(1.0, 4.0, dtype="float32")
COUNT = tf.Variable(0)


def count():
    COUNT.assign_add(1)
    return 0.0


BODIES = {
    "while": lambda y: tf.while_loop(
        lambda i, s: i < tf.shape(y)[0],
        lambda i, s: (i + 1, s + y[i]),
        (tf.constant(0), tf.constant(0.0)),
    )[1],
    "cond": lambda y: tf.cond(tf.reduce_sum(y) > 0, lambda: y * 2, lambda: y),
    "map_fn": lambda y: tf.map_fn(lambda one: one * 3, y),
    "scan": lambda y: tf.scan(lambda a, one: a + one, y),
    "switch_case": lambda y: tf.switch_case(tf.constant(1), [lambda: y, lambda: y + 1]),
    "python loop": lambda y: sum((y[i] for i in range(3)), tf.constant(0.0)),
    "function in a function": lambda y: tf.function(
        lambda z: tf.cond(z[0] > 5, lambda: z, lambda: -z)
    )(y),
    "host": lambda y: tf.numpy_function(lambda a: a + 1, [y], tf.float32),
    "loop that writes": lambda y: y + tf.while_loop(
        lambda i, _: i < 2, lambda i, _: (i + 1, count()), (tf.constant(0), tf.constant(0.0))
    )[1],
}  # fmt: skip


@pytest.mark.parametrize("name", BODIES)
def test_called_in_a_trace_without_values(name):
    body = BODIES[name]
    COUNT.assign(0)
    expected = body(tf.constant(X)).numpy()
    counted = int(COUNT)
    inner = tf.function(body)
    concrete = tf.function(lambda y: inner(y)).get_concrete_function(tf.TensorSpec([None]))
    assert int(COUNT) == counted
    np.testing.assert_allclose(concrete(tf.constant(X)), expected)
    assert int(COUNT) == 2 * counted
    [mapped] = tf.data.Dataset.from_tensors(X).map(lambda y: inner(y))
    np.testing.assert_allclose(mapped, expected)


def test_host_functions_without_a_known_rank_run_at_each_call():
    """Their results have no shape in a trace: the function is run as Python code."""
    calls = []

    @tf.function(input_signature=[tf.TensorSpec([None])])
    def squared(y):
        made = tf.numpy_function(lambda a: calls.append(0) or a * a, [y], tf.float32)
        made.set_shape([None])
        return tf.reshape(made, [-1, 1]) + 1

    for _ in range(2):
        np.testing.assert_array_equal(squared(tf.constant(X))[:, 0], X * X + 1)
    assert len(calls) == 2
    concrete = squared.get_concrete_function()
    np.testing.assert_array_equal(concrete(tf.constant(X))[:, 0], X * X + 1)


@pytest.mark.parametrize("name", ["while", "cond", "map_fn", "scan", "function in a function"])
def test_used_by_several_layers_of_a_model(name):
    """Each use is on other symbolic tensors; the function has no path for values there."""
    body = BODIES[name]
    function = tf.function(lambda rows: rows + body(rows[0]))
    x = tf.keras.Input((3,))
    outputs = [tf.keras.layers.Lambda(function)(x) for _ in range(4)]
    rows = np.stack([X, -X])
    expected = rows + body(tf.constant(X)).numpy()
    for found in tf.keras.Model(x, outputs).predict(rows, verbose=0):
        np.testing.assert_allclose(found, expected)


def test_a_traced_call_of_a_layer_that_a_model_uses_often():
    class Halved(tf.keras.layers.Layer):
        def build(self, shape):
            self.scale = self.add_weight(shape=(3,), initializer="ones")

        @tf.function
        def call(self, rows):
            made = rows * self.scale if tf.reduce_sum(rows) > 0 else -rows * self.scale
            for _ in tf.range(2):
                made = made * 0.5
            return made

    x, layer = tf.keras.Input((3,)), Halved()
    model = tf.keras.Model(x, [layer(x) for _ in range(4)])
    for found in model.predict(-np.ones((2, 3)), verbose=0):
        np.testing.assert_array_equal(found, np.full((2, 3), 0.25, "float32"))
    assert len(model.trainable_weights) == 1


OF_ROWS = {
    "cond": (lambda q: tf.cond(tf.reduce_sum(q) > 0, lambda: q, lambda: -q), lambda a: abs(a)),
    "switch_case": (
        lambda q: tf.switch_case(tf.shape(q)[0] - 2, [lambda: q * 2, lambda: q]),
        lambda a: a * 2,
    ),
    "while over rows": (
        lambda q: tf.while_loop(
            lambda i, s: i < tf.shape(q)[0], lambda i, s: (i + 1, s + q), (0, q)
        )[1],
        lambda a: a * 3,
    ),
    "map_fn": (lambda q: tf.map_fn(lambda row: row * 2, q), lambda a: a * 2),
    "numpy_function": (
        lambda q: tf.ensure_shape(
            tf.numpy_function(lambda v: v + v.shape[1], [q], tf.float32), [None, 3]
        ),
        lambda a: a + 3,
    ),
    "py_function": (
        lambda q: q * tf.py_function(lambda v: v.numpy().sum(-1, keepdims=True), [q], tf.float32),
        lambda a: a * a.sum(-1, keepdims=True),
    ),
}


@pytest.mark.parametrize("name", OF_ROWS)
def test_in_layers_of_a_model(name):
    """Outside of tf.function, too: a model's tensors have no values."""
    function, expected = OF_ROWS[name]
    x = tf.keras.Input((3,))
    outputs = [tf.keras.layers.Lambda(function)(x) for _ in range(2)]
    assert all(tuple(y.shape) == (None, 3) for y in outputs)
    rows = -np.stack([X, X])
    for found in tf.keras.Model(x, outputs).predict(rows, verbose=0):
        np.testing.assert_allclose(found, expected(rows))


def test_texts_of_a_model_go_through_host_functions():
    x = tf.keras.Input((2,), dtype="string")

    def told(q):
        upper = tf.py_function(lambda v: tf.strings.upper(v), [q], tf.string)
        return upper, tf.strings.join([q, tf.strings.format("of {}", tf.shape(q))])

    upper, joined = outputs = tf.keras.layers.Lambda(told)(x)
    assert tuple(upper.shape) == tuple(joined.shape) == (None, 2)
    found = tf.keras.Model(x, outputs)(tf.constant([["a", "bc"]]))
    assert found[0].numpy().tolist() == [[b"A", b"BC"]]
    assert found[1].numpy().tolist() == [[b"aof [1 2]", b"bcof [1 2]"]]


def test_host_functions_that_take_no_zeros_have_no_shapes():
    x = tf.keras.Input((3,))
    with pytest.raises(tf.errors.UnimplementedError, match="PyFunc: the shapes of its results"):
        tf.keras.layers.Lambda(lambda q: tf.numpy_function(lambda v: 1 / 0, [q], tf.float32))(x)


def test_prints_and_checks_of_layers_wait_for_values(capfd):
    class Told(tf.keras.layers.Layer):
        def call(self, rows):
            tf.print("rows", tf.shape(rows))
            tf.debugging.assert_less(rows, 10.0)
            return rows * 2

    x = tf.keras.Input((3,))
    traced = tf.function(lambda rows: (tf.print("traced", rows[0, 0]), rows)[1])
    model = tf.keras.Model(x, tf.keras.layers.Lambda(traced)(Told()(x)))
    assert capfd.readouterr().err == ""
    assert model.predict(np.ones((2, 3)), verbose=0).shape == (2, 3)
    assert capfd.readouterr().err == "rows [2 3]\ntraced 2\n"
    with pytest.raises(tf.errors.InvalidArgumentError):
        model.predict(np.full((2, 3), 11.0), verbose=0)
    tf.print(x)
    assert "KerasTensor" in capfd.readouterr().err
