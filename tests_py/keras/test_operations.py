"""Models with ops between layers: their configs are those of Keras's operations, both ways.

What Pelton writes is opened by real Keras with `record_operations.py FILE`, which see."""

import json

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.keras import layers as L  # noqa: N812
from recorded.fact_file import load_facts
from recorded.models import operation_cases

RECORDED = {case["name"]: case for case in load_facts("models/operations")["cases"]}
WRITTEN = {name: case for name, case in RECORDED.items() if "config" in case}
# Keras's rows do not sum to 1, as those of Martins and Astudillo (2016) do.
DIFFERENT = {"ops.sparsemax"}
# Holds a function, which is code in a file; an op that Keras has no operation for.
REFUSED = {
    "loop": "ops.fori_loop(0, 2, lambda i, row: row * 2.0, x)",
    "top": "tf.math.bessel_i0e(x)",
}
# Keras's operators promote where TensorFlow's, which are ours, give float64.
DTYPES = {"whole / 2"}


def assert_gives(model, values, expected, same_dtypes=True):
    model.set_weights([np.full(w.shape, 0.25, "float32") for w in model.get_weights()])
    found = operation_cases.outputs_of(model, values, tf.nest.flatten)
    for one, other in zip(found, expected, strict=True):
        assert one.dtype == other.dtype or not same_dtypes
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-5)


def named_values(config):
    names = [layer["name"] for layer in json.loads(config)["config"]["layers"]]
    return operation_cases.values_of([name for name in operation_cases.INPUTS if name in names])


@pytest.mark.parametrize("name", sorted(WRITTEN.keys() - DIFFERENT))
def test_what_keras_wrote_gives_the_same(name):
    config = WRITTEN[name]["config"]
    model = keras.models.model_from_json(config)
    assert_gives(model, named_values(config), WRITTEN[name]["outputs"])


@pytest.mark.parametrize("name", sorted(WRITTEN.keys() - DIFFERENT))
def test_what_is_written_comes_back(name):
    code, expected = WRITTEN[name]["code"], WRITTEN[name]["outputs"]
    model, values = operation_cases.built(code, keras)
    assert_gives(model, values, expected, name not in DTYPES)
    again = keras.models.model_from_json(model.to_json())
    assert_gives(again, values, operation_cases.outputs_of(model, values, tf.nest.flatten))
    assert_gives(keras.models.clone_model(model), values, expected, name not in DTYPES)


@pytest.mark.parametrize("code", operation_cases.OF_TENSORFLOW)
def test_functions_of_tensorflow_come_back(code):
    model, values = operation_cases.built(code, keras, tf=tf)
    again = keras.models.model_from_json(model.to_json())
    assert_gives(again, values, operation_cases.outputs_of(model, values, tf.nest.flatten))


@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_keras_has_no_operations_for_is_refused_by_name(name):
    model, _ = operation_cases.built(REFUSED[name], keras, tf=tf)
    with pytest.raises(
        NotImplementedError, match="the call of op `.*` between layers has no config"
    ):
        model.get_config()


# The engine keeps of an index what it takes, not how it was written; of numbers their float32.
OTHER_ARGUMENTS = {"x * 0.1 + x", "x // 0.3", "x % 0.3", "x * K.Variable(2.0)"} | {
    name for name in WRITTEN if "[" in name or "np." in name
}
# More ops than one, or an op under another name.
OTHER_CLASSES = {name for name in WRITTEN if name.startswith("K.activations.relu")} | {
    "whole / 2",
    "x[:, None, 1:, None]",
}


@pytest.mark.parametrize("name", sorted(WRITTEN.keys() - OTHER_CLASSES))
def test_operations_are_those_of_keras(name):
    model, _ = operation_cases.built(WRITTEN[name]["code"], keras)
    ours, theirs = (
        json.loads(text)["config"] for text in (model.to_json(), WRITTEN[name]["config"])
    )
    keys = ["module", "class_name", "registered_name", "name"]
    keys += [] if name in OTHER_ARGUMENTS else ["config", "inbound_nodes"]
    for one, other in zip(ours["layers"], theirs["layers"], strict=True):
        for key in keys:
            assert one[key] == other[key]
    assert ours["output_layers"] == theirs["output_layers"]
    outputs = theirs["output_layers"]
    if isinstance(outputs, list) and isinstance(outputs[0], str):
        assert model.output_names == [outputs[0]]


