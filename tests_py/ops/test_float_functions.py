"""Elementary functions of float32 in the instruction set that this machine uses: within a few units
of the last place over all exponents; remainders bit by bit."""

import numpy as np
import pytest

import pelton as tf

TINY = np.finfo(np.float32).tiny


def all_floats(step):
    """Every step-th float, so of every exponent and both signs, and NaN."""
    values = np.arange(0, 1 << 32, step, np.uint64).astype(np.uint32).view(np.float32)
    return np.where(np.isnan(values), np.float32(np.nan), values)


def errors_in_ulp(got, exact):
    """How far `got` is from `exact`, in units of the last place of a float of that size."""
    with np.errstate(all="ignore"):
        nearest = exact.astype(np.float32)
        _, exponents = np.frexp(np.maximum(np.abs(exact), TINY))
        errors = np.abs(got - exact) / np.ldexp(1.0, exponents - 24)
    ends = ~np.isfinite(nearest) | ~np.isfinite(got)
    same = (nearest == got) | (np.isnan(nearest) & np.isnan(got))
    return np.where(ends, np.where(same, 0, np.inf), errors)


def sigmoid(x):
    return np.where(x < 0, np.exp(x) / (1 + np.exp(x)), 1 / (1 + np.exp(-x)))


FUNCTIONS = {
    "exp": (tf.exp, np.exp),
    "expm1": (tf.math.expm1, np.expm1),
    "log": (tf.math.log, np.log),
    "log1p": (tf.math.log1p, np.log1p),
    "tanh": (tf.tanh, np.tanh),
    "sigmoid": (tf.sigmoid, sigmoid),
    "softplus": (tf.math.softplus, lambda x: np.logaddexp(x, 0)),
    "sin": (tf.sin, np.sin),
    "cos": (tf.cos, np.cos),
    "atan": (tf.atan, np.arctan),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_is_within_few_units_of_the_last_place(name):
    function, exact = FUNCTIONS[name]
    x = all_floats(50021)
    with np.errstate(all="ignore"):
        errors = errors_in_ulp(function(x).numpy(), exact(x.astype(np.float64)))
    assert errors.max() < 2.5, x[errors.argmax()]


@pytest.mark.parametrize("exponent", [0.1, -0.75, 1.5, 2.4, -7.0, 33.3, 0.0])
def test_powers_of_an_array_of_exponents_are_rounded_well(exponent):
    x = all_floats(50021)
    y = np.full_like(x, exponent)
    with np.errstate(all="ignore"):
        errors = errors_in_ulp(tf.pow(x, y).numpy(), np.power(x.astype(np.float64), y))
    assert errors.max() < 1, x[errors.argmax()]


def test_powers_of_unusual_numbers():
    odd = np.float32(
        [0, -0.0, 1, -1, 2, -3, np.inf, -np.inf, np.nan, 1e-45, 3e38, 0.5, 127, -149.5]
    )
    x, y = (part.ravel() for part in np.meshgrid(odd, odd))
    with np.errstate(all="ignore"):
        errors = errors_in_ulp(tf.pow(x, y).numpy(), np.power(x.astype(np.float64), y))
    assert errors.max() < 1


def remainders(x, y):
    """By C's fmod, with the divisor's sign."""
    with np.errstate(all="ignore"):
        rest = np.fmod(x, y)
        return np.where((rest != 0) & ((rest < 0) != (y < 0)), rest + y, rest)


def test_remainders_are_those_of_fmod_bit_by_bit():
    generator = np.random.default_rng(5)
    y = (generator.integers(1, 1000, 40000) / 7 * generator.choice([-1, 1], 40000)).astype("f4")
    whole = (y * generator.integers(-5000, 5000, y.size)).astype(np.float32)
    beside = [whole, np.nextafter(whole, np.float32(np.inf)), np.nextafter(whole, -np.float32(1e9))]
    for x in [*beside, all_floats(107374)[: y.size]]:
        got, want = tf.math.floormod(x, y).numpy(), remainders(x, y)
        differs = (got.view(np.uint32) != want.view(np.uint32)) & ~(np.isnan(got) & np.isnan(want))
        assert not differs.any(), (x[differs][:3], y[differs][:3], got[differs][:3])
