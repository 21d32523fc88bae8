"""Convolutions to few channels, and those whose output gradient is nearly all zero, beside sums in
float64."""

import numpy as np
import pytest

import pelton as tf
from op_table.window import taps

TOLERANCE = {"float64": 1e-13, "float32": 2e-6, "float16": 2e-3, "bfloat16": 2e-2}
# (batch, height, width, in, out, size, stride, dilation, padding)
NARROW = [
    (3, 28, 28, 64, 1, 7, 1, 1, "SAME"),
    (2, 13, 10, 16, 3, 3, 1, 1, "SAME"),
    (2, 13, 10, 24, 2, 4, 1, 1, "VALID"),
    (2, 9, 9, 300, 2, 3, 1, 2, "VALID"),
    (2, 12, 11, 1, 40, 4, 2, 1, "SAME"),  # the input gradient is narrow
    (1, 12, 11, 3, 32, 5, 1, 1, "SAME"),
    (1, 90, 90, 32, 1, 5, 1, 1, "SAME"),  # several bands of rows
]
ZEROS = [
    (4, 1, 50, 32, 24, (1, 5), 1, 1, "VALID"),
    (4, 7, 9, 16, 70, 3, 1, 1, "SAME"),
    (4, 14, 14, 20, 33, 3, 2, 1, "SAME"),
    (2, 9, 9, 16, 16, 2, 3, 1, "VALID"),
]


def operands(row, dtype):
    """Images, filters, an output gradient, all of them numbers of `dtype`, and the attributes."""
    batch, height, width, n_in, n_out, size, stride, dilation, padding = row
    kernel = size if isinstance(size, tuple) else (size, size)
    draw = np.random.default_rng(5).standard_normal
    attrs = {"strides": (stride,) * 2, "dilations": (dilation,) * 2, "padding": padding}
    x, w = draw((batch, height, width, n_in)), draw((*kernel, n_in, n_out))
    g = draw(tf.nn.conv2d(x, w, **attrs).shape)
    return [tf.cast(a, dtype) for a in (x, w, g)], attrs


def passes(x, w, g, attrs):
    """Output, input gradient, filter gradient."""
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        y = tf.nn.conv2d(x, w, **attrs)
    return [y, *tape.gradient(y, [x, w], output_gradients=g)]


def sums(x, w, g, attrs):
    """The same by the definition, in float64."""
    x, w, g = (tf.cast(a, "float64").numpy() for a in (x, w, g))
    places = np.arange(x.size).reshape(x.shape)
    y, dx, dw = np.zeros(g.shape), np.zeros(x.size + 1), np.zeros(w.shape)
    geometry = w.shape[:2], attrs["strides"], attrs["dilations"], attrs["padding"]
    seen_places = taps(places, *geometry, fill=x.size)
    for (i, j, seen), (_, _, at) in zip(taps(x, *geometry), seen_places, strict=True):
        y += seen @ w[i, j]
        dw[i, j] = np.einsum("byxi,byxo->io", seen, g)
        np.add.at(dx, at, g @ w[i, j].T)
    return y, dx[:-1].reshape(x.shape), dw


def assert_near(found, expected, dtype):
    for a, e in zip(found, expected, strict=True):
        error = np.abs(tf.cast(a, "float64").numpy() - e).max()
        assert error <= TOLERANCE[dtype] * max(1.0, np.abs(e).max())


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("row", NARROW)
def test_few_channels(row, dtype):
    operand, attrs = operands(row, dtype)
    assert_near(passes(*operand, attrs), sums(*operand, attrs), dtype)


def test_a_layer_of_few_channels_with_a_pool():
    """The fused convolution: its bias, relu and pool behind the sums."""
    (x, w, _), attrs = operands(NARROW[0], "float64")
    y = []
    for dtype in ("float64", "float32"):
        layer = tf.keras.layers.Conv2D(1, 7, padding="same", activation="relu", dtype=dtype)
        model = tf.keras.Sequential(
            [tf.keras.Input(x.shape[1:]), layer, tf.keras.layers.MaxPool2D()]
        )
        layer.set_weights([w.numpy(), np.full(1, 0.5)])
        y.append(model.predict(x.numpy(), verbose=0))
    expected = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(x, w, **attrs) + 0.5), 2, 2, "VALID")
    np.testing.assert_allclose(y[0], expected, rtol=1e-6, atol=1e-5)
    np.testing.assert_allclose(y[1], expected, rtol=1e-4, atol=1e-4)


def mostly_zero(g):
    """One number of each image and channel stays."""
    keep = np.zeros(g.shape)
    rng = np.random.default_rng(6)
    rows, columns = (rng.integers(0, n, (g.shape[0], g.shape[3])) for n in g.shape[1:3])
    keep[np.arange(g.shape[0])[:, None], rows, columns, np.arange(g.shape[3])] = 1
    return g * tf.cast(keep, g.dtype)


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("row", ZEROS)
def test_gradients_of_a_mostly_zero_gradient(row, dtype):
    (x, w, g), attrs = operands(row, dtype)
    g = mostly_zero(g)
    assert_near(passes(x, w, g, attrs), sums(x, w, g, attrs), dtype)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_products_of_zero_and_no_number_are_not_left_out(value):
    (x, w, g), attrs = operands(ZEROS[0], "float32")
    x, w = x.numpy(), w.numpy()
    x[0, 0, 20, 3], w[0, 2, 5, 7] = value, value
    _, dx, dw = passes(tf.constant(x), tf.constant(w), mostly_zero(g), attrs)
    assert np.isnan(dw.numpy()[0, :, 3]).any(-1).all()
    assert not np.isfinite(dx.numpy()[..., 5]).all()
    assert np.isfinite(dx.numpy()[..., 6]).all()


def test_gradients_behind_a_global_maximum_repeat():
    (x, w, g), attrs = operands(ZEROS[1], "float32")
    first, second = (passes(x, w, mostly_zero(g), attrs) for _ in range(2))
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a, b)


DEPTHWISE = [
    (2, 6, 40, 3, 3, 1, "SAME"),
    (1, 5, 37, 1, 5, 1, "VALID"),
    (2, 9, 35, 8, 2, 1, "SAME"),
    (2, 9, 35, 4, 3, 2, "SAME"),
]


@pytest.mark.parametrize("dtype", TOLERANCE)
@pytest.mark.parametrize("row", DEPTHWISE)
def test_depthwise_convolutions_of_few_channels(row, dtype):
    batch, height, width, channels, size, stride, padding = row
    (x, w, g), attrs = operands((batch, height, width, 1, 1, size, stride, 1, padding), dtype)
    scales = tf.cast(np.arange(1, channels + 1), dtype)
    expected = sums(x, w, g, attrs)
    with tf.GradientTape() as tape:
        many, filters = x * scales, tf.repeat(w, channels, 2)
        tape.watch([many, filters])
        y = tf.nn.depthwise_conv2d(many, filters, (1, stride, stride, 1), padding)
    found = [y, *tape.gradient(y, [many, filters], output_gradients=tf.repeat(g, channels, 3))]
    factors = [scales, tf.ones_like(scales), tf.reshape(scales, (-1, 1))]
    for part, of_one, factor in zip(found, expected, factors, strict=True):
        factor = tf.cast(factor, "float64").numpy()
        assert_near([part], [of_one * factor], dtype)
