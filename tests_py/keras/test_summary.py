"""The summary table against real Keras's bytes."""

import io
import sys

import pytest

from pelton.keras.utils import console
from pelton.keras.utils.summary import (
    SummaryRow,
    WeightTotal,
    layer_bounds,
    print_summary,
    readable_memory_size,
)
from recorded.fact_file import load_facts

EXPECTED = load_facts("training/front")["summaries"]
LONG = "a_layer_with_a_name_that_does_not_fit_in_one_line"
IMAGE = (None, 26, 26, 32)
ROWS = [
    SummaryRow("conv", "Conv2D", IMAGE, 320, trainable=True),
    SummaryRow("batch_normalization", "BatchNormalization", IMAGE, 128, trainable=True),
    SummaryRow(LONG, "Dropout", IMAGE, 0),
    SummaryRow("flatten", "Flatten", (None, 21632), 0),
    SummaryRow("[bold]", "Dense", (None, 1000), 21633000, trainable=False),
]
TRAINABLE, FROZEN = WeightTotal(384, 1536), WeightTotal(21633064, 86532256)
OPTIMIZER = WeightTotal(770, 3084)


def printed(monkeypatch, columns, terminal=False, rows=ROWS, **kwargs):
    """What print_summary writes to a standard output of this width."""
    out = io.StringIO()
    out.isatty = lambda: terminal
    monkeypatch.setattr(sys, "stdout", out)
    for name, value in {"COLUMNS": columns, "LINES": 30, "TERM": "xterm-256color"}.items():
        monkeypatch.setenv(name, str(value))
    monkeypatch.delenv("NO_COLOR", raising=False)
    print_summary("net", rows, TRAINABLE, FROZEN, OPTIMIZER, **kwargs)
    return out.getvalue()


CASES = {
    "wide": {"columns": 120},
    "narrow": {"columns": 60},
    "terminal": {"columns": 100, "terminal": True},
    "trainable": {"columns": 120, "show_trainable": True},
    "line_length": {"columns": 200, "line_length": 100, "positions": [0.5, 0.7, 1.0]},
    "range": {"columns": 120, "rows": ROWS[0:4]},
}


@pytest.mark.parametrize("name", CASES)
def test_table_is_keras_table(name, monkeypatch):
    assert printed(monkeypatch, **CASES[name]) == EXPECTED[name]


def test_unbuilt_model(monkeypatch):
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setenv("COLUMNS", "120")
    rows = [SummaryRow("dense", "Dense", None, 0, False), SummaryRow("re_lu", "ReLU", None, 0)]
    print_summary("sequential", rows, WeightTotal(0, 0), WeightTotal(0, 0))
    assert out.getvalue() == EXPECTED["unbuilt"]


def test_print_fn_gets_the_whole_table_once(monkeypatch):
    texts = []
    assert printed(monkeypatch, 120, terminal=True, print_fn=texts.append) == ""
    assert texts == EXPECTED["print_fn"]


def test_non_interactive_logging_goes_to_the_log(monkeypatch, caplog):
    monkeypatch.setattr(console, "_interactive", False)
    with caplog.at_level("INFO", "pelton"):
        assert printed(monkeypatch, 120) == ""
    assert caplog.messages == EXPECTED["print_fn"]


def test_connections_and_nested_rows(monkeypatch):
    rows = [
        SummaryRow("add", "Add", [(None, 3), (None, 4)], 0, inbound=[("a", 0, 0), ("b", 0, 1)]),
        SummaryRow("inner", "Dense", {"x": (None, 3)}, 9, depth=1, trainable=True),
    ]
    text = printed(monkeypatch, 120, rows=rows, show_connections=True)
    assert "a[0][0], b[0][1]" in text and "[(None, 3), (None, 4)]" in text
    assert "│    └ inner (Dense)" in text and "{x: (None, 3)}" in text and "Connected to" in text


def test_too_narrow_console_is_refused(monkeypatch):
    with pytest.raises(ValueError, match="Insufficient console width"):
        printed(monkeypatch, 14)


def test_layer_range():
    names = ["conv", "pool", "dense", "dense_1"]
    assert layer_bounds(names, None) == (0, 4)
    assert layer_bounds(names, ["pool", "dense"]) == (1, 4)
    assert layer_bounds(names, ["dense_1", "conv"]) == (0, 4)
    for wrong in (["conv"], ["conv", 3], ["nope", "conv"]):
        with pytest.raises(ValueError, match="layer_range"):
            layer_bounds(names, wrong)


@pytest.mark.parametrize(
    "size, text", [(0, "0.00 B"), (1023, "1023.00 B"), (1024, "1.00 KB"), (2**40, "1.00 TB")]
)
def test_memory_sizes(size, text):
    assert readable_memory_size(size) == text
