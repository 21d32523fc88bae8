"""Gamma, Poisson and binomial numbers: their distributions, streams, shapes and gradients."""

import numpy as np
import pytest

import pelton as tf
import special_reference as reference

COUNT = 40000
SEED = [12, 34]


def assert_moments(numbers, mean, variance):
    values = numbers.numpy().astype(np.float64)
    error = 5 * np.sqrt(variance / values.size)
    assert abs(values.mean() - mean) < error
    assert abs(values.var() - variance) < 0.08 * variance


@pytest.mark.parametrize("alpha, beta", [(0.3, 1.0), (1.0, 2.0), (4.5, 0.5), (90.0, 3.0)])
def test_gamma(alpha, beta):
    for numbers in (
        tf.random.gamma([COUNT], alpha, beta, seed=1),
        tf.random.stateless_gamma([COUNT], SEED, alpha, beta),
    ):
        assert_moments(numbers, alpha / beta, alpha / beta**2)
        assert float(tf.reduce_min(numbers)) > 0


@pytest.mark.parametrize("rate", [0.4, 5.0, 12.0, 300.0])
def test_poisson(rate):
    assert_moments(tf.random.poisson([COUNT], rate, seed=1), rate, rate)
    assert_moments(tf.random.stateless_poisson([COUNT], SEED, rate), rate, rate)


@pytest.mark.parametrize("count, chance", [(8, 0.2), (30, 0.9), (50, 0.5), (1000, 0.3)])
def test_binomial(count, chance):
    numbers = tf.random.stateless_binomial([COUNT], SEED, count, chance)
    assert_moments(numbers, count * chance, count * chance * (1 - chance))
    generator = tf.random.Generator.from_seed(3)
    own = generator.binomial([COUNT], count, chance)
    assert_moments(own, count * chance, count * chance * (1 - chance))
    assert int(tf.reduce_max(own)) <= count


def test_shapes_and_dtypes():
    assert tuple(tf.random.gamma([2], [[0.5], [1.0], [2.0]], [1.0, 2.0]).shape) == (2, 3, 2)
    assert tuple(tf.random.poisson([5], [[1.0, 2.0]]).shape) == (5, 1, 2)
    assert tf.random.stateless_poisson([3], SEED, [1.0, 2.0, 3.0]).dtype == tf.int32
    assert tf.random.gamma([2], 0.5, dtype=tf.float64).dtype == tf.float64
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.random.stateless_gamma([2, 3], SEED, [1.0, 2.0])


def test_a_seed_decides():
    first = tf.random.stateless_gamma([100], SEED, 0.7).numpy()
    assert np.array_equal(first, tf.random.stateless_gamma([100], SEED, 0.7).numpy())
    assert not np.array_equal(first, tf.random.stateless_gamma([100], [12, 35], 0.7).numpy())


@pytest.mark.parametrize("draw", ["gamma", "stateless_gamma"])
def test_the_gradient_holds_the_place_in_the_distribution(draw):
    alpha = tf.constant([0.4, 1.0, 3.0, 8.0], tf.float64)
    options = {"dtype": tf.float64}
    with tf.GradientTape() as tape:
        tape.watch(alpha)
        if draw == "gamma":
            numbers = tf.random.gamma([], alpha, seed=2, **options)
        else:
            numbers = tf.random.stateless_gamma([4], SEED, alpha, **options)
    gradient = tape.gradient(numbers, alpha).numpy()
    expected = reference.random_gamma_grad(alpha.numpy(), numbers.numpy())
    np.testing.assert_allclose(gradient, expected, rtol=1e-6)


def test_parameters_that_have_no_distribution_give_nan():
    assert np.isnan(tf.random.stateless_gamma([1], SEED, -1.0).numpy()).all()
    assert np.isnan(tf.random.poisson([1], -1.0).numpy()).all()
    chance = tf.random.stateless_binomial([1], SEED, 5.0, 1.5, output_dtype=tf.float32)
    assert np.isnan(chance.numpy()).all()
