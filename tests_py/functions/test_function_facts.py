"""Functions of arrays give the values, gradients and errors that TensorFlow recorded."""

import pytest

from recorded.comparison import assert_does
from recorded.fact_file import load_facts
from recorded.ops.function_cases import CASES, START

FACTS = load_facts("ops/functions")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_function(fact):
    assert_does(fact, START)


def test_all_calls_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]
