"""get_state_tree and set_state_tree, the variables of metrics, operations, optional inputs."""

import numpy as np
import pytest

import pelton as tf

keras = tf.keras
L = keras.layers


def trained():
    model = keras.Sequential([keras.Input((2,)), L.Dense(1, name="d")], name="s")
    model.compile(keras.optimizers.SGD(0.1, name="o"), "mse")
    model.fit(np.ones((2, 2), "float32"), np.ones((2, 1), "float32"), verbose=0)
    return model


def test_trees_hold_values_by_path_and_are_set_back():
    model = trained()
    tree = model.get_state_tree("numpy_array")
    assert list(tree) == [
        f"{kind}_variables" for kind in ("trainable", "non_trainable", "optimizer", "metrics")
    ]
    assert sorted(tree["trainable_variables"]["s"]["d"]) == ["bias", "kernel"]
    assert tree["optimizer_variables"]["o"]["iteration"] == 1
    assert len(model.metrics_variables) == 2
    other = trained()
    other.set_weights([2 * one for one in model.get_weights()])
    other.set_state_tree(tree)
    for one, another in zip(other.get_weights(), model.get_weights(), strict=True):
        np.testing.assert_array_equal(one, another)
    with pytest.raises(ValueError, match="Unknown variable name: wrong"):
        model.set_state_tree({"wrong": {}})


def test_paths_that_are_twice_are_refused():
    class Twice(keras.Model):
        def __init__(self):
            super().__init__()
            self.made = [self.add_weight(shape=(1,), name="w") for _ in range(2)]

    with pytest.raises(ValueError, match="path is found twice"):
        Twice().get_state_tree()


def test_optional_inputs_may_be_none_and_others_not():
    class Sum(L.Layer):
        def call(self, x, y=None):
            return x if y is None else x + y

    a, b = keras.Input((2,), name="a"), keras.Input((2,), name="b", optional=True)
    model = keras.Model([a, b], Sum()(a, b))
    x = np.ones((1, 2), "float32")
    assert model([x, None]).numpy().tolist() == [[1.0, 1.0]]
    assert model({"a": x, "b": x}).numpy().tolist() == [[2.0, 2.0]]
    with pytest.raises(ValueError, match="The input 'a' is not optional, but None was passed"):
        model([None, x])
    assert len(model.operations) == 3


def test_what_is_unbuilt_is_not_saved(tmp_path):
    with pytest.raises(ValueError, match="has not yet been built"):
        keras.Sequential([L.Dense(1)]).save_weights(tmp_path / "m.weights.h5")


@pytest.mark.parametrize("name", ["m.h5", "m.weights.h5"])
def test_damaged_and_absent_files_raise_oserror(tmp_path, name):
    model, path = trained(), tmp_path / name
    load = model.load_weights if "weights" in name else keras.models.load_model
    with pytest.raises(FileNotFoundError, match="Unable to synchronously open file"):
        load(path)
    path.write_bytes(b"none" * 100)
    with pytest.raises(OSError, match="Unable to synchronously open file"):
        load(path)


def test_no_optimizer_is_none():
    assert keras.optimizers.get(None) is None
