"""Figures of models whose outputs are a list without names, and Sequentials that a model begins:
as Keras 3.15 has them."""

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


def functional():
    inputs = keras.Input((8, 8, 3))
    return keras.Model(inputs, L.Conv2D(2, 3)(inputs))


def sequential():
    return keras.Sequential([keras.Input((8, 8, 3)), L.Conv2D(2, 3)])


@pytest.mark.parametrize("make", [functional, sequential])
def test_a_sequential_is_built_for_the_input_of_the_model_that_it_begins_with(make):
    whole = keras.Sequential([make(), L.Flatten(), L.Dense(1)])
    assert whole.built
    assert (whole.input_shape, whole.output_shape) == ((None, 8, 8, 3), (None, 1))
    assert whole.count_params() == 56 + 73
    grown = keras.Sequential()
    grown.add(make())
    assert not grown.built
    grown.add(L.Flatten())
    assert grown.built
    grown.add(L.Dense(2))
    assert len(grown.trainable_weights) == 4
    again = keras.Sequential.from_config(whole.get_config())
    assert again.output_shape == (None, 1)


def test_models_of_any_or_several_inputs_begin_a_deferred_sequential():
    assert not keras.Sequential([Two(), L.Flatten()]).built
    assert not keras.Sequential([keras.Sequential([L.Dense(1)]), L.Flatten()]).built


def test_input_layer_takes_the_older_name_of_its_shape():
    with pytest.warns(UserWarning, match="Argument `input_shape` is deprecated"):
        layer = L.InputLayer(input_shape=(4,))
    assert layer.batch_shape == (None, 4)


def flags(model):
    return [layer.trainable for layer in model.layers]


@pytest.mark.parametrize("again", ["config", "clone", "file"])
def test_layers_keep_their_flags(again, tmp_path):
    inputs = keras.Input((3,))
    base = keras.Model(inputs, L.Dense(2, name="b")(L.Dense(2, name="a")(inputs)))
    base.get_layer("a").trainable = False
    model = keras.Sequential([base, L.Dense(1)])
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
