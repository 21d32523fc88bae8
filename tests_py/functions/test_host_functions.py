"""tf.py_function, tf.numpy_function and tf.timestamp: eager, traced, with gradients, refused."""

import threading

import numpy as np
import pytest

import pelton as tf

ONES = tf.ones(2)


def double(x):
    return x * 2


REFUSED = [  # call, class, text
    (lambda: tf.py_function(double, [ONES], tf.int32), ValueError, "requested dtype int32"),
    (
        lambda: tf.py_function(lambda x: (x,), [ONES], [tf.float32] * 2),
        ValueError,
        "returns 1 values, but expects to see 2 values",
    ),
    (
        lambda: tf.py_function(lambda x: None, [ONES], tf.float32),
        ValueError,
        "returns 0 values, but expects to see 1 values",
    ),
    (
        lambda: tf.py_function(lambda x: 1 / 0, [ONES], tf.float32),
        tf.errors.UnknownError,
        "ZeroDivisionError: division by zero",
    ),
    (
        lambda: tf.py_function(lambda x: next(iter(())), [], []),
        tf.errors.OpError,
        "missing 1 required positional argument",
    ),
    (lambda: tf.py_function(double, [ONES], None), TypeError, "Missing required argument: 'Tout'"),
    (lambda: tf.py_function(5, [ONES], tf.float32), ValueError, "Expected func to be callable"),
    (
        lambda: tf.numpy_function(lambda x: 1 / 0, [ONES], tf.float32),
        ZeroDivisionError,
        "division by zero",
    ),
]


@pytest.mark.parametrize("call", [tf.py_function, tf.numpy_function])
@pytest.mark.parametrize("is_traced", [False, True])
def test_results(call, is_traced):
    def run(x):
        one = call(double, [x], tf.float32)
        two = call(lambda a, b: [a + b, a - b], [x, one], [tf.float32, tf.float32])
        assert isinstance(two, list)
        return one, *two

    given = tf.function(run) if is_traced else run
    for value in (1.0, 3.0):
        found = given(tf.constant([value]))
        assert [float(one[0]) for one in found] == [2 * value, 3 * value, -value]


def test_no_result():
    seen = []
    assert tf.py_function(lambda x: seen.append(float(x)), [2.0], []) == []
    assert seen == [2.0]


def test_decorators():
    @tf.py_function(Tout=tf.float32)
    def plus_one(x):
        return x.numpy() + 1.0

    @tf.numpy_function(Tout=tf.float32)
    def halved(x):
        assert isinstance(x, np.ndarray)
        return x / 2

    assert plus_one(1.0).numpy() == 2.0
    assert halved(tf.constant([4.0])).numpy() == [2.0]


@pytest.mark.parametrize("is_traced", [False, True])
def test_gradient(is_traced):
    def run(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.py_function(lambda a: a * a * a, [x], tf.float32)
        return tape.gradient(y, x)

    given = tf.function(run) if is_traced else run
    assert given(tf.constant(3.0)).numpy() == 27.0
    assert given(tf.constant(2.0)).numpy() == 12.0


@pytest.mark.parametrize(("call", "kind", "text"), REFUSED)
def test_refused(call, kind, text):
    with pytest.raises(kind) as caught:
        call()
    assert text in str(caught.value)


def test_the_exception_of_the_function_is_the_cause():
    with pytest.raises(tf.errors.UnknownError) as caught:
        tf.py_function(lambda x: {}["a"], [ONES], tf.float32)
    assert isinstance(caught.value.__cause__, KeyError)


def test_a_trace_asks_the_clock_again():
    ask = tf.function(tf.timestamp)
    first, second = float(ask()), float(ask())
    assert first < second
    assert ask().dtype == tf.float64


def test_threads_are_in_one_host_step_at_once():
    together = threading.Barrier(2, timeout=20)
    waits = []

    def host(x):
        if waits:
            together.wait()
        return x

    function = tf.function(lambda x: tf.numpy_function(host, [x], tf.float32) * 2.0)
    for _ in range(3):
        function(tf.constant(1.0))
    waits.append(True)
    found = []
    threads = [
        threading.Thread(target=lambda: found.append(float(function(tf.constant(3.0)))))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [6.0, 6.0]
