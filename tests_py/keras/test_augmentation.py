"""Layers that change colors, histograms and shapes of images: what they draw, mixtures of images
and labels, boxes, and Pipeline."""

import math

import numpy as np
import pytest

import pelton as tf
from pelton.keras import layers as L  # noqa: N812
from pelton.keras.layers.augmentation import draws

RNG = np.random.default_rng(0)
IMAGES = RNG.uniform(0, 255, (64, 6, 8, 3)).astype("float32")
CLASSES = {
    "RandomGrayscale": lambda **kw: L.RandomGrayscale(**kw),
    "RandomColorDegeneration": lambda **kw: L.RandomColorDegeneration(1.0, **kw),
    "RandomInvert": lambda **kw: L.RandomInvert(**kw),
    "RandomPosterization": lambda **kw: L.RandomPosterization((1, 8), **kw),
    "Solarization": lambda **kw: L.Solarization(0.3, 0.8, **kw),
    "RandomHue": lambda **kw: L.RandomHue(0.5, **kw),
    "RandomSaturation": lambda **kw: L.RandomSaturation((0.1, 0.9), **kw),
    "RandomSharpness": lambda **kw: L.RandomSharpness(1.0, **kw),
    "RandomGaussianBlur": lambda **kw: L.RandomGaussianBlur(sigma=(0.2, 1.0), **kw),
    "RandomColorJitter": lambda **kw: L.RandomColorJitter((0, 255), 0.2, 0.3, 0.7, 0.4, **kw),
    "MixUp": lambda **kw: L.MixUp(0.8, **kw),
    "CutMix": lambda **kw: L.CutMix(**kw),
    "RandomErasing": lambda **kw: L.RandomErasing(**kw),
    "RandomShear": lambda **kw: L.RandomShear(0.4, 0.3, **kw),
    "RandomPerspective": lambda **kw: L.RandomPerspective(**kw),
    "RandomElasticTransform": lambda **kw: L.RandomElasticTransform(**kw),
    "RandAugment": lambda **kw: L.RandAugment(num_ops=3, **kw),
    "AugMix": lambda **kw: L.AugMix(**kw),
}
EACH = pytest.mark.parametrize("make", CLASSES.values(), ids=CLASSES)


@EACH
def test_equal_seeds_draw_equal_changes_and_each_call_new_ones(make):
    first, second = make(seed=5), make(seed=5)
    calls = [[layer(IMAGES, training=True).numpy() for _ in range(2)] for layer in (first, second)]
    assert np.array_equal(calls[0][0], calls[1][0]) and np.array_equal(calls[0][1], calls[1][1])
    assert not np.array_equal(calls[0][0], calls[0][1])
    assert not np.array_equal(calls[0][0], make(seed=6)(IMAGES, training=True).numpy())
    assert np.array_equal(make(seed=5)(IMAGES, training=False).numpy(), IMAGES)


@EACH
def test_values_stay_finite_and_images_keep_shape_and_dtype(make):
    for x in (IMAGES, IMAGES[0], IMAGES.astype("uint8")):
        y = make(seed=3)(x, training=True)
        assert y.dtype.name == "float32" and tuple(y.shape) == x.shape
        assert np.isfinite(y.numpy()).all()


@EACH
def test_channels_first_gives_the_same_change(make):
    last = make(seed=2)(IMAGES, training=True).numpy()
    first = IMAGES.transpose(0, 3, 1, 2).copy()
    layer = make(seed=2, data_format="channels_first")
    found = layer(first, training=True).numpy().transpose(0, 2, 3, 1)
    np.testing.assert_allclose(found, last, rtol=1e-4, atol=1e-2)


@EACH
def test_traced_functions_and_datasets_draw_new_changes_in_each_run(make):
    layer = make(seed=1)
    traced = tf.function(lambda x: layer(x, training=True))
    runs = [traced(IMAGES).numpy() for _ in range(2)]
    assert not np.array_equal(*runs)
    data = tf.data.Dataset.from_tensor_slices(IMAGES).batch(32)
    mapped = data.map(lambda x: make(seed=4)(x, training=True))
    assert [tuple(x.shape) for x in mapped] == [(32, 6, 8, 3)] * 2


