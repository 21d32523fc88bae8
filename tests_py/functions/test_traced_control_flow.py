"""Branches and loops inside tf.function: one step each, as the Python loop computes them."""

import numpy as np
import pytest

import pelton as tf

explain = tf.config.experimental.explain_program
V = tf.Variable([1.5, -0.5])


def power(x):
    return tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x * V), [0, x])[1]


def collatz(x):
    n = tf.cast(x[0] * 4, tf.int32)

    def body(n, count):
        return tf.where(n % 2 == 0, n // 2, 3 * n + 1), count + 1

    count = tf.while_loop(lambda n, count: n > 1, body, (n, tf.constant(0)))[1]
    return x * tf.cast(count, tf.float32)


def inner_loops(x):
    def body(i, y):
        inner = tf.while_loop(lambda z: tf.reduce_sum(z) < 20, lambda z: z + x * x, [y])[0]
        return i + 1, inner / 2

    return tf.while_loop(lambda i, y: i < 3, body, [0, x])[1]


def branch_in_loop(x):
    def body(i, y):
        return i + 1, tf.cond(i % 2 == 0, lambda: y * V, lambda: y + x)

    return tf.while_loop(lambda i, y: i < 5, body, [0, x])[1]


def dicts(x):
    start = {"a": x, "b": (x * 2, [tf.constant(1)])}

    def body(state):
        a, (b, [n]) = state["a"], state["b"]
        return [{"a": a + b * V, "b": (b, [n + 1])}]

    return tf.while_loop(lambda s: s["b"][1][0] < 4, body, [start])[0]["a"]


def written(x):
    def body(i, array):
        return i + 1, array.write(i, x * tf.cast(i, tf.float32))

    array = tf.TensorArray(tf.float32, size=4)
    return tf.while_loop(lambda i, a: i < 4, body, (0, array))[1].stack()


def fibonacci(x):
    array = tf.TensorArray(tf.float32, size=6, clear_after_read=False).write(0, x).write(1, x * V)

    def body(i, array):
        return i + 1, array.write(i, array.read(i - 1) + array.read(i - 2))

    return tf.while_loop(lambda i, a: i < 6, body, (2, array))[1].stack()


def appended(x):
    array = tf.TensorArray(tf.float32, size=0, dynamic_size=True)

    def body(i, array):
        return i + 1, array.write(array.size(), x * tf.cast(i, tf.float32) * V)

    return tf.while_loop(lambda i, a: i < 5, body, (0, array))[1].stack()


def scattered(x):
    array = tf.TensorArray(tf.float32, size=1, dynamic_size=True, clear_after_read=False)
    array = array.write(0, x)

    def body(i, array):
        far = array.write(i * i, array.read(0) * V)
        return i + 1, tf.cond(i > 2, lambda: far, lambda: far.write(i, x))

    array = tf.while_loop(lambda i, a: i < 4, body, (1, array))[1].write(11, x)
    return array.stack() * tf.cast(array.size(), tf.float32)


def limited(x):
    most = tf.cast(x[0], tf.int32)
    return tf.while_loop(lambda y: True, lambda y: y * V, [x], maximum_iterations=most)[0]


def growing(x):
    grown = tf.while_loop(
        lambda i, y: i < 3,
        lambda i, y: (i + 1, tf.concat([y, x], 0)),
        [0, x],
        shape_invariants=[tf.TensorShape([]), tf.TensorShape([None])],
    )
    return grown[1] * 2


ROWS = [[1.0, 2.0], [3.0, -1.0], [0.5, 0.25]]
CASES = {
    "while": (power, "while_loop("),
    "steps follow from values": (collatz, "while_loop("),
    "nested": (inner_loops, "while_loop("),
    "cond in while": (branch_in_loop, "cond("),
    "nests": (dicts, "while_loop("),
    "TensorArray": (written, "while_loop("),
    "TensorArray read": (fibonacci, "while_loop("),
    "TensorArray that grows": (appended, "while_loop("),
    "TensorArray with gaps": (scattered, "while_loop("),
    "limit of a tensor": (limited, "while_loop("),
    "shapes that grow": (growing, "while_loop("),
    "no steps": (
        lambda x: tf.while_loop(lambda y: True, lambda y: y * V, [x], maximum_iterations=-1)[0],
        "while_loop(",
    ),
    "cond": (lambda x: tf.cond(x[0] > 0.7, lambda: x * V, lambda: x - 1), "cond("),
    "cond of a number": (lambda x: tf.cond(x[1], lambda: x * 2, lambda: x), "cond("),
    "cond of dicts": (
        lambda x: tf.cond(x[0] > 0.7, lambda: {"a": x * 2}, lambda: {"a": x * V})["a"],
        "cond(",
    ),
    "case": (
        lambda x: tf.case([(x[0] > 2, lambda: x), (x[0] > 0.7, lambda: x * V)], lambda: -x),
        "cond(",
    ),
    "switch": (
        lambda x: tf.switch_case(
            tf.cast(x[0], tf.int32), {0: lambda: x, 1: lambda: x * V, 3: lambda: x / 2}, lambda: -x
        ),
        "switch_case(",
    ),
    "map": (lambda x: tf.map_fn(lambda r: r * r * V, tf.stack([x, x * 2, V])), "map_fn("),
    "map of a nest": (
        lambda x: tf.map_fn(lambda r: r[0] * r[1], (x, V), fn_output_signature=tf.float32),
        "map_fn(",
    ),
    "map to a nest": (
        lambda x: tf.map_fn(
            lambda r: {"a": r * 2, "b": r},
            x,
            fn_output_signature={"a": tf.float32, "b": tf.float32},
        )["a"],
        "map_fn(",
    ),
    "vectorized": (lambda x: tf.vectorized_map(lambda r: r * tf.reduce_sum(x), x), "map_fn("),
    "scan": (lambda x: tf.scan(lambda a, r: a * r + V, tf.stack([x, x, V])), "scan("),
    "scan reversed": (lambda x: tf.scan(lambda a, r: a * r, x, reverse=True), "scan("),
    "scan from": (
        lambda x: tf.scan(lambda a, r: a + r * r, x, initializer=tf.constant(0.5)),
        "scan(",
    ),
    "foldl": (lambda x: tf.foldl(lambda a, r: a - r * V, tf.stack([x, V, x])), "foldl("),
    "foldr": (lambda x: tf.foldr(lambda a, r: a / 2 - r, x, tf.constant(1.0)), "foldr("),
}


@pytest.mark.parametrize("fold", [tf.foldl, tf.foldr])
@pytest.mark.parametrize("is_traced", [False, True])
def test_folds_carry_arrays(fold, is_traced):
    def rows(x):
        array = tf.TensorArray(tf.float32, 3)
        step = lambda held, row: (held[0] + 1, held[1].write(held[0], row * 2), held[2] + row)  # noqa: E731
        return fold(step, x, (0, array, tf.zeros(2)))[1:]

    given = tf.reshape(tf.range(6.0), [3, 2])
    found, total = (
        (tf.function(lambda x: (rows(x)[0].stack(), rows(x)[1]))(given))
        if is_traced
        else (rows(given)[0].stack(), rows(given)[1])
    )
    wanted = given.numpy() * 2
    assert found.numpy().tolist() == (wanted if fold is tf.foldl else wanted[::-1]).tolist()
    assert total.numpy().tolist() == [6.0, 9.0]


def gradients(function, x):
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(tf.square(function(x)))
        first = tape.gradient(y, [x, V], unconnected_gradients="zero")
        total = tf.reduce_sum(tf.square(first[0]))
    return [*first, outer.gradient(total, x, unconnected_gradients="zero")]


@pytest.mark.parametrize("name", CASES)
def test_values(name):
    python, step = CASES[name]
    f = tf.function(python)
    for row in ROWS * 2:
        x = tf.constant(row)
        np.testing.assert_allclose(f(x), python(x), rtol=1e-6)
    text = explain(f)
    assert step in text and "not recorded" not in text and "guard(" not in text
    assert f.experimental_get_tracing_count() == 1


@pytest.mark.parametrize("name", CASES)
def test_gradients_outside_and_inside(name):
    python = CASES[name][0]
    outside, inside = tf.function(python), tf.function(lambda x: gradients(python, x))
    for row in ROWS * 2:
        x = tf.constant(row)
        expected = gradients(python, x)
        for found in (gradients(outside, x), inside(x)):
            for a, b in zip(found, expected, strict=True):
                np.testing.assert_allclose(a, b, rtol=1e-4, atol=1e-5)
    assert "not recorded" not in explain(inside)


@pytest.mark.parametrize("name", CASES)
def test_traces_without_values(name):
    python = CASES[name][0]
    f = tf.function(python, input_signature=[tf.TensorSpec([2], tf.float32)])
    concrete = f.get_concrete_function()
    for row in ROWS:
        np.testing.assert_allclose(concrete(tf.constant(row)), python(tf.constant(row)), rtol=1e-6)


def test_arrays_grow_as_values_say():
    @tf.function
    def f(n):
        array = tf.TensorArray(tf.int32, size=0, dynamic_size=True, clear_after_read=False)
        invariants = (tf.TensorShape([]), tf.TensorShape(None))
        array = tf.while_loop(
            lambda i, a: i < n,
            lambda i, a: (i + 1, a.write(i, i * i)),
            (0, array),
            shape_invariants=invariants,
        )[1]
        return array.stack(), array.size()

    for n in (3, 0, 40, 7):
        stacked, size = f(tf.constant(n))
        np.testing.assert_array_equal(stacked, np.arange(n) ** 2)
        assert int(size) == n
    assert f.experimental_get_tracing_count() == 1 and "guard(" not in explain(f)


def test_open_sizes():
    f = tf.function(
        lambda x: (
            tf.map_fn(lambda r: r * 2, x),
            tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, y + x), [0, x])[1],
            tf.scan(lambda a, r: a + r, x),
        ),
        input_signature=[tf.TensorSpec([None], tf.float32)],
    )
    for n in (1, 3, 5):
        x = np.arange(n, dtype="float32")
        for found, expected in zip(f(x), (x * 2, x * 3, np.cumsum(x)), strict=True):
            np.testing.assert_array_equal(found, expected)
    assert f.experimental_get_tracing_count() == 1


