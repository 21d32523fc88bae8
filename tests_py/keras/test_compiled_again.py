"""What `compile` keeps of an earlier one, and losses that layers add."""

import numpy as np
import pytest

from pelton import keras

X = np.arange(12.0).reshape(4, 3) / 12
Y = np.eye(2)[[0, 1, 1, 0]]


def dense():
    layer = keras.layers.Dense(2, kernel_initializer="ones")
    return keras.Sequential([keras.Input((3,)), layer])


def test_a_loss_and_metrics_stay_where_a_later_compile_gives_none():
    model = dense()
    model.compile("sgd", "mse", loss_weights=2.0, metrics=["mae"])
    before = model.evaluate(X, Y, return_dict=True, verbose=0)
    model.compile("adam")
    assert model.evaluate(X, Y, return_dict=True, verbose=0) == before
    model.compile("adam", "mae", weighted_metrics=["mse"])
    after = model.evaluate(X, Y, return_dict=True, verbose=0)
    assert sorted(after) == ["loss", "mse"]
    assert after["loss"] == pytest.approx(before["mae"])


def test_labels_of_a_connectionist_loss_may_have_any_length():
    class Loss(keras.layers.Layer):
        def call(self, labels, logits):
            rows = keras.ops.shape(labels)[0]
            sizes = [n * keras.ops.ones((rows,), "int32") for n in (labels.shape[1] or 2, 5)]
            return keras.ops.ctc_loss(labels, logits, *sizes, mask_index=0)

    labels, logits = keras.Input((None,), dtype="int32"), keras.Input((5, 4))
    model = keras.Model([labels, logits], Loss()(labels, logits))
    rng = np.random.RandomState(0)
    x = [np.array([[1, 2], [3, 3]]), rng.randn(2, 5, 4).astype("float32")]
    expected = keras.ops.ctc_loss(x[0].astype("int32"), x[1], [2, 2], [5, 5])
    np.testing.assert_allclose(model(x), expected, rtol=1e-6)
