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
# What Keras has an operation for that takes other ops here, of which it has none.
REFUSED = {
    "ops.full_like(x, 2.0)",
    "ops.median",
    "ops.median, kept",
    "ops.quantile(x, 0.5, axis=1)",
    "ops.take_along_axis(x, ops.argsort(x, axis=1), axis=1)",
    "ops.categorical_crossentropy(ops.softmax(positive), ops.softmax(x))",
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


@pytest.mark.parametrize("name", sorted(WRITTEN.keys() - DIFFERENT - REFUSED))
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
    model, _ = operation_cases.built(WRITTEN[name]["code"], keras)
    with pytest.raises(
        NotImplementedError, match="the call of op `.*` between layers has no config"
    ):
        model.get_config()


SAME_AS_KERAS = """
x + 1|2.0 - x|-x|abs(x)|x * x|x[:, 0]|x[:, 1:3]|steps[:, -1]|steps[:, 1:]|ops.expand_dims(x, 1)
ops.concatenate([x, positive], -1)|ops.softmax(x, axis=-1)|ops.argmax(x, axis=-1)
x @ ops.ones((4, 3))
ops.reshape(x, (-1, 2, 2))|ops.cast(x, "int32")|ops.stack([x, positive], axis=1)
ops.one_hot(whole, 7)
ops.where(x > 0, x, 0.0)|ops.top_k(x, 2)[0]|ops.pad(x, [[0, 0], [1, 2]], mode="reflect")
"""


@pytest.mark.parametrize("code", SAME_AS_KERAS.strip().replace("\n", "|").split("|"))
def test_classes_and_their_order_are_those_of_keras(code):
    model, _ = operation_cases.built(code, keras)
    ours, theirs = (
        json.loads(text)["config"] for text in (model.to_json(), WRITTEN[code]["config"])
    )
    for one, other in zip(ours["layers"], theirs["layers"], strict=True):
        for key in ("module", "class_name", "registered_name", "name"):
            assert one[key] == other[key]
        assert one["config"].keys() <= other["config"].keys()
    assert ours["output_layers"] == theirs["output_layers"]


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
    "code": ({"class_name": "Map"}, TypeError, "holds functions"),
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
