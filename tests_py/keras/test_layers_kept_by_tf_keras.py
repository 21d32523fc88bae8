"""Layers that tf.keras has beside Keras's own: values of tf.keras 3.15.1."""

import inspect

import numpy as np
import pytest

import pelton as tf
from pelton.keras import layers

IMAGE = np.arange(48.0, dtype="float32").reshape(1, 4, 4, 3)


def test_thresholded_relu():
    found = layers.ThresholdedReLU(0.5)(tf.constant([[0.2, 0.5, 0.7, -1.0]]))
    assert found.numpy().tolist() == [[0.0, 0.0, np.float32(0.7), 0.0]]
    layer = layers.ThresholdedReLU(2)
    assert layer.supports_masking and layer.get_config()["theta"] == 2.0
    assert layer.compute_output_shape((None, 3)) == (None, 3)
    assert layers.ThresholdedReLU.from_config(layer.get_config()).theta == 2.0


@pytest.mark.parametrize("theta", [-1, None, "a"])
def test_thresholded_relu_refuses(theta):
    with pytest.raises(ValueError, match=f"theta={theta}"):
        layers.ThresholdedReLU(theta)


@pytest.mark.parametrize(
    ("name", "factor", "heights_and_widths", "sums"),
    [
        ("RandomHeight", 0.4, [(2, 4), (4, 4)], [564.0, 1128.0]),
        ("RandomWidth", (-0.5, 0.9), [(4, 2), (4, 5)], [564.0, 1410.0]),
        ("RandomHeight", (0.2, 0.3), [(4, 4), (5, 4)], [1128.0, 1410.0]),
    ],
)
def test_random_lengths(name, factor, heights_and_widths, sums):
    layer = getattr(layers, name)(factor, seed=5)
    found = [layer(IMAGE, training=True) for _ in range(2)]
    assert [tuple(y.shape[1:3]) for y in found] == heights_and_widths
    np.testing.assert_allclose([y.numpy().sum() for y in found], sums, rtol=1e-6)
    assert np.array_equal(layer(IMAGE, training=False).numpy(), IMAGE)
    config = layer.get_config()
    assert (config["factor"], config["interpolation"], config["seed"]) == (factor, "bilinear", 5)
    open_shape = {"RandomHeight": (None, None, 4, 3), "RandomWidth": (None, 4, None, 3)}[name]
    assert layer.compute_output_shape((None, 4, 4, 3)) == open_shape
    assert tuple(layer(layers.Input((4, 4, 3))).shape) == open_shape


def test_random_lengths_train():
    model = tf.keras.Sequential(
        [
            layers.Input((4, 4, 3)),
            layers.RandomHeight(0.3, seed=1),
            layers.RandomWidth(0.3, seed=2),
            layers.GlobalAveragePooling2D(),
            layers.Dense(1),
        ]
    )
    model.compile("sgd", "mse")
    losses = model.fit(IMAGE, np.ones((1, 1)), epochs=2, verbose=0).history["loss"]
    assert len(losses) == 2 and np.isfinite(losses).all()


@pytest.mark.parametrize("name", ["RandomHeight", "RandomWidth"])
@pytest.mark.parametrize("factor", [-2, (0.5, 0.2), (0.1, 0.2, 0.3)])
def test_random_lengths_refuse(name, factor):
    with pytest.raises(ValueError, match="`factor` must be.*Received: factor="):
        getattr(layers, name)(factor)


@pytest.mark.parametrize("name", ["Dense", "Dropout", "Flatten", "Conv1D", "LSTM", "Embedding"])
def test_what_call_takes_can_be_asked(name):
    cls = getattr(layers, name)
    arguments = {"Dropout": (0.5,), "Flatten": (), "Conv1D": (2, 2), "Embedding": (2, 2)}
    names = list(inspect.signature(cls.call).parameters)
    assert names[0] == "self"
    layer = cls(*arguments.get(name, (2,)))
    assert list(inspect.signature(layer.call).parameters) == names[1:]
    if name not in ("Embedding", "LSTM"):
        assert names == ["self", "inputs", "training"]
