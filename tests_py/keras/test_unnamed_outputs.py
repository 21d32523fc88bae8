"""Figures of models whose outputs are a list without names, flags of layers in copies and the
summary of a model with a cell: as Keras 3.15 has them."""

import numpy as np
import pytest

import pelton as tf

keras = tf.keras
L = keras.layers
X = np.ones((4, 2), "float32")
Y = [np.ones((4, 1), "float32"), np.eye(3, dtype="float32")[[0, 1, 2, 0]]]


class Two(keras.Model):
    def __init__(self):
        super().__init__()
        self.a = L.Dense(1)
        self.b = L.Dense(3, activation="softmax")

    def call(self, x):
        return self.a(x), self.b(x)


def test_figures_have_the_metrics_names_and_evaluate_keras_order():
    model = Two()
    model.compile(
        "sgd",
        ["mse", "categorical_crossentropy"],
        metrics=[["mae", "mse"], ["accuracy", "mse"]],
        weighted_metrics=[["mae"], ["mae"]],
    )
    history = model.fit(X, Y, verbose=0).history
    assert sorted(history) == [
        *("accuracy", "categorical_crossentropy_loss", "loss", "mae", "mse", "mse_1", "mse_loss"),
        *("weighted_mae", "weighted_mae_1"),
    ]
    figures = model.evaluate(X, Y, verbose=0)
    by_name = model.evaluate(X, Y, verbose=0, return_dict=True)
    order = (
        "loss mae mse accuracy mse mae mae mse_loss categorical_crossentropy_loss mse_1 "
        "weighted_mae weighted_mae_1"
    )
    assert figures == [by_name[name] for name in order.split()]


def flags(model):
    return [layer.trainable for layer in model.layers]


@pytest.mark.parametrize("again", ["config", "clone", "file"])
def test_layers_keep_their_flags(again, tmp_path):
    inputs = keras.Input((3,))
    base = keras.Model(inputs, L.Dense(2, name="b")(L.Dense(2, name="a")(inputs)))
    base.get_layer("a").trainable = False
    model = keras.Sequential([keras.Input((3,)), base, L.Dense(1)])
    if again == "config":
        made = keras.Sequential.from_config(model.get_config())
        assert flags(keras.Model.from_config(base.get_config())) == [True, False, True]
    elif again == "clone":
        made = keras.models.clone_model(model)
        assert flags(keras.models.clone_model(base)) == [True, False, True]
    else:
        model.save(tmp_path / "m.keras")
        made = keras.models.load_model(tmp_path / "m.keras")
    assert flags(made.layers[0]) == [True, False, True]
    assert len(made.trainable_weights) == 4


def test_summary_of_a_model_with_a_cell(capsys):
    class Steps(keras.Model):
        def __init__(self):
            super().__init__()
            self.cell = L.LSTMCell(3)

        def call(self, x):
            return self.cell(x, [tf.zeros((2, 3))] * 2)[0]

    model = Steps()
    model(tf.ones((2, 4)))
    model.summary()
    row = next(line for line in capsys.readouterr().out.splitlines() if "LSTMCell" in line)
    assert "?" in row and "96" in row
