"""Normalization: what it adapts to, in which forms data comes, and how it is stored."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras.layers import Normalization

DATA = np.random.default_rng(0).normal(3.0, 2.0, (40, 4, 3)).astype("float32")


def batches_of(form):
    """DATA in the given form."""
    dataset = tf.data.Dataset.from_tensor_slices(DATA)
    return {
        "array": DATA,
        "tensor": tf.constant(DATA),
        "dataset": dataset.batch(16),
        "dataset of pairs": tf.data.Dataset.zip((dataset, dataset)).batch(7),
        "list of batches": [DATA[:10], DATA[10:]],
        "generator": (DATA[start : start + 5] for start in range(0, 40, 5)),
    }[form]


@pytest.mark.parametrize("axis", [-1, None, 1, (1, 2)])
@pytest.mark.parametrize(
    "form",
    ["array", "tensor", "dataset", "dataset of pairs", "list of batches", "generator"],
)
def test_adapts_to_the_moments_of_all_data(form, axis):
    layer = Normalization(axis=axis)
    layer.adapt(batches_of(form))
    kept = [] if axis is None else [a % 3 for a in np.atleast_1d(axis)]
    others = tuple(a for a in range(3) if a not in kept)
    mean, variance = DATA.mean(others, keepdims=True), DATA.var(others, keepdims=True)
    np.testing.assert_allclose(layer.mean.numpy(), mean, rtol=1e-5)
    np.testing.assert_allclose(layer.variance.numpy(), variance, rtol=1e-5)
    expected = (DATA - mean) / np.sqrt(variance)
    np.testing.assert_allclose(layer(DATA).numpy(), expected, rtol=1e-4, atol=1e-5)
    back = Normalization(axis=axis, invert=True)
    back.adapt(DATA)
    np.testing.assert_allclose(back(expected).numpy(), DATA, rtol=1e-4, atol=1e-4)


def test_rows_of_an_unbatched_dataset_and_single_numbers():
    rows = Normalization()
    rows.adapt(tf.data.Dataset.from_tensor_slices(DATA[:, 0]))
    np.testing.assert_allclose(rows.mean.numpy()[0], DATA[:, 0].mean(0), rtol=1e-5)
    numbers = Normalization(axis=None)
    numbers.adapt(DATA[:, 0, 0])
    np.testing.assert_allclose(numbers.mean.numpy(), [DATA[:, 0, 0].mean()], rtol=1e-5)


def test_weights_are_those_of_keras_and_a_second_adapt_replaces_the_first():
    layer = Normalization(name="rows")
    layer.adapt(DATA * 9)
    layer.adapt(DATA)
    paths = [(w.path, w.dtype, tuple(w.shape), w.trainable) for w in layer.weights]
    assert paths == [
        ("rows/mean", "float32", (3,), False),
        ("rows/variance", "float32", (3,), False),
        ("rows/count", "int64", (), False),
    ]
    np.testing.assert_allclose(layer.weights[0].numpy(), DATA.mean((0, 1)), rtol=1e-5)


def test_trains_in_a_model_maps_a_dataset_and_loads_again(tmp_path):
    layer = Normalization()
    layer.adapt(DATA[:, 0])
    model = keras.Sequential([layer, keras.layers.Dense(1)])
    model.compile(optimizer=keras.optimizers.Adam(0.1), loss="mse")
    history = model.fit(DATA[:, 0], DATA[:, 0, :1], epochs=20, verbose=0)
    assert history.history["loss"][-1] < 0.5 * history.history["loss"][0]
    model.save(tmp_path / "model.keras")
    loaded = keras.models.load_model(tmp_path / "model.keras")
    expected = model.predict(DATA[:, 0], verbose=0)
    np.testing.assert_array_equal(loaded.predict(DATA[:, 0], verbose=0), expected)
    mapped = tf.data.Dataset.from_tensor_slices(DATA[:, 0]).batch(40).map(layer)
    np.testing.assert_allclose(next(iter(mapped)).numpy(), layer(DATA[:, 0]).numpy(), atol=1e-6)


def test_failed_adapt_leaves_what_was_there():
    layer = Normalization()
    layer.adapt(DATA)
    before = layer.mean.numpy()
    with pytest.raises(ValueError, match=r"\(40, 4, 2\)"):
        layer.adapt([DATA, DATA[..., :2]])
    assert np.array_equal(layer.mean.numpy(), before)


@pytest.mark.parametrize("axis", [-1, None, 0, (1, 2)])
def test_long_arrays_are_read_in_parts(monkeypatch, axis):
    from pelton.keras.layers.preprocessing import moments

    whole, parts = Normalization(axis=axis), Normalization(axis=axis)
    whole.adapt(DATA)
    monkeypatch.setattr(moments, "_PART_SIZE", 3 * DATA[0].size)
    parts.adapt(DATA)
    np.testing.assert_allclose(parts.adapt_mean.numpy(), whole.adapt_mean.numpy(), rtol=1e-6)
    np.testing.assert_allclose(
        parts.adapt_variance.numpy(), whole.adapt_variance.numpy(), rtol=1e-5, atol=1e-12
    )
