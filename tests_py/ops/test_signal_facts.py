"""Functions of signals and matrices give the values, gradients and errors that TensorFlow gave."""

import pytest

import pelton as tf
from recorded.code_facts import evaluate
from recorded.comparison import assert_same, plain
from recorded.fact_file import load_facts
from recorded.ops.function_cases import START
from recorded.ops.signal_cases import CASES

FACTS = load_facts("ops/signals")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_signal(fact):
    code = f"{START}\n{fact['code']}"
    if "error" not in fact:
        value = evaluate(code, tf)
        is_complex = isinstance(value, tf.Tensor) and value.dtype.is_complex
        parts = [tf.math.real(value), tf.math.imag(value)] if is_complex else value
        assert_same(plain(parts), fact["value"])
        return
    with pytest.raises(Exception) as caught:
        evaluate(code, tf)
    assert fact["error"] in [base.__name__ for base in type(caught.value).__mro__]


def test_all_signal_calls_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]
