"""Layers that change images at random: what they draw, when, from which seed, and in which parts
of programs."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import layers as L  # noqa: N812

RNG = np.random.default_rng(0)
IMAGES = RNG.random((64, 6, 8, 2)).astype("float32")
CLASSES = {
    "RandomFlip": lambda **kw: L.RandomFlip("horizontal", **kw),
    "RandomRotation": lambda **kw: L.RandomRotation(0.2, **kw),
    "RandomZoom": lambda **kw: L.RandomZoom(0.3, 0.2, **kw),
    "RandomTranslation": lambda **kw: L.RandomTranslation(0.3, 0.2, **kw),
    "RandomContrast": lambda **kw: L.RandomContrast(0.5, value_range=(0, 1), **kw),
    "RandomBrightness": lambda **kw: L.RandomBrightness(0.3, value_range=(0, 1), **kw),
    "RandomCrop": lambda **kw: L.RandomCrop(3, 4, **kw),
}
EACH = pytest.mark.parametrize("make", CLASSES.values(), ids=CLASSES)


def test_counted_draws_are_uniform_and_independent():
    generator = keras.random.SeedGenerator(7)
    drawn = np.stack([keras.random.uniform((500,), seed=generator).numpy() for _ in range(200)])
    assert drawn.min() >= 0 and drawn.max() < 1
    assert abs(drawn.mean() - 0.5) < 0.01 and abs(drawn.var() - 1 / 12) < 0.002
    counts = np.histogram(drawn, 50, (0, 1))[0]
    assert ((counts - 2000) ** 2 / 2000).sum() < 100  # chi square of 49 degrees
    for one, other in ((drawn[:-1], drawn[1:]), (drawn[:, :-1], drawn[:, 1:])):
        assert abs(np.corrcoef(one.ravel(), other.ravel())[0, 1]) < 0.02
    assert generator.state.numpy().tolist() == [7, 200]


def test_counted_draws_of_neighbouring_and_of_large_seeds_differ():
    seeds = [*range(100), -1, 2**40, 2**62 + 1000]
    drawn = np.stack(
        [keras.random.uniform((200,), seed=keras.random.SeedGenerator(s)).numpy() for s in seeds]
    )
    assert len(np.unique(drawn[:, 0])) == len(seeds)
    assert abs(np.corrcoef(drawn[:-1].ravel(), drawn[1:].ravel())[0, 1]) < 0.03


@EACH
def test_equal_seeds_draw_equal_changes_and_each_call_new_ones(make):
    first, second = make(seed=5), make(seed=5)
    calls = [[layer(IMAGES, training=True).numpy() for _ in range(2)] for layer in (first, second)]
    assert np.array_equal(calls[0][0], calls[1][0]) and np.array_equal(calls[0][1], calls[1][1])
    assert not np.array_equal(calls[0][0], calls[0][1])
    assert not np.array_equal(calls[0][0], make(seed=6)(IMAGES, training=True).numpy())
    assert first.get_config()["seed"] == 5 and first.weights == []
    again = type(first).from_config(first.get_config())
    assert np.array_equal(again(IMAGES, training=True).numpy(), calls[0][0])


@EACH
def test_training_is_the_default_and_prediction_changes_nothing_at_random(make):
    layer = make(seed=1)
    assert np.array_equal(make(seed=1)(IMAGES).numpy(), layer(IMAGES, training=True).numpy())
    model = keras.Sequential([keras.Input(IMAGES.shape[1:]), layer])
    one, other = (model.predict(IMAGES, verbose=0) for _ in range(2))
    assert np.array_equal(one, other) and model.output_shape[1:] == one.shape[1:]
    if not isinstance(layer, L.RandomCrop):
        assert np.array_equal(one, IMAGES)
    assert not np.array_equal(one, model(IMAGES, training=True).numpy())


@EACH
def test_maps_and_traced_functions_draw_anew_and_know_shapes(make):
    layer = make(seed=3)
    sizes = (3, 4, 2) if isinstance(layer, L.RandomCrop) else (6, 8, 2)
    same = np.broadcast_to(IMAGES[:1], (4, 2, 6, 8, 2))
    batches = tf.data.Dataset.from_tensor_slices(same).map(lambda x: layer(x, training=True))
    assert tuple(batches.element_spec.shape) == (2, *sizes)
    passes = [np.stack([batch.numpy() for batch in batches]) for _ in range(2)]
    assert passes[0].shape == (4, 2, *sizes) and not np.array_equal(*passes)
    open_batches = tf.data.Dataset.from_tensor_slices(IMAGES).batch(48).map(layer)
    assert tuple(open_batches.element_spec.shape) == (None, *sizes)
    assert [len(batch) for batch in open_batches] == [48, 16]
    single = tf.data.Dataset.from_tensor_slices(IMAGES).map(layer)
    assert tuple(single.element_spec.shape) == sizes
    traced = tf.function(lambda x: layer(x, training=True))
    assert not np.array_equal(traced(IMAGES).numpy(), traced(IMAGES).numpy())


def test_all_of_them_train_in_a_model_and_load_again(tmp_path):
    keras.utils.set_random_seed(1)
    made = [make() for make in CLASSES.values()]
    model = keras.Sequential([keras.Input((6, 8, 2)), *made, L.Flatten(), L.Dense(1)])
    model.compile(optimizer="adam", loss="mse")
    history = model.fit(IMAGES, IMAGES.mean((1, 2, 3)), epochs=8, batch_size=16, verbose=0)
    assert history.history["loss"][-1] < history.history["loss"][0]
    model.save(tmp_path / "model.keras")
    loaded = keras.models.load_model(tmp_path / "model.keras")
    expected = model.predict(IMAGES, verbose=0)
    np.testing.assert_array_equal(loaded.predict(IMAGES, verbose=0), expected)


def test_half_of_the_images_are_flipped():
    flipped = L.RandomFlip("horizontal", seed=1)(np.tile(IMAGES, (8, 1, 1, 1))).numpy()
    given = np.tile(IMAGES, (8, 1, 1, 1))
    is_same = (flipped == given).all((1, 2, 3))
    is_flipped = (flipped == given[:, :, ::-1]).all((1, 2, 3))
    assert (is_same ^ is_flipped).all() and 180 < is_same.sum() < 332
    both = L.RandomFlip(seed=1)(given).numpy()
    is_turned = (both == given[:, ::-1, ::-1]).all((1, 2, 3))
    assert ((both == given).all((1, 2, 3)) ^ is_turned).all()


def test_contrast_and_brightness_stay_within_their_factors():
    contrast = L.RandomContrast((0.2, 0.6), value_range=(-9, 9), seed=1)(IMAGES).numpy()
    means = IMAGES.mean((1, 2), keepdims=True)
    factors = ((contrast - means) / (IMAGES - means)).mean((1, 2, 3))
    assert 0.8 <= factors.min() < 0.9 and 1.5 < factors.max() <= 1.6
    expected = (IMAGES - means) * factors[:, None, None, None] + means
    np.testing.assert_allclose(contrast, expected, atol=1e-4)
    brightness = L.RandomBrightness((-0.2, 0.4), value_range=(-9, 11), seed=1)(IMAGES).numpy()
    added = (brightness - IMAGES).mean((1, 2, 3))
    assert -4 <= added.min() < -2 and 6 < added.max() <= 8
    assert L.RandomBrightness(1.0, seed=1)(IMAGES * 255).numpy().max() <= 255


def test_crops_come_from_everywhere_in_training_and_from_the_middle_else():
    place = np.arange(48, dtype="float32").reshape(1, 6, 8, 1)
    layer = L.RandomCrop(3, 4, seed=1)
    corners = {float(layer(place, training=True)[0, 0, 0, 0]) for _ in range(200)}
    assert corners == {8.0 * row + column for row in range(4) for column in range(5)}
    middle = layer(place, training=False).numpy()
    np.testing.assert_allclose(middle, L.Resizing(3, 4)(place).numpy())


def test_masks_and_labels_go_with_the_images():
    masks = (IMAGES[..., :1] > 0.5).astype("float32")
    labels = np.arange(64)
    for make in CLASSES.values():
        layer = make(seed=2)
        data = {"images": IMAGES, "labels": labels, "segmentation_masks": masks}
        found = layer(data, training=True)
        assert np.array_equal(found["labels"], labels)
        assert set(np.unique(found["segmentation_masks"])) <= {0.0, 1.0}
        plain = make(seed=2)(IMAGES, training=True).numpy()
        assert np.array_equal(found["images"].numpy(), plain)
    flipped = L.RandomFlip("vertical", seed=2)({"images": masks, "segmentation_masks": masks})
    assert np.array_equal(flipped["images"].numpy(), flipped["segmentation_masks"].numpy())


def test_integers_stay_integers_where_layers_resize_and_become_floats_in_maps():
    images = (IMAGES * 255).astype("uint8")
    layer = L.Resizing(3, 4)
    assert layer(images).dtype == tf.uint8 and L.CenterCrop(3, 4)(images).dtype == tf.float32
    assert tf.data.Dataset.from_tensor_slices(images).map(layer).element_spec.dtype == tf.float32


def test_images_of_unknown_sizes():
    inputs = keras.Input((None, None, 2))
    x = L.Resizing(7, 9, crop_to_aspect_ratio=True)(L.RandomZoom(0.2)(inputs))
    x = L.Resizing(4, 6, pad_to_aspect_ratio=True)(L.CenterCrop(5, 5)(x))
    model = keras.Model(inputs, L.RandomRotation(0.2, fill_mode="constant")(x))
    assert model.output_shape == (None, 4, 6, 2)
    for sizes in ((6, 8), (9, 5)):
        images = RNG.random((3, *sizes, 2)).astype("float32")
        assert model(images, training=True).shape == (3, 4, 6, 2)
