"""model.summary() against the lines that real Keras prints for the same models."""

import io
import sys

import numpy as np
import pytest

import pelton as tf
from recorded.fact_file import load_facts

FACTS = load_facts("models/summaries")


def model_of(code):
    """The model `m` that the recorded code makes."""
    tf.keras.backend.clear_session()
    names = {"tf": tf, "np": np}
    exec(code, names)
    return names["m"]


@pytest.fixture
def printed(monkeypatch):
    """A function that returns what a call prints to an output of a given width."""

    def run(call, columns=80, **terminal):
        out = io.StringIO()
        out.isatty = lambda: bool(terminal)
        monkeypatch.setattr(sys, "stdout", out)
        for name, value in {
            "COLUMNS": str(columns),
            "LINES": "30",
            "TERM": "xterm-256color",
        }.items():
            monkeypatch.setenv(name, value)
        monkeypatch.delenv("NO_COLOR", raising=False)
        call()
        return out.getvalue()

    return run


@pytest.mark.parametrize("case", FACTS["cases"], ids=lambda case: case["name"])
def test_prints_keras_lines(case, printed):
    model = model_of(case["code"])
    text = printed(lambda: model.summary(**case["arguments"]), case["columns"])
    assert text.split("\n") == case["lines"]


def test_print_fn_gets_the_whole_text_once():
    model = model_of(FACTS["cases"][0]["code"])
    calls = []
    model.summary(print_fn=calls.append)
    assert calls == FACTS["other_ways"]["print_fn_calls"]
