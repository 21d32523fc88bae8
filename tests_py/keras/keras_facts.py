"""Turning recorded facts of Keras into layers and plain values to compare with."""

import numpy as np
import pytest

from pelton.keras import layers


def plain(value):
    """Tuples as lists, as JSON has them."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def assert_same(ours, theirs):
    """Equal structures, floats within 2e-4, arrays of one dtype and dicts in the same order."""
    if isinstance(theirs, dict):
        assert list(ours) == list(theirs)
        for key, value in theirs.items():
            assert_same(ours[key], value)
    elif isinstance(theirs, list):
        assert len(ours) == len(theirs), (ours, theirs)
        for one, other in zip(ours, theirs, strict=True):
            assert_same(one, other)
    elif isinstance(theirs, np.ndarray):
        ours = np.asarray(ours)
        assert ours.dtype == theirs.dtype
        assert_close(ours, theirs, atol=2e-4)
    elif isinstance(theirs, float):
        assert ours == pytest.approx(theirs, abs=2e-4, nan_ok=True), (ours, theirs)
    else:
        assert ours == theirs


def assert_alike(error, recorded):
    """An exception of the recorded class or one derived from it, with the same text; what Pelton
    adds in brackets at the end, or as a function's name before it, is not compared."""
    assert recorded["class"] in {cls.__name__ for cls in type(error).__mro__}
    told, text = str(error), recorded["message"]
    name, _, rest = told.partition(": ")
    told = rest if name.isidentifier() and not text.startswith(f"{name}: ") else told
    assert told == text or told.startswith(f"{text} ["), (told, text)


def assert_same_config(found, expected):
    """Equal but for floats: Keras rounds a few of them to float32."""
    if isinstance(expected, dict):
        assert found.keys() == expected.keys()
        for key in expected:
            assert_same_config(found[key], expected[key])
    elif isinstance(expected, float):
        assert abs(found - expected) <= 1e-7 * abs(expected)
    else:
        assert plain(found) == expected


def assert_close(found, expected, rtol=1e-5, atol=1e-6):
    """Same shape, and values within the tolerance; low precision is compared in float64."""
    found = np.asarray(found.numpy() if hasattr(found, "numpy") else found)
    expected = np.asarray(expected)
    assert found.shape == expected.shape
    np.testing.assert_allclose(
        found.astype("float64"), expected.astype("float64"), rtol=rtol, atol=atol
    )


def rebuilt(case):
    """The layer of a recorded case, built for its input, with its weights."""
    layer = getattr(layers, case["class"])(**case["kwargs"])
    layer.build(case["input"].shape)
    layer.set_weights([weight["value"] for weight in case["weights"]])
    return layer
