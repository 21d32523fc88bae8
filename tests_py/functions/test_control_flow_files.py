"""Branches, loops and guards in program files: what is read runs as what was traced."""

import numpy as np
import pytest
from test_program_file import (
    VERSION_AT,
    assert_altered_are_read_or_refused,
    assert_same,
    refuse,
    sealed,
    there_and_back,
    trace_of,
)
from test_traced_control_flow import CASES, ROWS, V, gradients

import pelton as tf
from pelton import _core, keras

SPEC = tf.TensorSpec([2], tf.float32)


@pytest.mark.parametrize("name", CASES)
def test_there_and_back(name):
    python = CASES[name][0]
    trace = trace_of(lambda x: [python(x), *gradients(python, x)], SPEC)
    stored = there_and_back(trace)
    for row in ROWS * 2:
        assert_same(stored.run([row]), trace.run([tf.constant(row)]))


@pytest.mark.parametrize("name", CASES)
def test_gradients_of_what_was_read(name):
    python = CASES[name][0]
    stored = there_and_back(trace_of(python, SPEC))
    x = tf.constant(ROWS[0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = stored.run([x])[0]
    with tf.GradientTape() as expected:
        expected.watch(x)
        z = python(x)
    np.testing.assert_allclose(
        tape.gradient(y, x, unconnected_gradients="zero"),
        expected.gradient(z, x, unconnected_gradients="zero"),
        rtol=1e-5,
    )


def test_open_sizes():
    def f(x):
        doubled = tf.map_fn(lambda r: r * 2, x)
        return tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, y + x), [0, doubled])[1]

    stored = there_and_back(trace_of(f, tf.TensorSpec([None], tf.float32)))
    for n in (1, 3, 5):
        x = np.arange(n, dtype="float32")
        np.testing.assert_array_equal(stored.run([x])[0], x * 4)


def test_random_numbers_are_those_of_the_gradient():
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.while_loop(
                lambda i, y: i < 4, lambda i, y: (i + 1, y * tf.random.uniform([2])), [0, x]
            )[1]
        return y, tape.gradient(y, x), tf.random.uniform([2])

    trace = trace_of(f, SPEC)
    stored = there_and_back(trace)
    x = tf.constant([1.0, 2.0])
    for _ in range(3):
        tf.random.set_seed(3)
        expected = trace.run([x])
        tf.random.set_seed(3)
        y, gradient, last = stored.run([x])
        assert_same([y, gradient, last], expected)
        np.testing.assert_allclose(y, gradient * x, rtol=1e-6)


def test_a_training_step_with_a_loop_goes_on():
    tf.random.set_seed(0)
    cell, head = keras.layers.Dense(4, activation="tanh"), keras.layers.Dense(3)
    cell.build((None, 7))
    head.build((None, 4))
    weights = [*cell.trainable_variables, *head.trainable_variables]
    optimizer = keras.optimizers.Adam(0.05)
    optimizer.build(weights)
    steps = tf.Variable(0)
    loss_of = keras.losses.SparseCategoricalCrossentropy(from_logits=True)

    def step(x, y):
        with tf.GradientTape() as tape:

            def body(t, h):
                return t + 1, cell(tf.concat([tf.gather(x, t, axis=1), h], 1))

            h = tf.while_loop(lambda t, h: t < 5, body, [0, tf.zeros([8, 4])])[1]
            loss = loss_of(y, head(h))
        optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights, strict=True))
        tf.while_loop(lambda i: i < 2, lambda i: (steps.assign_add(1), i + 1)[1:], [0])
        return loss

    x = tf.constant(np.random.default_rng(0).normal(size=(8, 5, 3)).astype(np.float32))
    y = tf.constant(np.arange(8) % 3)
    trace = trace_of(step, tf.TensorSpec([8, 5, 3], tf.float32), tf.TensorSpec([8], tf.int64))
    trace.run([x, y])
    stored = there_and_back(trace)
    losses = []
    for _ in range(6):
        losses.append(float(stored.run([x, y])[0]))
        assert_same([tf.constant(losses[-1])], trace.run([x, y]))
    assert losses[-1] < losses[0]
    originals = {v.path: v for v in [*weights, *optimizer.variables, steps]}
    for ours in stored.variables:
        assert_same([ours], originals[ours.path])
    assert int(steps) == 14


