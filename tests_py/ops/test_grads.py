"""Gradients of every row that has them, by central differences in float64 or complex128."""

import numpy as np
import pytest

import pelton as tf
from op_table.table import CASES
from pelton._core import ops
from row_checks import random_for

STEP = 1e-5
TOLERANCE = 2e-6
WITH_GRADIENT = [case for case in CASES if case.grad]


def dtype_of(case):
    return "float64" if "float64" in case.dtypes else "complex128"


def arrays_of(case):
    random = random_for("gradient", str(case))
    return [spec.make(random, dtype_of(case)) for spec in case.inputs[case.grad_sample]]


def inner(weights, results):
    """Re sum(conj(weight) result) of all results: the number whose gradient is taken."""
    total = tf.constant(0.0, tf.float64)
    for weight, result in zip(weights, results, strict=True):
        product = tf.multiply(tf.constant(np.conj(weight)), result)
        total = total + tf.reduce_sum(ops.real(product) if np.iscomplexobj(weight) else product)
    return total


def differentiable(results):
    return [r for r in results if r.dtype.name in ("float64", "complex128")]


def weights_for(random, results):
    def weight(result):
        values = random.uniform(0.5, 1.5, result.shape)
        if result.dtype.name == "complex128":
            values = values + 1j * random.uniform(0.5, 1.5, result.shape)
        return values

    return [weight(r) for r in results]


def central_difference(value_at, array):
    """d value / d array, with d/dRe + i d/dIm for complex numbers."""
    gradient = np.zeros(array.shape, array.dtype)
    units = (1.0, 1j) if np.iscomplexobj(array) else (1.0,)
    for index in np.ndindex(array.shape):
        for unit in units:
            ends = []
            for sign in (1.0, -1.0):
                moved = array.copy()
                moved[index] += sign * STEP * unit
                ends.append(value_at(moved))
            gradient[index] += unit * (ends[0] - ends[1]) / (2 * STEP)
    return gradient


def assert_matches(actual, expected, context):
    assert actual is not None, f"{context}: no gradient"
    assert tuple(actual.shape) == expected.shape, context
    scale = max(1.0, float(np.max(np.abs(expected), initial=0.0)))
    np.testing.assert_allclose(actual.numpy(), expected, 1e-5, TOLERANCE * scale, err_msg=context)


def first_gradients(case, weights, tensors):
    """The gradients of the case's inputs; recorded by any tape around this call."""
    sources = [tensors[i] for i in case.grad]
    with tf.GradientTape() as tape:
        tape.watch(sources)
        value = inner(weights, differentiable(case.call(*tensors)))
    return tape.gradient(value, sources)


@pytest.mark.parametrize("case", WITH_GRADIENT, ids=str)
def test_gradient(case):
    arrays = arrays_of(case)
    tensors = [tf.constant(a) for a in arrays]
    weights = weights_for(random_for("weights"), differentiable(case.call(*tensors)))
    gradients = first_gradients(case, weights, tensors)
    for i, gradient in zip(case.grad, gradients, strict=True):

        def value_at(moved, i=i):
            changed = [*tensors[:i], tf.constant(moved), *tensors[i + 1 :]]
            return float(inner(weights, differentiable(case.call(*changed))))

        expected = central_difference(value_at, arrays[i])
        assert_matches(gradient, expected, f"{case}: gradient of input {i}")


SECOND_ORDER = [case for case in WITH_GRADIENT if case.second_order]


@pytest.mark.parametrize("case", SECOND_ORDER, ids=str)
def test_gradient_of_gradient(case):
    arrays = arrays_of(case)
    tensors = [tf.constant(a) for a in arrays]
    random = random_for("second")
    weights = weights_for(random, differentiable(case.call(*tensors)))
    outer_weights = weights_for(random, [tensors[i] for i in case.grad])

    def value_of(inputs):
        return inner(outer_weights, first_gradients(case, weights, inputs))

    sources = [tensors[i] for i in case.grad]
    with tf.GradientTape() as tape:
        tape.watch(sources)
        value = value_of(tensors)
    seconds = tape.gradient(value, sources, unconnected_gradients=tf.UnconnectedGradients.ZERO)
    for i, second in zip(case.grad, seconds, strict=True):

        def value_at(moved, i=i):
            return float(value_of([*tensors[:i], tf.constant(moved), *tensors[i + 1 :]]))

        expected = central_difference(value_at, arrays[i])
        assert_matches(second, expected, f"{case}: second derivative by input {i}")
