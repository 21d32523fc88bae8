"""Functions and operators of ragged tensors give what real TensorFlow gives, as recorded."""

import json
import pathlib

import numpy as np
import pytest

import pelton as tf
from recorded.ops.ragged_cases import EXPRESSIONS, code_of
from recorded.ops.string_cases import outcome

FILE = pathlib.Path(__file__).parents[1] / "recorded" / "ops" / "ragged.json"
FACTS = json.loads(FILE.read_text())["facts"]
ROWS = [[1.0, 2.0], [], [3.0, 4.0, 5.0]]


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_fact(expression):
    found = outcome(code_of(expression), tf)
    if "error" in FACTS[expression]:
        assert found.get("error") == FACTS[expression]["error"], found
    else:
        assert found == FACTS[expression]


def row_softmax(row):
    return np.exp(row) / np.sum(np.exp(row))


REAL = {
    "sigmoid": (tf.nn.sigmoid, lambda row: 1 / (1 + np.exp(-row))),
    "log1p": (tf.math.log1p, np.log1p),
    "softmax": (tf.nn.softmax, row_softmax),
}


@pytest.mark.parametrize("name", REAL)
def test_values_of_rows(name):
    ours, theirs = REAL[name]
    found = ours(tf.ragged.constant(ROWS)).to_list()
    for row, given in zip(found, ROWS, strict=True):
        np.testing.assert_allclose(row, theirs(np.array(given)), rtol=1e-5)


@pytest.mark.parametrize(("name", "of_row"), [("reduce_variance", np.var), ("reduce_std", np.std)])
def test_spread_of_rows(name, of_row):
    found = getattr(tf.math, name)(tf.ragged.constant([[1.0, 2.0], [3.0, 4.0, 5.0]]), axis=1)
    np.testing.assert_allclose(found, [of_row([1.0, 2.0]), of_row([3.0, 4.0, 5.0])], rtol=1e-4)


def test_gradients_flow_to_the_values():
    values = tf.constant([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(values)
        rows = tf.RaggedTensor.from_row_splits(values, [0, 2, 3])
        loss = tf.reduce_sum(tf.reduce_mean(tf.square(rows), axis=1))
    np.testing.assert_allclose(tape.gradient(loss, values), [1.0, 2.0, 6.0])


def test_a_function_that_takes_no_ragged_tensor_says_so():
    with pytest.raises(ValueError, match="matmul: a RaggedTensor is not taken"):
        tf.matmul(tf.ragged.constant(ROWS), tf.ragged.constant(ROWS))


def test_a_ragged_tensor_is_no_condition():
    with pytest.raises(TypeError, match="may not be used as a boolean"):
        bool(tf.ragged.constant(ROWS))
