"""Adaptation by low rank (LoRA): what trains, what is computed, what files hold."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import layers

# Layer without adaptation, the name of what is adapted, an input.
LAYERS = {
    "Dense": (lambda **k: layers.Dense(4, **k), "kernel", np.ones((2, 3), "float32")),
    "Conv1D": (lambda **k: layers.Conv1D(4, 2, **k), "kernel", np.ones((2, 5, 3), "float32")),
    "Conv2D": (lambda **k: layers.Conv2D(4, 2, **k), "kernel", np.ones((2, 3, 3, 2), "float32")),
    "EinsumDense": (
        lambda **k: layers.EinsumDense("ab,bcd->acd", (4, 2), bias_axes="d", **k),
        "kernel",
        np.ones((2, 3), "float32"),
    ),
    "Embedding": (lambda **k: layers.Embedding(5, 4, **k), "embeddings", np.array([[1, 2]])),
}


@pytest.fixture(autouse=True)
def same_weights():
    """Sums of weights that nearly cancel have few digits: which they are is not left to chance."""
    tf.keras.utils.set_random_seed(1)


rows = pytest.mark.parametrize(("make", "name", "x"), LAYERS.values(), ids=LAYERS)


@rows
def test_only_the_matrices_train(make, name, x):
    layer = make()
    before = layer(x)
    weight = getattr(layer, name)
    layer.enable_lora(2, lora_alpha=6, b_initializer="ones")
    a, b = (getattr(layer, f"lora_{name}_{end}") for end in "ab")
    assert layer.lora_enabled and (layer.lora_rank, layer.lora_alpha) == (2, 6)
    assert a.shape == (*weight.shape[:-1], 2) and b.shape == (2, weight.shape[-1])
    assert a.path == f"{layer.name}/lora_{name}_a" and not weight.trainable
    assert {one.ref() for one in layer.trainable_weights} >= {a.ref(), b.ref()}
    merged = weight.numpy() + 3 * a.numpy() @ b.numpy()
    np.testing.assert_allclose(getattr(layer, name).numpy(), merged, rtol=1e-5)
    plain = make()
    plain.build(x.shape)
    plain.set_weights([merged, *layer.get_weights()[1:-2]])
    np.testing.assert_allclose(layer(x), plain(x), rtol=1e-4)
    assert not np.allclose(layer(x), before)


@rows
def test_what_is_refused(make, name, x):
    layer = make()
    with pytest.raises(ValueError, match="Cannot enable lora on a layer that isn't yet built"):
        layer.enable_lora(2)
    layer.build(x.shape)
    with pytest.raises(ValueError, match="`lora_rank` must be a positive integer"):
        layer.enable_lora(0)
    assert not layer.lora_enabled
    layer.enable_lora(2)
    with pytest.raises(ValueError, match="lora is already enabled"):
        layer.enable_lora(2)
    bound = make(**{f"{name}_constraint": "non_neg"})
    bound.build(x.shape)
    with pytest.raises(ValueError, match=f"remove the `{name}_constraint` argument"):
        bound.enable_lora(2)


@rows
def test_files_hold_the_merged_weight(make, name, x, tmp_path):
    model = keras.Sequential([make(lora_rank=2, lora_alpha=4), layers.Flatten(), layers.Dense(1)])
    model.compile("sgd", "mse")
    model.build(x.shape)
    layer = model.layers[0]
    assert layer.lora_alpha == 4
    getattr(layer, f"lora_{name}_b").assign(tf.ones_like(getattr(layer, f"lora_{name}_b")))
    weight = layer.weights[0].numpy()
    model.fit(x, np.ones((len(x), 1)), verbose=0)
    assert np.array_equal(layer.weights[0], weight)
    expected = model.predict(x, verbose=0)
    model.save(tmp_path / "m.keras")
    again = keras.saving.load_model(tmp_path / "m.keras")
    assert again.layers[0].lora_rank == 2 and len(again.layers[0].weights) == len(layer.weights)
    np.testing.assert_allclose(again.predict(x, verbose=0), expected, rtol=1e-5)
    model.save_weights(tmp_path / "m.weights.h5")
    plain = keras.Sequential([make(), layers.Flatten(), layers.Dense(1)])
    plain.build(x.shape)
    plain.load_weights(tmp_path / "m.weights.h5")
    np.testing.assert_allclose(plain.predict(x, verbose=0), expected, rtol=1e-5)


@rows
def test_configs_say_it_only_where_it_is_on(make, name, x):
    config = make().get_config()
    assert "lora_rank" not in config and "lora_alpha" not in config
    config = make(lora_rank=3).get_config()
    assert config["lora_rank"] == 3
    layer = make().from_config(config)
    layer.build(x.shape)
    assert layer.lora_enabled and layer.lora_rank == layer.lora_alpha == 3


def test_projections_of_attention_are_adapted():
    layer = layers.MultiHeadAttention(2, 3, value_dim=2)
    x = np.random.default_rng(0).normal(size=(2, 4, 6)).astype("float32")
    before = layer(x, x)
    for dense in (layer.query_dense, layer.key_dense, layer.value_dense, layer.output_dense):
        dense.enable_lora(2, lora_alpha=3.5, b_initializer="ones")
        assert dense.lora_alpha == 3.5 and dense.lora_kernel_b.shape[0] == 2
    assert len(layer.trainable_variables) == 12 and len(layer.non_trainable_variables) == 4
    plain = layers.MultiHeadAttention(2, 3, value_dim=2)
    plain.build(x.shape, x.shape)
    for name in ("query_dense", "key_dense", "value_dense", "output_dense"):
        found, wanted = getattr(plain, name), getattr(layer, name)
        found.set_weights([wanted.kernel.numpy(), wanted.bias.numpy()])
    np.testing.assert_allclose(layer(x, x), plain(x, x), rtol=1e-4, atol=1e-5)
    assert not np.allclose(layer(x, x), before)