def test_random_numbers_are_those_of_the_gradient():
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.while_loop(
                lambda i, y: i < 4, lambda i, y: (i + 1, y * tf.random.uniform([2])), [0, x]
            )[1]
        return y, tape.gradient(y, x)

    tf.random.set_seed(3)
    runs = [f(tf.constant([1.0, 2.0])) for _ in range(4)]
    for y, gradient in runs:
        np.testing.assert_allclose(y, gradient * tf.constant([1.0, 2.0]), rtol=1e-6)
    assert len({float(y[0]) for y, _ in runs}) == 4
    tf.random.set_seed(3)
    again = f(tf.constant([1.0, 2.0]))
    np.testing.assert_array_equal(again[0], runs[0][0])


def test_variables_are_written_in_loops():
    count, total = tf.Variable(0), tf.Variable([0.0, 0.0])

    @tf.function
    def f(x):
        def body(i):
            count.assign_add(1)
            total.assign(total + x)
            return i + 1

        tf.while_loop(lambda i: i < 3, body, [0])
        tf.cond(x[0] > 1, lambda: total.assign_sub(x), lambda: total.assign_add(x))
        return total + 0.0

    found = [f(tf.constant([float(n), 1.0])).numpy().tolist() for n in (1, 2, 1)]
    assert found == [[4.0, 4.0], [8.0, 6.0], [12.0, 10.0]] and int(count) == 9
    assert "not recorded" not in explain(f)


