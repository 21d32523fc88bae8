"""tf.experimental.numpy gives the values, dtypes and classes of errors that TensorFlow's gave."""

import subprocess
import sys

import numpy as np
import pytest

import pelton as tf
from recorded.code_facts import evaluate
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts
from recorded.ops.numpy_cases import CASES, START

FACTS = load_facts("ops/numpy")
APART = ("behavior", "float32")  # they change the process
HERE = [fact for group in CASES if group not in APART for fact in FACTS[group]]
TOLERANCE = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 1e-5, "complex64": 1e-5}


def plain(value):
    if isinstance(value, (tf.Tensor, tf.Variable)):
        value = value.numpy()
    if isinstance(value, (list, tuple, tf.TensorShape)):
        return [plain(one) for one in value]
    if isinstance(value, bytes):
        return [value]
    if isinstance(value, np.generic):
        return np.asarray(value)
    if isinstance(value, np.dtype):
        return {"type": type(value).__name__, "repr": repr(value)}
    return value.name if isinstance(value, tf.DType) else value


def assert_same(actual, expected):
    if isinstance(expected, dict) and "complex" in expected:
        assert actual.dtype.name == expected["complex"]
        part = "float64" if expected["complex"] == "complex128" else "float32"
        for one, other in zip([actual.real, actual.imag], expected["parts"], strict=True):
            assert_same(np.asarray(one, part), np.asarray(other))
    elif isinstance(expected, np.ndarray) and expected.size == 1 and not hasattr(actual, "dtype"):
        assert actual == expected
    elif isinstance(expected, np.ndarray):
        assert (actual.shape, actual.dtype.name) == (expected.shape, expected.dtype.name)
        rtol = TOLERANCE.get(expected.dtype.name, 1e-9)
        one, other = (x.astype("float64") for x in (actual, expected))
        np.testing.assert_allclose(one, other, rtol=rtol, atol=rtol)
    elif isinstance(expected, list):
        flat = actual.reshape(-1) if isinstance(actual, np.ndarray) else actual
        flat = [one.decode() if isinstance(one, bytes) else one for one in flat]
        assert len(flat) == len(expected)
        for one, other in zip(flat, expected, strict=True):
            assert_same(one, other)
    else:
        assert actual == expected


def agrees(fact):
    """Raises AssertionError where the call gives something else than the fact."""
    code = f"{START}\n{fact['code']}"
    if "error" not in fact:
        assert_same(plain(evaluate(code, tf)), fact["value"])
        return
    with pytest.raises(Exception) as caught:
        evaluate(code, tf)
    error = "TypeError" if fact["error"] == "DTypePromotionError" else fact["error"]
    assert error in [base.__name__ for base in type(caught.value).__mro__]


def checked(fact):
    """A fact that differs on purpose has to differ."""
    if fact["code"] not in DIFFERENCES["numpy"]:
        agrees(fact)
        return
    try:
        agrees(fact)
    except (Exception, pytest.fail.Exception):
        return
    pytest.fail(f"{fact['code']} agrees now: it must leave recorded/differences.py")


@pytest.mark.parametrize("fact", HERE, ids=lambda fact: fact["code"])
def test_call(fact):
    checked(fact)


@pytest.mark.parametrize("group", APART)
def test_after_enabling_numpy_behavior(group):
    code = (
        f"import sys; sys.path[:0] = {sys.path!r}\n"
        "import test_numpy_facts as facts\n"
        "enable = facts.tf.experimental.numpy.experimental_enable_numpy_behavior\n"
        f"enable(prefer_float32={group == 'float32'})\n"
        f"for fact in facts.FACTS[{group!r}]:\n"
        "    try:\n"
        "        facts.checked(fact)\n"
        "    except BaseException as error:\n"
        "        print(fact['code'], repr(error))\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("", 0), done.stderr


def test_rows_end_after_enabling_numpy_behavior():
    code = (
        "import pelton as tf\n"
        "tf.experimental.numpy.experimental_enable_numpy_behavior()\n"
        "rows = iter(tf.constant([1, 2, 3]))\n"
        "print(rows.__length_hint__(), [int(row) for row in rows], list(rows), "
        "4 in tf.constant([1, 2]), [int(row) for row in tf.Variable([5, 6])])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "3 [1, 2, 3] [] False [5, 6]\n", done.stderr


def test_all_calls_are_recorded():
    recorded = {group: [fact["code"] for fact in FACTS[group]] for group in CASES}
    assert recorded == CASES


def test_gradients_run_through_numpy_functions():
    tnp = tf.experimental.numpy
    x = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tnp.sum(tnp.square(tnp.hstack([x, tnp.tril(x)])))
    assert tape.gradient(y, x).numpy().tolist() == [[4.0, 4.0], [12.0, 16.0]]


def test_numpy_functions_are_traced():
    tnp = tf.experimental.numpy

    @tf.function
    def step(x):
        return tnp.std(x, axis=0) + tnp.concatenate([x[0], [1.0]])[:2]

    x = np.array([[1.0, 2.0], [3.0, 6.0]])
    assert step(tf.constant(x)).numpy().tolist() == (x.std(axis=0) + x[0]).tolist()
