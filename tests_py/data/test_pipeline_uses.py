"""Holds pipelines as programs write them against TensorFlow's facts."""

import pytest

import pelton as tf
from pelton.random import process_seed
from recorded.code_facts import error_entry, evaluate
from recorded.data.pipeline_facts import described, plain
from recorded.fact_file import load_facts

FACTS = load_facts("data/pipeline_uses")


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    process_seed.forget()
    yield
    process_seed.forget()


@pytest.mark.parametrize("case", FACTS["pipelines"], ids=lambda case: case["code"])
def test_pipeline(case):
    facts = described(lambda: evaluate(FACTS["start"] + case["code"], tf), error_entry)
    if "error" in case:
        bases = {facts["error"]["class"], *facts["error"]["bases"]}
        assert case["error"] in bases, facts["error"]
        facts["error"] = case["error"]
    assert {"code": case["code"], **facts} == case


@pytest.mark.parametrize("case", FACTS["values"], ids=lambda case: case["code"])
def test_value(case):
    code = FACTS["start"] + case["code"]
    if "error" in case:
        with pytest.raises(Exception) as caught:
            evaluate(code, tf)
        assert case["error"] in {base.__name__ for base in type(caught.value).__mro__}
    else:
        assert plain(evaluate(code, tf)) == plain(case["value"])
