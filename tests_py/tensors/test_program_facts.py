"""Programs written for TensorFlow 2 do what they did there."""

import pytest

from recorded.comparison import assert_does
from recorded.fact_file import load_facts
from recorded.tensors.program_cases import CASES, START

FACTS = load_facts("tensors/programs")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_program(fact):
    assert_does(fact, START)


def test_all_programs_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]