def test_a_gradient_through_writes_is_refused():
    count = tf.Variable(0)

    @tf.function
    def f(x):
        def body(i, y):
            count.assign_add(1)
            return i + 1, y * 2

        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.while_loop(lambda i, y: i < 3, body, [0, x])[1]
        return tape.gradient(y, x)

    with pytest.raises(tf.errors.UnimplementedError, match="while_loop has no gradient where it"):
        f(tf.constant(1.0))


def test_prints_once_per_step(capsys):
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)

            def body(i, y):
                tf.print("step", i)
                return i + 1, y * x

            y = tf.while_loop(lambda i, y: i < 2, body, [0, x])[1]
        return tape.gradient(y, x)

    for _ in range(2):
        assert float(f(tf.constant(2.0))) == 12
        assert capsys.readouterr().err == "step 0\nstep 1\n"


def test_bodies_that_read_values_run_as_python():
    @tf.function
    def f(x):
        return tf.while_loop(lambda y: y < 10, lambda y: y + float(y), [x])[0]

    assert [float(f(tf.constant(v))) for v in (1.0, 3.0)] == [16.0, 12.0]
    assert "not recorded, Python code reads values" in explain(f)


def traced(function):
    return lambda: tf.function(function)(tf.constant([1.0, 2.0]))


