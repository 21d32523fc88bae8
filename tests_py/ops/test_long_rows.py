"""Loops that work on whole registers and blocks: rows of every length, specials in every place."""

import numpy as np
import pytest

import pelton as tf

LENGTHS = (1, 2, 7, 10, 15, 16, 17, 31, 33, 64, 129, 1000, 1030)
SPECIALS = (np.inf, -np.inf, np.nan, -0.0)


def rows_of(length, dtype="float32", rows=19, specials=SPECIALS):
    """Random rows; those from the fifth on have one special value each, somewhere."""
    x = np.random.default_rng(length).standard_normal((rows, length)).astype(dtype)
    for i, value in enumerate(specials * 3):
        x[5 + i % (rows - 5), (i * 7) % length] = value
    return x


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("length", LENGTHS)
def test_softmax_and_its_losses(length, dtype):
    x = rows_of(length, dtype)
    wide = x.astype(np.float64)
    close = {
        "rtol": 2e-3 if dtype == "float16" else 2e-6,
        "atol": 1e-3 if dtype == "float16" else 1e-6,
    }
    with np.errstate(all="ignore"):
        most = wide.max(1, keepdims=True)
        grown = np.exp(wide - np.where(np.isneginf(most), 0, most))
        total = grown.sum(1, keepdims=True)
        weights = grown / total
        logs = wide - most - np.log(total)
    np.testing.assert_allclose(tf.nn.softmax(x).numpy(), weights, **close)
    turned = tf.nn.softmax(x.T.copy(), axis=0).numpy().T
    np.testing.assert_allclose(turned, weights, **close)
    usual = np.isfinite(wide).all(1)
    log_softmax = tf.nn.log_softmax(x).numpy()
    np.testing.assert_allclose(log_softmax[usual], logs[usual], rtol=1e-2, atol=1e-2)
    labels = np.arange(len(x)) % length
    losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, x).numpy()
    expected = -logs[np.arange(len(x)), labels]
    np.testing.assert_allclose(losses[usual], expected[usual], rtol=1e-2, atol=1e-2)


@pytest.mark.parametrize("length", LENGTHS)
def test_the_greatest_and_the_least(length):
    for dtype in ("float32", "float64", "float16", "int32"):
        x = rows_of(length, dtype, specials=SPECIALS if dtype != "int32" else (9, -9))
        for axis in (0, 1):
            np.testing.assert_array_equal(tf.reduce_max(x, axis).numpy(), x.max(axis))
            np.testing.assert_array_equal(tf.reduce_min(x, axis).numpy(), x.min(axis))
        without = np.where(np.isnan(x), -np.inf, x) if dtype != "int32" else x
        np.testing.assert_array_equal(tf.argmax(x, 1).numpy(), without.argmax(1))
        np.testing.assert_array_equal(tf.argmin(-x, 1).numpy(), (without).argmax(1))
    nothing = np.full((3, length), np.nan, np.float32)
    np.testing.assert_array_equal(tf.argmax(nothing, 1).numpy(), np.zeros(3))


@pytest.mark.parametrize("length", LENGTHS)
def test_cumulative_sums_of_rows(length):
    for dtype in ("float32", "int64", "complex64"):
        x = np.random.default_rng(length).integers(-5, 6, (19, length)).astype(dtype)
        np.testing.assert_array_equal(tf.cumsum(x, 1).numpy(), x.cumsum(1))
        backwards = tf.cumsum(x, 1, exclusive=True, reverse=True).numpy()
        np.testing.assert_array_equal(backwards, x[:, ::-1].cumsum(1)[:, ::-1] - x)


@pytest.mark.parametrize("length", LENGTHS)
def test_powers_of_one_exponent_are_those_of_many(length):
    x = rows_of(length)[:, :, None]
    for exponent in (2.0, 3.0, 1.0, 0.5, -1.0, 1.5):
        many = tf.pow(x, np.broadcast_to(np.float32(exponent), x.shape).copy()).numpy()
        np.testing.assert_allclose(tf.pow(x, exponent).numpy(), many, rtol=2e-7, atol=0)


@pytest.mark.parametrize("length", (1, 2, 5, 8, 12, 15, 37, 64, 100, 134, 1000, 1024))
@pytest.mark.parametrize("dtype", ["complex64", "complex128"])
def test_fourier_transforms_of_rows(length, dtype):
    random = np.random.default_rng(length)
    x = (random.standard_normal((19, length)) + 1j * random.standard_normal((19, length))).astype(
        dtype
    )
    close = 1e-4 if dtype == "complex64" else 1e-10
    found = tf.signal.fft(tf.constant(x)).numpy()
    np.testing.assert_allclose(found, np.fft.fft(x), rtol=0, atol=close * length**0.5)
    np.testing.assert_array_equal(tf.signal.fft(tf.constant(x[3])).numpy(), found[3])
    np.testing.assert_allclose(tf.signal.ifft(tf.constant(found)).numpy(), x, rtol=0, atol=close)


@pytest.mark.parametrize("shape", [(16, 16), (33, 50), (5, 48, 64), (1, 100), (40, 7), (3, 17, 32)])
@pytest.mark.parametrize("dtype", ["float32", "int32", "float64", "int8"])
def test_copies_of_transposed_matrices(shape, dtype):
    x = np.arange(np.prod(shape)).reshape(shape).astype(dtype)
    axes = [*range(x.ndim - 2), x.ndim - 1, x.ndim - 2]
    turned = tf.reshape(tf.transpose(x, axes), [-1]).numpy()
    np.testing.assert_array_equal(turned, x.transpose(axes).reshape(-1))


