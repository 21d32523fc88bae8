"""TensorFlow's rarer public names are as TensorFlow's."""

import pytest

import pelton as tf
from recorded.code_facts import evaluate
from recorded.comparison import assert_same, plain
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts
from recorded.names.public_name_cases import GROUPS, cases, code_of

FACTS = load_facts("names/public_names")
ALL = [(group, fact) for group in GROUPS for fact in FACTS[group]]


@pytest.mark.parametrize("group, fact", ALL, ids=[fact["code"] for _, fact in ALL])
def test_call(group, fact):
    code = code_of(group, fact["code"])
    if fact["code"] in DIFFERENCES["public_names"]:
        with pytest.raises(Exception):  # noqa: B017 - a difference is a refusal
            assert_same(plain(evaluate(code, tf)), fact["value"])
    elif "error" not in fact:
        assert_same(plain(evaluate(code, tf)), fact["value"])
    else:
        with pytest.raises(Exception) as caught:
            evaluate(code, tf)
        assert fact["error"] in [base.__name__ for base in type(caught.value).__mro__]


def test_all_calls_are_recorded():
    assert all([fact["code"] for fact in FACTS[group]] == cases(group) for group in GROUPS)
