"""Spectrograms do not depend on how images are laid out, as in Keras."""

import numpy as np

from pelton import keras


def test_spectrograms_are_the_same_where_images_have_channels_first():
    sound = np.sin(np.arange(64.0, dtype="float32")).reshape(1, 64, 1)
    layer = keras.layers.STFTSpectrogram(frame_length=8, frame_step=4, data_format="channels_last")
    expected = layer(sound)
    keras.config.set_image_data_format("channels_first")
    try:
        np.testing.assert_array_equal(layer(sound), expected)
    finally:
        keras.config.set_image_data_format("channels_last")
