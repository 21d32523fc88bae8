"""Extension types: fields, specs, functions, datasets and dispatch, as in TensorFlow."""

import pytest

import pelton as tf
from recorded.code_facts import evaluate
from recorded.comparison import assert_same, plain
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts
from recorded.tensors.extension_type_cases import CASES, START

FACTS = load_facts("tensors/extension_types")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_extension_types(fact):
    code = f"{START}\n{fact['code']}"
    if "error" not in fact:
        assert_same(plain(evaluate(code, tf)), fact["value"])
        return
    with pytest.raises(Exception) as caught:
        evaluate(code, tf)
    bases = [base.__name__ for base in type(caught.value).__mro__]
    assert (fact["error"] in bases) != (fact["code"] in DIFFERENCES["extension_types"])


def test_all_calls_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]