def loop(body, *start, **options):
    return traced(lambda x: tf.while_loop(lambda i, *_: i < 3, body, [0, x, *start], **options))


REFUSED = {
    "shape": (loop(lambda i, y: (i + 1, y[:1])), ValueError, r"enters the loop with shape \(2,\)"),
    "dtype": (loop(lambda i, y: (i + 1, y > 0)), TypeError, "loop variable 1 enters the loop as"),
    "number": (loop(lambda i, y: (i + 1,)), ValueError, "the same nested structure"),
    "condition": (
        traced(lambda x: tf.while_loop(lambda y: y, lambda y: y + 1, [x])),
        tf.errors.InvalidArgumentError,
        "reshape",
    ),
    "condition's dtype": (
        traced(lambda x: tf.while_loop(lambda y: y[0], lambda y: y + 1, [x])),
        TypeError,
        "the condition must give one boolean scalar",
    ),
    "invariant": (
        loop(lambda i, y: (i, y), shape_invariants=[tf.TensorShape([]), tf.TensorShape([3])]),
        ValueError,
        "shape invariant",
    ),
    "branches' dtypes": (
        traced(lambda x: tf.cond(x[0] > 0, lambda: x, lambda: x > 0)),
        TypeError,
        "branches must give the same dtypes",
    ),
    "branches' nests": (
        traced(lambda x: tf.cond(x[0] > 0, lambda: (x, x), lambda: [x])),
        TypeError,
        "branches must return the same structure",
    ),
    "branches' ranks": (
        traced(lambda x: tf.cond(x[0] > 0, lambda: x, lambda: x[0])),
        ValueError,
        "branches must give the same ranks",
    ),
    "scan's state": (
        traced(lambda x: tf.scan(lambda a, r: (a, r), x)),
        ValueError,
        "the same nested structure",
    ),
    "rows": (
        traced(lambda x: tf.map_fn(lambda r: r[0], (x, x[:1]))),
        ValueError,
        "equally many rows",
    ),
    "a body's own error": (loop(lambda i, y: 1 / 0), ZeroDivisionError, "division"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_input(name):
    call, kind, text = REFUSED[name]
    with pytest.raises(kind, match=text):
        call()
    assert float(tf.function(lambda x: x + 1)(tf.constant(1.0))) == 2.0


VIEWS = {
    "reversed": lambda x: tf.reverse(x, [0]),
    "transposed": tf.transpose,
    "columns": lambda x: x[:, 1:],
    "every second row": lambda x: x[::2],
    "last rows": lambda x: x[2:],
    "broadcast": lambda x: tf.broadcast_to(x[:1], (4, 4)),
}
PASSED_ON = {
    "cond": lambda v: tf.cond(tf.reduce_sum(v) > -1.0, lambda: v, lambda: v),
    "while_loop": lambda v: tf.while_loop(lambda i, a: i < 0, lambda i, a: (i + 1, a), (0, v))[1],
    "switch_case": lambda v: tf.switch_case(tf.constant(0), [lambda: v, lambda: v * 2]),
    "py_function": lambda v: tf.py_function(lambda a: a, [v], tf.float32),
    "py_function of a view": lambda v: tf.transpose(tf.py_function(tf.transpose, [v], tf.float32)),
}


@pytest.mark.parametrize("by", PASSED_ON)
@pytest.mark.parametrize("view", VIEWS)
def test_a_view_that_is_passed_on_is_read_as_one(view, by):
    x = tf.reshape(tf.range(24.0), (6, 4))
    given = VIEWS[view](x)

    @tf.function
    def passed_on(x):
        given = PASSED_ON[by](VIEWS[view](x))
        return given, given * 2, given[1:]

    for _ in range(4):  # traced, compiled, and run as compiled
        for made, expected in zip(passed_on(x), (given, given * 2, given[1:]), strict=True):
            np.testing.assert_array_equal(made, expected)
