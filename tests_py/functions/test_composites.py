"""Functions, branches, loops and files of ragged and sparse tensors, as in TensorFlow."""

import pytest

from recorded.comparison import assert_does
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts
from recorded.tensors.composite_cases import CASES, START

FACTS = load_facts("tensors/composites")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_composites(fact):
    assert_does(fact, START, fact["code"] in DIFFERENCES["composites"])


def test_all_calls_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]
