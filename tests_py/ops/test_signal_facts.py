"""Functions of signals and matrices give the values, gradients and errors that TensorFlow gave."""

import numpy as np
import pytest

import pelton as tf
from recorded.code_facts import evaluate
from recorded.comparison import assert_same, plain
from recorded.fact_file import load_facts
from recorded.function_cases import START
from recorded.signal_cases import CASES

FACTS = load_facts("signals")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_signal(fact):
    code = f"{START}\n{fact['code']}"
    if "error" not in fact:
        value = plain(evaluate(code, tf))
        is_complex = getattr(value, "dtype", np.dtype(bool)).kind == "c"
        assert_same([value.real, value.imag] if is_complex else value, fact["value"])
        return
    with pytest.raises(Exception) as caught:
        evaluate(code, tf)
    assert fact["error"] in [base.__name__ for base in type(caught.value).__mro__]


def test_all_signal_calls_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]
