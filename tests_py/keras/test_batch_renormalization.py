"""BatchNormalization with renorm: Keras 3.15's outputs and statistics."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras

L = keras.layers
X = np.arange(12, dtype="float32").reshape(4, 3)
CLIPPING = {"rmax": 2.0, "rmin": 0.5, "dmax": 1.0}
STATISTICS = {
    "moving_mean": [0.0895, 0.1094, 0.1294],
    "moving_variance": [1.0949] * 3,
    "moving_stddev": [1.0468] * 3,
    "renorm_mean": [0.8550, 1.0450, 1.2350],
    "renorm_stddev": [1.4473] * 3,
}


def test_numbers():
    layer = L.BatchNormalization(renorm=True, renorm_momentum=0.9, renorm_clipping=CLIPPING)
    for _ in range(2):
        y = layer(X, training=True)
        column = [[-1.6832], [0.1056], [1.8944], [3.6832]]
        assert np.allclose(y, np.repeat(column, 3, 1), atol=1e-4)
    assert np.allclose(layer(X)[0], [-0.0855, 0.8507, 1.7869], atol=1e-3)
    for name, values in STATISTICS.items():
        assert np.allclose(getattr(layer, name), values, atol=1e-4), name
        assert not getattr(layer, name).trainable
    names = [weight.name for weight in layer.weights]
    assert names == ["gamma", "beta", *STATISTICS]


def test_masked_steps_do_not_count():
    longer = np.concatenate([X[None], np.full((1, 4, 3), 50, "float32")], axis=1)
    mask = np.array([[True] * 4 + [False] * 4])
    plain, masked = (L.BatchNormalization(renorm=True, epsilon=1e-5) for _ in range(2))
    few, many = plain(X[None], training=True), masked(longer, training=True, mask=mask)
    assert np.allclose(few, many[:, :4], atol=1e-4)
    assert np.allclose(plain.renorm_mean, masked.renorm_mean, atol=1e-5)


def test_gradients_do_not_pass_the_corrections():
    layer = L.BatchNormalization(renorm=True)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(layer(X, training=True) ** 2)
    gamma, beta = tape.gradient(loss, [layer.gamma, layer.beta])
    deviation = np.sqrt(X.var(0) + 1e-3)  # r: the running one is 1; d: the mean
    normal = (X - X.mean(0)) / deviation * deviation + X.mean(0)
    assert np.allclose(gamma, (2 * normal * normal).sum(0), rtol=1e-4)
    assert np.allclose(beta, (2 * normal).sum(0), rtol=1e-4)


def test_in_models_and_files(tmp_path):
    model = keras.Sequential([keras.Input((3,)), L.BatchNormalization(renorm=True), L.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(X, X[:, :1], epochs=3, verbose=0)
    assert float(model.layers[0].renorm_mean[0]) > 0
    model.save(tmp_path / "m.keras")
    again = keras.models.load_model(tmp_path / "m.keras")
    assert np.array_equal(again.predict(X, verbose=0), model.predict(X, verbose=0))
    assert all(map(np.array_equal, again.get_weights(), model.get_weights()))


@pytest.mark.parametrize(
    "clipping, message",
    [({"max": 1}, "invalid keys"), ({"rmax": 1, "rmin": 2}, "rmax"), ({"dmax": -1}, "dmax")],
)
def test_bad_limits(clipping, message):
    with pytest.raises(ValueError, match=message):
        L.BatchNormalization(renorm=True, renorm_clipping=clipping)
