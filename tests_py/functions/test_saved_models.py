"""tf.saved_model: what is loaded computes what was saved, as TensorFlow does; damage is refused."""

import json
import os
import random
from pathlib import Path

import numpy as np
import pytest

import pelton as tf
from pelton import keras
from pelton.saved_model import directory


class Linear(tf.Module):
    """Functions of each kind over variables in attributes, lists and dicts."""

    def __init__(self):
        super().__init__()
        self.w = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="w")
        self.steps = tf.Variable(0, trainable=False)
        self.more = [tf.Variable(1.0)]
        self.named = {"a": tf.Variable(2.0)}
        self.text = "not kept"

    @tf.function(input_signature=[tf.TensorSpec([None, 2], tf.float32)])
    def __call__(self, x):
        return x @ self.w

    @tf.function
    def scaled(self, x, training=False):
        return {"y": x * self.more[0] * (2 if training else 1), "z": (x + 1, None)}

    @tf.function(input_signature=[])
    def count(self):
        return self.steps.assign_add(1)

    @tf.function
    def never(self, x):
        return x

    @tf.function
    def reads(self, x):
        return tf.constant(float(tf.reduce_sum(x)) + x.numpy().max())


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "model")


def there_and_back(thing, path, **kwargs):
    tf.saved_model.save(thing, path, **kwargs)
    return tf.saved_model.load(path)


def test_a_default_that_is_a_tensor(path):
    module = tf.Module()
    times = tf.constant([2.0, 3.0])
    module.times = tf.function(lambda x, y=times: x * y)
    module.times(tf.ones([2]))
    loaded = there_and_back(module, path)
    np.testing.assert_array_equal(loaded.times(tf.constant([1.0, 5.0])), [2, 15])


def test_a_module_there_and_back(path):
    module = Linear()
    module.scaled(tf.ones([3]))
    module.scaled(tf.ones([3]), training=True)
    first = there_and_back(module, path, signatures=module.__call__)
    for loaded in (first, there_and_back(first, path + "2")):
        for rows in (1, 4):
            x = np.random.default_rng(rows).normal(size=(rows, 2)).astype("float32")
            np.testing.assert_array_equal(loaded(x), module(x))
            given = loaded.signatures["serving_default"](x=tf.constant(x))
            np.testing.assert_array_equal(given["output_0"], module(x))
        assert loaded.scaled(tf.ones([3]), True)["y"].numpy().tolist() == [2, 2, 2]
        assert loaded.scaled([1.0, 2.0, 3.0])["y"].numpy().tolist() == [1, 2, 3]
        assert loaded.scaled(tf.ones([3]))["z"][1] is None
        assert [int(loaded.count()) for _ in range(3)] == [1, 2, 3] and int(module.steps) == 0
        assert len(loaded.variables) == 4 and len(loaded.trainable_variables) == 3
        assert loaded.named["a"].numpy() == 2 and loaded.more[0].numpy() == 1
        assert not hasattr(loaded, "text")


def test_variables_are_shared_and_trainable(path):
    loaded = there_and_back(Linear(), path)
    loaded.w.assign(tf.eye(2))
    assert loaded([[5.0, 6.0]]).numpy().tolist() == [[5, 6]]
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(loaded(tf.constant([[5.0, 6.0]])))
    np.testing.assert_array_equal(tape.gradient(loss, loaded.w), [[5, 5], [6, 6]])

    @tf.function
    def twice(x):
        return loaded(x) * 2

    assert twice(tf.ones([1, 2])).numpy().tolist() == [[2, 2]]


NAMES = [
    # what is signed, the names it takes and gives: facts of TensorFlow 2.21
    (lambda m: m.__call__, ["x"], ["output_0"]),
    (lambda m: m.scaled.get_concrete_function(tf.TensorSpec([3], name="inp")), ["inp"], None),
    (lambda m: m.count, [], ["output_0"]),
    (
        lambda m: tf.function(
            lambda a, b: (a[0], a[1], b),
            input_signature=[[tf.TensorSpec([]), tf.TensorSpec([])], tf.TensorSpec([])],
        ),
        ["a", "a_1", "b"],
        ["output_0", "output_1", "output_2"],
    ),
    (
        lambda m: tf.function(lambda a: {"z": a, "b": -a}, input_signature=[tf.TensorSpec([])]),
        ["a"],
        ["b", "z"],
    ),
]


