"""Pieces of code that Keras's users write do what Keras recorded of them: layers, models and their
files, keras.ops."""

import pytest

from recorded.comparison import assert_does
from recorded.fact_file import load_facts
from recorded.layers import preprocessing_use_cases
from recorded.models import model_use_cases
from recorded.ops import op_use_cases
from recorded.programs import keras_program_cases, keras_use_cases

FAMILIES = {
    "layers/preprocessing_uses": preprocessing_use_cases,
    "models/model_uses": model_use_cases,
    "ops/op_uses": op_use_cases,
    "programs/keras_programs": keras_program_cases,
    "programs/keras_uses": keras_use_cases,
}


def facts_of(family):
    facts = load_facts(family)
    return [fact for group in FAMILIES[family].CASES for fact in facts[group]]


ALL = [(cases.START, fact) for family, cases in FAMILIES.items() for fact in facts_of(family)]


@pytest.mark.parametrize(("start", "fact"), ALL, ids=[fact["code"] for _, fact in ALL])
def test_does_what_keras_does(start, fact):
    assert_does(fact, start)


@pytest.mark.parametrize("family", FAMILIES)
def test_all_calls_are_recorded(family):
    cases = FAMILIES[family].CASES
    codes = [code for group in cases.values() for code in group]
    assert [fact["code"] for fact in facts_of(family)] == codes
