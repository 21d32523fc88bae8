"""Elementwise ops and copies of operands whose common rows are short: NumPy is the reference."""

import numpy as np
import pytest

import pelton as tf

DTYPES = ("float16", "float32", "float64", "int8", "uint16", "int32", "int64", "complex64", "bool")
SHAPES = ((700, 2), (41, 37, 3), (5, 33, 9, 4), (301, 7), (90, 24), (64, 65), (513, 1, 3), (3, 3))

# Of an array or a tensor of the shape, one that broadcasts to it.
LAYOUTS = {
    "last axis": lambda x: x[(0,) * (x.ndim - 1)],
    "all but the last axis": lambda x: x[..., :1],
    "last two axes": lambda x: x[(0,) * (x.ndim - 2)],
    "first and last axis": lambda x: x[(slice(None), *(slice(0, 1),) * (x.ndim - 2))],
    "middle": lambda x: x[:1, ..., :1],
    "reversed rows": lambda x: x[::-1],
    "reversed columns": lambda x: x[..., ::-1],
    "one value": lambda x: x[(0,) * x.ndim],
}


def values_of(shape, dtype, seed):
    rng = np.random.default_rng(seed)
    if dtype == "bool":
        return rng.random(shape) < 0.5
    if dtype == "complex64":
        return (rng.integers(-9, 9, shape) + 1j * rng.integers(-9, 9, shape)).astype(dtype)
    return rng.integers(0, 9, shape).astype(dtype)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_operands_of_every_layout(layout, shape):
    for seed, dtype in enumerate(DTYPES):
        a, b = values_of(shape, dtype, seed), values_of(shape, dtype, seed + 20)
        x, y = tf.constant(a), LAYOUTS[layout](tf.constant(b))
        other = LAYOUTS[layout](b)
        if dtype == "bool":
            np.testing.assert_array_equal(tf.math.logical_xor(x, y).numpy(), a ^ other)
        else:
            np.testing.assert_array_equal((x + y).numpy(), a + other)
            np.testing.assert_array_equal((y * x).numpy(), other * a)
        chosen = tf.where(LAYOUTS[layout](tf.constant(a != 0)), x, y)
        np.testing.assert_array_equal(chosen.numpy(), np.where(LAYOUTS[layout](a != 0), a, other))


@pytest.mark.parametrize("shape", SHAPES)
def test_copies_of_short_rows(shape):
    for seed, dtype in enumerate(DTYPES):
        a = values_of(shape, dtype, seed)
        x = tf.constant(a)
        for axis in range(a.ndim):
            turned = tf.reverse(x, [axis])
            np.testing.assert_array_equal(
                tf.reshape(turned, [-1]).numpy(), np.flip(a, axis).reshape(-1)
            )
            joined = tf.concat([turned, x], axis=-1).numpy()
            np.testing.assert_array_equal(joined, np.concatenate([np.flip(a, axis), a], -1))
        swapped = tf.transpose(x, list(range(a.ndim))[::-1])
        np.testing.assert_array_equal(tf.reshape(swapped, [-1]).numpy(), a.T.reshape(-1))


def test_long_operands_are_read_by_several_threads():
    a = np.random.default_rng(1).random((4001, 50, 3), np.float32)
    m = np.array([1.0, 2.0, 3.0], np.float32)
    np.testing.assert_array_equal((tf.constant(a) - m).numpy(), a - m)
    turned = tf.reverse(tf.constant(a), [1])
    np.testing.assert_array_equal((turned * m).numpy(), a[:, ::-1] * m)


@pytest.mark.parametrize("depth", [1, 2, 3, 4, 5])
def test_products_of_short_rows_with_one_column(depth):
    draw = np.random.default_rng(depth).standard_normal
    rows, column = draw((1003, depth)), draw((depth, 1))
    for dtype, bound in {"float64": 1e-14, "float32": 1e-6, "float16": 1e-2}.items():
        a, b = (tf.constant(x, dtype) for x in (rows, column))
        expected = a.numpy().astype("float64") @ b.numpy().astype("float64")
        for product in (a @ b, tf.transpose(tf.transpose(b) @ tf.transpose(a))):
            np.testing.assert_allclose(product.numpy(), expected, rtol=0, atol=8 * bound)
