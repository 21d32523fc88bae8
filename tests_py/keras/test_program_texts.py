"""What programs print of models, layers, metrics and symbolic tensors, against real Keras."""

import pytest

import pelton as tf
from recorded.code_facts import evaluate, without_addresses
from recorded.fact_file import load_facts

CASES = load_facts("models/program_texts")["cases"]


@pytest.mark.parametrize("fact", CASES, ids=lambda fact: fact["name"])
def test_text_is_kerass(fact):
    tf.keras.backend.clear_session()
    assert without_addresses(str(evaluate(fact["code"], tf))) == fact["text"]
