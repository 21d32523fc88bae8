"""Fractions where sizes are expected: TensorFlow's error, never the number cut off."""

import pytest

import pelton as tf

IMAGE = tf.ones((1, 4, 4, 1))
CALLS = {
    "resize": (lambda size: tf.image.resize(IMAGE, [size, size]), ValueError, "1-D int32 Tensor"),
    "crop or pad": (
        lambda size: tf.image.resize_with_crop_or_pad(IMAGE, size, 2),
        TypeError,
        "resize_with_crop_or_pad: Cannot convert",
    ),
    "resize with pad": (
        lambda size: tf.image.resize_with_pad(IMAGE, 2, size),
        TypeError,
        "resize_with_pad: Cannot convert",
    ),
    "crop": (
        lambda size: tf.image.crop_to_bounding_box(IMAGE, 0, 0, size, 2),
        TypeError,
        "crop_to_bounding_box: Cannot convert",
    ),
    "repeat": (
        lambda size: tf.repeat([1, 2], size),
        TypeError,
        "Argument `repeats` must be of type integer",
    ),
    "repeats": (
        lambda size: tf.repeat([1, 2], [size, size]),
        TypeError,
        "Argument `repeats` must be of type integer",
    ),
    "bincount": (lambda size: tf.math.bincount([1], minlength=size), TypeError, "bincount: "),
    "most bins": (lambda size: tf.math.bincount([1], maxlength=size), TypeError, "bincount: "),
    "array of tensors": (lambda size: tf.TensorArray(tf.int32, size), TypeError, "TensorArray: "),
}


@pytest.mark.parametrize("size", [2.5, 2.0])
@pytest.mark.parametrize("name", CALLS)
def test_a_fraction_is_no_size(name, size):
    call, error, text = CALLS[name]
    with pytest.raises(error, match=text):
        call(size)


def test_a_mask_has_as_many_places_as_lie_before_a_fraction():
    assert tf.sequence_mask([1], 2.5).numpy().tolist() == [[True, False, False]]
