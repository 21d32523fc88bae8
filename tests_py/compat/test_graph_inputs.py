"""Iterators, scattered assignments, files and flags of compat.v1."""

import sys

import numpy as np
import pytest

import pelton as tf


def passes_of(session, fetch):
    found = []
    while True:
        try:
            found.append(session.run(fetch))
        except tf.errors.OutOfRangeError as error:
            assert "End of sequence" in str(error)
            return found


def test_one_shot_iterators(graph_mode):
    v1 = graph_mode
    dataset = v1.data.Dataset.from_tensor_slices(
        {"x": np.arange(4, dtype=np.float32), "y": np.arange(4)}
    ).map(lambda one: {"x": one["x"] * 2.0, "y": one["y"]})
    element = v1.data.make_one_shot_iterator(dataset).get_next()
    total = element["x"] + 1.0
    for _ in range(2):  # each session has a pass of its own
        with v1.Session() as session:
            found = passes_of(session, [total, element["y"]])
        assert [(float(a), int(b)) for a, b in found] == [(1, 0), (3, 1), (5, 2), (7, 3)]


def test_initializable_iterators(graph_mode):
    v1 = graph_mode
    iterator = v1.data.make_initializable_iterator(v1.data.Dataset.range(3))
    element = iterator.get_next()
    session = v1.Session()
    with pytest.raises(tf.errors.FailedPreconditionError, match="has not been initialized"):
        session.run(element)
    for _ in range(4):
        session.run(iterator.initializer)
        assert [int(one) for one in passes_of(session, element)] == [0, 1, 2]
    with pytest.raises(ValueError, match="does not have an initializer"):
        _ = v1.data.make_one_shot_iterator(v1.data.Dataset.range(3)).initializer
    with pytest.raises(TypeError, match="`dataset` must be a `tf.data.Dataset`"):
        v1.data.make_one_shot_iterator([1, 2])


def test_training_from_an_iterator(graph_mode):
    v1 = graph_mode
    x = np.random.default_rng(0).normal(size=(32, 1)).astype(np.float32)
    dataset = v1.data.Dataset.from_tensor_slices((x, 3 * x)).repeat().batch(8)
    features, labels = v1.data.make_one_shot_iterator(dataset).get_next()
    w = v1.Variable([[0.0]])
    loss = v1.reduce_mean(v1.square(v1.matmul(features, w) - labels))
    step = v1.train.GradientDescentOptimizer(0.1).minimize(loss)
    with v1.Session() as session:
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        for _ in range(60):
            session.run(step)
        assert session.run(w)[0, 0] == pytest.approx(3.0, abs=0.05)


def test_what_elements_are():
    v1 = tf.compat.v1
    dataset = tf.data.Dataset.from_tensors((np.zeros((2, 3), np.float32), 1))
    assert v1.data.get_output_shapes(dataset) == (tf.TensorShape([2, 3]), tf.TensorShape([]))
    assert v1.data.get_output_types(dataset)[0] == tf.float32
    assert v1.data.get_output_classes(dataset) == (tf.Tensor, tf.Tensor)
    with pytest.raises(TypeError, match="get_output_shapes: a dataset .* is wanted, got int"):
        v1.data.get_output_shapes(3)
    assert int(v1.data.make_one_shot_iterator(tf.data.Dataset.range(3, 5)).get_next()) == 3


def test_rows_of_variables(graph_mode):
    v1 = graph_mode
    start = np.arange(6, dtype=np.float32).reshape(3, 2)
    rows = np.array([[10, 20], [30, 40]], np.float32)
    want = {f"scatter_{kind}": start.copy() for kind in ("update", "add", "sub")}
    want["scatter_update"][[0, 2]] = rows
    want["scatter_add"][[0, 2]] += rows
    want["scatter_sub"][[0, 2]] -= rows
    for name, expected in want.items():
        v = v1.Variable(start)
        change = getattr(v1, name)(v, [0, 2], rows)
        session = v1.Session()
        session.run(v.initializer)
        np.testing.assert_array_equal(session.run(change), expected)
        np.testing.assert_array_equal(session.run(v), expected)


def test_scattering_at_once():
    v = tf.Variable([1.0, 2.0, 3.0])
    tf.compat.v1.scatter_update(v, [1], [9.0])
    assert v.numpy().tolist() == [1.0, 9.0, 3.0]


def test_files(tmp_path):
    v1 = tf.compat.v1
    v1.gfile.MakeDirs(f"{tmp_path}/a/b")
    with v1.python_io.TFRecordWriter(f"{tmp_path}/a/records") as writer:
        writer.write(b"one")
        writer.write(b"two")
    assert v1.gfile.Exists(f"{tmp_path}/a/records") and v1.gfile.IsDirectory(f"{tmp_path}/a/b")
    found = list(v1.python_io.tf_record_iterator(f"{tmp_path}/a/records"))
    assert found == [b"one", b"two"]
    v1.gfile.DeleteRecursively(f"{tmp_path}/a")
    assert v1.gfile.ListDirectory(str(tmp_path)) == []


def test_flags(monkeypatch):
    v1 = tf.compat.v1
    monkeypatch.setattr(sys, "argv", ["prog", "--rate=0.5", "-count", "3", "--nosaved", "rest"])
    flags = v1.flags
    flags.DEFINE_float("rate", 0.1, "the rate")
    flags.DEFINE_integer("count", 1, "how many")
    flags.DEFINE_string("folder", "/tmp", "where")
    flags.DEFINE_bool("saved", True, "whether")
    flags.DEFINE_boolean("shown", False, "whether")
    flags.DEFINE_enum("kind", "a", ["a", "b"], "which")
    found = flags.FLAGS
    assert (found.rate, found.count, found.folder, found.kind) == (0.5, 3, "/tmp", "a")
    assert (found.saved, found.shown) == (False, False)
    found.count = 7
    assert found.flag_values_dict()["count"] == 7
    flags.DEFINE_integer("n", 3, "how many")
    assert found(["prog", "--n=5", "rest"]) == ["prog", "rest"] and found.n == 5
    found(None)
    with pytest.raises(AttributeError, match="absent"):
        _ = found.absent
    rest = []
    with pytest.raises(SystemExit):
        v1.app.run(main=rest.append)
    assert rest == [["prog", "rest"]]


def test_functions_of_datasets_run_at_once(graph_mode):
    v1 = graph_mode
    table = v1.lookup.StaticHashTable(
        v1.lookup.KeyValueTensorInitializer(["a", "b"], v1.constant([1, 2], v1.int64)), -1
    )
    lines = v1.data.Dataset.from_tensor_slices(["a b", "c"])
    words = lines.map(lambda line: v1.string_split([line]).values)
    found = words.map(lambda word: (table.lookup(word), v1.size(word)))
    element = v1.data.make_one_shot_iterator(found).get_next()
    with v1.Session() as session:
        got = [[part.tolist() for part in session.run(element)] for _ in range(2)]
    assert got == [[[1, 2], 2], [[-1], 1]]


def test_functions_of_datasets_that_give_symbolic_tensors(graph_mode):
    v1 = graph_mode
    x = v1.placeholder(v1.float32, [])
    with pytest.raises(TypeError, match="Dataset.map.*symbolic"):
        v1.data.Dataset.range(3).map(lambda number: x if int(number) >= 0 else number)
