"""tf.summary: what TensorBoard reads back from the event files."""

import zlib

import numpy as np
import pytest

import pelton as tf

tensorboard = pytest.importorskip("tensorboard")


def values(folder):
    """{tag: [(step, array, plugin)]} of all event files of a folder."""
    from tensorboard.backend.event_processing.event_file_loader import EventFileLoader
    from tensorboard.util.tensor_util import make_ndarray

    found = {}
    for path in sorted(folder.glob("events.out.tfevents.*")):
        for event in EventFileLoader(str(path)).Load():
            for value in event.summary.value:
                row = (event.step, make_ndarray(value.tensor), value.metadata.plugin_data)
                found.setdefault(value.tag, []).append(row)
    return found


def test_scalars_and_steps(tmp_path):
    writer = tf.summary.create_file_writer(tmp_path)
    with writer.as_default():
        with pytest.raises(ValueError, match="No step set"):
            tf.summary.scalar("loss", 1.0)
        assert bool(tf.summary.scalar("loss", 0.5, step=3))
        tf.summary.experimental.set_step(tf.Variable(7, dtype=tf.int64))
        with tf.name_scope("inner"):
            tf.summary.scalar("loss", tf.constant(2))
        with tf.summary.record_if(False):
            assert not bool(tf.summary.scalar("loss", 9.0))
            assert not bool(tf.summary.should_record_summaries())
    assert not bool(tf.summary.scalar("loss", 1.0, step=1))
    tf.summary.experimental.set_step(None)
    writer.close()
    found = values(tmp_path)
    assert [(step, float(array)) for step, array, _ in found["loss"]] == [(3, 0.5)]
    assert [(step, float(array)) for step, array, _ in found["inner/loss"]] == [(7, 2.0)]
    assert found["loss"][0][2].plugin_name == "scalars"


def test_traced_scalars(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path))

    @tf.function
    def step(x, number):
        tf.summary.scalar("x", x, step=number)
        return x + 1

    with writer.as_default():
        for number in range(3):
            step(tf.constant(10.0 * number), tf.constant(number))
    rows = values(tmp_path)["x"]
    assert [(number, float(array)) for number, array, _ in rows] == [(0, 0), (1, 10), (2, 20)]


def test_histograms(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path))
    with writer.as_default(step=1):
        tf.summary.histogram("h", [0.0, 1.0, 1.0, 4.0], buckets=4)
        tf.summary.histogram("same", [2.0, 2.0], buckets=3)
    found = values(tmp_path)
    expected = [[0, 1, 1], [1, 2, 2], [2, 3, 0], [3, 4, 1]]
    np.testing.assert_array_equal(found["h"][0][1], expected)
    np.testing.assert_array_equal(found["same"][0][1][:, 2], [0, 0, 2])
    assert found["h"][0][2].plugin_name == "histograms"


def test_images(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path))
    pixels = np.array([[[[0.0], [1.0]]]] * 4, np.float32)  # (4, 1, 2, 1)
    with writer.as_default(step=1):
        tf.summary.image("i", pixels, max_outputs=2)
        with pytest.raises(ValueError, match="must have rank 4"):
            tf.summary.image("i", pixels[0])
    array = values(tmp_path)["i"][0][1]
    assert list(array[:2]) == [b"2", b"1"] and len(array) == 4
    png = array[2]
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    start = png.index(b"IDAT") + 4
    size = int.from_bytes(png[start - 8 : start - 4], "big")
    assert zlib.decompress(png[start : start + size]) == bytes([0, 0, 255])


def test_audio_and_text(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path))
    with writer.as_default(step=2):
        tf.summary.audio("a", tf.zeros((1, 5, 1)), 100)
        tf.summary.text("t", "**bold**")
        tf.summary.write("w", [1.0, 2.0])
        with pytest.raises(ValueError, match="Unknown encoding"):
            tf.summary.audio("a", tf.zeros((1, 5, 1)), 100, encoding="mp3")
    found = values(tmp_path)
    assert np.ravel(found["a"][0][1])[0][:4] == b"RIFF"
    assert found["t"][0][1].item() == b"**bold**"
    np.testing.assert_array_equal(found["w"][0][1], [1.0, 2.0])


def test_metadata_of_any_class(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path))
    metadata = tf.compat.v1.SummaryMetadata()
    metadata.plugin_data.plugin_name = "graph_keras_model"
    with writer.as_default(step=0):
        tf.summary.write("message", "{}", metadata=metadata)
        tf.summary.write("bytes", "{}", metadata=metadata.SerializeToString())
    found = values(tmp_path)
    for tag in ("message", "bytes"):
        assert found[tag][0][2].plugin_name == "graph_keras_model"


def test_closed_and_empty_writers(tmp_path):
    writer = tf.summary.create_file_writer(str(tmp_path))
    writer.close()
    writer.close()
    with pytest.raises(RuntimeError, match="already closed"), writer.as_default():
        pass
    with tf.summary.create_noop_writer().as_default():
        assert not bool(tf.summary.scalar("x", 1.0, step=1))
    with pytest.raises(ValueError, match="`logdir` cannot be None"):
        tf.summary.create_file_writer(None)


def test_traces_are_refused_or_warned_of(tmp_path):
    with pytest.raises(ValueError, match="No step set"):
        tf.summary.trace_export("t")
    with pytest.raises(ValueError, match="Must enable trace"):
        tf.summary.trace_export("t", step=0)
    tf.summary.trace_on(graph=True)
    with pytest.warns(UserWarning, match="'t' is not written"):
        tf.summary.trace_export("t", step=0)
    with pytest.raises(NotImplementedError, match="no TensorFlow graph"):
        tf.summary.graph(None)
