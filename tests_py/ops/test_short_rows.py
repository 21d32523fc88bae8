"""Elementwise ops, copies and joins of short rows, orders and ranges: NumPy is the reference."""

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


@pytest.mark.parametrize("channels", (1, 2, 3, 4))
def test_mirrored_rows_of_every_width_and_length(channels):
    for seed, dtype in enumerate((*DTYPES, "complex128")):
        for length in (*range(1, 20), 67):
            a = values_of((3, length, channels), dtype, seed)
            x = tf.constant(a)
            np.testing.assert_array_equal(tf.identity(x[:, ::-1]).numpy(), a[:, ::-1])
            np.testing.assert_array_equal(tf.reverse(x[:, 1:], [1]).numpy(), a[:, :0:-1])


@pytest.mark.parametrize("rows", (15, 16, 17, 48, 67))
def test_transposed_blocks(rows):
    for seed, dtype in enumerate(DTYPES):
        for columns in (1, 16, 31, 32, 50):
            a = values_of((2, rows, columns), dtype, seed)
            turned = tf.reshape(tf.transpose(tf.constant(a), [0, 2, 1]), [-1])
            np.testing.assert_array_equal(turned.numpy(), a.transpose(0, 2, 1).ravel())


@pytest.mark.parametrize("widths", ((1, 1), (1, 2, 1), (3, 1, 0, 5), (130, 1), (40, 90)))
def test_joined_columns(widths):
    for seed, dtype in enumerate(DTYPES):
        for rows in (1, 3, 1000):
            parts = [values_of((rows, width), dtype, seed + width) for width in widths]
            joined = tf.concat([tf.constant(part) for part in parts], 1)
            np.testing.assert_array_equal(joined.numpy(), np.concatenate(parts, 1))


def test_the_order_of_special_numbers():
    for dtype in ("float16", "float32", "float64"):
        edges = [np.nan, 1, -1, 0.0, -0.0, np.inf, -np.inf, -np.nan, 6e-5, -6e-5]
        a = np.tile(np.asarray(edges, dtype), (4, 9))
        for x, axis in ((a, -1), (a.T.copy(), 0)):
            got = tf.sort(tf.constant(x), axis=axis).numpy()
            np.testing.assert_array_equal(got, np.sort(x, axis=axis))
            zeros = got[got == 0].reshape(4, -1) if axis else got.T[got.T == 0].reshape(4, -1)
            assert np.all(np.diff(np.signbit(zeros).astype(int)) <= 0)  # -0.0 first
            down = tf.sort(tf.constant(x), axis=axis, direction="DESCENDING").numpy()
            np.testing.assert_array_equal(down, np.flip(np.sort(x, axis=axis), axis))


@pytest.mark.parametrize("dtype", ("int8", "uint8", "int32", "int64", "float32"))
def test_ranges_of_whole_numbers(dtype):
    for start, limit, delta in ((0, 100, 1), (100, -28, -3), (-128, 127, 5), (3, 4, 9)):
        if dtype == "uint8" and min(start, limit) < 0:
            continue
        got = tf.range(start, limit, delta, dtype=dtype).numpy()
        np.testing.assert_array_equal(got, np.arange(start, limit, delta).astype(dtype))
    long = tf.range(7, 7 + 3 * 150_000, 3, dtype="int32").numpy()
    np.testing.assert_array_equal(long, np.arange(7, 7 + 3 * 150_000, 3, dtype=np.int32))
