"""Rows of every length and kind are sorted: within a block of registers, around it and beyond."""

import numpy as np
import pytest

import pelton as tf

LENGTHS = (1, 15, 16, 17, 255, 513, 1000, 1024, 1025, 3000, 70_000)
KINDS = {
    "any": lambda rng, n: rng.integers(-(2**31), 2**31, n),
    "few": lambda rng, n: rng.integers(0, 3, n),
    "rising": lambda rng, n: np.arange(n),
    "falling": lambda rng, n: np.arange(n, 0, -1),
    "equal": lambda rng, n: np.full(n, 7),
    # every 64th is small and different: what is picked from there parts a row badly
    "steps": lambda rng, n: np.where(np.arange(n) % 64 == 0, np.arange(n), 2**30 + np.arange(n)),
}


@pytest.mark.parametrize("dtype", ["float32", "int32", "uint32", "int64", "float64"])
@pytest.mark.parametrize("kind", KINDS)
def test_sorts_as_numpy_does(kind, dtype):
    rng = np.random.default_rng(1)
    for n in LENGTHS:
        x = KINDS[kind](rng, n).astype(dtype)
        np.testing.assert_array_equal(tf.sort(x), np.sort(x))
        np.testing.assert_array_equal(tf.sort(x, direction="DESCENDING"), np.sort(x)[::-1])
        np.testing.assert_array_equal(tf.argsort(x), np.argsort(x, kind="stable"))
        backwards = n - 1 - np.argsort(x[::-1], kind="stable")[::-1]
        np.testing.assert_array_equal(tf.argsort(x, direction="DESCENDING"), backwards)


def test_numbers_that_are_none_come_last_and_zeros_are_equal():
    x = np.array([np.nan, 1, -0.0, 0.0, -np.inf, np.inf, -np.nan, 0.0, -0.0] * 200, "float32")
    np.testing.assert_array_equal(tf.sort(x), np.sort(x))
    np.testing.assert_array_equal(tf.argsort(x), np.argsort(x, kind="stable"))
