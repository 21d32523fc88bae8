"""Constraints, masks that layers compute and results carry, and preprocessing, against Keras."""

import re

import pytest
from keras_facts import assert_alike, assert_same, plain

import pelton as tf
from pelton import keras
from recorded.code_facts import evaluate
from recorded.fact_file import load_facts

FILES = (
    "layers/constraints",
    "layers/layer_masks",
    "layers/preprocessing",
    "ops/backend",
    "training/formulas",
)
CASES = {
    f"{file}: {case['name']}": (facts["start"] + case["code"], case)
    for file in FILES
    for facts in [load_facts(file)]
    for case in facts["cases"]
}
VALUES = [name for name, (_, case) in CASES.items() if "value" in case]
ERRORS = [name for name, (_, case) in CASES.items() if "error" in case]


@pytest.fixture(autouse=True)
def fresh_names():
    keras.backend.clear_session()


# Keras tells of masks that get lost, too.
pytestmark = pytest.mark.filterwarnings("ignore:Layer .* was passed an input with a mask")


@pytest.mark.parametrize("name", VALUES)
def test_does_what_keras_does(name):
    code, case = CASES[name]
    assert_same(plain(evaluate(code, tf)), case["value"])


@pytest.mark.parametrize("name", ERRORS)
def test_refuses_what_keras_refuses(name):
    code, case = CASES[name]
    with pytest.raises(Exception) as caught:
        evaluate(code, tf)
    assert_alike(caught.value, case["error"])


def test_every_function_of_the_backend_has_a_row():
    codes = "\n".join(code for name, (code, _) in CASES.items() if name.startswith("ops/backend: "))
    named = set(re.findall(r"K\.(\w+)", codes))
    assert set(keras.backend.__all__) <= named
    assert set(load_facts("ops/backend")["names"]) <= named
