"""fit, evaluate and predict against what real Keras prints, returns, reports and refuses."""

import contextlib
import io
import unittest.mock
import warnings

import numpy as np
import pytest
from listening import listening_callback

import pelton as tf
from recorded.code_facts import evaluate
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts

FACTS = load_facts("training/fit")
ERRORS = load_facts("training/errors")["training"]
PRINTED = [fact for fact in FACTS["printed"] if fact["name"] not in DIFFERENCES["fit"]]


def run(code):
    """(value of the last line, printed text, warnings) with a clock that stands still."""
    tf.keras.backend.clear_session()
    out = io.StringIO()
    clock = unittest.mock.patch("time.time", return_value=1000.0)
    terminal = unittest.mock.patch.object(out, "isatty", return_value=True)
    with warnings.catch_warnings(record=True) as caught, contextlib.redirect_stdout(out):
        warnings.simplefilter("always")
        with clock, terminal, np.errstate(all="ignore"):
            value = evaluate(code, tf)
    told = [str(warning.message) for warning in caught]
    return value, out.getvalue(), told


def check_equal(found, expected):
    """Nested numbers within float32's reach, everything else equal."""
    if hasattr(found, "numpy"):
        found = found.numpy()
    if isinstance(expected, dict):
        assert list(found) == list(expected)
        for name, value in expected.items():
            check_equal(found[name], value)
    elif isinstance(expected, list) and not isinstance(found, np.ndarray):
        assert len(found) == len(expected)
        for part, value in zip(found, expected, strict=True):
            check_equal(part, value)
    elif isinstance(expected, (float, np.ndarray)):
        np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    else:
        assert found == expected or tuple(found) == tuple(expected)


@pytest.mark.parametrize("fact", PRINTED, ids=lambda fact: fact["name"])
def test_prints_and_returns_what_keras_does(fact):
    value, printed, told = run(FACTS["start"] + fact["code"])
    assert printed == fact["printed"]
    check_equal(value, fact["value"])
    assert told == fact.get("warnings", [])


@pytest.mark.parametrize("fact", FACTS["resolution"], ids=lambda fact: fact["name"])
def test_strings_stand_for_what_they_do_in_keras(fact):
    tf.keras.backend.clear_session()
    model, x, y = evaluate(FACTS["start"] + fact["code"], tf)
    if "error" in fact:
        with pytest.raises(ValueError, match=fact["error"]["message"]):
            model.fit(x, y, verbose=0)
        return
    check_equal(model.fit(x, y, verbose=0).history, fact["history"])
    check_equal(model.evaluate(x, y, verbose=0), fact["evaluate"])
    compiled = [one for part in model.metrics[1:] for one in part.metrics]
    assert [metric.name for metric in compiled] == fact["metric_names"]


@pytest.mark.parametrize("fact", FACTS["hooks"], ids=lambda fact: fact["name"])
def test_hooks_are_called_in_kerass_order(fact):
    calls = []
    model, x, y = evaluate(FACTS["hooks_start"] + "(m, x, y)", tf)
    exec(fact["code"], {"m": model, "x": x, "y": y, "c": listening_callback(calls)})
    assert [[c[0], *c[1:-1], c[-1]] for c in calls] == fact["calls"]


CLASSES = {
    "ValueError": ValueError,
    "TypeError": TypeError,
    "AttributeError": AttributeError,
    "InvalidArgumentError": tf.errors.InvalidArgumentError,
    "UnimplementedError": tf.errors.UnimplementedError,
}


@pytest.mark.parametrize("fact", ERRORS, ids=lambda fact: fact["name"])
def test_bad_training_calls_raise_what_keras_raises(fact):
    name = fact["name"]
    recorded = fact["error"]["class"] if "error" in fact else None
    expected, _ = DIFFERENCES["training"].get(name, (recorded, ""))
    if expected is None:
        _, _, told = run(fact["code"])
        assert all("ran out of data" in text for text in told)
        return
    with pytest.raises(CLASSES[expected]) as raised:
        run(fact["code"])
    assert str(raised.value)
