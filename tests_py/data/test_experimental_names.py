"""Names of tf.data.experimental that are more than a method of Dataset."""

import sqlite3

import numpy as np
import pytest

import pelton as tf

Dataset = tf.data.Dataset
experimental = tf.data.experimental


def plain(dataset):
    return [
        tf.nest.map_structure(lambda x: np.asarray(x.numpy()).tolist(), element)
        for element in dataset
    ]


def sum_of_keys():
    return experimental.Reducer(lambda key: np.int64(0), lambda s, x: s + x, lambda s: s)


def test_group_by_reducer_gives_an_element_for_each_key():
    made = Dataset.range(10).apply(experimental.group_by_reducer(lambda x: x % 3, sum_of_keys()))
    assert plain(made) == [18, 12, 15]  # TensorFlow's
    assert made.element_spec == tf.TensorSpec((), tf.int64)


def test_group_by_reducer_refuses_keys_and_states_of_other_dtypes():
    with pytest.raises(ValueError, match="scalar tf.int64"):
        Dataset.range(3).apply(experimental.group_by_reducer(lambda x: 1.5, sum_of_keys()))
    other = experimental.Reducer(lambda k: 0.0, lambda s, x: 1, lambda s: s)
    with pytest.raises(TypeError, match="element types for the new state"):
        list(Dataset.range(3).apply(experimental.group_by_reducer(lambda x: x, other)))


def test_at_gives_elements_by_number():
    data = Dataset.range(5).map(lambda x: x * 2)
    assert [int(experimental.at(data, place)) for place in (0, 3)] == [0, 6]
    for place in (5, -1):
        with pytest.raises(tf.errors.OutOfRangeError, match=r"Index out of range \[0, 5\)"):
            experimental.at(data, place)
    with pytest.raises(tf.errors.FailedPreconditionError, match="infinite"):
        experimental.at(data.repeat(), 0)
    with pytest.raises(tf.errors.UnimplementedError, match="Random access"):
        experimental.at(data.filter(lambda x: True), 0)


def test_pad_to_cardinality_says_which_elements_were_there():
    data = Dataset.from_tensor_slices({"a": [1, 2], "b": [[1.0], [2.0]]})
    made = data.apply(experimental.pad_to_cardinality(4))
    assert len(made) == 4
    assert plain(made) == [
        {"a": 1, "b": [1.0], "valid": True},
        {"a": 2, "b": [2.0], "valid": True},
        {"a": 0, "b": [0.0], "valid": False},
        {"a": 0, "b": [0.0], "valid": False},
    ]
    for refused, text in (
        (Dataset.range(3), "to be a dictionary"),
        (data.repeat(), "known cardinalty"),
        (data.repeat(3), "less than the target cardinality"),
        (data.map(lambda d: {**d, "valid": 1}), "have the key 'valid'"),
    ):
        with pytest.raises(ValueError, match=text):
            refused.apply(experimental.pad_to_cardinality(4))


def test_tables_of_datasets():
    words = Dataset.from_tensor_slices(["a", "b", "c"])
    table = experimental.index_table_from_dataset(words, vocab_size=2)
    assert table.lookup(tf.constant(["b", "c"])).numpy().tolist() == [1, -1]
    pairs = Dataset.zip(words, Dataset.range(7, 10))
    made = tf.lookup.StaticHashTable(experimental.DatasetInitializer(pairs), -5)
    table = experimental.table_from_dataset(pairs, default_value=-5)
    asked = tf.constant(["a", "zz"])
    np.testing.assert_array_equal(made.lookup(asked), table.lookup(asked))
    assert table.lookup(tf.constant(["c", "z"])).numpy().tolist() == [9, -5]
    buckets = experimental.index_table_from_dataset(words, num_oov_buckets=1)
    assert buckets.lookup(tf.constant(["c", "z"])).numpy().tolist() == [2, 3]
    with pytest.raises(ValueError, match="tuples of two scalars"):
        experimental.table_from_dataset(words)


def test_records_of_a_dataset_are_written_and_parsed_in_batches(tmp_path):
    path = str(tmp_path / "examples")

    def example(number):
        value = tf.train.Int64List(value=[number])
        feature = {"x": tf.train.Feature(int64_list=value)}
        return tf.train.Example(features=tf.train.Features(feature=feature)).SerializeToString()

    records = Dataset.from_tensor_slices([example(number) for number in range(5)])
    experimental.TFRecordWriter(path).write(records)
    features = {"x": tf.io.FixedLenFeature([], tf.int64)}
    read = experimental.make_batched_features_dataset(
        path, 2, features, num_epochs=1, shuffle=False
    )
    assert plain(read) == [{"x": [0, 1]}, {"x": [2, 3]}, {"x": [4]}]
    with pytest.raises(TypeError, match="scalar `DT_STRING`"):
        experimental.TFRecordWriter(path).write(Dataset.range(3))
    with pytest.raises(ValueError, match="`label_key`"):
        experimental.make_batched_features_dataset(path, 2, features, label_key="y")


def test_rows_of_a_query(tmp_path):
    path = str(tmp_path / "rows.sqlite")
    connection = sqlite3.connect(path)
    connection.execute("create table t (name text, size int)")
    connection.executemany("insert into t values (?, ?)", [("a", 1), ("b", None)])
    connection.commit()
    connection.close()
    query, types = "select name, size from t order by name", (tf.string, tf.int32)
    rows = experimental.SqlDataset("sqlite", path, query, types)
    assert plain(rows) == [(b"a", 1), (b"b", 0)]
    assert rows.element_spec == (tf.TensorSpec((), tf.string), tf.TensorSpec((), tf.int32))
    with pytest.raises(tf.errors.InvalidArgumentError, match="number of columns"):
        list(experimental.SqlDataset("sqlite", path, query, (tf.string,)))
    with pytest.raises(tf.errors.InvalidArgumentError, match="driver"):
        experimental.SqlDataset("mysql", path, query, types)
    for source, text in ((path, "select nothing"), (str(tmp_path / "none"), query)):
        with pytest.raises(tf.errors.UnknownError):
            list(experimental.SqlDataset("sqlite", source, text, types))
