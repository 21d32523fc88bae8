"""to_categorical, the seeds and where messages go."""

import logging

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import utils
from pelton.keras.utils import console


@pytest.mark.parametrize(
    "labels, classes, shape",
    [
        ([0, 2, 1], None, (3, 3)),
        ([[0], [2]], 4, (2, 4)),
        ([[0, 1], [1, 0]], None, (2, 2, 2)),
        (3, None, (4,)),
        ([], 5, (0, 5)),
        (np.array([1.0, 0.0]), None, (2, 2)),
    ],
)
def test_to_categorical(labels, classes, shape):
    one_hot = utils.to_categorical(labels, classes)
    assert one_hot.shape == shape and one_hot.dtype == np.float64
    flat = np.asarray(labels).reshape(-1)
    assert np.array_equal(one_hot.reshape(len(flat), -1).argmax(-1), flat) if len(flat) else True
    assert one_hot.sum() == len(flat)


@pytest.mark.parametrize(
    "labels, classes, words",
    [
        ([0, -1], None, "label -1 at position 1"),
        ([0, 3], 3, r"label 3 at position 1 .* outside \[0, 3\)"),
        ([[9]], 2, r"label 9 at position 0 of x with shape \(1, 1\)"),
        ([], None, "num_classes is needed"),
        (["a"], None, "invalid literal"),
    ],
)
def test_to_categorical_refuses(labels, classes, words):
    with pytest.raises(ValueError, match=words):
        utils.to_categorical(labels, classes)


def test_to_categorical_refuses_labels_as_numpy_refuses_places():
    with pytest.raises(IndexError):
        utils.to_categorical([0, 3], 3)


@pytest.mark.parametrize("seed", [1.5, "1", None, -1, 2**32, True])
def test_set_random_seed_refuses_and_seeds_nothing(seed):
    import random

    random.seed(7)
    state = random.getstate()
    with pytest.raises(ValueError, match="set_random_seed"):
        utils.set_random_seed(seed)
    assert random.getstate() == state


def test_messages_go_to_the_log_when_interactive_logging_is_off(capsys, caplog):
    assert utils.is_interactive_logging_enabled()
    utils.disable_interactive_logging()
    try:
        with caplog.at_level(logging.INFO, "pelton"):
            console.print_msg("hidden")
    finally:
        utils.enable_interactive_logging()
    console.print_msg("shown", line_break=False)
    assert capsys.readouterr().out == "shown" and caplog.messages == ["hidden"]


def test_no_standard_output_is_no_error(monkeypatch):
    monkeypatch.setattr("sys.stdout", None)
    console.print_msg("nowhere")


def numbers_of(dataset):
    return [int(one) for one in dataset.as_numpy_iterator()]


def test_split_dataset_gives_the_first_and_the_last():
    split = keras.utils.split_dataset
    parts = split(tf.data.Dataset.range(10), left_size=0.8)
    assert [numbers_of(part) for part in parts] == [list(range(8)), [8, 9]]
    left, right = split((np.arange(10), np.arange(10) * 2), left_size=6)
    assert (len(left), len(right)) == (6, 4) and len(left.element_spec) == 2
    left, right = split(tf.data.Dataset.range(10).batch(4), right_size=3)
    assert [batch.shape[0] for batch in left] == [4, 3] and len(list(right)) == 1
    one, other = (split(np.arange(50), 0.5, shuffle=True, seed=3) for _ in range(2))
    assert numbers_of(one[0]) == numbers_of(other[0]) != list(range(25))


@pytest.mark.parametrize(
    ("given", "error", "text"),
    [
        ({}, ValueError, "At least one of"),
        ({"left_size": 1.5}, ValueError, "left_size=1.5"),
        ({"right_size": 12}, ValueError, "right_size=12"),
        ({"left_size": "a"}, TypeError, "`left_size`"),
        ({"left_size": 0.7, "right_size": 0.7}, ValueError, "greater than 1"),
        ({"left_size": 6, "right_size": 6}, ValueError, "left_size=6, right_size=6"),
        ({"left_size": 0.01}, ValueError, "would be empty"),
    ],
)
def test_split_dataset_refuses_sizes_that_do_not_fit(given, error, text):
    with pytest.raises(error, match=text):
        keras.utils.split_dataset(np.arange(10), **given)


def test_split_dataset_refuses_what_is_no_data():
    with pytest.raises(TypeError, match="dataset=3"):
        keras.utils.split_dataset(3, 0.5)


def test_get_source_inputs_gives_each_input_once():
    first, second = keras.Input((3,), name="first"), keras.Input((3,), name="second")
    both = keras.layers.Add()([first, keras.ops.exp(second)]) * first
    assert [one.name for one in keras.utils.get_source_inputs(both)] == ["first", "second"]
    assert keras.utils.get_source_inputs(3) == 3


class Held:
    def __init__(self, x=1):
        self.x = x

    def get_config(self):
        return {"x": self.x}

    @classmethod
    def from_config(cls, config):
        return cls(**config)


def test_legacy_configs_of_objects():
    legacy = tf.keras.utils.legacy
    assert legacy.serialize_keras_object(Held(2)) == {"class_name": "Held", "config": {"x": 2}}
    assert legacy.serialize_keras_object(None) is None
    assert legacy.serialize_keras_object(len) == "len"
    config = {"class_name": "Held", "config": {"x": 5}}
    assert legacy.deserialize_keras_object(config, module_objects={"Held": Held}).x == 5
    assert legacy.deserialize_keras_object(config, {}, {"Held": Held}).x == 5
    assert legacy.deserialize_keras_object("len", {"len": len}) is len
    assert legacy.deserialize_keras_object(len) is len
    for bad in (config, {"class_name": "Held"}, 3, "unknown", []):
        with pytest.raises(ValueError):
            legacy.deserialize_keras_object(bad)
    with pytest.raises(ValueError, match="get_config"):
        legacy.serialize_keras_object(object())


def test_backend_takes_sparse_tensors_and_models_have_a_strategy():
    sparse = tf.sparse.from_dense([[1, 0]])
    backend = tf.keras.backend
    assert (backend.ndim(sparse), backend.dtype(sparse)) == (2, "int32")
    strategy = tf.keras.Sequential([tf.keras.layers.Dense(1)]).distribute_strategy
    assert strategy is tf.distribute.get_strategy()
    assert not strategy.extended._in_multi_worker_mode() and strategy.extended.should_checkpoint
