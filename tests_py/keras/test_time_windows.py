"""Windows of time series as real Keras gives them (recorded with Keras 3.15 and TensorFlow 2.21),
and what is refused."""

import numpy as np
import pytest

import pelton as tf
from pelton import keras

DATA = np.arange(20.0).reshape(10, 2)
TARGETS = np.arange(10)


def windows(data=DATA, targets=TARGETS, **arguments):
    return keras.utils.timeseries_dataset_from_array(
        data, targets, **{"sequence_length": 3, "batch_size": 3, **arguments}
    )


def targets_of(dataset):
    return [label for _, y in dataset for label in y.numpy().ravel().tolist()]


@pytest.fixture(autouse=True)
def the_seed_of_a_new_process():
    tf.random.set_seed(87654321)  # what TensorFlow takes where none is set


@pytest.mark.parametrize(
    ("arguments", "begins", "rows"),
    [
        ({}, range(8), (0, 1, 2)),
        ({"sequence_stride": 2}, (0, 2, 4, 6), (0, 1, 2)),
        ({"sampling_rate": 2}, range(6), (0, 2, 4)),
        ({"start_index": 2, "end_index": 8}, range(2, 6), (0, 1, 2)),
        ({"start_index": 6}, (6, 7), (0, 1, 2)),
        ({"sequence_length": 4, "sampling_rate": 3, "sequence_stride": 2}, (0,), (0, 3, 6, 9)),
        ({"targets": TARGETS[:4]}, range(4), (0, 1, 2)),
        ({"sequence_length": 10}, (0,), range(10)),
        ({"sequence_length": 11}, (), range(11)),
        ({"start_index": 1, "end_index": 3}, (), (0, 1, 2)),
        ({"end_index": 0}, (), (0, 1, 2)),
        ({"shuffle": True, "seed": 5}, (5, 6, 3, 4, 7, 1, 0, 2), (0, 1, 2)),
    ],
)
def test_windows(arguments, begins, rows):
    dataset = windows(**arguments)
    assert dataset.element_spec[0] == tf.TensorSpec((None, len(rows), 2), tf.float64)
    assert targets_of(dataset) == list(begins)
    found = [window for x, _ in dataset.take(1) for window in x.numpy()]
    first = [DATA[begin + np.array(rows)] for begin in list(begins)[:3]]
    if "shuffle" in arguments:  # the second pass is of another order
        return
    assert np.array_equal(found, first)


def test_a_shuffled_dataset_keeps_windows_beside_their_targets():
    for x, y in windows(shuffle=True, seed=5):
        assert np.array_equal(x[:, 0, 0] / 2, y)


def test_without_targets_and_without_batches():
    alone = windows(targets=None)
    assert [x.shape[0] for x in alone] == [3, 3, 2]
    x, y = next(iter(windows(batch_size=None)))
    assert np.array_equal(x, DATA[:3]) and y.numpy() == 0
    numbers = windows(data=[1, 2, 3, 4], targets=None)
    assert numbers.element_spec == tf.TensorSpec((None, 3), tf.int32)
    assert [x.numpy().tolist() for x in numbers] == [[[1, 2, 3], [2, 3, 4]]]
    assert keras.preprocessing.timeseries_dataset_from_array is (
        keras.utils.timeseries_dataset_from_array
    )


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"start_index": -1}, "`start_index` must be 0 or greater"),
        ({"start_index": 10}, "start_index=10, for data of length 10"),
        ({"start_index": 5, "end_index": 5}, "must be higher than `start_index`"),
        ({"end_index": 10}, "`end_index` must be lower than the length of the data"),
        ({"end_index": -1}, "`end_index` must be higher than 0"),
        ({"sequence_stride": 0}, "`sequence_stride` must be higher than 0"),
        ({"sampling_rate": 10}, "`sampling_rate` must be lower than the length"),
        ({"sequence_length": "a"}, "`sequence_length` must be an integer"),
        ({"sequence_length": -1}, "`sequence_length` must be 0 or greater"),
        ({"batch_size": 0}, "`batch_size` must be a positive integer"),
        ({"format": "x"}, "`format` should be either"),
    ],
)
def test_refused_values(arguments, text):
    with pytest.raises(ValueError, match=text):
        windows(**arguments)


@pytest.mark.parametrize("name", ["data", "targets"])
def test_refused_arrays(name):
    with pytest.raises(TypeError, match=f"`{name}` must be an array or a list of rows"):
        windows(**{name: 3})
