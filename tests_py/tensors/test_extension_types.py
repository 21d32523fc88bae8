"""Extension types: fields, specs, functions, datasets and dispatch, as in TensorFlow."""

import pytest

from recorded.comparison import assert_does
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts
from recorded.tensors.extension_type_cases import CASES, START

FACTS = load_facts("tensors/extension_types")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_extension_types(fact):
    assert_does(fact, START, fact["code"] in DIFFERENCES["extension_types"])


def test_all_calls_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]
