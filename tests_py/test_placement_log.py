"""The placement log names the operations that TensorFlow's names for the same calls.

Attributes (axes, shapes, slices) are no tensors in Pelton, so TensorFlow's `_EagerConst` lines for
them are left out; constants that a user makes and variables must agree line by line.
"""

import pytest

import pelton as tf
from recorded.code_facts import evaluate
from recorded.fact_file import load_facts

FACTS = load_facts("placements")
CONSTANT = "_EagerConst"

FUSED = "one op where TensorFlow composes several"
PARTS = "several ops where TensorFlow has one"
NO_TENSOR = "a shape or a number of Python, not a tensor"
ABSENT = "not there yet"
DIFFERS = {
    "clip": FUSED,
    "gelu": FUSED,
    "silu": FUSED,
    "dropout": FUSED,
    "cross_entropy": FUSED,
    "sparse_cross_entropy": FUSED,
    "reduce_logsumexp": FUSED,
    "eye": FUSED,
    "divide_int": "the division itself gives float64",
    "random_normal": "mean and deviation are applied where the numbers are made",
    "truncated_normal": "mean and deviation are applied where the numbers are made",
    "random_uniform_int": "one op for floats and integers",
    "matmul_batched": "one op for any number of batch axes",
    "tf_slice": "a slice without strides is a strided slice",
    "index": PARTS,
    "python_float": PARTS,
    "unstack": PARTS,
    "split": PARTS,
    "shuffle": PARTS,
    "where_indices": "what is true is counted first",
    "sigmoid_cross_entropy": "another formula of the same value",
    "linspace": "another formula of the same value",
    "shape": NO_TENSOR,
    "gradient_square": "gradients are computed by other ops",
    "gradient_matmul": "a gradient starts from OnesLike",
    "gradient_conv": "only the gradients that are asked for are computed",
    "cumsum": ABSENT,
    "top_k": ABSENT,
}


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
