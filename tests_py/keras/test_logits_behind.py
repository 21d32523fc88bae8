"""Cross-entropies of what a softmax or sigmoid gave are those of its logits, whichever of the two
it was and whatever `from_logits` says, as in Keras on TensorFlow."""

import warnings

import numpy as np
import pytest

from pelton import keras

X = np.random.RandomState(0).rand(4, 3).astype("float32")
HOT = np.eye(3, dtype="float32")[[0, 1, 2, 1]]
LABELS = np.array([0, 1, 2, 1])
KERNEL = [[0.5, -1.0, 2.0], [1.0, 0.3, -0.2], [0.1, 0.1, 1.0]]
LOGITS = X @ np.array(KERNEL)
SHARES = np.exp(LOGITS) / np.exp(LOGITS).sum(-1, keepdims=True)
BINARY = np.log1p(np.exp(LOGITS)) - HOT * LOGITS
CATEGORICAL = -np.log(SHARES[np.arange(4), LABELS])
LOSSES = {
    "BinaryCrossentropy": (HOT, BINARY.mean()),
    "CategoricalCrossentropy": (HOT, CATEGORICAL.mean()),
    "SparseCategoricalCrossentropy": (LABELS, CATEGORICAL.mean()),
}


@pytest.mark.parametrize("activation", ["softmax", "sigmoid"])
@pytest.mark.parametrize("name", LOSSES)
@pytest.mark.parametrize("from_logits", [False, True])
def test_losses(activation, name, from_logits):
    y, expected = LOSSES[name]
    kernel = keras.initializers.Constant(KERNEL)
    dense = keras.layers.Dense(3, activation, kernel_initializer=kernel)
    model = keras.Sequential([keras.Input((3,)), dense])
    loss = getattr(keras.losses, name)(from_logits=from_logits)
    model.compile(keras.optimizers.SGD(0.0), loss)
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        assert model.fit(X, y, verbose=0).history["loss"] == pytest.approx([expected], rel=1e-5)
        assert model.evaluate(X, y, verbose=0) == pytest.approx(expected, rel=1e-5)
        assert float(loss(y, model(X))) == pytest.approx(expected, rel=1e-5)
    texts = [str(one.message) for one in told if "from_logits" in str(one.message)]
    assert bool(texts) == from_logits
    assert all("does not represent logits" in text for text in texts)


@pytest.mark.parametrize("function", ["softmax", "sigmoid"])
def test_functions(function):
    output = getattr(keras.ops, function)(LOGITS.astype("float32"))
    assert np.allclose(keras.ops.binary_crossentropy(HOT, output), BINARY, atol=1e-5)
    assert np.allclose(keras.ops.categorical_crossentropy(HOT, output), CATEGORICAL, atol=1e-5)
    plain = np.array(output)
    p = np.clip(plain, 1e-7, 1 - 1e-7)
    of_values = -(HOT * np.log(p) + (1 - HOT) * np.log(1 - p))
    assert np.allclose(keras.ops.binary_crossentropy(HOT, plain), of_values, atol=1e-5)


@pytest.mark.parametrize("function", ["softmax", "sigmoid"])
def test_focal_loss(function):
    output = getattr(keras.ops, function)(LOGITS.astype("float32"))
    p = np.array(output)
    right = HOT * p + (1 - HOT) * (1 - p)
    expected = ((1 - right) ** 2 * BINARY).mean(-1)
    assert np.allclose(keras.losses.binary_focal_crossentropy(HOT, output), expected, atol=1e-5)
