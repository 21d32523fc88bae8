"""Weights in several files of a greatest size: what lies where, reading them, what is refused."""

import json

import numpy as np
import pytest

from pelton import keras

pytest.importorskip("h5py", reason="pip install 'pelton[saving]'")
LIMIT = 100 / 1024**3  # GB: room for 25 numbers
SHARDS = [f"w_{number:05}.weights.h5" for number in range(3)]


@pytest.fixture(autouse=True)
def fresh_names():
    keras.backend.clear_session()


def model(units=4):
    made = keras.Sequential([keras.Input((4,)), *(keras.layers.Dense(units) for _ in range(3))])
    made.compile("sgd", "mse")
    return made


@pytest.fixture
def path(tmp_path):
    """Of the map of files as Keras 3.15 makes them of this model."""
    model().save_weights(tmp_path / "w.weights.json", max_shard_size=LIMIT)
    return tmp_path / "w.weights.json"


def test_files_and_their_map(path):
    assert sorted(one.name for one in path.parent.iterdir()) == ["w.weights.json", *SHARDS]
    described = json.loads(path.read_text())
    assert described["metadata"]["total_size"] == 4 * 3 * (16 + 4) + 8 + 4
    groups = ("layers/dense", "layers/dense_1", "layers/dense_2", "optimizer")
    files = [[SHARDS[number]] for number in (0, 1, 2, 2)]
    expected = {f"/{group}/vars": one for group, one in zip(groups, files, strict=True)}
    assert described["weight_map"] == expected


def test_weights_come_back(path):
    made, again = model(), model()
    made.fit(np.ones((4, 4)), np.ones((4, 4)), verbose=0)
    made.save_weights(path, max_shard_size=LIMIT)
    again.load_weights(path)
    for a, b in zip(made.get_weights(), again.get_weights(), strict=True):
        np.testing.assert_array_equal(a, b)
    assert int(again.optimizer.iterations) == 1


def test_name_of_a_file_of_weights_is_changed(tmp_path):
    with pytest.warns(UserWarning, match="will be renamed to"):
        model().save_weights(tmp_path / "w.weights.h5", max_shard_size=1)
    assert {one.name for one in tmp_path.iterdir()} == {"w.weights.json", SHARDS[0]}


def load_of_another_shape(path):
    model(units=3).load_weights(path)


def too_small(path):
    model().save_weights(path, max_shard_size=LIMIT / 10)


def another_ending(path):
    model().save_weights(path.with_suffix(".keras"), max_shard_size=1)


def no_map(path):
    path.write_text("[]")
    model().load_weights(path)


def name_elsewhere(path):
    path.write_text(json.dumps({"weight_map": {"/layers/dense/vars": "../w_00000.weights.h5"}}))
    model().load_weights(path)


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (load_of_another_shape, r"has shape \(4, 3\), its value in the file has shape \(4, 4\)"),
        (too_small, "exceeds the maximum shard size 10 bytes"),
        (another_ending, "must end in `.weights.json` when `max_shard_size` is specified"),
        (no_map, "no map of sharded weights"),
        (name_elsewhere, "names '../w_00000.weights.h5'"),
    ],
)
def test_bad_use_is_refused(path, call, text):
    with pytest.raises(ValueError, match=text):
        call(path)
