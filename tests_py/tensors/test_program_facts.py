"""Programs written for TensorFlow 2 do what they did there."""

import pytest

import pelton as tf
from recorded.code_facts import evaluate
from recorded.comparison import assert_same, plain
from recorded.fact_file import load_facts
from recorded.tensors.program_cases import CASES, START

FACTS = load_facts("tensors/programs")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_program(fact):
    code = f"{START}\n{fact['code']}"
    if "error" not in fact:
        return assert_same(plain(evaluate(code, tf)), fact["value"])
    with pytest.raises(Exception) as caught:
        evaluate(code, tf)
    assert fact["error"] in [base.__name__ for base in type(caught.value).__mro__]


def test_all_programs_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]
