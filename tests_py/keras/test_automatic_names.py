"""The names that layers, models and ops between layers get by themselves, as real Keras 3.15
counts them."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import layers


def functional():
    inputs = keras.Input((3,))
    return keras.Model(inputs, layers.Dense(1)(inputs)).name


def sequential_of_a_list():
    keras.Sequential([keras.Input((3,)), layers.Dense(2), layers.Dense(2)])
    return functional()


def sequential_by_add():
    model = keras.Sequential()
    model.add(keras.Input((3,)))
    model.add(layers.Dense(2))
    model.add(layers.Dense(2))
    return functional()


def sequential_without_input():
    model = keras.Sequential()
    model.add(layers.Dense(2))
    model.add(layers.Dense(2))
    names = [functional()]
    model(np.ones((1, 3), "float32"))
    names.append(functional())
    model.add(layers.Dense(2))
    names.append(functional())
    model.pop()
    return [*names, functional()]


def attention():
    layer = layers.MultiHeadAttention(2, 3)
    before = layers.Dropout(0.1).name
    layer(tf.ones((1, 2, 3)), tf.ones((1, 2, 3)))
    return before, layers.Dropout(0.1).name, layers.Softmax().name


def text_vectorization():
    layers.TextVectorization()
    return layers.StringLookup().name


def ops_of_a_model():
    inputs = keras.Input((3,))
    x = inputs + layers.Dense(3)(inputs)
    x = (x + 1.0)[:, 1:] / 2.0
    x = keras.ops.concatenate([x, x])
    model = keras.Model(inputs, keras.ops.mean(x, axis=1))
    lines = []
    model.summary(print_fn=lines.append, line_length=120)
    cells = [line.split("│")[1].split() for line in lines[0].splitlines() if "│ " in line]
    return [cell[0] for cell in cells if cell], layers.Add().name


CASES = {
    "sequential of a list": (sequential_of_a_list, "functional_1"),
    "sequential by add": (sequential_by_add, "functional_2"),
    "sequential without input": (
        sequential_without_input,
        ["functional", "functional_2", "functional_4", "functional_6"],
    ),
    "attention": (attention, ("dropout", "dropout_2", "softmax_1")),
    "text vectorization": (text_vectorization, "string_lookup_1"),
    "ops": (
        ops_of_a_model,
        (
            ["input_layer", "dense", "add", "add_1", "get_item", "true_divide"]
            + ["concatenate", "mean"],
            "add_2",
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_automatic_names(name):
    keras.backend.clear_session()
    make, expected = CASES[name]
    assert make() == expected
