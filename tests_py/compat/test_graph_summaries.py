"""tf.summary of compat.v1: the bytes that runs give and the events that FileWriter writes.

What TensorFlow 2.21 writes for the same values is recorded here."""

import numpy as np
import pytest

import pelton as tf
from pelton.train.checkpoints import wire

# What TensorFlow's compat.v1 gives for a histogram of [-0.906, 0.466].
LIMITS = [
    -0.917246389039776, -0.83386035367252354, 0.42790220995778355, 0.47069243095356195,
    1.7976931348623157e308,
]  # fmt: skip
COUNTS = [0, 1, 0, 1, 0]


def values_of(summary):
    """[(tag, fields of the value)] of a summary's bytes."""
    found = [wire.fields(value) for value in wire.fields(summary)[1]]
    return [(value[1][0].decode(), value) for value in found]


def test_scalars_and_histograms(graph_mode):
    v1 = graph_mode
    x = v1.placeholder(v1.float32, [2])
    with v1.name_scope("scope"):
        v1.summary.scalar("sum", v1.reduce_sum(x))
        v1.summary.histogram("values", x)
    merged = v1.summary.merge_all()
    with v1.Session() as session:
        for _ in range(3):  # op by op, traced, from the trace
            found, total = session.run([merged, v1.reduce_sum(x)], {x: [-0.906, 0.466]})
    assert total == pytest.approx(-0.44)
    (first, scalar), (second, histogram) = values_of(found)
    assert (first, second) == ("scope/sum_1", "scope/values")
    bits = np.array(scalar[2][0], np.uint32).view(np.float32)
    assert bits == np.float32(total)
    message = wire.fields(histogram[5][0])
    np.testing.assert_allclose(np.frombuffer(message[6][0]), LIMITS, rtol=1e-12)
    assert np.frombuffer(message[7][0]).tolist() == COUNTS


def test_images_texts_and_sounds(graph_mode):
    v1 = graph_mode
    images = v1.constant(np.ones((2, 4, 4, 3), np.float32))
    made = [
        v1.summary.image("picture", images),
        v1.summary.text("words", v1.constant("hello")),
        v1.summary.audio("sound", v1.constant(np.zeros((1, 16, 1), np.float32)), 8000.0),
    ]
    found = values_of(v1.Session().run(v1.summary.merge(made)))
    assert [tag for tag, _ in found] == [
        "picture/image/0", "picture/image/1", "words", "sound/audio",
    ]  # fmt: skip
    assert wire.fields(found[0][1][4][0])[4][0].startswith(b"\x89PNG")
    assert wire.fields(found[2][1][8][0])[8] == [b"hello"]


def test_what_a_writer_writes(graph_mode, tmp_path):
    v1 = graph_mode
    value = v1.summary.scalar("value", v1.constant(2.5))
    with v1.Session() as session, v1.summary.FileWriter(tmp_path, session.graph) as writer:
        writer.add_summary(session.run(value), global_step=7)
        writer.add_summary(v1.Summary(value=[v1.Summary.Value(tag="own", simple_value=1.0)]), 8)
    (path,) = tmp_path.iterdir()
    v1.enable_v2_behavior()
    records = [record.numpy() for record in tf.data.TFRecordDataset([str(path)])]
    events = [wire.fields(record) for record in records]
    assert events[0][3] == [b"brain.Event:2"]
    assert [event[2] for event in events[1:]] == [[7], [8]]
    assert [values_of(event[5][0])[0][0] for event in events[1:]] == ["value", "own"]


def test_tensorboard_reads_the_file(graph_mode, tmp_path):
    accumulator = pytest.importorskip("tensorboard.backend.event_processing.event_accumulator")
    v1 = graph_mode
    value = v1.summary.scalar("value", v1.constant(2.5))
    writer = v1.summary.FileWriter(tmp_path)
    writer.add_summary(v1.Session().run(value), 3)
    writer.close()
    found = accumulator.EventAccumulator(str(tmp_path)).Reload()
    assert [(one.step, one.value) for one in found.Scalars("value")] == [(3, 2.5)]


def test_bad_calls(graph_mode, tmp_path):
    v1 = graph_mode
    assert v1.summary.merge_all() is None
    with pytest.raises(TypeError, match="`inputs` must be summaries, got 1"):
        v1.summary.merge([1])
    several = v1.summary.scalar("several", v1.constant([1.0, 2.0]))
    with pytest.raises(ValueError, match=r"summary.scalar 'several': .* got shape \(2,\)"):
        v1.Session().run(several)
    infinite = v1.summary.histogram("infinite", v1.constant([float("inf")]))
    with pytest.raises(ValueError, match="Nan or infinity"):
        v1.Session().run(infinite)
    writer = v1.summary.FileWriter(tmp_path)
    with pytest.raises(TypeError, match="`summary` must be bytes or a Summary, got 3"):
        writer.add_summary(3)
    with pytest.raises(tf.errors.DataLossError):
        writer.add_summary(b"\x0a\xff")
    writer.close()
