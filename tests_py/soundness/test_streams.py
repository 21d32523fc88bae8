"""Stateless draws, generators and keras.random against Philox written again in NumPy."""

import numpy as np
import pytest

import pelton as tf
import philox
from tolerances import assert_close

SEED = (2**40 + 3, -7)
STREAM = philox.scrambled(*SEED)
FLOATS = ("float32", "float64")


def drawn(name, dtype, count, stream):
    return getattr(philox, name)(dtype, stream, count)


@pytest.mark.parametrize("dtype", FLOATS)
def test_stateless_draws_are_philox_of_the_seed(dtype):
    seed = tf.constant(SEED, tf.int64)
    uniform = tf.random.stateless_uniform([7, 3], seed, -1.0, 3.0, dtype).numpy()
    expected = drawn("unit", dtype, 21, STREAM).reshape(7, 3) * 4 - 1
    assert_close(uniform, expected, "arithmetic")
    normal = tf.random.stateless_normal([21], seed, 2.0, 3.0, dtype).numpy()
    assert_close(normal, drawn("normal", dtype, 21, STREAM) * 3 + 2, "composed")
    truncated = tf.random.stateless_truncated_normal([21], seed, dtype=dtype).numpy()
    assert_close(truncated, drawn("truncated_normal", dtype, 21, STREAM), "composed")


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_stateless_integers(dtype):
    seed = tf.constant(SEED, tf.int64)
    numbers = tf.random.stateless_uniform([99], seed, -3, 1000, dtype).numpy()
    np.testing.assert_array_equal(numbers, philox.integers(dtype, STREAM, 99, -3, 1000))
    full = tf.random.stateless_uniform([9], seed, None, None, "u" + dtype).numpy()
    bits = 32 if dtype == "int32" else 64
    raw = philox.words32(*STREAM, 9) if bits == 32 else philox.words64(*STREAM, 9)
    np.testing.assert_array_equal(full, raw.astype("u" + dtype))


def test_stateless_order():
    seed = tf.constant(SEED, tf.int64)
    order = tf.random.experimental.stateless_shuffle(tf.range(50), seed).numpy()
    np.testing.assert_array_equal(order, philox.permutation(STREAM, 50))


def test_a_generator_draws_from_its_key_and_counter():
    generator = tf.random.Generator.from_key_counter(11, [5, 0], "philox")
    first = generator.normal([6]).numpy()
    assert_close(first, drawn("normal", "float32", 6, (11, 0, 5)), "composed")
    second = generator.uniform([6]).numpy()
    assert_close(second, drawn("unit", "float32", 6, (11, 0, 5 + 6 * 256)), "arithmetic")


def test_both_counter_halves_and_the_key_count():
    states = [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0], [0, 1, 1]]
    draws = {
        tuple(tf.random.Generator.from_state(state, "philox").uniform([4]).numpy().tolist())
        for state in states
    }
    assert len(draws) == len(states)


LEAST = [-5132906131044537523, -7134473930129478072, -7192388178545935625]
# TensorFlow 2.21's numbers from states of the least integers.
OF_STATES = {
    "normal": (LEAST, [1.2337364, -0.3039987]),
    "uniform": ([-(2**63), 4, 5], [0.58786047, 0.81846726]),
    "truncated_normal": ([LEAST[0], -1, 5], [1.5417902, -1.4234352]),
}


@pytest.mark.parametrize("method", OF_STATES)
def test_any_integers_are_a_state(method):
    state, expected = OF_STATES[method]
    made = getattr(tf.random.Generator.from_state(state, "philox"), method)([2])
    assert made.numpy().tolist() == pytest.approx(expected, rel=1e-6)


def test_unseeded_generators_differ():
    made = [tf.random.Generator.from_non_deterministic_state() for _ in range(2)]
    assert made[0].state.numpy().tolist() != made[1].state.numpy().tolist()


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda g: g.normal([-1]), tf.errors.InvalidArgumentError),
        (lambda g: g.normal([2], dtype=tf.int32), TypeError),
        (lambda g: g.truncated_normal("ab"), TypeError),
        (lambda g: g.uniform([2], 5, 3, tf.int32), tf.errors.InvalidArgumentError),
        (lambda g: g.uniform([2], 5, dtype=tf.int32), ValueError),
        (lambda g: g.uniform_full_int([2], tf.int8), ValueError),
        (lambda g: g.reset([1, 2]), ValueError),
        (lambda g: g.reset([1.0, 2.0, 3.0]), TypeError),
        (lambda g: g.reset_from_seed(1.5), TypeError),
        (lambda g: g.reset_from_key_counter(1, [1, 2, 3]), ValueError),
        (lambda g: g.split(-1), tf.errors.InvalidArgumentError),
        (lambda g: g.skip("a"), ValueError),
        (lambda g: tf.random.set_global_generator(3), TypeError),
        (lambda g: tf.random.Generator(copy_from=3), TypeError),
        (lambda g: tf.random.Generator(), ValueError),
        (lambda g: tf.random.Generator.from_seed(1, "threefry"), tf.errors.UnimplementedError),
        (lambda g: tf.random.Generator.from_seed(1, True), ValueError),
    ],
)
def test_a_refused_draw_leaves_the_state(call, error):
    generator = tf.random.Generator.from_seed(9)
    with pytest.raises(error):
        call(generator)
    assert generator.state.numpy().tolist() == [9, 0, 0]


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda s: tf.random.stateless_uniform([2], s, dtype="int8"), ValueError),
        (lambda s: tf.random.stateless_uniform("ab", s), TypeError),
        (lambda s: tf.random.stateless_normal([2], s, "mean"), TypeError),
        (lambda s: tf.random.stateless_normal([2], s, [1.0, 2.0, 3.0]), ValueError),
        (lambda s: tf.random.stateless_normal([2], s, dtype="int32"), TypeError),
        (lambda s: tf.random.stateless_normal([2], s, alg=7), ValueError),
        (lambda s: tf.random.stateless_truncated_normal([2**40, 2**40], s), ValueError),
        (lambda s: tf.random.stateless_categorical([[1]], 2, s), ValueError),
        (lambda s: tf.random.stateless_categorical([[0.0]], -2, s), ValueError),
        (lambda s: tf.random.fold_in(s, [1, 2]), ValueError),
        (lambda s: tf.random.fold_in([s], 1), ValueError),
        (lambda s: tf.random.split(s, -1), ValueError),
        (lambda s: tf.random.split([None, 1]), (TypeError, ValueError)),
    ],
)
def test_stateless_bad_calls(call, error):
    with pytest.raises(error):
        call([1, 2])
