"""Which masks are left after attention: as in Keras 3.15."""

import numpy as np

import pelton as tf

keras = tf.keras
L = keras.layers


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
