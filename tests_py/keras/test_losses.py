"""Losses against what real Keras computes, against formulas, and what they refuse."""

import numpy as np
import pytest

import pelton as tf
from pelton.keras import losses
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts

FACTS = load_facts("training/losses")
TOLERANCE = {"rtol": 1e-5, "atol": 1e-6}
KERAS_CLASS = {"ValueError": ValueError, "InvalidArgumentError": tf.errors.InvalidArgumentError}


def activation(name, x):
    return getattr(tf.keras.activations, name)(x) if name else x


def value_and_gradient(case):
    """The loss's value and the gradient of its sum by the prediction."""
    loss = getattr(losses, case["class"])(**case["kwargs"])
    prediction = tf.constant(case["y_pred"])
    with tf.GradientTape() as tape:
        tape.watch(prediction)
        output = activation(case.get("activation"), prediction)
        value = loss(case["y_true"], output, case.get("sample_weight"))
        total = tf.reduce_sum(value)
    return value, tape.gradient(total, prediction)


@pytest.mark.parametrize("case", FACTS["cases"], ids=lambda case: case["name"])
def test_computes_what_keras_does(case):
    if "error" in case:
        with pytest.raises(KERAS_CLASS[case["error"]["class"]]) as raised:
            value_and_gradient(case)[0].numpy()
        assert (
            "shape" in str(raised.value)
            or "label" in str(raised.value)
            or "axis" in str(raised.value)
        )
        return
    value, gradient = value_and_gradient(case)
    np.testing.assert_allclose(value.numpy(), case["value"], **TOLERANCE)
    assert value.shape == np.shape(case["value"])
    assert value.dtype == case["kwargs"].get("dtype", "float32")
    if case["gradient"] is None:
        assert gradient is None
    else:
        tolerance = {"atol": 2e-5} if case["name"] in DIFFERENCES["losses"] else TOLERANCE
        np.testing.assert_allclose(gradient.numpy(), case["gradient"], **tolerance)


@pytest.mark.parametrize("name", FACTS["configs"])
def test_config_is_kerass_and_makes_the_same_loss(name):
    loss = getattr(losses, name)()
    config = FACTS["configs"][name]
    assert loss.get_config() == config
    again = getattr(losses, name).from_config({**config, "reduction": "sum", "name": "mine"})
    assert again.get_config() == {**config, "reduction": "sum", "name": "mine"}
    assert losses.deserialize(losses.serialize(again)).get_config() == again.get_config()


@pytest.mark.parametrize("identifier", FACTS["identifiers"])
def test_identifiers_find_what_they_find_in_keras(identifier):
    expected = FACTS["identifiers"][identifier]
    if isinstance(expected, dict):
        with pytest.raises(ValueError, match=expected["message"]):
            losses.get(identifier)
        return
    if not hasattr(losses, expected):
        pytest.raises(ValueError, losses.get, identifier)  # a loss that does not exist yet
        return
    found = losses.get(identifier)
    assert getattr(found, "__name__", type(found).__name__) == expected


RNG = np.random.default_rng(7)
LOGITS = RNG.normal(size=(6, 4)).astype("float32")
LABELS = np.array([0, 3, 1, 1, 2, 0], "int32")
ONE_HOT = np.eye(4, dtype="float32")[LABELS]
SOFT = np.exp(LOGITS) / np.exp(LOGITS).sum(-1, keepdims=True)
BITS = (LOGITS > 0.3).astype("float32")

