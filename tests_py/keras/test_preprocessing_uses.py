"""Preprocessing layers by sparse and ragged inputs and by inputs of more axes, as in Keras."""

import numpy as np
import pytest

from pelton import keras
from recorded.comparison import assert_does
from recorded.fact_file import load_facts
from recorded.layers.preprocessing_use_cases import CASES, START

FACTS = load_facts("layers/preprocessing_uses")
ALL = [fact for group in CASES for fact in FACTS[group]]


@pytest.mark.parametrize("fact", ALL, ids=lambda fact: fact["code"])
def test_does_what_keras_does(fact):
    assert_does(fact, START)


def test_all_calls_are_recorded():
    assert [fact["code"] for fact in ALL] == [code for codes in CASES.values() for code in codes]


def test_spectrograms_are_the_same_where_images_have_channels_first():
    sound = np.sin(np.arange(64.0, dtype="float32")).reshape(1, 64, 1)
    layer = keras.layers.STFTSpectrogram(frame_length=8, frame_step=4, data_format="channels_last")
    expected = layer(sound)
    keras.config.set_image_data_format("channels_first")
    try:
        np.testing.assert_array_equal(layer(sound), expected)
    finally:
        keras.config.set_image_data_format("channels_last")
