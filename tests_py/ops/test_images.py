"""tf.image against recorded TensorFlow, under unknown sizes, by chance and with bad input."""

import builtins

import numpy as np
import pytest

import pelton as tf
from pelton._core import ops
from recorded.fact_file import load_facts
from recorded.ops.added_function_cases import CASES as ADDED
from recorded.ops.added_function_cases import START as ADDED_START

FACTS = load_facts("ops/images")
F = FACTS["inputs"]["f"]


def evaluated(code, **extra):
    tensors = {name: as_tensor(value) for name, value in FACTS["inputs"].items()}
    result = eval(code, {"tf": tf, **tensors, **extra})
    return result if isinstance(result, (list, tuple)) else [result]


def as_tensor(value):
    return tf.constant(value.astype("float32") if value.dtype == "float64" else value)


def assert_alike(found, expected):
    assert found.dtype == expected.dtype and found.shape == expected.shape
    if found.dtype.kind in "iub":  # may round to the other side of a half
        assert np.abs(found.astype("int64") - expected.astype("int64")).max(initial=0) <= 1
    else:
        limit = 2e-3 if found.dtype == np.float16 else 2e-5
        np.testing.assert_allclose(found, expected, rtol=limit, atol=limit)


@pytest.mark.parametrize("case", FACTS["cases"], ids=lambda case: case["code"])
def test_gives_what_tensorflow_gives(case):
    found = evaluated(case["code"])
    assert len(found) == len(case["outputs"])
    for each, expected in zip(found, case["outputs"], strict=True):
        assert_alike(each.numpy(), expected)


@pytest.mark.parametrize("case", FACTS["errors"], ids=lambda case: case["code"])
def test_refuses_what_tensorflow_refuses(case):
    with pytest.raises(getattr(builtins, case["error"])) as caught:
        evaluated(case["code"])
    assert case["code"].split("tf.image.")[1].split("(")[0] in str(caught.value)


def test_every_name_has_a_fact_or_a_test_of_its_own():
    cases = FACTS["cases"] + load_facts("ops/image_files")["cases"]  # see test_image_codecs
    text = " ".join(case["code"] for case in cases)
    text += " ".join(code for codes in ADDED.values() for code in codes) + ADDED_START
    drawn = {name for name in tf.image.__all__ if "random" in name}
    sampled = {"sample_distorted_bounding_box", "stateless_sample_distorted_bounding_box"}
    without = {n for n in tf.image.__all__ if f"tf.image.{n}" not in text}
    # Of sampled boxes see test_added_functions, of glimpses test_public_names.
    apart = drawn | sampled | {"extract_glimpse"}
    assert without == {name for name in apart if f"tf.image.{name}" not in text}
    assert set(CHANGES) == {name for name in drawn if "jpeg" not in name}


OPEN = (
    "resize(x, (3, 7))",
    "resize(x, (3, 7), 'nearest')",
    "resize(x, (3, 7), 'area')",
    "resize_with_pad(x, 6, 9)",
    "resize_with_crop_or_pad(x, 3, 9)",
    "crop_to_bounding_box(x, 1, 0, 3, 2)",
    "pad_to_bounding_box(x, 1, 2, 9, 8)",
    "central_crop(x, 0.5)",
    "flip_left_right(x)",
    "rot90(x)",
    "rgb_to_grayscale(x)",
    "per_image_standardization(x)",
    "adjust_contrast(x, 1.5)",
    "adjust_hue(x, 0.2)",
)


@pytest.mark.parametrize("call", OPEN)
def test_one_trace_serves_images_of_every_size(call):
    spec = tf.TensorSpec((None, None, 3), tf.float32)
    function = tf.function(
        lambda x: eval(f"tf.image.{call}", {"tf": tf, "x": x}), input_signature=[spec]
    )
    for image in (F, F.transpose(1, 0, 2)):
        expected = eval(f"tf.image.{call}", {"tf": tf, "x": image})
        np.testing.assert_allclose(function(image), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    "call",
    (
        "pad_to_bounding_box(x, 1, 1, 8, 9)",
        "crop_to_bounding_box(x, 0, 0, 8, 9)",
        "resize_with_crop_or_pad(x, 8, 9)",
        "resize_with_pad(x, 8, 9)",
    ),
)
@pytest.mark.parametrize("batch", ((), (None,)))
def test_the_sizes_asked_for_are_known_of_images_of_any_size(call, batch):
    spec = tf.TensorSpec((*batch, None, None, 3), tf.float32)
    function = tf.function(
        lambda x: eval(f"tf.image.{call}", {"tf": tf, "x": x}), input_signature=[spec]
    )
    made = function.get_concrete_function().structured_outputs
    assert made.shape.as_list() == [*batch, 8, 9, 3]


CHANGES = {
    "random_brightness": "(x, 0.2, seed=1)",
    "random_contrast": "(x, 0.2, 0.6, seed=1)",
    "random_crop": "(x, (3, 2, 3), seed=1)",
    "random_flip_left_right": "(x, seed=1)",
    "random_flip_up_down": "(x, seed=1)",
    "random_hue": "(x, 0.2, seed=1)",
    "random_saturation": "(x, 0.2, 0.6, seed=1)",
    "stateless_random_brightness": "(x, 0.2, (1, 2))",
    "stateless_random_contrast": "(x, 0.2, 0.6, (1, 2))",
    "stateless_random_crop": "(x, (3, 2, 3), (1, 2))",
    "stateless_random_flip_left_right": "(x, (1, 2))",
    "stateless_random_flip_up_down": "(x, (1, 2))",
    "stateless_random_hue": "(x, 0.2, (1, 2))",
    "stateless_random_saturation": "(x, 0.2, 0.6, (1, 2))",
}