def test_the_callers_variables():
    stored = _core.program_from_bytes(
        _core.program_bytes(trace_of(CASES["while"][0], SPEC), values=False),
        [mine := tf.Variable([2.0, 3.0])],
    )
    assert stored.variables[0] is mine
    assert stored.run([[1.0, 1.0]])[0].numpy().tolist() == [8.0, 27.0]


def test_python_code_in_a_body_is_in_no_file():
    def body(i, x):
        _core.functions.perform("my_effect", [x], lambda x: None)
        return i + 1, x

    trace = trace_of(lambda x: tf.while_loop(lambda i, x: i < 2, body, [0, x])[1], SPEC)
    place = r"step 0 of the body of while_loop \(step 0 of the program\) is the host callback"
    with pytest.raises(tf.errors.UnimplementedError, match=place):
        _core.program_bytes(trace)


def nested(depth):
    def at(level, x):
        if level == depth:
            return x + 1
        return tf.while_loop(lambda i, x: i < 1, lambda i, x: (i + 1, at(level + 1, x)), [0, x])[1]

    return trace_of(lambda x: at(0, x), SPEC)


def test_depth():
    stored = there_and_back(nested(64))
    assert stored.run([[1.0, 2.0]])[0].numpy().tolist() == [2.0, 3.0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="64 deep, no deeper"):
        _core.program_bytes(nested(65))


def sign(x):
    if tf.reduce_sum(x) > 0:
        return x + tf.random.uniform([2]) * 0
    return -x


def test_a_path_of_a_function():
    f = tf.function(sign)
    up, down = tf.constant([1.0, 2.0]), tf.constant([1.0, -2.0])
    for x, other in ((up, down), (down, up)):
        f(x)
        trace = f._record((x,), {})
        stored = _core.program_from_bytes(_core.program_bytes(trace))
        assert "guard(" in stored.explain()
        for _ in range(4):
            assert_same(stored.run([x]), f(x))
            tf.random.set_seed(1)
            with pytest.raises(tf.errors.InvalidArgumentError) as raised:
                stored.run([other])
            text = str(raised.value)
            assert "one path of a function" in text and "test_control_flow_files.py:" in text
            assert f"read {int(x is up)}; for these tensors it would read {int(x is down)}" in text
            drawn = tf.random.uniform([2])
            tf.random.set_seed(1)
            assert_same([drawn], tf.random.uniform([2]))
    assert f._record((tf.zeros([3]),), {}) is None


def sample():
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.while_loop(
                lambda i, y: i < 3,
                lambda i, y: (i + 1, tf.cond(i > 1, lambda: y * V, lambda: tf.nn.dropout(y, 0.5))),
                [0, x],
            )[1]
            z = tf.scan(lambda a, r: a + r, tf.map_fn(lambda r: r * r, y))
        return z, tape.gradient(z, x)

    return _core.program_bytes(trace_of(f, SPEC))


def test_older_and_newer_versions():
    data = bytearray(sample())
    data[VERSION_AT] = 1
    refuse(sealed(data), "the kind of a step is 4")
    data[VERSION_AT] = 4
    refuse(bytes(data), "the file has version 4; this build reads versions 1 to 3")
    plain = bytearray(_core.program_bytes(trace_of(lambda x: x + 1.0, SPEC)))
    plain[VERSION_AT] = 1
    assert _core.program_from_bytes(sealed(plain)).run([[1.0, 2.0]])[0].numpy().tolist() == [2, 3]


def test_altered_files_are_read_or_refused():
    assert_altered_are_read_or_refused(sample())
