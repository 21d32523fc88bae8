"""`predict` on batches whose values do not fit in the caches: some rows at a time give what all of
them give, and batches of any size, new weights and coupled rows stay right."""

import os

import numpy as np
import pytest

import pelton as tf
from pelton.keras import layers

explain = tf.config.experimental.explain_program
ROWS = 1536
FEW_CORES = len(os.sched_getaffinity(0)) <= 8  # whose caches hold less than all rows


def convolutional(seed=3):
    tf.random.set_seed(seed)
    return tf.keras.Sequential(
        [
            tf.keras.Input((28, 28, 1)),
            layers.Conv2D(8, 3, activation="relu"),
            layers.BatchNormalization(),
            layers.MaxPooling2D(),
            layers.Conv2D(16, 3, padding="same"),
            layers.GlobalAveragePooling2D(),
            layers.Dropout(0.5),
            layers.Dense(10, activation="softmax"),
        ]
    )


def images(rows, seed=0):
    return np.random.default_rng(seed).random((rows, 28, 28, 1), np.float32)


def test_slices_give_what_all_rows_give():
    model, x = convolutional(), images(ROWS)
    expected = np.concatenate([model(x[i : i + 64]).numpy() for i in range(0, ROWS, 64)])
    runs = [model.predict_on_batch(x) for _ in range(4)]
    assert "rows at a time" in explain(model) or not FEW_CORES
    for got in runs:
        np.testing.assert_allclose(got, expected, rtol=2e-5, atol=1e-6)
    np.testing.assert_array_equal(runs[2], runs[3])


def test_odd_rows_new_weights_and_new_results():
    model, x = convolutional(), images(ROWS + 37)
    first = [model.predict_on_batch(x) for _ in range(3)][-1]
    kept = first.copy()
    model.set_weights([w * 0.5 for w in model.get_weights()])
    second = model.predict_on_batch(x)
    np.testing.assert_array_equal(first, kept)
    np.testing.assert_allclose(second, model(x).numpy(), rtol=2e-5, atol=1e-6)
    assert abs(second - first).max() > 1e-3


@pytest.mark.parametrize("rows", [1, 2, 3, 7])
def test_few_rows_run_at_once(rows):
    model = convolutional()
    for _ in range(3):
        model.predict_on_batch(images(rows))
    assert "arena" in explain(model) and "rows at a time" not in explain(model)


def test_a_function_over_coupled_rows_runs_at_once():
    @tf.function
    def centred(x):
        return tf.nn.relu(x - tf.reduce_mean(x, axis=0)) * 2.0

    x = np.random.default_rng(1).random((4096, 1024), np.float32)
    expected = np.maximum(x - x.mean(0, dtype=np.float64), 0) * 2
    for _ in range(4):
        np.testing.assert_allclose(centred(x).numpy(), expected, rtol=1e-4, atol=1e-6)


def test_a_function_of_elements_gives_the_same_in_slices():
    @tf.function
    def curve(x, y):
        return tf.exp(-tf.nn.relu(x * y + 1.0)) + x

    rng = np.random.default_rng(2)
    x, y = (tf.constant(rng.random((4099, 1024), np.float32)) for _ in range(2))
    expected = (tf.exp(-tf.nn.relu(x * y + 1.0)) + x).numpy()
    for _ in range(4):
        np.testing.assert_array_equal(curve(x, y).numpy(), expected)
