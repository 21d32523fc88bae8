"""Holds pipelines of ragged and sparse tensors, and their specs, against TensorFlow's facts."""

import pytest

import pelton as tf
from pelton.random import process_seed
from recorded.code_facts import error_entry, evaluate
from recorded.data.pipeline_facts import described, plain
from recorded.fact_file import load_facts

FACTS = load_facts("data/composite_pipelines")


@pytest.fixture(autouse=True)
def unseeded():
    process_seed.forget()


@pytest.mark.parametrize("case", FACTS["pipelines"], ids=lambda case: case["code"])
def test_pipeline(case):
    facts = described(lambda: evaluate(FACTS["start"] + case["code"], tf), error_entry)
    if "error" in case:
        bases = {facts["error"]["class"], *facts["error"]["bases"]}
        assert case["error"]["class"] in bases, facts["error"]
        facts["error"] = case["error"]
    assert {"code": case["code"], **facts} == case


@pytest.mark.parametrize("case", FACTS["values"], ids=lambda case: case["code"])
def test_value(case):
    code = FACTS["start"] + case["code"]
    if "error" in case:
        with pytest.raises(Exception) as caught:
            evaluate(code, tf)
        assert type(caught.value).__name__ == case["error"]["class"]
    else:
        assert plain(evaluate(code, tf)) == plain(case["value"])


def test_fit_refuses_ragged_batches():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    rows = tf.ragged.constant([[1.0], [2.0, 3.0]])
    batches = tf.data.Dataset.from_tensor_slices((rows, tf.ones([2, 1]))).batch(2)
    with pytest.raises(ValueError, match="ragged or sparse"):
        model.fit(batches, verbose=0)