@pytest.mark.parametrize("name", CHANGES)
def test_chance_keeps_dtype_and_repeats_with_its_seed(name):
    for image in (F, FACTS["inputs"]["u"]):
        draws = []
        for _ in range(2):
            tf.random.set_seed(5)
            draws.append(eval(f"tf.image.{name}{CHANGES[name]}", {"tf": tf, "x": image}).numpy())
        assert np.array_equal(*draws) and draws[0].dtype == image.dtype
        assert draws[0].shape == ((3, 2, 3) if "crop" in name else image.shape)


def test_flips_each_image_of_a_batch_on_its_own():
    images = np.repeat(F[None], 64, 0)
    flipped = tf.image.random_flip_left_right(images, seed=3).numpy()
    kept = [np.array_equal(image, F) for image in flipped]
    assert 0 < sum(kept) < 64
    turned = [np.array_equal(image, F[:, ::-1]) for image in flipped]
    assert all(a or b for a, b in zip(kept, turned, strict=True))


def test_crops_are_parts_from_everywhere():
    image = np.arange(30, dtype="int32").reshape(5, 6, 1)
    corners = {
        int(tf.image.stateless_random_crop(image, (2, 3, 1), (1, i))[0, 0, 0]) for i in range(200)
    }
    assert corners == {6 * row + column for row in range(4) for column in range(4)}


def test_gradients_of_resize_follow_every_method():
    for method in ("bilinear", "bicubic", "area", "lanczos3", "nearest"):
        x = tf.constant(F)
        with tf.GradientTape() as tape:
            tape.watch(x)
            total = tf.reduce_sum(tf.image.resize(x, (7, 3), method))
        assert np.isclose(tape.gradient(total, x).numpy().sum(), 7 * 3 * 3, rtol=1e-5)


@pytest.mark.parametrize("channels", [2, 3, 4])
@pytest.mark.parametrize("shape", [(1, 1, 1), (2, 5, 7), (1, 40, 50)])
def test_channels_are_resized_as_each_alone(channels, shape):
    images = np.random.default_rng(0).random((*shape, channels)).astype("float32")
    for size in ((3, 3), (9, 2), (64, 80), (1, 1)):
        for method in ("bilinear", "bicubic", "area"):
            together = tf.image.resize(images, size, method).numpy()
            alone = [tf.image.resize(one, size, method) for one in np.split(images, channels, -1)]
            np.testing.assert_allclose(together, np.concatenate(alone, -1), atol=1e-6)


def test_an_image_flipped_by_chance_has_a_gradient_in_traces():
    x = tf.Variable(F)
    flipped = tf.function(lambda image: tf.image.random_flip_left_right(image) * 2.0)
    seen = {flipped(x).numpy().tobytes() for _ in range(40)}
    assert seen == {(2.0 * F).tobytes(), (2.0 * F[:, ::-1]).tobytes()}
    with tf.GradientTape() as tape:
        total = tf.reduce_sum(flipped(x))
    assert np.array_equal(tape.gradient(total, x), np.full(F.shape, 2.0, F.dtype))


def test_bytes_are_resized_as_the_floats_they_stand_for():
    rng = np.random.default_rng(3)
    for shape in ((9, 7, 3), (2, 13, 5, 4), (40, 900, 3), (3, 2, 1)):
        x = rng.integers(0, 256, shape, dtype=np.uint8)
        for size, antialias in (((6, 11), False), ((4, 3), True), ((60, 2), False)):
            found = tf.image.resize(x, size, antialias=antialias)
            expected = tf.image.resize(x.astype("float32"), size, antialias=antialias)
            np.testing.assert_array_equal(found, expected)
        for axis in range(len(shape)):
            found = ops.resample(x, axis, 3)
            assert found.dtype == tf.float32
            np.testing.assert_array_equal(found, ops.resample(x.astype("float32"), axis, 3))


def places(inputs, outputs):
    """TensorFlow's, in float32: the inputs beside each output, and how far it is from the first."""
    step = np.float32(inputs) / np.float32(outputs)
    at = (np.arange(outputs, dtype=np.float32) + np.float32(0.5)) * step - np.float32(0.5)
    low = np.floor(at)
    high = np.minimum(np.ceil(at).astype(int), inputs - 1)
    return np.maximum(low, 0).astype(int), high, at - low


def test_pixels_of_bilinear_resizing_are_tensorflows_to_the_last_bit():
    rng = np.random.default_rng(4)
    shapes = ((37, 50, 3), (9, 7, 4), (33, 17, 1), (5, 6, 7), (1, 1, 3), (2, 40, 3))
    for shape in shapes:
        x = rng.integers(0, 256, shape, dtype=np.uint8)
        for images in (x, rng.standard_normal(shape).astype(np.float32)):
            for height, width in ((22, 22), (64, 3), (1, 1)):
                top, bottom, down = places(shape[0], height)
                left, right, across = places(shape[1], width)
                floats = images.astype(np.float32)
                wide = floats[:, left] + (floats[:, right] - floats[:, left]) * across[:, None]
                rows = wide[top] + (wide[bottom] - wide[top]) * down[:, None, None]
                np.testing.assert_array_equal(tf.image.resize(images, (height, width)), rows)
