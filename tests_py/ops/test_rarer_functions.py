"""Functions that few programs use give the values, gradients and errors that TensorFlow gave."""

import numpy as np
import pytest

import pelton as tf
from recorded.comparison import assert_does
from recorded.fact_file import load_facts
from recorded.ops.rarer_function_cases import CASES, START

FACTS = load_facts("ops/rarer_functions")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_call(fact):
    assert_does(fact, START)


def test_all_calls_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]


def test_approx_min_k():  # eager TensorFlow has no kernel for it on CPUs
    x = np.array([[1.0, 5.0, 3.0], [7.0, 2.0, 9.0]], np.float32)
    for axis in (0, 1, -1):
        values, places = tf.nn.approx_min_k(x, 2, axis)
        order = np.argsort(x, axis)
        np.testing.assert_array_equal(places, np.take(order, [0, 1], axis))
        np.testing.assert_array_equal(values, np.take(np.sort(x, axis), [0, 1], axis))
    with pytest.raises(tf.errors.InvalidArgumentError, match="approx_min_k"):
        tf.nn.approx_min_k(x, 2, 5)
