"""Files of models: what Keras wrote is read, and what is written is as Keras writes it."""

import io
import json
import re
import zipfile

import numpy as np
import pytest
from layer_table import ROWS
from test_layer_calls import CASES as LAYER_CALLS
from test_layer_calls import rebuilt

from pelton import keras
from pelton.keras import layers as L  # noqa: N812
from recorded.models import saving_cases, saving_files

pytest.importorskip("h5py", reason="pip install 'pelton[saving]'")
NAMES = list(saving_cases.CASES)
LOAD = keras.models.load_model


@pytest.fixture(autouse=True)
def fresh_names():
    keras.backend.clear_session()


def path_of(name, tmp_path):
    """A recorded file at a path."""
    path = tmp_path / name
    path.write_bytes(saving_files.recorded(name))
    return path


def assert_predicts(model, expected_of, **limits):
    x, expected = saving_files.load_predictions(saving_files.recorded(f"{expected_of}.npz"))
    for found, wanted in zip(saving_files.flat(model.predict(x, verbose=0)), expected, strict=True):
        np.testing.assert_allclose(found, wanted, **limits or {"rtol": 1e-5, "atol": 1e-6})


def assert_same_state(one, other):
    for a, b in zip(one.weights, other.weights, strict=True):
        np.testing.assert_array_equal(a.numpy(), b.numpy())
    for a, b in zip(one.optimizer.variables, other.optimizer.variables, strict=True):
        np.testing.assert_array_equal(a.numpy(), b.numpy())
    assert type(one.optimizer) is type(other.optimizer)


FILES = [f"{name}.keras" for name in NAMES] + [f"{n}.h5" for n in NAMES if n != "classes"]


@pytest.mark.parametrize("name", FILES)
def test_what_keras_wrote_predicts_the_same(name, tmp_path):
    case = name.rpartition(".")[0]
    saving_cases.CASES["classes"](keras)  # registers its classes
    model = LOAD(path_of(name, tmp_path))
    assert_predicts(model, case)
    ours, x = saving_cases.trained(keras, case)
    assert type(model.optimizer) is type(ours.optimizer)
    for found, expected in zip(model.optimizer.variables, ours.optimizer.variables, strict=True):
        np.testing.assert_allclose(found.numpy(), expected.numpy(), rtol=2e-3, atol=1e-5)


@pytest.mark.parametrize("name", FILES)
def test_the_structure_is_that_of_keras(name, tmp_path):
    case = name.rpartition(".")[0]
    model, _ = saving_cases.trained(keras, case)
    path = tmp_path / name
    model.save(path)
    found, expected = path.read_bytes(), saving_files.recorded(name)
    if name.endswith(".keras"):
        with zipfile.ZipFile(path) as a, zipfile.ZipFile(io.BytesIO(expected)) as b:
            assert a.namelist() == b.namelist()
            metadata = [json.loads(one.read("metadata.json")) for one in (a, b)]
            assert metadata[0]["keras_version"] == metadata[1]["keras_version"]
            assert re.fullmatch(r"\d{4}(-\d\d){2}@\d\d(:\d\d){2}", metadata[0]["date_saved"])
            configs = [json.loads(one.read("config.json")) for one in (a, b)]
            assert comparable(configs[0]) == comparable(saving_files.without_ids(configs[1]))
            found, expected = a.read("model.weights.h5"), b.read("model.weights.h5")
    found, expected = saving_files.tree_of(found), saving_files.tree_of(expected)
    assert found.keys() <= expected.keys()
    # Layers without weights that Keras's attention has inside: empty groups.
    assert all(expected[key][1] is None for key in expected.keys() - found.keys())
    for key in found:
        assert comparable(found[key][0]) == comparable(expected[key][0]), key
        assert found[key][1:] == expected[key][1:], key


def comparable(config):
    """A config without how a graph's calls were written, by position or by name, what the test
    modules are called, and the batch that a class of one's own was built with."""
    if isinstance(config, list):
        return [comparable(part) for part in config]
    if not isinstance(config, dict):
        return config
    out = {key: comparable(config[key]) for key in config}
    if "args" in out and "kwargs" in out:
        values = [*out["args"], *out["kwargs"].values()]
        return [value for value in values if value is not None]
    if str(out.get("registered_name")).startswith("saving_cases>"):
        out["module"] = out["module"].rpartition(".")[2]
        out["build_config"]["input_shape"][0] = None
    return out


