"""Functions that few programs use, and common ones with rare arguments, give the values, gradients
and errors that TensorFlow gave."""

import numpy as np
import pytest

import pelton as tf
from recorded.comparison import assert_does
from recorded.fact_file import load_facts
from recorded.ops import edge_function_cases, rarer_function_cases

FAMILIES = {"rarer_functions": rarer_function_cases, "edge_functions": edge_function_cases}
FACTS = {name: load_facts(f"ops/{name}") for name in FAMILIES}
ALL = [
    (cases.START, fact)
    for name, cases in FAMILIES.items()
    for group in cases.CASES
    for fact in FACTS[name].get(group, ())
]


@pytest.mark.parametrize("start, fact", ALL, ids=[fact["code"] for _, fact in ALL])
def test_call(start, fact):
    assert_does(fact, start)


def test_all_calls_are_recorded():
    cases = [c.CASES for c in FAMILIES.values()]
    codes = [code for groups in cases for group in groups.values() for code in group]
    assert [fact["code"] for _, fact in ALL] == codes


def test_approx_min_k():  # eager TensorFlow has no kernel for it on CPUs
    x = np.array([[1.0, 5.0, 3.0], [7.0, 2.0, 9.0]], np.float32)
    for axis in (0, 1, -1):
        values, places = tf.nn.approx_min_k(x, 2, axis)
        order = np.argsort(x, axis)
        np.testing.assert_array_equal(places, np.take(order, [0, 1], axis))
        np.testing.assert_array_equal(values, np.take(np.sort(x, axis), [0, 1], axis))
    with pytest.raises(tf.errors.InvalidArgumentError, match="approx_min_k"):
        tf.nn.approx_min_k(x, 2, 5)
