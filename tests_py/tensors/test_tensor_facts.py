"""Holds tensors, variables, conversions, tapes and draws against what TensorFlow recorded."""

import re

import pytest

import pelton as tf
from recorded.code_facts import evaluate, without_addresses
from recorded.comparison import assert_same, plain
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts

FACTS = load_facts("tensors/tensors")
DIFFERS = DIFFERENCES["tensors"]


def cases(section):
    return [pytest.param(case, id=case["name"]) for case in FACTS[section]]


@pytest.fixture(autouse=True)
def differences(request):
    tf.keras.backend.clear_session()  # some facts show automatic names
    case = request.node.callspec.params.get("case")
    if case is not None and case["name"] in DIFFERS:
        request.applymarker(pytest.mark.xfail(reason=DIFFERS[case["name"]], strict=True))


@pytest.mark.parametrize("case", cases("printed") + cases("printed_other"))
def test_text(case):
    value = evaluate(case["code"], tf)
    assert without_addresses(repr(value)) == case["repr"]
    assert without_addresses(str(value)) == case["str"]


def run_fact(case):
    if "error" not in case:
        assert_same(plain(evaluate(case["code"], tf)), case.get("value"))
        return
    with pytest.raises(Exception) as caught:
        evaluate(case["code"], tf)
    names = [base.__name__ for base in type(caught.value).__mro__]
    assert case["error"]["class"] in names, repr(caught.value)
    is_told = told(case["error"]["message"]) in told(str(caught.value))
    assert is_told != (case["name"] in DIFFERENCES["tensor texts"]), str(caught.value)


def told(text):
    """The first line without what TensorFlow puts around it, and with shapes as tuples."""
    text = re.sub(r"\{\{function_node [^}]*\}\} ?| \[Op:.*", "", text, flags=re.DOTALL)
    tuples = re.sub(r"\[([\d,]*)\]", lambda found: f"({found[1]})", text.split("\n")[0].strip())
    return tuples.replace(" ", "").replace(",)", ")")


SECTIONS = [
    "values",
    "op_errors",
    "tape",
    "random",
    "masks",
    "shapes",
    "variables",
    "gradients",
    "slices",
    "repeated_rows",
    "streams",
    "drawn",
]


@pytest.mark.parametrize("case", [case for section in SECTIONS for case in cases(section)])
def test_fact(case):
    run_fact(case)
