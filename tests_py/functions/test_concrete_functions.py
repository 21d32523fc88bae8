"""Concrete functions and saved models of functions do what TensorFlow's did."""

import pytest

from recorded.comparison import assert_does
from recorded.fact_file import load_facts
from recorded.tensors.concrete_function_cases import CASES, START

FACTS = load_facts("tensors/concrete_functions")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_fact(fact):
    assert_does(fact, START)


def test_all_facts_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]
