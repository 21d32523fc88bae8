"""Settings given as NumPy's numbers and dtypes, or tensors of one number: as Python's."""

import json

import numpy as np
import pytest

import pelton as tf
from pelton.keras import initializers, layers, losses, metrics

L, M = layers, metrics
THREE, HALF = np.int64(3), np.float32(0.5)
CASES = {  # the class, its arguments as NumPy's, and as Python's
    "Dense": (L.Dense, {"units": THREE}, {"units": 3}),
    "Dense dtype": (L.Dense, {"units": 2, "dtype": np.float16}, {"units": 2, "dtype": "float16"}),
    "Dense dtype object": (
        L.Dense,
        {"units": 2, "dtype": np.dtype("float64")},
        {"units": 2, "dtype": "float64"},
    ),
    "Conv2D": (
        L.Conv2D,
        {"filters": THREE, "kernel_size": np.array([2, 2])},
        {"filters": 3, "kernel_size": (2, 2)},
    ),
    "LSTM": (L.LSTM, {"units": THREE}, {"units": 3}),
    "Masking": (L.Masking, {"mask_value": HALF}, {"mask_value": 0.5}),
    "GaussianNoise": (L.GaussianNoise, {"stddev": HALF}, {"stddev": 0.5}),
    "Dropout": (L.Dropout, {"rate": tf.constant(0.5)}, {"rate": 0.5}),
    "Hashing": (L.Hashing, {"num_bins": THREE}, {"num_bins": 3}),
    "Resizing": (L.Resizing, {"height": THREE, "width": THREE}, {"height": 3, "width": 3}),
    "CategoryEncoding": (L.CategoryEncoding, {"num_tokens": THREE}, {"num_tokens": 3}),
    "RepeatVector": (L.RepeatVector, {"n": THREE}, {"n": 3}),
    "MeanIoU": (M.MeanIoU, {"num_classes": THREE}, {"num_classes": 3}),
    "AUC": (M.AUC, {"num_thresholds": THREE}, {"num_thresholds": 3}),
    "BinaryCrossentropy": (
        losses.BinaryCrossentropy,
        {"label_smoothing": tf.constant(0.5)},
        {"label_smoothing": 0.5},
    ),
    "RandomNormal": (
        initializers.RandomNormal,
        {"stddev": HALF, "seed": THREE},
        {"stddev": 0.5, "seed": 3},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_settings_are_those_of_python(name):
    cls, given, plain = CASES[name]
    configs = []
    for arguments in (given, plain):
        tf.keras.backend.clear_session()
        configs.append(cls(**arguments).get_config())
    assert json.dumps(configs[0]) == json.dumps(configs[1])


def test_positional_ones_too():
    assert json.dumps(L.LSTM(THREE).get_config()["units"]) == "3"


def test_own_layers_take_theirs_as_they_come():
    class Own(L.Layer):
        def __init__(self, scale):
            super().__init__()
            self.scale = scale

    assert type(Own(HALF).scale) is np.float32


def test_an_input_takes_numpys_dtype():
    assert tf.keras.Input((3,), dtype=np.int64).dtype == tf.int64
