"""What is computed with given values of variables leaves the variables as they are: optimizers'
steps, which real Keras on TensorFlow refuses, against the same steps on variables; scopes."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras

VALUES = [np.arange(6.0, dtype="float32").reshape(3, 2) / 7, np.array([0.5, -1.0], "float32")]
GRADS = [tf.constant(value - 0.3) for value in VALUES]
MADE = {
    "sgd": lambda: keras.optimizers.SGD(0.1, momentum=0.9),
    "adam": keras.optimizers.Adam,
    "averaged": lambda: keras.optimizers.Adam(use_ema=True),
    "nadam": keras.optimizers.Nadam,
    "adafactor": keras.optimizers.Adafactor,
    "muon": keras.optimizers.Muon,
    "accumulated": lambda: keras.optimizers.SGD(gradient_accumulation_steps=2),
    "scaled": lambda: keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD()),
    "decayed": lambda: keras.optimizers.Adam(
        keras.optimizers.schedules.ExponentialDecay(0.1, 1, 0.5)
    ),
}


def built(make):
    variables = [keras.Variable(value) for value in VALUES]
    optimizer = make()
    optimizer.build(variables)
    return optimizer, variables


@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_a_stateless_step_is_the_step(make):
    optimizer, variables = built(make)
    before = [one.numpy() for one in [*variables, *optimizer.variables]]
    own, values = list(optimizer.variables), list(variables)
    for _ in range(3):
        values, own = optimizer.stateless_apply(own, GRADS, values)
    for one, value in zip([*variables, *optimizer.variables], before, strict=True):
        np.testing.assert_array_equal(one.numpy(), value)
    other, others = built(make)
    for _ in range(3):
        other.apply(GRADS)
    for found, expected in zip([*values, *own], [*others, *other.variables], strict=True):
        np.testing.assert_array_equal(np.asarray(found), expected.numpy())


@pytest.mark.parametrize(
    ("own", "values", "text"),
    [(0, 2, "optimizer_variables"), (None, 0, "that the optimizer was built with")],
)
def test_a_stateless_step_counts_its_values(own, values, text):
    optimizer, variables = built(keras.optimizers.SGD)
    with pytest.raises(ValueError, match=text):
        optimizer.stateless_apply(optimizer.variables[:own], GRADS, variables[:values])
    with pytest.raises(ValueError, match="must be built"):
        keras.optimizers.SGD().stateless_apply([], GRADS, variables)


def test_updates_of_a_scope_end_with_it():
    one, two = keras.Variable(1.0), keras.Variable(2.0)
    with keras.StatelessScope([(one, 5.0)]) as scope:
        scope.add_update((two, 7.0))
        scope.add_loss(3.0)
        one.assign_add(1.0)
        assert [float(one), float(two)] == [6.0, 7.0]
    assert [float(one), float(two)] == [1.0, 2.0]
    assert [float(scope.get_current_value(each)) for each in (one, two)] == [6.0, 7.0]
    assert scope.losses == [3.0]


def test_values_come_back_after_an_error():
    one = keras.Variable(1.0)
    with pytest.raises(KeyError), keras.StatelessScope([(one, 5.0)]):
        raise KeyError
    assert float(one) == 1.0


def test_second_gradients_of_a_stateless_call():
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, activation="tanh")])
    values = [tf.constant([[0.5], [0.2]]), tf.constant([0.1])]
    x = tf.constant([[1.0, 2.0]])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y, _ = model.stateless_call(values, [], x)
        first = inner.gradient(y, x)
        part = first[0, 0]
    inside = 0.5 + 0.4 + 0.1
    slope = 1 - np.tanh(inside) ** 2
    np.testing.assert_allclose(first, [[0.5 * slope, 0.2 * slope]], rtol=1e-5)
    second = outer.gradient(part, x)
    bend = -2 * np.tanh(inside) * slope
    np.testing.assert_allclose(second, [[0.25 * bend, 0.1 * bend]], rtol=1e-5)


def test_layers_refuse_a_map_of_policies_with_entries():
    policies = keras.dtype_policies.DTypePolicyMap()
    policies["dense"] = "float16"
    with pytest.raises(ValueError, match="map_float32"):
        keras.layers.Dense(2, dtype=policies)
    assert keras.layers.Dense(2, dtype=policies["dense"]).compute_dtype == "float16"
