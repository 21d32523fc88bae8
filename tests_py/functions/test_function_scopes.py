"""tf.function with slice assignments, gradients of its own and tf.init_scope: recorded, and what
eager code computes at each call; where a record cannot know, Python code."""

import threading

import numpy as np
import pytest

import pelton as tf

explain = tf.config.experimental.explain_program
CALLS = 4


def is_recorded(f):
    return "not recorded" not in explain(f) and "inputs" in explain(f)


SLICES = {
    "first": lambda v, x: v[0].assign(x[0]),
    "rows": lambda v, x: v[1:3].assign(x[1:3] * 2),
    "column": lambda v, x: v[:, 1].assign(x[:, 0]),
    "steps": lambda v, x: v[::2, ::-1].assign(x[::2]),
    "broadcast": lambda v, x: v[1:].assign(x[0]),
    "constant": lambda v, x: v[2, 0].assign(7.0),
    "of itself": lambda v, x: v[0:2].assign(v[1:3] + 1),
    "of its own bytes": lambda v, x: v[0:2].assign(v[2:4]),
    "nothing": lambda v, x: v[4:].assign(x[4:]),
    "twice": lambda v, x: (v[0].assign(x[0]), v[0].assign(v[0] * 2))[1],
    "between": lambda v, x: (v.assign_add(x), v[3].assign(v[0]), v.assign_sub(x * 2))[2],
}


@pytest.mark.parametrize("name", SLICES)
def test_slice_assignments_are_those_of_eager_code(name):
    eager, recorded = (tf.Variable(np.arange(12.0).reshape(4, 3)) for _ in range(2))

    def step(variable, x):
        before = variable * 1
        returned = SLICES[name](variable, x)
        return before, returned, variable * 1, tf.reduce_sum(variable[1:])

    f = tf.function(step)
    for n in range(CALLS):
        x = tf.constant(np.arange(12.0).reshape(4, 3) * (n + 1) + 100)
        for got, wanted in zip(f(recorded, x), step(eager, x), strict=True):
            np.testing.assert_array_equal(got, wanted)
        held = recorded.read_value()
        np.testing.assert_array_equal(held, eager)
    assert is_recorded(f) and "assign_slice of " in explain(f)


def test_who_holds_a_value_keeps_it_and_errors_leave_the_variable():
    v = tf.Variable([1.0, 2.0, 3.0])

    @tf.function
    def f(x):
        v[0:2].assign(x)
        return v.read_value()

    results = [f(tf.constant([float(n), -float(n)])) for n in range(CALLS)]
    for n, result in enumerate(results):
        assert result.numpy().tolist() == [n, -n, 3]
    with pytest.raises(tf.errors.InvalidArgumentError, match="Cannot broadcast input shape"):
        f(tf.constant([1.0, 2.0, 3.0]))
    assert v.numpy().tolist() == [3, -3, 3]
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(v * f(tf.constant([5.0, 6.0])))
    assert tape.gradient(loss, v).numpy().tolist() == [10, 12, 6]  # both factors are v


def test_a_record_keeps_to_the_shape_of_the_variable():
    v = tf.Variable([1.0, 2.0, 3.0], shape=tf.TensorShape([None]))

    @tf.function
    def f():
        v[-1].assign(0.0)

    for size in (3, 3, 3, 2, 2, 4):
        v.assign(np.ones(size, np.float32))
        f()
        assert v.numpy().tolist() == [1] * (size - 1) + [0]


@tf.custom_gradient
def clipped(x):
    """The identity; gradients are clipped to 1."""
    return tf.identity(x), lambda grad: tf.clip_by_value(grad, -1.0, 1.0)


WEIGHT = tf.Variable([2.0, -3.0])


@tf.custom_gradient
def weighted(x):
    """x * WEIGHT with halved gradients."""

    def grad(upstream, variables=None):
        return upstream * WEIGHT / 2, [upstream * x / 2 for _ in variables]

    return x * WEIGHT, grad


CUSTOM = {
    "alone": lambda x: clipped(x * 5),
    "with a variable": weighted,
    "twice": lambda x: clipped(weighted(x)) * 3,
    "constant": lambda x: clipped(tf.constant([1.0, 2.0])) * x,
}


