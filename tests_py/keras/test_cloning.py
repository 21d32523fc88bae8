"""clone_model: weights anew, compiled as the first, other layers, inputs and calls."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import layers
from pelton.keras.models import clone_model

X = np.ones((2, 3), "float32")


def functional():
    first = keras.Input((3,), name="first")
    hidden = layers.Dense(4, activation="relu", name="hidden")(first)
    return keras.Model(first, layers.Dense(2, name="last")(layers.Dropout(0.5)(hidden)))


def sequential():
    return keras.Sequential([keras.Input((3,)), layers.Dense(4), layers.Dense(2)])


class Own(keras.Model):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units, self.dense = units, layers.Dense(units)

    def call(self, x):
        return self.dense(x)

    def get_config(self):
        return {**super().get_config(), "units": self.units}


@pytest.mark.parametrize("make", [functional, sequential, lambda: Own(2)])
def test_a_compiled_model_has_a_compiled_clone(make):
    model = make()
    model.compile(keras.optimizers.SGD(0.25), "mse", metrics=["mae"])
    model(X)
    clone = clone_model(model)
    assert clone.compiled and clone.optimizer is not model.optimizer
    assert float(clone.optimizer.learning_rate) == 0.25
    clone(X)
    clone.set_weights(model.get_weights())
    np.testing.assert_allclose(clone(X), model(X), rtol=1e-6)
    assert clone.evaluate(X, X[:, :2], verbose=0) == model.evaluate(X, X[:, :2], verbose=0)
    assert not clone_model(make()).compiled


@pytest.mark.parametrize("make", [functional, sequential])
def test_the_inputs_may_be_given(make):
    given = keras.Input((3,), name="given")
    clone = clone_model(make(), input_tensors=given if make is functional else [given])
    assert tuple(clone.input_shape) == (None, 3) and clone(X).shape == (2, 2)
    if make is functional:
        assert [layer.name for layer in clone.layers][0] == "given"
    with pytest.raises(ValueError, match="KerasTensor"):
        clone_model(make(), input_tensors=tf.ones((2, 3)))
    with pytest.raises(ValueError, match="same structure|single tensor"):
        clone_model(make(), input_tensors=[given, given])


def test_calls_and_layers_may_be_others():
    called = []

    def call(layer, *args, **kwargs):
        called.append(layer.name)
        return layer(*args, **kwargs)

    inner = keras.Sequential([keras.Input((2,)), layers.Dense(2, name="inner")], name="nested")
    model = keras.Model(*((end := keras.Input((3,))), inner(layers.Dense(2, name="outer")(end))))
    seen = []

    def clone_layer(layer):
        seen.append(layer.name)
        return type(layer).from_config(layer.get_config())

    clone_model(model, clone_function=clone_layer, call_function=call)
    assert (seen, called) == (["outer", "nested"], ["outer", "nested"])
    seen.clear()
    clone_model(model, clone_function=clone_layer, recursive=True)
    assert seen == ["outer", "inner"]


def test_what_does_not_fit_is_refused():
    for kwargs in ({"clone_function": lambda layer: layer}, {"input_tensors": keras.Input((3,))}):
        with pytest.raises(ValueError, match="only supported for Sequential models"):
            clone_model(Own(2), **kwargs)
    for model in (Own(2), sequential()):
        with pytest.raises(ValueError, match="`call_function`"):
            clone_model(model, call_function=lambda layer, x: layer(x))
    with pytest.raises(ValueError, match="Unexpected keyword argument"):
        clone_model(functional(), functions=3)
    with pytest.raises(ValueError, match="`model`"):
        clone_model("model")
