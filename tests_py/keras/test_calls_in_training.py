"""What training tells a call, and which masks are left after attention: as in Keras 3.15."""

import numpy as np
import pytest

import pelton as tf

keras = tf.keras
L = keras.layers
X = np.ones((64, 40), "float32")


class Untold(keras.Model):
    def __init__(self):
        super().__init__()
        self.drop, self.dense = L.Dropout(0.9), L.Dense(1, kernel_initializer="ones")

    def call(self, x):
        return self.dense(self.drop(x))


class Told(Untold):
    def call(self, x, training=None):
        return self.dense(self.drop(x))


class OwnStep(Untold):
    def test_step(self, data):
        return super().test_step(data)


@pytest.mark.parametrize(("cls", "drops"), [(Untold, False), (Told, True), (OwnStep, False)])
@pytest.mark.parametrize("eagerly", [False, True])
def test_a_call_without_training_drops_nothing_in_fit(cls, drops, eagerly):
    model = cls()
    model.compile(keras.optimizers.SGD(0.0), "mse", run_eagerly=eagerly)
    loss = model.fit(X, np.zeros((64, 1), "float32"), verbose=0).history["loss"][0]
    assert (loss != 1600.0) == drops
    assert model(X, training=True).shape == (64, 1)


def test_attention_takes_the_masks_from_its_inputs():
    x = L.Embedding(5, 4, mask_zero=True)(np.array([[1, 2, 0], [3, 0, 0]]))
    attention = L.MultiHeadAttention(2, 3)
    mask = attention(x, x)._keras_mask
    assert mask.numpy().tolist() == [[True, True, False], [True, False, False]]
    assert getattr(x, "_keras_mask", None) is None
    assert getattr(L.Add()([x, attention(x, x)]), "_keras_mask", None) is None


def test_masks_of_a_graph_stay_whatever_attention_takes():
    inputs = keras.Input((3,), dtype="int32")
    x = L.Embedding(5, 4, mask_zero=True)(inputs)
    added = L.Add()([x, L.MultiHeadAttention(2, 3)(x, x)])
    model = keras.Model(inputs, [L.GlobalAveragePooling1D()(added), added])
    pooled, rows = model(np.array([[1, 2, 0]]))
    np.testing.assert_allclose(pooled[0], rows.numpy()[0, :2].mean(0), rtol=1e-5, atol=1e-6)
