"""The placement log names the operations that TensorFlow's names for the same calls.

Attributes (axes, shapes, slices) are no tensors in Pelton, so TensorFlow's `_EagerConst` lines for
them are left out; constants that a user makes and variables must agree line by line.
"""

import pytest

import pelton as tf
from recorded.code_facts import evaluate
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts

FACTS = load_facts("tensors/placements")
DIFFERS = DIFFERENCES["placements"]
CONSTANT = "_EagerConst"


def logged(code, capfd):
    """Names of the operations that the log shows for `code`, and their devices."""
    tf.debugging.set_log_device_placement(True)
    try:
        evaluate(code, tf)
    finally:
        tf.debugging.set_log_device_placement(False)
    lines = [line.split() for line in capfd.readouterr().err.splitlines() if "Executing" in line]
    return [line[2] for line in lines], {line[-1] for line in lines}


def without_constants(names):
    return [name for name in names if name != CONSTANT]


def is_exact(case):
    return case["name"].startswith(("constant", "variable")) or CONSTANT not in case["ops"]


@pytest.mark.parametrize("case", [pytest.param(c, id=c["name"]) for c in FACTS["cases"]])
def test_names(case, capfd, request):
    if case["name"] in DIFFERS:
        request.applymarker(pytest.mark.xfail(reason=DIFFERS[case["name"]], strict=True))
    started, _ = logged(FACTS["start"], capfd)
    names, devices = logged(FACTS["start"] + case["code"], capfd)
    assert names[: len(started)] == started
    names = names[len(started) :]
    if is_exact(case):
        assert names == case["ops"]
    else:
        assert without_constants(names) == without_constants(case["ops"])
    assert devices == set(FACTS["devices"])
