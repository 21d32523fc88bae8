"""Files of models, batches of other sizes than an Input names, and InputSpec, as in Keras."""

import pytest

from recorded.comparison import assert_does
from recorded.fact_file import load_facts
from recorded.models.model_use_cases import CASES, START

FACTS = load_facts("models/model_uses")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_does_what_keras_does(fact):
    assert_does(fact, START)


def test_all_calls_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]
