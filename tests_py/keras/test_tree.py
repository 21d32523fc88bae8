"""keras.tree, keras.config and keras.dtype_policies; the values are those of real Keras 3.15."""

import collections

import numpy as np
import pytest

from pelton import keras

T = keras.tree
Point = collections.namedtuple("Point", "x y")
Ordered = collections.OrderedDict
VALUES = {
    "paths": (
        lambda: T.flatten_with_path({"b": [1, 2], "a": (3, None)}),
        [(("a", 0), 3), (("a", 1), None), (("b", 0), 1), (("b", 1), 2)],
    ),
    "path of a leaf": (lambda: T.flatten_with_path(5), [((), 5)]),
    "ordered keys": (lambda: T.flatten(Ordered([("b", 1), ("a", 2)])), [1, 2]),
    "sorted keys": (lambda: T.flatten({"b": 1, "a": 2}), [2, 1]),
    "map of two": (
        lambda: T.map_structure(lambda a, b: a + b, {"a": 1, "b": [2]}, {"b": [3], "a": 4}),
        {"a": 5, "b": [5]},
    ),
    "map of None": (lambda: T.map_structure(lambda a: 0, [None, 1]), [0, 0]),
    "map without None": (
        lambda: T.map_structure(lambda a: 0, [None, 1], none_is_leaf=False),
        [None, 0],
    ),
    "map of a named tuple": (lambda: T.map_structure(str, Point(1, [2])), Point("1", ["2"])),
    "same": (lambda: T.assert_same_structure({"a": 1}, Ordered(a=2)), None),
    "same paths": (lambda: T.assert_same_paths([1, {"a": 2}], (3, {"a": 4})), None),
    "map up to": (lambda: T.map_structure_up_to([1, 2], str, [[1, 2], 3]), ["[1, 2]", "3"]),
    "shapes": (
        lambda: T.map_shape_structure(len, {"a": (None, 3), "b": [(1, 2, 4)]}),
        {"a": 2, "b": [3]},
    ),
    "tuples": (
        lambda: T.lists_to_tuples({"a": [1, [2]], "b": Point([1], 2)}),
        {"a": (1, (2,)), "b": Point((1,), 2)},
    ),
    "packed": (lambda: T.pack_sequence_as({"b": 0, "a": [0, 0]}, [1, 2, 3]), {"a": [1, 2], "b": 3}),
    "none": (
        lambda: T.traverse(lambda x: T.MAP_TO_NONE if x == 1 else None, [1, [2, 1]]),
        [None, [2, None]],
    ),
    "bottom up": (
        lambda: T.traverse(lambda x: len(x) if isinstance(x, list) else None, [1, [2]], False),
        2,
    ),
    "top down": (
        lambda: T.traverse(lambda x: len(x) if isinstance(x, list) else None, (1, [2, [3]])),
        (1, 2),
    ),
    "nested": (
        lambda: [
            T.is_nested(x)
            for x in ([], (), {}, "a", 1, None, {1}, collections.deque(), Point(1, 2))
        ],
        [True, True, True, False, False, False, False, True, True],
    ),
}
REFUSED = {
    "types": (lambda: T.assert_same_structure([1], (1,)), ValueError),
    "lengths": (lambda: T.assert_same_structure([1], [1, 2]), ValueError),
    "keys": (lambda: T.assert_same_structure({"a": 1}, {"b": 1}), ValueError),
    "paths": (lambda: T.assert_same_paths([1, {"a": 2}], (1, {"b": 2})), ValueError),
    "leaves": (lambda: T.pack_sequence_as([1, 2], [1]), ValueError),
    "no sequence": (lambda: T.pack_sequence_as([1, 2], 3), TypeError),
    "no function": (lambda: T.map_structure(3, [1]), TypeError),
    "no structure": (lambda: T.map_structure(str), ValueError),
    "structures": (lambda: T.map_structure(max, [1], [1, 2]), ValueError),
    "epochs": (lambda: keras.config.set_max_epochs(0), ValueError),
    "steps": (lambda: keras.config.set_max_steps_per_epoch("a"), ValueError),
    "policy": (lambda: keras.dtype_policies.get("no"), ValueError),
    "policy of a number": (lambda: keras.dtype_policies.get(3), ValueError),
    "config of no policy": (
        lambda: keras.dtype_policies.deserialize({"class_name": "Dense", "config": {}}),
        ValueError,
    ),
}


@pytest.mark.parametrize("name", VALUES)
def test_structures(name):
    call, expected = VALUES[name]
    found = call()
    assert found == expected and type(found) is type(expected)


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    call, error = REFUSED[name]
    with pytest.raises(error):
        call()


def trained(epochs, steps=None):
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    x = np.ones((8, 2), "float32")
    run = model.fit(x, x[:, :1], batch_size=2, epochs=epochs, steps_per_epoch=steps, verbose=0)
    return len(run.history["loss"]), int(model.optimizer.iterations.numpy())


def test_limits_of_training(monkeypatch):
    monkeypatch.setenv("KERAS_MAX_EPOCHS", "3")
    assert keras.config.max_epochs() == 3
    keras.config.set_max_epochs(2)
    keras.config.set_max_steps_per_epoch(1)
    try:
        assert (keras.config.max_epochs(), keras.config.max_steps_per_epoch()) == (2, 1)
        with pytest.warns(UserWarning, match="Limiting"):
            assert trained(5) == (2, 2)
        with pytest.warns(UserWarning, match="Limiting steps_per_epoch to 1"):
            assert trained(1, 3) == (1, 1)
    finally:
        keras.config.set_max_epochs(None)
        keras.config.set_max_steps_per_epoch(None)
    assert keras.config.max_epochs() is None and trained(4) == (4, 16)


@pytest.mark.parametrize("name", ["float32", "mixed_float16", "bfloat16"])
def test_policies_are_written_and_read(name):
    policies = keras.dtype_policies
    policy = policies.get(name)
    config = {"name": name}
    expected = {"module": "keras", "class_name": "DTypePolicy", "config": config}
    assert policies.serialize(policy) == {**expected, "registered_name": None}
    assert policies.deserialize(policies.serialize(policy)) == policy == policies.get(policy)
    assert policies.get(expected).name == name and policies.get(None).name == "float32"
    assert keras.version() == keras.__version__


def test_names_of_dtypes_and_symbolic_tensors():
    assert keras.utils.standardize_dtype("float") == "float32"
    assert keras.utils.is_keras_tensor(keras.Input((2,)))
    assert not keras.utils.is_keras_tensor(np.ones(2))