def test_chances_and_factors_are_those_that_are_asked_for():
    many = RNG.uniform(0, 200, (4000, 1, 1, 3)).astype("float32")
    gray = L.RandomGrayscale(0.3, seed=1)(many, training=True).numpy()
    assert abs((gray != many).any((1, 2, 3)).mean() - 0.3) < 0.03
    inverted = L.RandomInvert((0.6, 0.6), seed=1)(many, training=True).numpy()
    is_inverted = np.isclose(inverted, 255 - many).all((1, 2, 3))
    assert abs(is_inverted.mean() - 0.6) < 0.03
    assert np.array_equal(inverted[~is_inverted], many[~is_inverted])
    faded = L.RandomColorDegeneration((0.2, 0.6), seed=1)(many, training=True).numpy()
    shares = (faded[:, 0, 0, 0] - faded[:, 0, 0, 1]) / (many[:, 0, 0, 0] - many[:, 0, 0, 1])
    assert shares.min() > 0.39 and shares.max() < 0.81 and abs(shares.mean() - 0.6) < 0.02
    levels = L.RandomPosterization((1, 4), seed=1)(many[:500] * 0 + 255, training=True).numpy()
    assert set(np.unique(levels)) == {128.0, 192.0, 224.0}


@pytest.mark.parametrize(("a", "b"), [(0.2, 0.2), (1.0, 1.0), (3.0, 0.5)])
def test_beta_numbers_have_mean_and_variance_of_the_distribution(a, b):
    found = draws.beta(L.MixUp(seed=1), 20000, a, b).numpy()
    assert found.min() >= 0 and found.max() <= 1
    assert abs(found.mean() - a / (a + b)) < 0.01
    assert abs(found.var() - a * b / ((a + b) ** 2 * (a + b + 1))) < 0.01


def test_shares_add_up_and_orders_are_permutations():
    layer = L.MixUp(seed=1)
    drawn = np.array([[x.numpy() for x in draws.shares(layer, 3, 0.7)] for _ in range(300)])
    np.testing.assert_allclose(drawn.sum(1), 1, rtol=1e-5)
    np.testing.assert_allclose(drawn.mean(0), 1 / 3, atol=0.06)
    assert sorted(draws.order(layer, 50).numpy()) == list(range(50))
    noise = draws.normal(layer, [200, 100]).numpy()
    assert abs(noise.mean()) < 0.02 and abs(noise.std() - 1) < 0.02


@pytest.mark.parametrize("name", ["MixUp", "CutMix"])
def test_labels_are_mixed_as_images_are(name):
    """Images of one value, which the labels name."""
    labels = np.eye(16, dtype="float32")
    values = np.arange(16, dtype="float32")
    images = np.broadcast_to(values[:, None, None, None], (16, 64, 64, 1)).copy()
    data = {"images": images, "labels": labels}
    found = getattr(L, name)(seed=3)(data, training=True)
    mixed = found["labels"].numpy()
    np.testing.assert_allclose(mixed.sum(1), 1, rtol=1e-5)
    pixels = found["images"].numpy().mean((1, 2, 3))
    np.testing.assert_allclose(mixed @ values, pixels, atol=1e-3 if name == "MixUp" else 0.6)
    assert not np.array_equal(mixed, labels)
    masks = getattr(L, name)(seed=3)({**data, "segmentation_masks": images}, training=True)
    assert np.array_equal(masks["segmentation_masks"].numpy(), masks["images"].numpy())
    idle = getattr(L, name)(seed=3)(data, training=False)
    assert np.array_equal(np.asarray(idle["labels"]), labels)


def test_erased_rectangles_have_the_size_that_is_asked_for():
    ones = np.ones((200, 60, 60, 1), "float32")
    found = L.RandomErasing(1.0, (0.25, 0.25), fill_value=0, seed=1)(ones, training=True).numpy()
    chance = (found == 0).any((1, 2, 3))
    assert abs(chance.mean() - 0.5) < 0.12  # a chance between 0 and 1
    assert set(np.unique(found[chance][:, :, :, 0].min(2).sum(1))) <= {29.0, 30.0, 31.0}
    noise = L.RandomErasing((1, 1), (1, 1), value_range=(0, 9), seed=1)(ones, training=True)
    assert noise.numpy().min() == 0 and noise.numpy().max() == 9


