"""How what Pelton gives is held against a recorded fact: as plain values, floats nearly equal."""

import numpy as np
import pytest

import pelton as tf
from recorded.code_facts import evaluate


def plain(value):
    """The value as the facts hold it: arrays, texts, dtype names, lists and dicts of these."""
    if isinstance(value, (tf.Tensor, tf.Variable)):
        value = value.numpy()
    if isinstance(value, np.ndarray) and value.dtype == object:
        return [item.decode(errors="backslashreplace") for item in value.reshape(-1)]
    if isinstance(value, (np.ndarray, np.generic)) and value.dtype.kind == "c":
        return [value.dtype.name, np.asarray(value.real), np.asarray(value.imag)]
    if isinstance(value, bytes):
        return value.decode(errors="backslashreplace")
    if isinstance(value, tf.DType):
        return value.name
    if isinstance(value, (list, tuple, tf.TensorShape)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def assert_same(actual, expected, rtol=1e-5, atol=1e-6):
    """Fails where structures, shapes, dtypes of arrays or values differ."""
    if isinstance(expected, (list, tuple)):
        assert len(actual) == len(expected)
        for one, other in zip(actual, expected, strict=True):
            assert_same(one, other, rtol, atol)
    elif isinstance(expected, dict):
        assert sorted(actual) == sorted(expected)
        for key in expected:
            assert_same(actual[key], expected[key], rtol, atol)
    elif isinstance(expected, np.ndarray) or isinstance(actual, (np.ndarray, np.generic)):
        if isinstance(expected, np.ndarray) and hasattr(actual, "dtype"):
            assert actual.dtype == expected.dtype
        actual, expected = np.asarray(actual), np.asarray(expected)
        assert actual.shape == expected.shape
        np.testing.assert_allclose(actual, expected, rtol, atol)
    elif isinstance(expected, float):
        assert actual == pytest.approx(expected, rel=rtol, abs=atol, nan_ok=True)
    else:
        assert actual == expected


def assert_does(fact, start, differs=False):
    """Fails where the fact's code after `start` does not give its value or its class of error;
    where it `differs` the class must be another."""
    code = f"{start}\n{fact['code']}"
    if "error" not in fact:
        assert_same(plain(evaluate(code, tf)), fact["value"])
        return
    with pytest.raises(Exception) as caught:
        evaluate(code, tf)
    bases = [base.__name__ for base in type(caught.value).__mro__]
    assert (fact["error"] in bases) != differs
