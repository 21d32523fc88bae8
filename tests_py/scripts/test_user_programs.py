"""Uses of TensorFlow as programs have them give what TensorFlow gives."""

import pytest

from recorded.comparison import assert_does
from recorded.fact_file import load_facts
from recorded.programs.user_programs import CASES, START

ALL = [fact for group in CASES for fact in load_facts("programs/user_programs")[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_use(fact):
    assert_does(fact, START)


def test_all_uses_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]