def test_shears_move_rows_to_both_sides_by_the_factor():
    line = np.zeros((40, 9, 21, 1), "float32")
    line[:, :, 10] = 1
    layer = L.RandomShear((0.5, 0.5), interpolation="nearest", fill_mode="constant", seed=1)
    moved = layer(line, training=True).numpy()[..., 0]
    places = moved.argmax(2)[:, 8]
    assert set(places) == {6, 14}
    data = {"images": line, "segmentation_masks": line}
    found = layer(data, training=True)
    assert np.array_equal(found["images"].numpy(), found["segmentation_masks"].numpy())


def test_equalized_values_fill_nearly_all_levels():
    images = RNG.uniform(0, 255, (2, 256, 256, 1)).astype("float32")
    assert len(np.unique(L.Equalization()(images, training=True).numpy())) > 245
    steps = np.linspace(0, 255, 64, dtype="float32").reshape(1, 8, 8, 1)
    clahe = L.ContrastLimitedAdaptiveHistogramEqualization(tile_grid_size=(1, 1), clip_limit=0)
    found = clahe(steps).numpy().ravel()
    assert (np.diff(found) >= 0).all() and math.isclose(found[-1], 255, rel_tol=1e-6)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_boxes_are_cut_and_filled_up(count):
    data = {
        "images": IMAGES[:2],
        "labels": np.arange(2),
        "bounding_boxes": {"boxes": np.ones((2, 2, 4), "float32"), "labels": np.ones((2, 2))},
    }
    layer = L.MaxNumBoundingBoxes(count, fill_value=-2, bounding_box_format="xyxy")
    found = layer(data)
    boxes, labels = (found["bounding_boxes"][name].numpy() for name in ("boxes", "labels"))
    assert boxes.shape == (2, count, 4) and labels.shape == (2, count)
    assert (boxes[:, :2] == 1).all() and (boxes[:, 2:] == -2).all() and (labels[:, 2:] == -2).all()
    assert np.array_equal(found["images"].numpy(), IMAGES[:2])


def test_pipeline_calls_its_layers_and_is_written_with_them():
    pipeline = L.Pipeline([L.AutoContrast(), L.RandomInvert((1, 1)), L.Rescaling(0.5)], name="all")
    wanted = (255 - L.AutoContrast()(IMAGES).numpy()) * 0.5
    np.testing.assert_allclose(pipeline(IMAGES, training=True).numpy(), wanted, rtol=1e-5)
    idle = L.AutoContrast()(IMAGES).numpy() * 0.5
    np.testing.assert_allclose(pipeline(IMAGES, training=False).numpy(), idle, rtol=1e-5)
    config = pipeline.get_config()
    assert sorted(config) == ["layers", "name"] and config["name"] == "all"
    again = L.deserialize(L.serialize(pipeline))
    assert [type(one) for one in again.layers] == [type(one) for one in pipeline.layers]
    np.testing.assert_allclose(again(IMAGES, training=True).numpy(), wanted, rtol=1e-5)
    data = tf.data.Dataset.from_tensor_slices(IMAGES).batch(8).map(pipeline)
    assert next(iter(data)).shape == (8, 6, 8, 3)
    assert pipeline.compute_output_shape((None, 6, 8, 3)) == (None, 6, 8, 3)
    masked = L.Pipeline([L.Masking(), L.LSTM(2)])(np.ones((2, 3, 4), "float32"))
    assert tuple(masked.shape) == (2, 2)


def test_a_drawn_change_is_given_to_images_masks_and_labels_one_by_one():
    images = np.random.RandomState(0).rand(2, 8, 8, 3).astype("float32")
    layer = L.RandomFlip("horizontal", seed=1)
    change = layer.get_random_transformation(images)
    together = L.RandomFlip("horizontal", seed=1)(
        {"images": images, "segmentation_masks": images}, training=True
    )
    np.testing.assert_array_equal(layer.transform_images(images, change), together["images"])
    masks = layer.transform_segmentation_masks(images, change)
    np.testing.assert_array_equal(masks, together["segmentation_masks"])
    assert layer.transform_labels([1, 2], change) == [1, 2]
    with pytest.raises(NotImplementedError, match="its own `seed`"):
        layer.get_random_transformation(images, seed=3)


def test_a_change_of_images_of_ones_own_is_called():
    class Darker(L.RandomBrightness):
        def transform_images(self, images, transformation, training=True):
            return super().transform_images(images, transformation, training) * 0.0

    assert not np.any(Darker(0.1)(np.ones((1, 4, 4, 3), "float32"), training=True))
