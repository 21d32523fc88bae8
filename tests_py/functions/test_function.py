"""tf.function: what a record computes is what the function computes, eagerly and step by step."""

import numpy as np
import pytest

import pelton as tf

explain = tf.config.experimental.explain_program


def arrays(dtype, *shapes):
    rng = np.random.default_rng(1)
    return [tf.cast(tf.constant(rng.uniform(0.5, 2.0, shape)), dtype) for shape in shapes]


# Functions of two tensors of one shape (2, 3), which record completely.
RECORDED = {
    "arithmetic": lambda x, y: x * 2 + y - 1,
    "tuple": lambda x, y: (x + y, x - y),
    "nest": lambda x, y: {"b": [x, y * 2], "a": (y, None, 1)},
    "an argument": lambda x, y: x,
    "shapes": lambda x, y: tf.reshape(x, [tf.shape(y)[1], -1]) + tf.size(y).dtype.size,
    "python over shapes": lambda x, y: sum(x[i] for i in range(x.shape[0])),
    "slices": lambda x, y: x[:, 1:] + y[..., :2],
    "reductions": lambda x, y: tf.reduce_sum(x * y, axis=1) / tf.reduce_mean(x),
    "arrays": lambda x, y: x + tf.cast(np.arange(3), x.dtype),
    "numbers": lambda x, y: 3,
    "truth": lambda x, y: True,
    "nothing": lambda x, y: None,
    "text": lambda x, y: (x, "name"),
    "inner gradient": lambda x, y: gradient_of_product(x, y),
    "device": lambda x, y: on_cpu(x, y),
    "unused": lambda x, y: (tf.exp(x), y)[1],
}


def gradient_of_product(x, y):
    with tf.GradientTape() as tape:
        tape.watch(x)
        z = x * x * y
    return tape.gradient(z, x)


def on_cpu(x, y):
    with tf.device("/CPU:0"):
        return x @ tf.transpose(y)


def as_arrays(structure):
    def array(leaf):
        return leaf.numpy() if isinstance(leaf, tf.Tensor) else leaf

    return tf.nest.map_structure(array, structure)


def check_same(found, wanted):
    tf.nest.assert_same_structure(found, wanted)
    for a, b in zip(tf.nest.flatten(found), tf.nest.flatten(wanted), strict=True):
        assert type(a) is type(b)
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("name", RECORDED)
def test_records_are_the_function(name, dtype):
    f = RECORDED[name]
    recorded = tf.function(f)
    for scale in (1, 2, 3):
        x, y = (tf.cast(a * scale, dtype) for a in arrays(dtype, (2, 3), (2, 3)))
        expected = tf.nest.map_structure(
            lambda leaf: tf.constant(leaf) if isinstance(leaf, (int, bool, str)) else leaf, f(x, y)
        )
        check_same(as_arrays(recorded(x, y)), as_arrays(expected))
    assert recorded.experimental_get_tracing_count() == 1
    assert "not recorded" not in explain(recorded)


@pytest.mark.parametrize("name", [n for n in RECORDED if n not in ("numbers", "truth", "nothing")])
def test_gradients_through_records(name):
    recorded = tf.function(RECORDED[name])
    for f in (recorded, recorded, recorded):
        x, y = arrays("float32", (2, 3), (2, 3))
        found = []
        for function in (f, RECORDED[name]):
            with tf.GradientTape() as tape:
                tape.watch([x, y])
                outputs = [z for z in tf.nest.flatten(function(x, y)) if isinstance(z, tf.Tensor)]
                floating = [tf.reduce_sum(z) for z in outputs if z.dtype.is_floating]
                total = tf.add(tf.stack(floating), 0.0)
            found.append(tape.gradient(total, [x, y]))
        check_same(as_arrays(found[0]), as_arrays(found[1]))


# Functions that need Python each time, and the beginning of the reason.
EAGER = {
    "numpy": (lambda x: tf.constant(x.numpy() + 1), "Python code reads values"),
    "float": (lambda x: float(x[0]), "Python code reads values"),
    "numpy of a variable": (lambda x: x * WEIGHT.numpy(), "Python code reads values"),
    "format": (lambda x: x + len(f"{x[0]:.0f}"), "Python code reads values"),
    "nonzero": (lambda x: tf.boolean_mask(x, x > 0), "nonzero, whose shape follows from values,"),
    "generator": (lambda x: x * 0 + tf.random.Generator.normal(GENERATOR, []), "Python code reads"),
}
WEIGHT = tf.Variable([1.0, 2.0, 3.0])
GENERATOR = tf.random.Generator.from_seed(1)


