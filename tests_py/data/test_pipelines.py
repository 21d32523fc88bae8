"""Holds the pipelines of tf.data against what TensorFlow recorded: texts, elements, errors."""

import inspect

import numpy as np
import pytest

import pelton as tf
from pelton.random import process_seed
from recorded.code_facts import error_entry, evaluate
from recorded.data.pipeline_facts import described, plain
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts

FACTS = load_facts("data/pipelines")
DIFFERS = DIFFERENCES["pipelines"]
TEXTS = DIFFERENCES["pipeline texts"]


@pytest.fixture(autouse=True)
def unseeded():
    process_seed.forget()
    yield
    process_seed.forget()


def told(message):
    """A message without TensorFlow's names of ops around it."""
    message = message.split("}} ", 1)[-1] if message.startswith("{{") else message
    return message.split(" [Op:")[0].split("\n\t [[")[0].strip()


def check_error(case, error):
    names = {base.__name__ for base in type(error).__mro__}
    assert case["error"]["class"] in names, repr(error)
    is_told = told(case["error"]["message"]) in told(str(error))
    assert is_told != (case["name"] in TEXTS), str(error)


@pytest.mark.parametrize("case", [pytest.param(c, id=c["name"]) for c in FACTS["pipelines"]])
def test_pipeline(case, request):
    if case["name"] in DIFFERS:
        request.applymarker(pytest.mark.xfail(reason=DIFFERS[case["name"]], strict=True))
    facts = described(lambda: evaluate(FACTS["start"] + case["code"], tf), error_entry)
    expected = {key: value for key, value in case.items() if key not in ("name", "code")}
    if "error" in expected:
        assert "error" in facts, facts
        bases = {facts["error"]["class"], *facts["error"]["bases"]}
        assert expected["error"]["class"] in bases, facts["error"]
        is_told = told(expected["error"]["message"]) in told(facts["error"]["message"])
        assert is_told != (case["name"] in TEXTS), facts["error"]
        facts["error"] = expected["error"]
    assert facts == expected


@pytest.mark.parametrize("case", [pytest.param(c, id=c["name"]) for c in FACTS["values"]])
def test_value(case):
    code = FACTS["start"] + case["code"]
    if "error" in case:
        with pytest.raises(Exception) as caught:
            evaluate(code, tf)
        check_error(case, caught.value)
        return
    value, expected = evaluate(code, tf), case["value"]
    assert plain(np.asarray(value) if isinstance(value, bool) else value) == (
        expected.tolist() if isinstance(expected, np.ndarray) else as_plain(expected)
    )


def as_plain(value):
    if isinstance(value, dict):
        return {key: as_plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_plain(item) for item in value]
    return value.tolist() if isinstance(value, (np.ndarray, np.generic)) else value


# Methods that have no row above, and the tests that are about them.
ELSEWHERE = {
    "as_numpy_iterator",
    "cardinality",
    "element_spec",
    "get_single_element",
    "list_files",
    "explain",
    "load",
    "options",
    "ragged_batch",
    "reduce",
    "save",
    "snapshot",
    "sparse_batch",
}


def test_each_transformation_has_a_row():
    methods = {name for name, _ in inspect.getmembers(tf.data.Dataset) if not name.startswith("_")}
    rows = {case["name"].rsplit(" ", 1)[0] for case in FACTS["pipelines"]}
    assert methods - rows - ELSEWHERE == set()
