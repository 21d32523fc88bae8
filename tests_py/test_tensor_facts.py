"""Holds tensors, variables, conversions, tapes and draws against what TensorFlow recorded."""

import numpy as np
import pytest

import pelton as tf
from recorded.code_facts import evaluate, without_addresses
from recorded.fact_file import load_facts

FACTS = load_facts("tensors")

# Where Pelton differs on purpose or does not have the function: name -> reason. A case that starts
# to agree must leave this list.
STRICTER = "bad input is refused at once"
OTHER_CLASS = "another class, as Python users expect it"
DIFFERS = {
    "stack_nothing": STRICTER,
    "constant_overflow_int32": STRICTER,
    "constant_overflow_uint8": STRICTER,
    "constant_negative_unsigned": STRICTER,
    "set_seed_text": STRICTER,
    "int_plus_float": OTHER_CLASS,
    "index_list": OTHER_CLASS,
    "add_text": OTHER_CLASS,
    "relu_text": OTHER_CLASS,
    "divide_dtypes": OTHER_CLASS,
    "reshape_float": OTHER_CLASS,
    "reduce_all_float": OTHER_CLASS,
    "logical_and_int": OTHER_CLASS,
    "source_number": OTHER_CLASS,
    "normal_int": OTHER_CLASS,
    "list_of_tensors": "a list of tensors with one element each converts like numbers",
    "float_of_one_element": "a tensor with one element converts to a number, as in NumPy",
    "variable_assign_returns": "assign returns the variable itself",
    "variable_plus": "the type is called Tensor",
    "gather_gradient_type": "the gradient of gather is dense",
    "variable_in_place_add": "`v += 1` rebinds the name to a tensor",
    "output_gradients": "a list weighs the elements of the target",
    "output_gradients_none": "None gives that target no weight",
    "watch_outside": "watching before recording is useful and allowed",
    "uniform_number_shape": "one number is a shape of one axis",
}


def cases(section):
    return [pytest.param(case, id=case["name"]) for case in FACTS[section]]


def plain(value):
    """The value as the facts hold it: arrays, dtype names, lists."""
    if isinstance(value, (tf.Tensor, tf.Variable)):
        return value.numpy()
    if isinstance(value, tf.DType):
        return value.name
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return value


def assert_same(actual, expected):
    if isinstance(expected, list):
        assert len(actual) == len(expected)
        for one, other in zip(actual, expected, strict=True):
            assert_same(one, other)
    elif isinstance(expected, dict):
        assert sorted(actual) == sorted(expected)
        for key in expected:
            assert_same(actual[key], expected[key])
    elif isinstance(expected, np.ndarray) or isinstance(actual, (np.ndarray, np.generic)):
        actual, expected = np.asarray(actual), np.asarray(expected)
        assert actual.shape == expected.shape
        np.testing.assert_allclose(actual, expected, rtol=1e-5, atol=1e-6)
    elif isinstance(expected, float):
        assert actual == pytest.approx(expected, rel=1e-5, abs=1e-6, nan_ok=True)
    else:
        assert actual == expected


@pytest.fixture(autouse=True)
def differences(request):
    tf.keras.backend.clear_session()  # some facts show automatic names
    case = request.node.callspec.params.get("case")
    if case is not None and case["name"] in DIFFERS:
        request.applymarker(pytest.mark.xfail(reason=DIFFERS[case["name"]], strict=True))


@pytest.mark.parametrize("case", cases("printed") + cases("printed_other"))
def test_text(case):
    value = evaluate(case["code"], tf)
    assert without_addresses(repr(value)) == case["repr"]
    assert without_addresses(str(value)) == case["str"]


def run_fact(case):
    if "error" not in case:
        assert_same(plain(evaluate(case["code"], tf)), case.get("value"))
        return
    with pytest.raises(Exception) as caught:
        evaluate(case["code"], tf)
    names = [base.__name__ for base in type(caught.value).__mro__]
    assert case["error"]["class"] in names, repr(caught.value)


SECTIONS = [
    "values",
    "op_errors",
    "tape",
    "random",
    "masks",
    "shapes",
    "variables",
    "gradients",
    "streams",
]


@pytest.mark.parametrize("case", [case for section in SECTIONS for case in cases(section)])
def test_fact(case):
    run_fact(case)
