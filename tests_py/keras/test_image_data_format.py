"""The process-wide layout of images: what layers take it, and when."""

import numpy as np
import pytest

from changed_settings import changed
from pelton import keras

L = keras.layers
X = np.random.RandomState(0).rand(2, 3, 8, 9).astype("float32")
ROW = X[:, :, 0]
VOLUME = X.reshape(2, 3, 2, 4, 9)
# (a class, its arguments, its input)
LAYERS = [
    (L.Conv1D, (2, 2), ROW),
    (L.Conv2D, (2, 2), X),
    (L.Conv3D, (2, 2), VOLUME),
    (L.Conv1DTranspose, (2, 2), ROW),
    (L.Conv2DTranspose, (2, 2), X),
    (L.DepthwiseConv2D, (2,), X),
    (L.SeparableConv2D, (2, 2), X),
    (L.MaxPooling1D, (2,), ROW),
    (L.MaxPooling2D, (2,), X),
    (L.AveragePooling2D, (2,), X),
    (L.AveragePooling3D, (2,), VOLUME),
    (L.GlobalAveragePooling1D, (), ROW),
    (L.GlobalAveragePooling2D, (), X),
    (L.GlobalMaxPooling2D, (), X),
    (L.AdaptiveMaxPooling2D, (2,), X),
    (L.UpSampling2D, (), X),
    (L.ZeroPadding2D, (), X),
    (L.Cropping2D, (), X),
    (L.Flatten, (), X),
    (L.Resizing, (4, 4), X),
    (L.CenterCrop, (4, 4), X),
    (L.SpatialDropout2D, (0.5,), X),
    (L.ConvLSTM2D, (2, 2), X.reshape(1, 2, 3, 8, 9)),
]


def channels_first():
    config = keras.config
    return changed(config.image_data_format, config.set_image_data_format, "channels_first")


@pytest.mark.parametrize("cls, arguments, x", LAYERS, ids=[cls.__name__ for cls, _, _ in LAYERS])
def test_layers_take_the_default(cls, arguments, x):
    with channels_first():
        layer = cls(*arguments)
        inside = layer(x)
        told_nothing = cls(*arguments, data_format=None)
        assert told_nothing.get_config()["data_format"] == "channels_first"
    assert layer.get_config()["data_format"] == "channels_first"
    assert cls(*arguments).get_config()["data_format"] == "channels_last"
    like = cls(*arguments, data_format="channels_first")
    like(x)
    like.set_weights(layer.get_weights())
    assert np.array_equal(like(x), inside)


def test_the_setting():
    assert keras.config.image_data_format() == "channels_last"
    with channels_first():
        assert keras.backend.image_data_format() == "channels_first"
        inputs = keras.Input((3, 8, 9))
        outputs = L.Dense(1)(L.Flatten()(L.MaxPooling2D(2)(L.Conv2D(4, 3)(inputs))))
        model = keras.Model(inputs, outputs)
    assert [tuple(layer.output.shape) for layer in model.layers[1:4]] == [
        (None, 4, 6, 7),
        (None, 4, 3, 3),
        (None, 36),
    ]
    model.compile("sgd", "mse")
    model.fit(X, np.zeros((2, 1)), verbose=0)
    copy = keras.models.clone_model(model)
    copy.set_weights(model.get_weights())
    assert np.array_equal(copy.predict(X, verbose=0), model.predict(X, verbose=0))


def test_scales_of_rescaling_count_along_the_channels():
    """Keras's own: the scale, and not the offset, follows the setting."""
    scales = np.float32([1, 2, 3])
    with channels_first():
        assert np.array_equal(L.Rescaling(scales.tolist())(X), X * np.reshape(scales, (3, 1, 1)))
        assert np.array_equal(L.Rescaling(2.0, 1.0)(X), X * 2 + 1)


def test_other_words_are_refused():
    with pytest.raises(ValueError, match="data_format=sideways"):
        keras.config.set_image_data_format("sideways")
    assert keras.config.image_data_format() == "channels_last"
