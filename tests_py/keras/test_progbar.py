"""The progress line against real Keras's bytes, and what it prints where there is no terminal."""

import io
import sys

import pytest

from pelton.keras.utils.progbar import Progbar
from recorded.fact_file import load_facts
from recorded.training.front_player import play_progress

CASES = load_facts("training/front")["progress"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_prints_what_keras_prints(case):
    assert play_progress(Progbar, case) == case["printed"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_without_terminal_auto_prints_one_plain_line(case):
    auto = {**case, "kwargs": {**case["kwargs"], "verbose": "auto"}}
    text = play_progress(Progbar, auto)
    assert text.count("\n") == 1 and text.endswith("\n")
    assert not set(text) & {"\b", "\r", "\x1b"}


def test_plain_line_is_the_finished_bar_without_control_characters():
    case = next(case for case in CASES if case["name"] == "epoch")
    plain = play_progress(Progbar, {**case, "kwargs": {"target": 938, "verbose": "auto"}})
    bar = "━" * 20
    assert plain == (
        f"938/938 {bar} 4s 5ms/step - accuracy: 0.9989 - loss: 0.0021 - val_loss: 0.5000\n"
    )


def test_auto_draws_the_bar_on_a_terminal(monkeypatch):
    out = io.StringIO()
    out.isatty = lambda: True
    monkeypatch.setattr(sys, "stdout", out)
    Progbar(2, verbose="auto").update(2)
    assert out.getvalue().startswith("\r\x1b[1m2/2\x1b[0m \x1b[32m" + "━" * 20)


def test_nothing_is_due_between_two_redraws(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("time.time", lambda: now[0])
    bar = Progbar(100)
    assert bar.due(1)
    bar.update(1, finalize=False)
    now[0] = 100.04
    assert not bar.due(2)
    now[0] = 100.06
    assert bar.due(3)


def test_only_the_first_step_is_due_without_a_terminal():
    bar = Progbar(100, verbose="auto")
    assert [bar.due(step) for step in (1, 2, 50)] == [True, False, False]


def test_array_values_show_their_mean(capsys):
    Progbar(1, verbose=2).update(1, [("loss", __import__("numpy").array([1.0, 3.0]))])
    assert capsys.readouterr().out.endswith(" - loss: 2.0000\n")


def test_output_that_cannot_encode_the_bar_gets_question_marks(monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="ascii"))
    Progbar(1, verbose="auto").update(1)
    sys.stdout.flush()
    assert raw.getvalue().startswith(b"1/1 " + b"?" * 20)


def test_both_kinds_of_metric_lists_are_refused():
    with pytest.raises(ValueError, match="stateful_metrics or stateless_metrics"):
        Progbar(1, stateful_metrics=["a"], stateless_metrics=["b"])