@pytest.mark.parametrize(("make", "inputs", "outputs"), NAMES)
def test_names_of_signatures(make, inputs, outputs, path):
    module = Linear()
    function = make(module)
    if outputs is None:
        with pytest.raises(ValueError, match="a sequence of Tensors, or a dictionary"):
            tf.saved_model.save(module, path, signatures={"mine": function})
        assert not tf.saved_model.contains_saved_model(path)
        return
    signature = there_and_back(module, path, signatures={"mine": function}).signatures["mine"]
    args, kwargs = signature.structured_input_signature
    assert args == () and list(kwargs) == inputs
    assert sorted(signature.structured_outputs) == outputs
    values = {
        name: tf.fill([2 if d is None else d for d in s.shape], 3.0) for name, s in kwargs.items()
    }
    given = signature(**values)
    assert sorted(given) == outputs
    if outputs == ["b", "z"]:
        assert float(given["b"]) == -3 and float(given["z"]) == 3


MODELS = {
    "sequential": lambda: keras.Sequential(
        [
            keras.Input((4,), name="inp"),
            keras.layers.Dense(3, activation="relu"),
            keras.layers.BatchNormalization(),
            keras.layers.Dropout(0.5),
            keras.layers.Dense(2),
        ]
    ),
    "images": lambda: keras.Sequential(
        [
            keras.Input((8, 8, 3)),
            keras.layers.Conv2D(4, 3, activation="relu"),
            keras.layers.MaxPooling2D(),
            keras.layers.Flatten(),
            keras.layers.Dense(2, activation="softmax"),
        ]
    ),
    "sequence": lambda: keras.Sequential(
        [keras.Input((5,)), keras.layers.Embedding(9, 4), keras.layers.LSTM(3)]
    ),
}


@pytest.mark.parametrize("kind", MODELS)
def test_models_there_and_back(kind, path):
    model = MODELS[kind]()
    shape = (3, *model.input_shape[1:])
    x = np.abs(np.random.default_rng(0).normal(size=shape)).astype("float32")
    expected = model.predict(x, verbose=0)
    loaded = there_and_back(model, path)
    given = loaded.signatures["serving_default"](tf.constant(x))
    np.testing.assert_allclose(given["output_0"], expected, rtol=1e-5, atol=1e-6)
    model.export(path, verbose=False)
    loaded = tf.saved_model.load(path)
    np.testing.assert_allclose(loaded.serve(x), expected, rtol=1e-5, atol=1e-6)
    assert [v.shape for v in loaded.variables if v.dtype == tf.float32] == [
        v.shape for v in model.weights
    ]
    layer = keras.layers.TFSMLayer(path)
    np.testing.assert_allclose(layer(x), expected, rtol=1e-5, atol=1e-6)
    outer = keras.Sequential([keras.Input(shape[1:]), layer])
    np.testing.assert_allclose(outer.predict(x, verbose=0), expected, rtol=1e-5, atol=1e-6)


def test_several_inputs_and_an_archive(path):
    a, b = keras.Input((2,), name="a"), keras.Input((2,), name="b")
    model = keras.Model([a, b], {"s": keras.layers.Add()([a, b]), "d": keras.layers.Dense(1)(a)})
    x = [tf.ones([1, 2]), tf.ones([1, 2])]
    model.export(path, verbose=False)
    loaded = tf.saved_model.load(path)
    assert loaded.serve(x)["s"].numpy().tolist() == [[2, 2]]
    assert sorted(loaded.signatures["serve"](a=x[0], b=x[1])) == ["d", "s"]
    archive = keras.export.ExportArchive()
    archive.track(model)
    archive.add_endpoint("first", model.call, [[tf.TensorSpec([None, 2])] * 2])
    archive.write_out(path, verbose=False)
    assert sorted(tf.saved_model.load(path).first(x)) == ["d", "s"]


