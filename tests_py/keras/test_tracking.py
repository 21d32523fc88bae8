"""What layers, models and tf.Module find among their attributes, against real Keras and TensorFlow;
and what Pelton's containers track beyond Keras's."""

import collections
import copy
import gc
import json
import pickle
import weakref

import pytest
from keras_facts import assert_alike, assert_same, plain

import pelton as tf
from pelton import keras
from pelton.keras import layers as L  # noqa: N812
from recorded.code_facts import evaluate
from recorded.differences import DIFFERENCES
from recorded.fact_file import load_facts

FACTS = load_facts("models/tracking")
CASES = [*FACTS["tracking"], *FACTS["inside"], *FACTS["modules"]]
VALUES = [case for case in CASES if "value" in case]
ERRORS = [case for case in CASES if "error" in case]


def start_of(case):
    return "" if case in FACTS["modules"] else FACTS["start"]


@pytest.fixture(autouse=True)
def fresh_names():
    keras.backend.clear_session()


@pytest.mark.parametrize("case", VALUES, ids=lambda case: case["name"])
def test_finds_what_keras_finds(case):
    assert_same(plain(evaluate(start_of(case) + case["code"], tf)), case["value"])


@pytest.mark.parametrize("case", ERRORS, ids=lambda case: case["name"])
def test_refuses_what_keras_refuses(case):
    with pytest.raises(Exception) as caught:
        evaluate(start_of(case) + case["code"], tf)
    if case["name"] == "keys_that_do_not_compare":  # TensorFlow wraps the dict that it names
        assert str(caught.value).startswith("Error processing property 'd' of")
        return
    if case["name"] in DIFFERENCES["tracking"]:
        assert "the `shape` argument should be specified" in str(caught.value)
        return
    assert_alike(caught.value, case["error"])


def names(thing):
    return [layer.name for layer in vars(thing).get("_layers", [])]


def model_of(**attributes):
    model = keras.Model()
    for name, value in attributes.items():
        setattr(model, name, value)
    return model


def dense(name):
    return L.Dense(1, name=name)


def test_items_that_are_set_are_tracked():
    model = model_of(list=[None, None, None], dict={})
    model.list[1] = dense("a")
    model.list[0:1] = [dense("b")]
    model.dict.setdefault("k", dense("c"))
    model.dict.setdefault("k", dense("d"))
    assert names(model) == ["a", "b", "c"]


def test_a_defaultdict_stays_one():
    model = model_of(dict=collections.defaultdict(list))
    model.dict["k"].append(dense("a"))
    assert isinstance(model.dict, collections.defaultdict) and names(model) == ["a"]
    with pytest.raises(KeyError):
        model_of(dict=collections.defaultdict()).dict["k"]


def test_what_is_taken_out_of_a_dict_is_forgotten():
    model = model_of(dict={"a": dense("a"), "b": dense("b"), "c": dense("c")})
    del model.dict["a"]
    assert names(model) == ["b", "c"]
    assert model.dict.popitem()[0] == "c" and names(model) == ["b"]
    model.dict.clear()
    assert names(model) == []
    with pytest.raises(KeyError):
        model.dict.pop("a")


def test_sets_forget_too():
    one, two = dense("a"), dense("b")
    model = model_of(set={one})
    model.set |= {two}
    model.set.discard(one)
    assert names(model) == ["b"]
    model.set.remove(two)
    assert names(model) == [] and model.set == set()


@pytest.mark.parametrize(
    "make", [copy.copy, copy.deepcopy, lambda x: pickle.loads(pickle.dumps(x))]
)
def test_copies_belong_to_no_layer(make):
    containers = [[1, [2]], {"a": 1}, {3}, collections.OrderedDict(a=1)]
    for container in [*containers, collections.defaultdict(list, a=[1])]:
        model = model_of(held=container)
        made = make(model.held)
        assert made == container and isinstance(made, type(container))
        if isinstance(made, dict):
            made["b"] = dense("b")
        assert names(model) == []
    assert json.dumps(model_of(held=[1, {"a": 2}]).held) == '[1, {"a": 2}]'


def test_containers_in_calls_and_nests_are_what_they_were():
    model = model_of(held=[tf.constant(1.0), {"a": tf.constant(2.0)}])
    assert len(tf.nest.flatten(model.held)) == 2
    doubled = tf.nest.map_structure(lambda x: float(x) * 2, model.held)
    assert doubled == [2.0, {"a": 4.0}]
    assert float(tf.function(lambda held: held[0] + held[1]["a"])(model.held)) == 3.0


def test_containers_hold_no_layer_alive():
    model = model_of(held=[dense("a")], table={"b": dense("b")})
    held, alive = model.held, weakref.ref(model)
    del model
    gc.collect()
    assert alive() is None
    held.append(dense("c"))
    assert len(held) == 2


def test_a_failed_build_takes_its_variables_away():
    class Failing(L.Layer):
        def build(self, shape):
            self.v = keras.Variable(1.0)
            self.w = self.add_weight(shape=(2,))
            raise ValueError("no")

    layer = Failing()
    for _ in range(2):
        with pytest.raises(ValueError, match="no"):
            layer(tf.ones((1, 2)))
        assert layer.weights == [] and not layer.built


def test_a_refused_attribute_is_not_set():
    layer = L.Dense(2)
    layer(tf.ones((1, 2)))
    with pytest.raises(ValueError, match="already built"):
        layer.more = [1, dense("x")]
    assert not hasattr(layer, "more") and names(model_of(d=layer)) == ["dense"]


def test_module_tells_which_attribute_it_cannot_read():
    module = tf.Module()
    module.held = []
    module.held.append(module.held)
    with pytest.raises(ValueError, match="Error processing property 'held'"):
        _ = module.variables


class Plus(keras.Operation):
    def __init__(self, by):
        super().__init__()
        self.by = by


BAD_OPERATIONS = {
    "no call": (lambda: keras.Operation()(1.0), "does not define `call`"),
    "no plain arguments": (lambda: Plus([object()]).get_config(), "must define get_config"),
}


@pytest.mark.parametrize("name", BAD_OPERATIONS)
def test_operations_that_do_not_say_what_they_do(name):
    call, text = BAD_OPERATIONS[name]
    with pytest.raises(NotImplementedError, match=text):
        call()


def test_operations_are_saved(tmp_path):
    pytest.importorskip("h5py")

    @keras.saving.register_keras_serializable("tracking")
    class Times(keras.Operation):
        def __init__(self, by, name=None):
            super().__init__(name=name)
            self.by = by

        def call(self, x):
            return x * self.by

    inputs = keras.Input((2,))
    model = keras.Model(inputs, Times(3.0, name="t")(L.Dense(2)(inputs)))
    model.save(tmp_path / "m.keras")
    again = keras.models.load_model(tmp_path / "m.keras")
    assert [type(one).__name__ for one in again.operations] == ["InputLayer", "Dense", "Times"]
    assert (again(tf.ones((1, 2))) == model(tf.ones((1, 2)))).numpy().all()
    assert again.output._keras_history.operation.by == 3.0
