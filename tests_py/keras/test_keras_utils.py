"""to_categorical, the seeds and where messages go."""

import logging

import numpy as np
import pytest

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