def test_a_call_within_a_layer_is_no_operation_of_the_graph():
    class Clipped(L.Layer):
        def call(self, x):
            return keras.ops.clip(x, 0.0, 1.0)

    keras.backend.clear_session()
    i = keras.Input((4,), name="i")
    model = keras.Model(i, keras.ops.norm(Clipped(name="clipped")(i), axis=-1))
    assert [one.name for one in model.operations] == ["i", "clipped", "norm"]
    np.testing.assert_allclose(model(np.full((1, 4), 2.0, "float32")), [2.0])


def test_operations_keep_their_names_in_files_and_clones():
    keras.backend.clear_session()
    i = keras.Input((6, 4), name="i")
    model = keras.Model(i, keras.ops.clip(keras.ops.split(i, 2, axis=1)[0][:, -1], 0.0, 1.0))
    names = [one.name for one in model.operations]
    assert names == ["i", "split", "get_item", "clip"]
    again = keras.Model.from_config(model.get_config())
    assert [one.name for one in again.operations] == names
    assert again.to_json() == model.to_json()
    later = keras.Model(i, (i + 1.0) / 2.0 + 3.0)
    first, *rest = [one.name for one in later.operations]
    kept = keras.models.model_from_json(later.to_json())
    assert [one.name for one in kept.operations] == [first, *rest]
    whole = keras.Model(i, keras.ops.split(i, 2, axis=1))
    assert [one.name for one in keras.models.clone_model(whole).operations] == ["i", "split_1"]


def test_functions_of_keras_in_graphs_of_tensorflow_1_are_theirs():
    v1 = tf.compat.v1
    with v1.Graph().as_default(), v1.Session() as session:
        fed = v1.placeholder(tf.float32, [None, 2])
        found = keras.ops.clip(fed, 0.0, 1.0)
        assert session.run(found, {fed: [[-1.0, 2.0]]}).tolist() == [[0.0, 1.0]]


def with_ops():
    keras.backend.clear_session()
    i = keras.Input((5, 4), name="i")
    h = tf.nn.relu(L.Dense(3, name="dense")(i)) + 1.0
    both = tf.concat([h[:, -1], tf.reduce_mean(h, axis=1)], -1)
    return keras.Model(i, L.Dense(2, name="last")(both) * 2.0)


def test_a_file_brings_weights_optimizer_and_ops_back(tmp_path):
    pytest.importorskip("h5py")
    model = with_ops()
    model.compile("adam", "mse")
    x = np.random.default_rng(0).normal(size=(6, 5, 4)).astype("float32")
    model.fit(x, np.ones((6, 2), "float32"), verbose=0)
    model.save(tmp_path / "m.keras")
    again = keras.models.load_model(tmp_path / "m.keras")
    np.testing.assert_array_equal(again.predict(x, verbose=0), model.predict(x, verbose=0))
    for one, other in zip(again.optimizer.variables, model.optimizer.variables, strict=True):
        np.testing.assert_array_equal(one.numpy(), other.numpy())


def test_a_legacy_file_of_them_is_refused_by_name(tmp_path):
    pytest.importorskip("h5py")
    path = tmp_path / "m.h5"
    with pytest.raises(NotImplementedError, match=r"'relu' .*no modules.*\.keras"):
        with_ops().save(path)
    assert not path.exists()
    model = with_ops()
    model.save_weights(tmp_path / "m.weights.h5")
    with_ops().load_weights(tmp_path / "m.weights.h5")


BAD = {
    "unknown class": ({"class_name": "Nothing"}, TypeError, "Could not locate class 'Nothing'"),
    "no class": ({"class_name": "convert_to_numpy"}, TypeError, "Could not locate class"),
    "code": ({"class_name": "Vectorize"}, TypeError, "holds functions"),
    "unknown module": ({"module": "os", "class_name": "Relu"}, TypeError, "Could not locate class"),
    "config": ({"config": {"name": "relu", "other": 1}}, TypeError, "other"),
}


@pytest.mark.parametrize("name", BAD)
def test_configs_of_operations_that_are_none_are_refused(name):
    change, error, text = BAD[name]
    keras.backend.clear_session()
    i = keras.Input((4,), name="i")
    config = keras.Model(i, tf.nn.relu(i)).get_config()
    config["layers"][1].update(change)
    with pytest.raises(error, match=text):
        keras.Model.from_config(config)
