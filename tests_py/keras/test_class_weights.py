"""Weights of classes with batches of one input and of nested ones: the same numbers, Keras's."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras

X = np.random.RandomState(0).rand(8, 3).astype("float32")
Y = np.array([1, 1, 1, 0, 0, 1, 1, 1])
WEIGHTS = {0: 1.0, 1: 3.0, 7: 2.0}


class Batches(keras.utils.PyDataset):
    def __len__(self):
        return 2

    def __getitem__(self, place):
        rows = slice(4 * place, 4 * place + 4)
        return {"a": X[rows]}, Y[rows]


class OwnStep(keras.Model):
    """A model whose step is Python."""

    def train_step(self, data):
        return super().train_step(data)


def fit(data, *targets, outputs=1, cls=keras.Model, loss="mse"):
    inputs = keras.Input((3,), name="a")
    dense = keras.layers.Dense(outputs, kernel_initializer="ones")(inputs)
    model = cls({"a": inputs}, dense)
    model.compile("sgd", loss)
    sizes = {"batch_size": 4} if targets else {}
    history = model.fit(data, *targets, class_weight=WEIGHTS, shuffle=False, verbose=0, **sizes)
    return history.history["loss"][0]


def sets(y):
    return tf.data.Dataset.from_tensor_slices(({"a": X}, y)).batch(4)


def generated():
    for place in range(2):
        yield Batches()[place]


@pytest.mark.parametrize(
    "data",
    [lambda: sets(Y), lambda: sets(Y[:, None]), lambda: sets(Y.astype("float32")), Batches],
    ids=["set", "columns", "floats", "PyDataset"],
)
@pytest.mark.parametrize("cls", [keras.Model, OwnStep])
def test_nested_batches(data, cls):
    assert fit(data(), cls=cls) == pytest.approx(fit({"a": X}, Y), rel=1e-5)
    assert fit({"a": X}, Y) == pytest.approx(2.842244, rel=1e-5)  # by NumPy


def test_generators():
    assert fit(generated()) == pytest.approx(fit({"a": X}, Y), rel=1e-5)


def test_one_hot_targets_and_classes_without_a_weight():
    hot = np.eye(3, dtype="float32")[np.array([0, 1, 2, 2, 1, 0, 0, 1])]
    arrays = fit({"a": X}, hot, outputs=3)
    assert fit(sets(hot), outputs=3) == pytest.approx(arrays, rel=1e-5)


def test_refusals():
    weighed = tf.data.Dataset.from_tensor_slices(({"a": X}, Y, np.ones(8))).batch(4)
    with pytest.raises(ValueError, match="at the same time"):
        fit(weighed)
    with pytest.raises(ValueError, match="single output"):
        fit(tf.data.Dataset.from_tensor_slices(({"a": X}, {"b": Y})).batch(4))
    with pytest.raises(ValueError, match="needs targets"):
        fit(tf.data.Dataset.from_tensor_slices(({"a": X},)).batch(4))