@pytest.mark.parametrize("name", EAGER)
def test_what_cannot_be_recorded_runs_as_python(name):
    f, reason = EAGER[name]
    recorded = tf.function(f)
    for value in ([1.0, 2.0, 3.0], [-4.0, 5.0, -7.0], [0.0, 0.0, 1.0]):
        GENERATOR.reset_from_seed(7)
        expected = f(tf.constant(value))
        GENERATOR.reset_from_seed(7)
        np.testing.assert_array_equal(recorded(tf.constant(value)), expected)
    assert f"not recorded, {reason}" in explain(recorded)
    assert recorded.experimental_get_tracing_count() == 1


def test_python_runs_while_recording_only():
    seen = []

    @tf.function
    def f(x):
        seen.append(str(x))
        return x + len(seen)

    assert [float(f(tf.constant(1.0))) for _ in range(3)] == [2.0, 2.0, 2.0]
    assert seen == ['Tensor("x:0", shape=(), dtype=float32)']


def test_an_argument_is_not_taken_for_the_same_tensor_elsewhere():
    captured = tf.constant([1.0, 2.0])
    weight = tf.Variable([5.0, 5.0])

    @tf.function
    def f(x, y):
        return x * 100 + y * 10 + captured + weight

    assert f(captured, captured).numpy().tolist() == [116.0, 227.0]
    assert f(captured * 0, captured).numpy().tolist() == [16.0, 27.0]
    assert f(weight.value(), captured).numpy().tolist() == [516.0, 527.0]
    weight.assign([0.0, 0.0])
    assert f(captured * 0, captured * 0).numpy().tolist() == [1.0, 2.0]


def test_random_numbers_are_fresh_and_follow_from_the_seed():
    def draw(x):
        return tf.random.normal([3]) + tf.nn.dropout(x, 0.5) + tf.random.uniform([3], seed=4)

    x, runs = tf.ones(3), []
    tf.random.set_seed(3)
    recorded = tf.function(draw)
    for _ in range(2):
        tf.random.set_seed(3)
        runs.append([recorded(x).numpy() for _ in range(3)])
    np.testing.assert_array_equal(*runs)
    assert not np.array_equal(runs[0][1], runs[0][2])


def test_a_recorded_dropout_and_its_gradient_drop_the_same():
    @tf.function
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.nn.dropout(x, 0.5)
        return y, tape.gradient(y, x)

    for _ in range(4):
        y, grad = f(tf.ones(64))
        np.testing.assert_array_equal(y, grad)


def test_variables_are_read_and_written_at_each_call():
    weight = tf.Variable([1.0, 2.0])
    count = tf.Variable(0, trainable=False)

    @tf.function
    def f(x):
        before = weight.value()
        weight.assign_add(x)
        count.assign(count + 1)
        weight.assign_sub(x * 2)
        return before, weight * 1, count

    for n in range(1, 4):
        old = weight.numpy()
        before, after, calls = f(tf.constant([1.0, 1.0]))
        np.testing.assert_array_equal(before, old)
        np.testing.assert_array_equal(after, old - 1)
        assert int(calls) == int(count) == n
    weight.assign([10.0, 20.0])
    assert f(tf.zeros(2))[1].numpy().tolist() == [10.0, 20.0]


def test_a_function_in_a_function_is_part_of_its_record():
    @tf.function
    def inner(x):
        return x * WEIGHT + tf.random.uniform([])

    @tf.function
    def outer(x):
        return inner(x) + inner(x + 1)

    x = tf.ones(3)
    for _ in range(3):
        tf.random.set_seed(1)
        drawn = tf.function(lambda: tf.random.uniform([]))()  # each call in outer is an op like it
        expected = (x * WEIGHT + drawn) + ((x + 1) * WEIGHT + drawn)
        np.testing.assert_array_equal(outer(x), expected)
    assert explain(outer).count("random_uniform") == 2


def test_recursion_over_a_number():
    @tf.function
    def power(x, n):
        return x * power(x, n - 1) if n > 1 else x

    for _ in range(2):
        assert power(tf.constant(2.0), 5).numpy() == 32.0


def test_higher_derivatives_of_records():
    @tf.function
    def cube(x):
        return x**3

    for _ in range(3):
        x = tf.Variable(2.0)
        with tf.GradientTape() as outer:
            with tf.GradientTape() as inner:
                y = cube(x)
            slope = inner.gradient(y, x)
        assert float(outer.gradient(slope, x)) == 12.0


def test_a_tape_from_outside_is_no_part_of_a_record():
    x = tf.Variable(3.0)
    tape = tf.GradientTape(persistent=True)
    with tape:
        y = x * x

    @tf.function
    def slope(a):
        return tape.gradient(y, x) * a

    assert [float(slope(tf.constant(k))) for k in (1.0, 2.0)] == [6.0, 12.0]
    assert "the gradient of a tape that began outside is taken" in explain(slope)
