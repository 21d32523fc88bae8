"""Serialized examples: what TensorFlow reads of them, traces, pipelines, and hostile bytes."""

import builtins
import pickle
import sys

import numpy as np
import pytest

import pelton as tf
from recorded.fact_file import load_facts
from recorded.models.example_cases import bytes_of, plain

FACTS = load_facts("models/examples")
MESSAGES = {name: bytes.fromhex(data) for name, data in FACTS["messages"].items()}
NAMES = {"tf": tf, **MESSAGES}
FEATURES = {
    "a": tf.io.FixedLenFeature([3], tf.int64, [0, 0, 0]),
    "s": tf.io.FixedLenSequenceFeature([], tf.string, allow_missing=True),
    "x": tf.io.FixedLenSequenceFeature([], tf.float32, True, 7.0),
}


@pytest.mark.parametrize("case", FACTS["cases"], ids=lambda case: case["code"])
def test_gives_what_tensorflow_gives(case):
    if "error" not in case:
        assert plain(eval(case["code"], NAMES)) == case["value"]
        return
    kind = getattr(tf.errors, case["error"], None) or getattr(builtins, case["error"])
    with pytest.raises(kind) as caught:
        eval(case["code"], NAMES)
    assert case["code"].split("(")[0].split(".")[-1] in str(caught.value)


@pytest.mark.parametrize("name", ["first", "unpacked", "lists"])
def test_bytes_by_chance_are_refused_or_read(name):
    rng = np.random.default_rng(1)
    features = {"a": tf.io.VarLenFeature(tf.int64), "w": tf.io.VarLenFeature(tf.string)}
    for _ in range(500):
        data = bytearray(MESSAGES[name])
        for place in rng.integers(0, len(data), rng.integers(1, 4)):
            data[place] = rng.integers(0, 256)
        data = bytes(data[: rng.integers(0, len(data) + 1)]) if rng.random() < 0.3 else bytes(data)
        for call in (
            lambda data: tf.io.parse_example([data, data], FEATURES),
            lambda data: tf.io.parse_single_sequence_example(data, None, features),
            lambda data: tf.io.parse_sequence_example([data, data], None, features),
        ):
            try:
                call(data)
            except tf.errors.InvalidArgumentError:
                pass


def test_lengths_that_no_message_has_are_refused():
    for tail in (b"\x0a" + b"\xff" * 9 + b"\x01", b"\x0a\x80", b"\x0b", b"\x00\x01"):
        with pytest.raises(tf.errors.InvalidArgumentError, match="parse_example.*example 1"):
            tf.io.parse_example([MESSAGES["first"], MESSAGES["first"] + tail], FEATURES)


def test_pipelines_read_records_without_python(tmp_path):
    path = str(tmp_path / "a.tfrecord")
    with tf.io.TFRecordWriter(path) as writer:
        for name in ("first", "second", "third") * 20:
            writer.write(MESSAGES[name])
    records = tf.data.TFRecordDataset(path)
    one_by_one = records.map(lambda r: tf.io.parse_single_example(r, FEATURES))
    assert one_by_one.element_spec["a"] == tf.TensorSpec((3,), tf.int64)
    assert one_by_one.element_spec["s"] == tf.TensorSpec((None,), tf.string)
    whole = records.batch(7).map(lambda r: tf.io.parse_example(r, FEATURES), num_parallel_calls=3)
    assert whole.element_spec["a"].shape[1] == 3
    rows = [
        {key: part[i] for key, part in batch.items()}
        for batch in whole.as_numpy_iterator()
        for i in range(len(batch["a"]))
    ]
    for found, expected in zip(rows, one_by_one.as_numpy_iterator(), strict=True):
        np.testing.assert_array_equal(found["a"], expected["a"])
        np.testing.assert_array_equal(found["x"][: len(expected["x"])], expected["x"])
        assert set(found["x"][len(expected["x"]) :]) <= {7.0}
    assert rows[0]["s"].tolist() == [b"q", b""] and rows[1]["s"].tolist() == [b"zz", b""]


def test_pixels_as_raw_bytes_stay_in_a_trace(tmp_path):
    feature = tf.train.Feature(bytes_list=tf.train.BytesList(value=[bytes(range(12))]))
    data = tf.train.Example(features=tf.train.Features(feature={"image": feature}))
    features = {"image": tf.io.FixedLenFeature([], tf.string)}

    def read(record):
        parsed = tf.io.parse_single_example(record, features)
        image = tf.reshape(tf.io.decode_raw(parsed["image"], tf.uint8), (2, 2, 3))
        return tf.cast(image, tf.float32) / 255.0

    dataset = tf.data.Dataset.from_tensors(data.SerializeToString()).repeat(3).map(read)
    assert dataset.element_spec == tf.TensorSpec((2, 2, 3), tf.float32)
    for image in dataset:
        np.testing.assert_allclose(image, np.arange(12.0).reshape(2, 2, 3) / 255, rtol=1e-6)


