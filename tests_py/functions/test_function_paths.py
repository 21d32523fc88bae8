"""Python branches on values inside tf.function: each path is a record behind guards."""

import re

import numpy as np
import pytest

import pelton as tf

explain = tf.config.experimental.explain_program


def halved(x):
    while tf.reduce_max(tf.abs(x)) > 1:
        x = x / 2
    return x


def summed(x):
    total = tf.constant(0.0)
    for i in tf.range(tf.cast(x[0], tf.int32)):
        total = total + tf.cast(i, tf.float32) * x[1]
    return total


def nested(x):
    if x[0] > 0:
        return x * 2 if x[1] > 0 else x * 3
    return x * 5 if x[1] > 0 else x * 7


# A function, calls of it, and how many paths these take.
FUNCTIONS = {
    "if": (lambda x: x if tf.reduce_sum(x) > 0 else -x, [[1, 2], [-4, 1], [3, 0], [-1, 0]], 2),
    "while": (halved, [[1, 2], [4, 1], [3, 0], [16, 2], [4, 4]], 3),
    "range": (summed, [[3, 2], [0, 1], [3, 5], [5, 1]], 3),
    "nested": (nested, [[1, 1], [1, -1], [-1, 1], [-1, -1], [2, 2], [-2, 3]], 4),
    "and": (lambda x: x if x[0] > 0 and x[1] > 0 else -x, [[1, 1], [1, -1], [-1, 1]], 3),
    "truth of a number": (lambda x: x + 1 if x[0] else x, [[0, 1], [2, 1], [3, 1]], 2),
    "int": (lambda x: x * int(tf.cast(x[0], tf.int32)), [[2, 1], [3, 1], [2, 5]], 2),
    "slice": (lambda x: x[tf.cast(x[0], tf.int32) :], [[0, 1], [1, 1], [0, 2]], 2),
    "assert": (lambda x: x if tf.reduce_all(x > -9) else None, [[0, 1], [1, 1]], 1),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_path_is_recorded_once(name):
    python, calls, paths = FUNCTIONS[name]
    traces = []

    @tf.function
    def f(x):
        traces.append(0)
        return python(x)

    for values in calls * 2:
        x = tf.constant(values, tf.float32)
        np.testing.assert_array_equal(f(x), python(x))
    assert len(traces) == paths
    text = explain(f)
    assert "not recorded" not in text and "guard(" in text
    assert f.experimental_get_tracing_count() == 1


@pytest.mark.parametrize("name", ["if", "while", "nested"])
def test_gradients_are_those_of_the_path(name):
    python, calls, _ = FUNCTIONS[name]
    f = tf.function(python)
    for values in calls * 2:
        x = tf.constant(values, tf.float32)
        found = []
        for function in (f, python):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = tf.reduce_sum(function(x) ** 2)
            found.append(tape.gradient(y, x).numpy())
        np.testing.assert_array_equal(*found)


def test_gradients_taken_inside():
    @tf.function
    def slope(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x**3 if x > 0 else x**2
        return tape.gradient(y, x)

    assert [float(slope(tf.constant(v))) for v in (2.0, -3.0, 1.0, -1.0)] == [12, -6, 3, -2]
    assert "not recorded" not in explain(slope)


def test_many_paths_run_as_python():
    def f(x):
        while x > 1:
            x = x - 1
        return x

    recorded = tf.function(f)
    for n in range(40):
        assert float(recorded(tf.constant(n + 0.5))) == 0.5
    reason = r"not recorded, it takes more than 16 paths, the last by the branch at .*paths\.py:\d+"
    assert re.search(reason, explain(recorded))


def test_draws_of_a_path_that_was_not_taken_are_drawn_again():
    def f(x):
        step = tf.random.uniform([])
        return x + tf.random.normal([]) if step < 0.5 else x - step

    recorded = tf.function(f)
    runs = []
    for _ in range(3):
        tf.random.set_seed(5)
        runs.append([float(recorded(tf.constant(0.0))) for _ in range(30)])
    assert runs[0] == runs[1] == runs[2] and len(set(runs[0])) > 25
    assert explain(recorded).count("guard(") == 2


def test_variables_are_assigned_once_by_the_path_that_is_taken():
    total, calls = tf.Variable(0.0), tf.Variable(0)

    @tf.function
    def f(x):
        if x > 0:
            total.assign_add(x)
        else:
            total.assign_sub(1.0)
        calls.assign_add(1)
        return total + 0.0

    found = [float(f(tf.constant(v))) for v in (2.0, -1.0, 3.0, -5.0, 1.0)]
    assert found == [2.0, 1.0, 4.0, 3.0, 4.0] and int(calls) == 5
    assert "not recorded" not in explain(f)


def test_a_value_read_after_an_assignment_needs_python():
    count = tf.Variable(0)

    @tf.function
    def f(x):
        count.assign_add(1)
        return x if count > 2 else -x

    assert [float(f(tf.constant(1.0))) for _ in range(4)] == [-1, -1, 1, 1]
    assert "not recorded, Python code reads values" in explain(f) and int(count) == 4


def test_an_error_on_a_new_path_leaves_the_others():
    @tf.function
    def f(x):
        if x > 0:
            return x * 2
        raise KeyError("negative")

    assert float(f(tf.constant(1.0))) == 2
    for _ in range(2):
        with pytest.raises(KeyError, match="negative"):
            f(tf.constant(-1.0))
    assert float(f(tf.constant(4.0))) == 8


def test_a_path_that_reads_arrays_does_not_spoil_the_others():
    @tf.function
    def f(x):
        return x * 2 if x > 0 else tf.constant(float(x))

    assert [float(f(tf.constant(v))) for v in (1.0, -2.0, 3.0, -4.0)] == [2, -2, 6, -4]
    recorded, other = explain(f).split("(float32 ()): ")[1:]
    assert "guard(" in recorded and "not recorded, Python code reads values on the host" in other


def test_values_that_follow_from_nothing_written_may_be_read_late():
    count, total = tf.Variable(0), tf.Variable(0.0)

    @tf.function
    def f(x):
        count.assign_add(1)
        y = x * 2
        total.assign_add(y)
        return y if y > 4 else -y

    found = [float(f(tf.constant(v))) for v in (1.0, 3.0, 1.0, 3.0, 4.0)]
    assert found == [-2, 6, -2, 6, 8] and int(count) == 5 and float(total) == 24
    assert "not recorded" not in explain(f) and explain(f).count("guard(") == 2


def test_draws_before_a_late_guard_stay_in_their_order():
    total = tf.Variable(0.0)

    def f(x):
        total.assign_add(tf.random.normal([]))
        step = tf.random.uniform([])
        return x + tf.random.normal([]) if step < 0.5 else x - step

    recorded = tf.function(f)
    runs = []
    for _ in range(3):
        tf.random.set_seed(5)
        total.assign(0.0)
        runs.append([*(float(recorded(tf.constant(0.0))) for _ in range(30)), float(total)])
    assert runs[0] == runs[1] == runs[2] and len(set(runs[0])) > 25
    assert explain(recorded).count("guard(") == 2


def test_draws_of_paths_within_another_trace():
    def inner(x):
        return x + tf.random.normal([]) if tf.random.uniform([]) < 0.5 else x

    recorded = tf.function(inner)
    outer = tf.function(lambda x: recorded(x) + 1)
    runs = []
    for _ in range(3):
        tf.random.set_seed(5)
        runs.append([float(outer(tf.constant(0.0))) for _ in range(30)])
        recorded(tf.constant(0.0))
    assert runs[0] == runs[1] == runs[2] and len(set(runs[0])) > 10


def test_paths_within_paths():
    inner = tf.function(lambda x: x * 2 if x > 0 else x * 3)
    outer = tf.function(lambda x: inner(x) + 1 if x < 10 else inner(x) - 1)
    for _ in range(2):
        assert [float(outer(tf.constant(v))) for v in (1.0, -1.0, 20.0)] == [3, -2, 39]
    assert "not recorded" not in explain(outer)