# Function form, its arguments, and NumPy's own reckoning of the values per example.
FORMULAS = {
    "mean_squared_error": ((ONE_HOT, LOGITS), {}, lambda: ((ONE_HOT - LOGITS) ** 2).mean(-1)),
    "mean_absolute_error": ((ONE_HOT, LOGITS), {}, lambda: np.abs(ONE_HOT - LOGITS).mean(-1)),
    "binary_crossentropy": (
        (BITS, SOFT),
        {},
        lambda: -(BITS * np.log(SOFT) + (1 - BITS) * np.log(1 - SOFT)).mean(-1),
    ),
    "categorical_crossentropy": ((ONE_HOT, SOFT), {}, lambda: -(ONE_HOT * np.log(SOFT)).sum(-1)),
    "sparse_categorical_crossentropy": (
        (LABELS, LOGITS),
        {"from_logits": True},
        lambda: -np.log(SOFT[np.arange(6), LABELS]),
    ),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_function_form_gives_values_per_example(name):
    arguments, options, formula = FORMULAS[name]
    values = getattr(losses, name)(*arguments, **options)
    assert values.shape == (6,)
    np.testing.assert_allclose(values.numpy(), formula(), rtol=1e-5, atol=1e-6)


def test_every_loss_has_a_formula():
    classes = {name for name in losses._NAMES if name[0].isupper() and name != "Loss"}
    assert classes == set(FACTS["configs"])
    assert len(FORMULAS) == len(classes)


def test_label_out_of_range_names_position_and_value():
    labels = np.array([0, 1, 2, 9, 3, 0])
    expected = tf.errors.InvalidArgumentError
    with pytest.raises(expected, match=r"9.*position 3|position 3.*9"):
        losses.sparse_categorical_crossentropy(labels, LOGITS, from_logits=True).numpy()


class Cubic(losses.Loss):
    """A loss written in Python."""

    def __init__(self, power=3.0, **kwargs):
        super().__init__(**kwargs)
        self.power = power

    def call(self, y_true, y_pred):
        return tf.reduce_mean(tf.abs(y_true - y_pred) ** self.power, axis=-1)

    def get_config(self):
        return {**super().get_config(), "power": self.power}


def test_python_subclass_computes_reduces_and_has_a_config():
    loss = Cubic(power=2.0)
    expected = ((ONE_HOT - LOGITS) ** 2).mean()
    np.testing.assert_allclose(loss(ONE_HOT, LOGITS).numpy(), expected, rtol=1e-5)
    loss.reduction = "none"
    assert loss(ONE_HOT, LOGITS).shape == (6,)
    assert loss.get_config() == {"name": loss.name, "reduction": "none", "power": 2.0}
    assert loss.name.startswith("cubic")
    assert Cubic.from_config(loss.get_config()).power == 2.0


def test_python_subclass_of_a_built_in_loss_uses_its_call():
    class Doubled(losses.MeanSquaredError):
        def call(self, y_true, y_pred):
            return 2.0 * super().call(y_true, y_pred)

    plain = losses.MeanSquaredError()(ONE_HOT, LOGITS)
    np.testing.assert_allclose(Doubled()(ONE_HOT, LOGITS).numpy(), 2 * plain.numpy(), rtol=1e-6)


def test_subclass_without_call_says_so():
    class Empty(losses.Loss):
        pass

    with pytest.raises(NotImplementedError, match="Empty"):
        Empty()(ONE_HOT, LOGITS)


def test_softmax_output_is_taken_by_its_logits():
    logits = tf.constant([[200.0, 0.0, -200.0]])
    probabilities = tf.keras.activations.softmax(logits)
    loss = losses.SparseCategoricalCrossentropy()
    assert loss([2], probabilities).numpy() == pytest.approx(400.0)
    # The same numbers without their logits are limited to epsilon.
    assert loss([2], probabilities.numpy()).numpy() == pytest.approx(16.118, rel=1e-3)


@pytest.mark.parametrize(
    ("make", "expected"),
    [
        (lambda: losses.BinaryCrossentropy(label_smoothing=0.25), (False, 0.25, -1)),
        (lambda: losses.CategoricalCrossentropy(from_logits=True, axis=1), (True, 0.0, 1)),
        (lambda: tf.keras.metrics.CategoricalCrossentropy(from_logits=True), (True, 0, -1)),
    ],
)
def test_settings_are_attributes(make, expected):
    made = make()
    assert tuple(getattr(made, n) for n in ("from_logits", "label_smoothing", "axis")) == expected


def test_settings_in_a_class_of_ones_own():
    class Own(losses.SparseCategoricalCrossentropy):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            self.ignore_class = 7

        def get_config(self):
            return {**super().get_config(), "logits": self.from_logits}

    own = Own(from_logits=True)
    assert own.ignore_class == 7 and own.get_config()["logits"] is True
