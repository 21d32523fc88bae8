"""Functions of arrays give the values, gradients and errors that TensorFlow recorded."""

import numpy as np
import pytest

import pelton as tf
from recorded.code_facts import evaluate
from recorded.fact_file import load_facts
from recorded.function_cases import CASES, START

FACTS = load_facts("functions")
ALL = [fact for group in CASES for fact in FACTS[group]]


def assert_same(actual, expected):
    if isinstance(expected, np.ndarray):
        actual = np.asarray(actual)
        assert actual.shape == expected.shape
        assert actual.dtype == expected.dtype
        np.testing.assert_allclose(actual, expected, rtol=1e-5, atol=1e-6)
    elif isinstance(expected, (list, tuple)):
        assert len(actual) == len(expected)
        for one, other in zip(actual, expected, strict=True):
            assert_same(one, other)
    else:
        assert actual == expected


def plain(value):
    if isinstance(value, (tf.Tensor, tf.Variable)):
        return value.numpy()
    is_nest = isinstance(value, (list, tuple, tf.TensorShape))
    return [plain(one) for one in value] if is_nest else value


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_function(fact):
    code = f"{START}\n{fact['code']}"
    if "error" not in fact:
        assert_same(plain(evaluate(code, tf)), fact["value"])
        return
    with pytest.raises(Exception) as caught:
        evaluate(code, tf)
    assert fact["error"] in [base.__name__ for base in type(caught.value).__mro__]


def test_all_calls_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]