def test_calls_that_are_not_stored_are_named(path, caplog):
    module = Linear()
    module.reads(tf.ones([2]))
    loaded = there_and_back(module, path)
    assert "reads values" in caplog.text and "reads" in caplog.text
    for name in ("reads", "never"):
        with pytest.raises(ValueError, match="Found zero restored functions"):
            getattr(loaded, name)(tf.ones([2]))


def test_assets_and_checkpoints(path, tmp_path):
    (tmp_path / "words.txt").write_text("one\ntwo\n")
    kept = tf.train.Checkpoint(v=tf.Variable(3.0), inner=tf.Module())
    kept.inner.words = tf.saved_model.Asset(str(tmp_path / "words.txt"))
    loaded = there_and_back(kept, path)
    (tmp_path / "words.txt").unlink()
    assert float(loaded.v) == 3
    copy = loaded.inner.words.asset_path.numpy().decode()
    assert Path(copy).read_text() == "one\ntwo\n" and copy.startswith(path)


BAD = [
    (lambda p: tf.saved_model.save(3, p), ValueError, "Expected an object of type `Trackable`"),
    (lambda p: tf.saved_model.save(tf.Variable(1.0), p), ValueError, "Expected an object"),
    (lambda p: tf.saved_model.save(Linear(), 3), TypeError, "`export_dir` must be a path"),
    (lambda p: tf.saved_model.save(Linear(), p, options=3), TypeError, "`options` must be Save"),
    (lambda p: tf.saved_model.save(Linear(), p, signatures=abs), ValueError, "input signature"),
    (lambda p: tf.saved_model.save(Linear(), p, {1: Linear().count}), TypeError, "no str: 1"),
    (
        lambda p: tf.saved_model.save(Linear(), p, signatures=Linear().count),
        AssertionError,
        "uses the variable",
    ),
    (lambda p: tf.saved_model.load(p), OSError, "SavedModel file does not exist"),
    (lambda p: tf.saved_model.load([p]), TypeError, "must be a path, got list"),
    (lambda p: tf.saved_model.load(p, "train"), ValueError, "`tags` must be"),
    (lambda p: tf.saved_model.SaveOptions(experimental_skip_saver=True), NotImplementedError, "sk"),
    (
        lambda p: tf.saved_model.LoadOptions(experimental_skip_checkpoint=True),
        NotImplementedError,
        "experimental_skip_checkpoint",
    ),
    (lambda p: tf.saved_model.Asset(3), TypeError, "`path` must be a path"),
    (lambda p: keras.layers.TFSMLayer(p), OSError, "does not exist"),
    (lambda p: MODELS["images"]().export(p, format="onnx"), NotImplementedError, "onnx"),
    (lambda p: keras.Sequential().export(p), ValueError, "not yet been built"),
]


@pytest.mark.parametrize(("call", "error", "text"), BAD)
def test_bad_calls(call, error, text, path):
    with pytest.raises(error, match=text):
        call(path)
    assert not tf.saved_model.contains_saved_model(path)


def test_arguments_that_do_not_fit(path):
    module = Linear()
    loaded = there_and_back(module, path, signatures=module.__call__)
    with pytest.raises(ValueError, match=r"Could not find matching (.|\n)*shape=\(1, 3\)"):
        loaded(tf.ones([1, 3]))
    with pytest.raises(TypeError, match="missing a required argument"):
        loaded()
    signature = loaded.signatures["serving_default"]
    with pytest.raises(TypeError, match="missing required arguments: x"):
        signature(y=1)
    with pytest.raises(tf.errors.InvalidArgumentError, match="int32"):
        signature(x=tf.ones([1, 2], tf.int32))
    with pytest.raises(KeyError):
        loaded.signatures["other"]


def test_a_list_that_contains_itself_ends(path):
    module = tf.Module()
    module.v = tf.Variable(1.0)
    module.parts = [module.v]
    module.parts.append(module.parts)
    module.own = []
    module.own.append(module.own)
    loaded = there_and_back(module, path)
    assert loaded.parts[1] is loaded.parts and loaded.parts[0] is loaded.v
    assert not hasattr(loaded, "own")
    with pytest.raises(ValueError, match="Expected an object"):
        tf.saved_model.save(module.own, path)


