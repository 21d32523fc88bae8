"""Weight constraints against real Keras: values, configs, and training under them."""

import pytest
from keras_facts import assert_alike, assert_same, plain

import pelton as tf
from pelton import keras
from recorded.code_facts import evaluate
from recorded.fact_file import load_facts

FACTS = load_facts("constraints")
VALUES = [case for case in FACTS["cases"] if "value" in case]
ERRORS = [case for case in FACTS["cases"] if "error" in case]


@pytest.fixture(autouse=True)
def fresh_names():
    keras.backend.clear_session()


@pytest.mark.parametrize("case", VALUES, ids=lambda case: case["name"])
def test_does_what_keras_does(case):
    assert_same(plain(evaluate(FACTS["start"] + case["code"], tf)), case["value"])


@pytest.mark.parametrize("case", ERRORS, ids=lambda case: case["name"])
def test_refuses_what_keras_refuses(case):
    with pytest.raises(Exception) as caught:
        evaluate(FACTS["start"] + case["code"], tf)
    assert_alike(caught.value, case["error"])