@pytest.mark.parametrize("name", CUSTOM)
def test_own_gradients_are_recorded_where_they_are_taken_inside(name):
    def step(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = CUSTOM[name](x)
            loss = tf.reduce_sum(y * y)
        return y, loss, *tape.gradient(loss, [x, WEIGHT], unconnected_gradients="zero")

    f = tf.function(step)
    for n in range(CALLS):
        x = tf.constant([n + 0.25, -2.0 * n])
        for got, wanted in zip(f(x), step(x), strict=True):
            np.testing.assert_array_equal(got, wanted)
    assert is_recorded(f) and "its own" not in explain(f).split("\n")[0]


@pytest.mark.parametrize("name", CUSTOM)
def test_tapes_from_outside_take_own_gradients_too(name):
    recorded = tf.function(CUSTOM[name])

    @tf.function
    def around(x):
        return recorded(x) * 2

    for n in range(CALLS):
        x = tf.constant([n + 0.25, -2.0 * n])
        for f, factor in ((recorded, 1), (around, 2)):
            grads = []
            for function in (f, lambda x, factor=factor: CUSTOM[name](x) * factor):
                with tf.GradientTape() as tape:
                    tape.watch(x)
                    y = function(x)
                    loss = tf.reduce_sum(y * y)
                sources = [x, WEIGHT]
                grads.append(tape.gradient(loss, sources, unconnected_gradients="zero"))
            for got, wanted in zip(*grads, strict=True):
                np.testing.assert_array_equal(got, wanted)
            np.testing.assert_array_equal(f(x), CUSTOM[name](x) * factor)
    for f in (recorded, around):
        assert is_recorded(f) and "Python code under tapes" in explain(f)


def test_own_gradients_of_second_order():
    @tf.custom_gradient
    def cube(x):
        return x**3, lambda grad: 3 * x * x * grad

    @tf.function
    def second(x):
        with tf.GradientTape() as outer:
            outer.watch(x)
            with tf.GradientTape() as inner:
                inner.watch(x)
                y = cube(x)
            slope = inner.gradient(y, x)
        return outer.gradient(slope, x)

    assert [float(second(tf.constant(n))) for n in (1.0, 2.0, 3.0, 4.0)] == [6, 12, 18, 24]
    assert is_recorded(second)


def test_an_own_gradient_that_reads_values_is_no_record():
    @tf.custom_gradient
    def scaled(x):
        return x * 1, lambda grad: grad * float(x)

    @tf.function
    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = scaled(x)
        return tape.gradient(y, x)

    assert [float(slope(tf.constant(n))) for n in (1.0, 2.0, 3.0)] == [1, 2, 3]
    assert "not recorded, Python code reads values" in explain(slope)


def test_init_scope_computes_while_recording_only():
    calls = []

    @tf.function
    def f(x):
        with tf.init_scope():
            calls.append(1)
            count.assign_add(1)
            offset = tf.constant([1.0, 2.0]) * 3
            assert float(offset[0]) == 3
        return x + offset * count

    count = tf.Variable(0.0)
    for n in range(CALLS):
        assert f(tf.constant([n, 0.0])).numpy().tolist() == [n + 3, 6]
    assert len(calls) == 1 and float(count) == 1 and is_recorded(f)
    count.assign(2.0)
    assert f(tf.zeros(2)).numpy().tolist() == [6, 12]


def test_init_scope_makes_variables_at_any_call():
    made = {}

    @tf.function
    def f(x):
        rank = len(x.shape)
        if rank not in made:
            with tf.init_scope():
                made[rank] = tf.Variable(tf.random.uniform([]) * 0 + rank)
        return x * made[rank]

    for x in (tf.ones(2), tf.ones((1, 2)), tf.ones(2), tf.ones((1, 2))):
        np.testing.assert_array_equal(f(x), np.ones(x.shape) * len(x.shape))
    assert is_recorded(f) and f.experimental_get_tracing_count() == 2
    made[1].assign(5.0)
    assert f(tf.ones(2)).numpy().tolist() == [5, 5]


def test_init_scope_hides_from_tapes():
    x = tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        with tf.init_scope():
            hidden = x * x
            with tf.GradientTape() as own:
                y = x * x
            assert float(own.gradient(y, x)) == 6
        seen = x * hidden
    assert tape.gradient(hidden, x) is None and float(tape.gradient(seen, x)) == 9


def test_a_tape_may_end_in_an_init_scope():
    x = tf.Variable(3.0)
    tape = tf.GradientTape()
    tape.__enter__()
    y = x * x
    scope = tf.init_scope()
    with scope, scope:
        tape.__exit__(None, None, None)
        assert float(tape.gradient(y, x)) == 6
        del tape
    with tf.GradientTape() as later:
        y = x * 2
    assert float(later.gradient(y, x)) == 2


def test_scopes_that_are_left_late_or_never_or_elsewhere():
    scope = tf.init_scope()

    @tf.function
    def enters(x):
        scope.__enter__()
        return x * 1

    assert float(enters(tf.constant(2.0))) == 2
    assert "not recorded, init_scope" in explain(enters)
    raised = []

    def leave():
        with pytest.raises(RuntimeError, match="on a thread that did not enter it"):
            scope.__exit__(None, None, None)
        raised.append(1)

    thread = threading.Thread(target=leave)
    thread.start()
    thread.join()
    assert raised == [1]
    scope.__exit__(None, None, None)
    with pytest.raises(RuntimeError, match="did not enter it"):
        scope.__exit__(None, None, None)
    tf.init_scope().__enter__()
    v = tf.Variable(1.0)
    tape = tf.GradientTape()
    with tape, tf.init_scope():
        tape.__exit__(None, None, None)
        with tape:
            y = v * 2
        tape.__enter__()
    assert float(tape.gradient(y, v)) == 2


USES = {
    "an argument": lambda x, v: x * 2,
    "a value": lambda x, v: tf.reduce_sum(x * 1),
    "what was assigned": lambda x, v: v * 2,
    "a number": lambda x, v: float(x[0]),
    "an assignment": lambda x, v: v.assign(x[0]),
}


@pytest.mark.parametrize("name", USES)
def test_init_scope_with_values_of_the_function_runs_as_python(name):
    v = tf.Variable(0.0)

    @tf.function
    def f(x):
        if name == "what was assigned":
            v.assign(x[1])
        with tf.init_scope():
            y = USES[name](x, v)
        return y * 1 + x

    for n in range(CALLS):
        x = tf.constant([1.0 * n, 2.0])
        expected = f.python_function(x)
        np.testing.assert_array_equal(f(x), expected)
    assert "not recorded, " in explain(f)