def test_a_saved_model_of_tensorflow_is_named(tmp_path):
    (tmp_path / "saved_model.pb").write_bytes(b"\x08\x01")
    assert tf.saved_model.contains_saved_model(str(tmp_path))
    with pytest.raises(NotImplementedError, match="that TensorFlow wrote"):
        tf.saved_model.load(str(tmp_path))


def test_a_save_that_fails_leaves_the_old_model(path, monkeypatch):
    tf.saved_model.save(Linear(), path)

    def fail(*args, **kwargs):
        raise OSError("disk full")

    before = sorted(os.listdir(path))
    monkeypatch.setattr(directory, "replacing", fail)
    with pytest.raises(OSError, match="disk full"):
        tf.saved_model.save(Linear(), path)
    assert sorted(os.listdir(path)) == before
    monkeypatch.undo()
    tf.saved_model.save(Linear(), path)
    assert len(os.listdir(path)) == len(before)
    assert tf.saved_model.load(path)([[1.0, 0.0]]).numpy().tolist() == [[1, 2]]


def damaged(index):
    """The index with one value anywhere in it exchanged."""
    chosen = random.choice
    part = index
    while True:
        keys = list(part) if isinstance(part, dict) else range(len(part))
        if not keys:
            return
        key = chosen(list(keys))
        inner = part[key]
        if isinstance(inner, (dict, list)) and random.random() < 0.8:
            part = inner
            continue
        part[key] = chosen([None, -1, 10**9, "x", "../x", [], {}, [[]], {"spec": 1}, True, 1.5])
        return


def test_damaged_files_are_refused(path):
    module = Linear()
    module.scaled(tf.ones([3]))
    tf.saved_model.save(module, path, signatures=module.__call__)
    name = os.path.join(path, directory.INDEX)
    good = Path(name).read_text()
    random.seed(7)
    refused = 0
    for _ in range(400):
        index = json.loads(good)
        damaged(index)
        Path(name).write_text(json.dumps(index))
        try:
            loaded = tf.saved_model.load(path)
            for function in loaded.signatures.values():
                function(x=tf.ones([1, 2]))
        except (tf.errors.OpError, OSError, TypeError, ValueError, KeyError) as error:
            assert str(error)
            refused += 1
    assert refused > 100
    Path(name).write_text(good)
    contents = os.path.join(path, json.loads(good)["contents"])
    for file in sorted(os.listdir(contents)):
        where = os.path.join(contents, file)
        if os.path.isfile(where):
            data = Path(where).read_bytes()
            Path(where).write_bytes(data[: len(data) // 2])
            with pytest.raises((tf.errors.OpError, OSError)):
                tf.saved_model.load(path)
            Path(where).write_bytes(data)
    assert tf.saved_model.load(path)([[1.0, 0.0]]).numpy().tolist() == [[1, 2]]


def test_concrete_functions_are_saved_beside_those_of_calls(tmp_path):
    class Same(tf.Module):
        @tf.function
        def same(self, x):
            return {"value": x, "also": x + x}

    module = Same()
    module.same(tf.constant(1))
    module.same.get_concrete_function(tf.TensorSpec([], tf.float32))
    module.same.get_concrete_function(tf.TensorSpec([None], tf.float32))
    tf.saved_model.save(module, str(tmp_path))
    loaded = tf.saved_model.load(str(tmp_path))
    assert len(loaded.same.concrete_functions) == 3
    assert float(loaded.same(2.0)["also"]) == 4.0
    result = loaded.same([1.0, 2.0])
    assert list(result) == ["also", "value"] and result["value"].shape == (2,)


def test_methods_are_functions_of_tensorflow():
    class Same(tf.Module):
        @tf.function
        def same(self, x):
            return x

    assert isinstance(Same().same, tf.types.experimental.PolymorphicFunction)
    assert isinstance(Same().same, type(tf.function(len)))