def test_angles_small_and_large():
    x = rows_of(1000) * np.float32(1e2) ** np.arange(19, dtype=np.float32)[:, None]
    wide = x.astype(np.float64)
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(tf.sin(x).numpy(), np.sin(wide), rtol=3e-7, atol=1e-37)
        np.testing.assert_allclose(tf.cos(x).numpy(), np.cos(wide), rtol=3e-7, atol=1e-37)
        np.testing.assert_allclose(tf.atan(x).numpy(), np.arctan(wide), rtol=3e-7, atol=1e-37)
    y = rows_of(1000)[::-1]
    np.testing.assert_allclose(tf.atan2(y, x).numpy(), np.arctan2(y, x), rtol=5e-7, atol=1e-37)


@pytest.mark.parametrize("columns", (1, 3, 64, 200))
def test_segments_and_scattered_rows(columns):
    random = np.random.default_rng(columns)
    x = random.integers(-9, 9, (301, columns)).astype(np.float32)
    ids = random.integers(-1, 20, 301).astype(np.int32)
    expected = np.zeros((20, columns), np.float32)
    np.add.at(expected, ids[ids >= 0], x[ids >= 0])
    found = tf.math.unsorted_segment_sum(x, ids, 20).numpy()
    np.testing.assert_array_equal(found, expected)
    scattered = tf.scatter_nd(np.abs(ids)[:, None], x, [20, columns]).numpy()
    expected = np.zeros((20, columns), np.float32)
    np.add.at(expected, np.abs(ids), x)
    np.testing.assert_array_equal(scattered, expected)


def test_conversions_at_the_ends_of_int32():
    x = np.array([0.5, -1.5, 2147483520, 2147483648, -2147483648, -2147483904, np.nan, np.inf] * 9)
    expected = [0, -1, 2147483520, -(2**31), -(2**31), -(2**31), -(2**31), -(2**31)] * 9
    for dtype in ("float32", "float64"):
        np.testing.assert_array_equal(tf.cast(x.astype(dtype), tf.int32).numpy(), expected)
    flags = np.arange(100) % 3 == 0
    np.testing.assert_array_equal(tf.cast(flags, tf.float32).numpy(), flags.astype(np.float32))


def test_choices_by_conditions_of_any_shape():
    x = np.arange(700, dtype=np.float32).reshape(20, 35)
    for condition in (x % 3 == 0, x[:, :1] % 2 == 0, x[:1] % 2 == 0):
        for dtype in ("float32", "float64", "int8", "int16", "complex128"):
            y = x.astype(dtype)
            for a, b in ((y, -y), (y, y[0, 1]), (y[0, 1], y), (y[:, :1], y)):
                found = tf.where(condition, tf.constant(a), tf.constant(b)).numpy()
                np.testing.assert_array_equal(found, np.where(condition, a, b))


def test_matrices_with_few_diagonals():
    x = np.arange(1.0, 31).reshape(5, 6)
    for low in (-1, 0, 1, 3):
        for high in (-1, 0, 2):
            i, j = np.indices(x.shape)
            kept = ((low < 0) | (i - j <= low)) & ((high < 0) | (j - i <= high))
            found = tf.linalg.band_part(x, low, high).numpy()
            np.testing.assert_array_equal(found, np.where(kept, x, 0))
    rows = np.array([[1.0, np.nan], [3, 4]])
    expected = np.array([np.diag(row) for row in rows])
    np.testing.assert_array_equal(tf.linalg.diag(rows).numpy(), expected)
    padded = tf.linalg.diag(rows, padding_value=7.0).numpy()
    np.testing.assert_array_equal(padded, np.where(np.eye(2) == 1, expected, 7))


@pytest.mark.parametrize("side", ["left", "right"])
@pytest.mark.parametrize("length", (0, 1, 2, 3, 50, 1000))
def test_places_in_sorted_rows(length, side):
    random = np.random.default_rng(length)
    x = np.sort(random.integers(0, length // 2 + 1, length)).astype(np.float32)
    y = np.concatenate([x, x + 0.5, [-1, 1e9]]).astype(np.float32)
    found = tf.searchsorted(x, y, side=side).numpy()
    np.testing.assert_array_equal(found, np.searchsorted(x, y, side=side))


def test_casts_to_float16_round_as_numpy_and_have_one_nan():
    every = np.arange(0, 2**32, 65521, dtype=np.uint64).astype(np.uint32)
    near = np.arange(2**16, dtype=np.uint16).view(np.float16).astype(np.float32)
    beside = (near.view(np.uint32) + step for step in (np.uint32(1), np.uint32(2**32 - 1)))
    x = np.concatenate([every.view(np.float32), near, *(b.view(np.float32) for b in beside)])
    with np.errstate(over="ignore", invalid="ignore"):
        wanted = x.astype(np.float16).view(np.uint16)
    got = tf.cast(tf.constant(x), "float16").numpy().view(np.uint16)
    nan = np.isnan(x)
    np.testing.assert_array_equal(got[~nan], wanted[~nan])
    np.testing.assert_array_equal(got[nan], np.signbit(x[nan]) * 0x8000 + 0x7E00)
