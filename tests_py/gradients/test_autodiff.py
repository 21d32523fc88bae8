"""tf.autodiff.ForwardAccumulator, tf.recompute_grad and tf.grad_pass_through, against formulas."""

import numpy as np
import pytest

import pelton as tf


def test_derivatives_along_tangents():
    x = tf.constant([1.0, 2.0], tf.float64)
    with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.5], tf.float64)) as accumulator:
        y, z = x**3, tf.reduce_sum(tf.sin(x))
        apart = tf.constant(1.0)
        inside = accumulator.jvp(y)
    np.testing.assert_allclose(inside, [3.0, 6.0])
    np.testing.assert_allclose(accumulator.jvp(z), np.cos(1) + 0.5 * np.cos(2))
    assert accumulator.jvp(apart) is None
    assert accumulator.jvp(apart, unconnected_gradients="zero").numpy() == 0.0


def test_forward_over_backward_gives_hessian_products():
    x = tf.Variable([1.0, 2.0])
    with (
        tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as accumulator,
        tf.GradientTape() as tape,
    ):
        y = x[0] * x[0] * x[1]
    # The tape's gradient was computed outside of the accumulator: not connected.
    assert accumulator.jvp(tape.gradient(y, x)) is None
    with tf.autodiff.ForwardAccumulator(x, tf.constant([1.0, 0.0])) as accumulator:
        with tf.GradientTape() as tape:
            y = x[0] * x[0] * x[1]
        gradient = tape.gradient(y, x)
    np.testing.assert_allclose(accumulator.jvp(gradient), [4.0, 2.0])


@pytest.mark.parametrize(
    ("tangent", "text"),
    [
        (tf.ones(3), r"tangent of shape \(3,\)"),
        (tf.ones(2, tf.float64), "dtype float64"),
        ([tf.ones(2), tf.ones(2)], "1 primals, but 2 tangents"),
    ],
)
def test_refused_tangents(tangent, text):
    with pytest.raises(ValueError, match=text):
        tf.autodiff.ForwardAccumulator(tf.ones(2), tangent)


def test_derivatives_of_derivatives_along_tangents():
    """d^2/dx^2 of x^3.5, after both accumulators and within the outer one; one of x^2 y^3."""
    x = tf.constant(1.1)
    with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as outer:
        with tf.autodiff.ForwardAccumulator(x, tf.constant(1.0)) as inner:
            y = x ** tf.constant(3.5)
        within = outer.jvp(inner.jvp(y))
    expected = 3.5 * 2.5 * 1.1**1.5
    assert float(outer.jvp(inner.jvp(y))) == pytest.approx(expected, rel=1e-6)
    assert float(within) == pytest.approx(expected, rel=1e-6)
    v = tf.Variable([2.0, 3.0])
    with tf.autodiff.ForwardAccumulator(v, tf.constant([1.0, 0.0])) as first:
        with tf.autodiff.ForwardAccumulator(v, tf.constant([0.0, 1.0])) as second:
            z = v[0] ** 2 * v[1] ** 3
        mixed = first.jvp(second.jvp(z))
    assert float(mixed) == 2 * 2.0 * 3 * 3.0**2


@pytest.mark.parametrize("is_traced", [False, True])
def test_recomputed_gradients(is_traced):
    v = tf.Variable(2.0)
    calls = []

    @tf.recompute_grad
    def wave(x):
        calls.append(1)
        return tf.sin(x * v)

    def run(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = wave(x)
        return tape.gradient(y, [x, v])

    found = (tf.function(run) if is_traced else run)(tf.constant(1.0))
    np.testing.assert_allclose(found, [2 * np.cos(2), np.cos(2)], rtol=1e-6)
    assert len(calls) == 2


def test_gradients_that_pass_through():
    rounded = tf.grad_pass_through(tf.round)
    x = tf.constant([1.2, 2.7])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = rounded(x) * 3.0
    np.testing.assert_array_equal(y, [3.0, 9.0])
    np.testing.assert_array_equal(tape.gradient(y, x), [3.0, 3.0])