@pytest.mark.parametrize("ending", [".keras", ".h5"])
@pytest.mark.parametrize("name", NAMES)
def test_models_come_back(name, ending, tmp_path):
    if name == "classes" and ending == ".h5":
        pytest.skip("the format has no subclassed models")
    model, x = saving_cases.trained(keras, name)
    path = tmp_path / f"m{ending}"
    model.save(path)
    again = LOAD(path)
    assert again is not model and type(again) is type(model)
    assert_same_state(again, model)
    for a, b in zip(
        *(saving_files.flat(m.predict(x, verbose=0)) for m in (model, again)), strict=True
    ):
        np.testing.assert_array_equal(a, b)
    assert not LOAD(path, compile=False).compiled


@pytest.mark.parametrize("name", NAMES)
def test_weights_come_back(name, tmp_path):
    model, x = saving_cases.trained(keras, name)
    path = tmp_path / "m.weights.h5"
    model.save_weights(path)
    other, _ = saving_cases.trained(keras, name)
    other.train_on_batch(x, model.predict(x, verbose=0))
    other.load_weights(path)
    assert_same_state(other, model)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.name)
def test_each_layer_comes_back_from_a_file(row, tmp_path):
    if row.name == "InputLayer":
        model = keras.Sequential([L.InputLayer(row.input_shape[1:]), L.Dense(2)])
    else:
        sizes = tuple(5 if size is None else size for size in row.input_shape[1:])
        model = keras.Sequential([keras.Input(sizes), row.cls(**row.kwargs)])
    path = tmp_path / "m.keras"
    model.save(path)
    again = LOAD(path)
    assert again.get_config() == model.get_config()
    for a, b in zip(again.get_weights(), model.get_weights(), strict=True):
        np.testing.assert_array_equal(a, b)


@pytest.mark.parametrize("case", LAYER_CALLS, ids=lambda case: case["name"])
def test_each_layer_of_calls_comes_back_from_a_file(case, tmp_path):
    class Holder(keras.Model):
        def __init__(self, part):
            super().__init__()
            self.part = part

    layer = rebuilt(case)
    stored = json.loads(json.dumps(keras.saving.serialize_keras_object(layer)))
    again = keras.saving.deserialize_keras_object(stored)
    assert again.get_config() == layer.get_config()
    path = tmp_path / "m.weights.h5"
    Holder(layer).save_weights(path)
    if again.built == layer.built:
        Holder(again).load_weights(path)
        for a, b in zip(again.get_weights(), layer.get_weights(), strict=True):
            np.testing.assert_array_equal(a, b)


class Scaled(keras.layers.Layer):
    """Without a config of its own: what `__init__` is given is in it all the same."""

    def __init__(self, factor, shift=1.0, **options):
        super().__init__(**options)
        self.factor, self.shift = factor, shift

    def call(self, x):
        return x * self.factor + self.shift


@pytest.mark.parametrize("form", ["sequential", "functional"])
def test_arguments_of_layers_without_configs_are_saved(form, tmp_path):
    inputs = keras.Input((2,))
    layers = [Scaled(3.0, name="first"), Scaled(2.0, shift=5.0)]
    if form == "sequential":
        model = keras.Sequential([inputs, *layers])
    else:
        model = keras.Model(inputs, layers[1](layers[0](inputs)))
    model.save(tmp_path / "model.keras")
    loaded = keras.models.load_model(tmp_path / "model.keras", custom_objects={"Scaled": Scaled})
    x = np.ones((1, 2), "float32")
    np.testing.assert_array_equal(loaded.predict(x, verbose=0), [[13.0, 13.0]])
    assert loaded.get_layer("first").factor == 3.0


def test_the_old_format_is_warned_of(tmp_path, caplog):
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    model.save(tmp_path / "m.h5")
    assert [record.name for record in caplog.records] == ["absl"]
    assert "HDF5 file, a format that is considered legacy" in caplog.text
