"""Outputs of a convolution that see zeros only are zeros, whichever way it is computed."""

import numpy as np
import pytest

import pelton as tf

SHAPES = {"batch": (8, 13, 13, 32, 64), "one image": (1, 28, 30, 16, 24), "wide": (2, 9, 6, 48, 20)}


def sparse_images(batch, height, width, channels, rng):
    """Mostly zeros: a block of numbers in each image, and a single one in a corner."""
    images = np.zeros((batch, height, width, channels), "float32")
    images[:, 3:6, 2:5] = rng.normal(size=(batch, 3, 3, channels))
    images[:, -1, -1, -1] = 1.0
    return images


def blank_outputs(images, padding):
    """Which outputs of a 3x3 window see zeros only."""
    seen = (images != 0).any(axis=-1)
    if padding == "SAME":
        seen = np.pad(seen, ((0, 0), (1, 1), (1, 1)))
    windows = np.lib.stride_tricks.sliding_window_view(seen, (3, 3), axis=(1, 2))
    return ~windows.any(axis=(-1, -2))


@pytest.mark.parametrize("dtype", ["float32", "float16", "bfloat16", "float64"])
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("shape", SHAPES)
def test_outputs_that_see_zeros_are_zero(shape, padding, dtype):
    *sizes, filters = SHAPES[shape]
    rng = np.random.default_rng(3)
    images = sparse_images(*sizes, rng)
    kernel = rng.normal(size=(3, 3, sizes[-1], filters)).astype("float32")
    out = tf.nn.conv2d(tf.cast(images, dtype), tf.cast(kernel, dtype), 1, padding)
    out = tf.cast(out, "float32").numpy()
    blank = blank_outputs(images, padding)
    assert 0 < blank.sum() < blank.size
    np.testing.assert_array_equal(out[blank], 0)
    assert (out[~blank] != 0).mean() > 0.99


def test_a_nan_filter_is_not_hidden_by_zeros():
    images = sparse_images(8, 13, 13, 32, np.random.default_rng(3))
    kernel = np.ones((3, 3, 32, 64), "float32")
    kernel[1, 1, 0, 5] = np.nan
    out = tf.nn.conv2d(tf.constant(images), tf.constant(kernel), 1, "VALID").numpy()
    assert np.isnan(out[..., 5]).all() and np.isfinite(out[..., 6]).all()


def test_a_layer_with_biases_of_zero_learns_nothing_from_blank_pixels():
    """relu passes no gradient where the sum is 0; a rounding error there would."""
    rng = np.random.default_rng(3)
    images = sparse_images(64, 13, 13, 32, rng)
    kernel = rng.normal(size=(3, 3, 32, 64)).astype("float32")
    weights = rng.normal(size=(64, 11, 11, 64)).astype("float32")
    gradients = []
    for dtype in ("float32", "float64"):
        layer = tf.keras.layers.Conv2D(64, 3, activation="relu", dtype=dtype)
        layer.build(images.shape)
        layer.set_weights([kernel, np.zeros(64)])
        with tf.GradientTape() as tape:
            total = tf.reduce_sum(layer(images) * tf.cast(weights, dtype))
        gradients.append(tape.gradient(total, layer.bias).numpy())
    np.testing.assert_allclose(*gradients, rtol=1e-4, atol=1e-3)
