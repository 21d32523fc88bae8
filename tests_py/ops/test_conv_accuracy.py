"""Convolutions by Winograd's tiles: their rounding error, what is not finite, and the switches."""

import numpy as np
import pytest

import pelton as tf
from conv_passes import INPUTS, SHAPES, by_definition, errors, operands, passes

PASSES = ("output", "input gradient", "filter gradient")


@pytest.mark.parametrize("kind", INPUTS)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_within_four_times_the_error_of_the_definition(shape, kind):
    for name, (default, direct) in zip(PASSES, errors(shape, kind), strict=True):
        assert default <= 4 * direct, name


@pytest.mark.parametrize("determinism", [False, True])
def test_the_switches_are_read_at_once(determinism):
    """By the definition, small integers are exact; the tiles' fractions round."""
    shape = SHAPES[1]
    x, w, g = (np.round(4 * a) + 0.1 for a in operands(shape, "normal"))
    default = passes(x, w, g, shape[-1])
    with by_definition(determinism=determinism):
        direct = passes(x, w, g, shape[-1])
    again = passes(x, w, g, shape[-1])
    for a, d, n in zip(default, direct, again, strict=True):
        assert np.array_equal(a, n) and not np.array_equal(a, d)
        np.testing.assert_allclose(a, d, rtol=1e-3, atol=1e-3)


BAD = {
    "inf in the input": (0, np.inf),
    "nan in the input": (0, np.nan),
    "inf in the filters": (1, np.inf),
    "-inf in the output gradient": (2, -np.inf),
    "3e37 in the input": (0, 3e37),
    "3e37 in the filters": (1, 3e37),
}


@pytest.mark.parametrize("what", BAD)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_what_is_not_finite_spreads_no_further_than_by_the_definition(shape, what):
    index, value = BAD[what]
    arrays = operands(shape, "normal")
    arrays[index].reshape(-1)[arrays[index].size // 2] = value
    got = passes(*arrays, shape[-1])
    with by_definition():
        expected = passes(*arrays, shape[-1])
    for a, e in zip(got, expected, strict=True):
        np.testing.assert_array_equal(np.isnan(a), np.isnan(e))
        np.testing.assert_array_equal(np.isposinf(a), np.isposinf(e))
        np.testing.assert_array_equal(np.isneginf(a), np.isneginf(e))


def test_behind_relu_and_pool_too():
    """The fused layer's relu must not turn NaN of a tile into 0."""
    keras = tf.keras
    layers = [keras.layers.Conv2D(32, 3, activation="relu"), keras.layers.MaxPooling2D()]
    model = keras.Sequential([keras.Input((14, 14, 32)), *layers])
    x = operands(SHAPES[1], "normal")[0][..., :32].copy()
    x[0, 5, 5, 3] = np.inf
    got = model.predict_on_batch(x)
    with by_definition():
        expected = model.predict_on_batch(x)
    np.testing.assert_array_equal(np.isfinite(got), np.isfinite(expected))
    assert np.isfinite(got[1:]).all() and not np.isfinite(got[0]).all()
