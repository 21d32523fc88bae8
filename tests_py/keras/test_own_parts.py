"""Parts of one's own (functions, classes) as forms, and back: what get_config of custom layers
calls."""

import numpy as np
import pytest

from pelton import keras
from pelton.keras import ops

PACKAGES = "initializers regularizers constraints losses metrics activations".split()


@keras.saving.register_keras_serializable(package="own_parts")
def function(x, *args, **kwargs):
    return x


@keras.saving.register_keras_serializable(package="own_parts")
class Roots(keras.regularizers.Regularizer):
    def __init__(self, rate=0.5):
        self.rate = rate

    def __call__(self, x):
        return self.rate * ops.sum(ops.sqrt(ops.abs(x)))

    def get_config(self):
        return {"rate": self.rate}


class Bound(keras.constraints.Constraint):
    def __call__(self, w):
        return ops.clip(w, -1.0, 1.0)


@pytest.mark.parametrize("name", PACKAGES)
def test_functions_have_forms(name):
    package = getattr(keras, name)
    form = package.serialize(function)
    assert list(form.items()) == [
        ("module", "builtins"),
        ("class_name", "function"),
        ("config", "own_parts>function"),
        ("registered_name", "function"),
    ]
    assert package.deserialize(form) is function and package.get(form) is function
    unknown = {**form, "config": "unknown"}
    with pytest.raises(ValueError, match="Could not interpret"):
        package.deserialize(unknown)
    assert package.deserialize(unknown, {"unknown": function}) is function


def test_functions_of_the_library_have_forms_but_for_activations():
    form = keras.losses.serialize(keras.losses.mean_squared_error)
    assert form["config"] == "mean_squared_error" and form["class_name"] == "function"
    assert keras.losses.deserialize(form) is keras.losses.mean_squared_error
    assert keras.activations.serialize(keras.activations.relu) == "relu"


def test_registered_classes_are_found():
    form = keras.regularizers.serialize(Roots(0.25))
    assert form["registered_name"] == "own_parts>Roots" and form["config"] == {"rate": 0.25}
    for made in (keras.regularizers.get(form), keras.regularizers.deserialize(form)):
        assert type(made) is Roots and made.rate == 0.25


def test_other_classes_are_looked_up_among_those_given():
    form = keras.constraints.serialize(Bound())
    assert form["class_name"] == form["registered_name"] == "Bound"
    assert type(keras.constraints.deserialize(form, {"Bound": Bound})) is Bound
    with keras.saving.custom_object_scope({"Bound": Bound}):
        assert type(keras.constraints.get(form)) is Bound
    with pytest.raises(ValueError, match="Could not interpret constraint"):
        keras.constraints.get(form)


@pytest.mark.parametrize("order", ["pkz", "zkp"])
def test_losses_of_named_outputs_come_in_the_order_they_were_given(order):
    x = np.ones((4, 3), "float32")
    y = {name: np.full((4, 1), i, "float32") for i, name in enumerate("pkz")}
    start = keras.Input((3,))
    ends = {name: keras.layers.Dense(1, name=name)(start) for name in "pzk"}
    model = keras.Model(start, ends)
    model.compile("sgd", {name: "mse" for name in order})
    values = model.evaluate(x, y, verbose=0)
    named = model.evaluate(x, y, verbose=0, return_dict=True)
    assert model.metrics_names == ["loss", *(f"{name}_loss" for name in order)]
    assert values == [named[name] for name in model.metrics_names]
    model.compile("sgd", "mse")
    model.evaluate(x, y, verbose=0)
    assert model.metrics_names == ["loss", "p_loss", "z_loss", "k_loss"]
    ends = keras.Model(start, list(ends.values()))
    ends.compile("sgd", {name: "mse" for name in order})
    ends.evaluate(x, y, verbose=0)
    assert ends.metrics_names == ["loss", "p_loss", "z_loss", "k_loss"]


def test_lambdas_are_code_that_wants_leave():
    layer = keras.layers.Lambda(lambda x: x * 3)
    for kwargs in ({}, {"safe_mode": True}):
        with pytest.raises(ValueError, match=r"deserialization of a Python lambda.*\[Lambda\]"):
            keras.layers.Lambda.from_config(layer.get_config(), **kwargs)
    made = keras.layers.Lambda.from_config(layer.get_config(), safe_mode=False)
    assert np.array_equal(made(np.ones((1, 2), "float32")), [[3, 3]])
