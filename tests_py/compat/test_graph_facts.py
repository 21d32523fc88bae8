"""Programs of TensorFlow 1 compute what TensorFlow computes, and fail where it fails."""

import numpy as np
import pytest

from recorded.code_facts import evaluate
from recorded.comparison import assert_same
from recorded.fact_file import load_facts

FACTS = load_facts("graphs/graphs")


def plain(value):
    """The value as the facts hold it: arrays, texts and lists of these."""
    if isinstance(value, np.ndarray) and value.dtype == object:
        return [plain(item) for item in value.reshape(-1)]
    if isinstance(value, bytes):
        return value.decode(errors="backslashreplace")
    return [plain(item) for item in value] if isinstance(value, (list, tuple)) else value


CASES = [
    pytest.param(case, id=f"{group}-{case['name']}")
    for group, cases in FACTS.items()
    if isinstance(cases, list)
    for case in cases
]


@pytest.mark.parametrize("case", CASES)
def test_graph_fact(case, graph_mode, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = FACTS["start"] + case["code"]
    if "error" not in case:
        assert_same(plain(evaluate(code, graph_mode)), case["value"], 1e-4, 1e-5)
        return
    with pytest.raises(Exception) as caught:
        evaluate(code, graph_mode)
    names = [base.__name__ for base in type(caught.value).__mro__]
    assert case["error"] in names, repr(caught.value)