def test_sparse_features_become_dense_within_a_function():
    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def read(records):
        parsed = tf.io.parse_example(records, {"a": tf.io.VarLenFeature(tf.int64)})
        return tf.sparse.to_dense(parsed["a"])

    for names in (("first", "third"), ("second",)):
        found = read([MESSAGES[name] for name in names])
        assert found.shape == (len(names), 3)
    np.testing.assert_array_equal(found, [[4, 5, 6]])


def test_a_key_may_be_asked_for_twice():
    features = {
        "v": tf.io.VarLenFeature(tf.float32),
        "i": tf.io.FixedLenFeature([2], tf.int64),
        "z": tf.io.SparseFeature("i", "v", tf.float32, 4),
    }
    found = tf.io.parse_single_example(MESSAGES["points"], features)
    np.testing.assert_array_equal(found["i"], [3, 1])
    np.testing.assert_array_equal(found["v"].values, [0.5, 0.25])
    np.testing.assert_array_equal(tf.sparse.to_dense(found["z"]), [0, 0.25, 0, 0.5])


def test_messages_are_protobufs():
    train = tf.train
    made = bytes_of(tf)
    for name in ("points", "no_points", "third"):  # maps have no order
        assert train.Example.FromString(made[name]) == train.Example.FromString(MESSAGES[name])
    example = train.Example.FromString(MESSAGES["first"])
    assert list(example.features.feature["a"].int64_list.value) == [1, -2, 300]
    assert example.features.feature["x"].WhichOneof("kind") == "float_list"
    again = train.Example()
    again.ParseFromString(example.SerializeToString())
    assert again == example and isinstance(again, train.Example)
    lists = train.SequenceExample.FromString(MESSAGES["lists"])
    assert lists.context.feature["n"].int64_list.value[0] == 2
    assert lists.feature_lists.feature_list["w"].feature[1].bytes_list.value[1] == b"z"
    with pytest.raises(TypeError):
        train.BytesList(value=["text"])


def test_without_protobuf_the_message_says_how_to_get_it(monkeypatch):
    monkeypatch.delitem(sys.modules, "pelton.train.example_messages", raising=False)
    monkeypatch.setitem(sys.modules, "google.protobuf", None)
    with pytest.raises(ImportError, match=r"tf\.train\.Example.*pelton\[records\]"):
        _ = tf.train.Example
    assert plain(tf.io.parse_single_example(MESSAGES["first"], FEATURES))["a"]


@pytest.mark.parametrize(
    ("features", "text"),
    [
        ({"z": tf.io.SparseFeature(["i", "j"], "v", tf.float32, [5])}, "as many sizes"),
        ({3: tf.io.VarLenFeature(tf.int64)}, "key 3"),
        ([tf.io.VarLenFeature(tf.int64)], "must be a dict"),
        (None, "cannot be None"),
    ],
)
def test_bad_features_are_refused_by_name(features, text):
    with pytest.raises(ValueError, match=f"parse_example: .*{text}"):
        tf.io.parse_example([MESSAGES["first"]], features)


def test_partitions_that_are_none_are_refused():
    feature = tf.io.RaggedFeature(tf.float32, partitions=["p"])
    with pytest.raises(ValueError, match="parse_example: partitions must be .* got 'p'"):
        tf.io.parse_example([MESSAGES["first"]], {"r": feature})


def test_messages_are_pickled_and_leave_checkpoints_alone(tmp_path):
    example = tf.train.Example()
    example.features.feature["a"].int64_list.value.append(3)
    assert pickle.loads(pickle.dumps(example)) == example
    module = tf.Module()
    module.example, module.weight = example, tf.Variable(2.0)
    saved = tf.train.Checkpoint(module=module).save(str(tmp_path / "ckpt"))
    module.weight.assign(0.0)
    tf.train.Checkpoint(module=module).restore(saved)
    assert float(module.weight) == 2.0


def test_dense_features_come_together():
    asked = {
        "c": tf.io.FixedLenFeature([], "float32", 1.0),
        "b": tf.io.FixedLenSequenceFeature([], "float32", allow_missing=True),
        "a": tf.io.FixedLenFeature([], "float32", 1.0),
        "z": tf.io.VarLenFeature("float32"),
    }
    assert list(tf.io.parse_example([b""], asked)) == ["z", "a", "b", "c"]
