"""Where tf.print writes to: files that each call adds to, file objects, nothing else."""

import io

import pytest

import pelton as tf


def test_a_file_gets_more_with_each_call(tmp_path):
    path = tmp_path / "out.txt"
    stream = f"file://{path}"
    tf.print("a", 1, output_stream=stream)
    tf.print("b", output_stream=stream, end="")

    @tf.function
    def traced(x):
        tf.print("c", x, output_stream=stream)
        return x

    for value in (3, 4, 5):
        traced(tf.constant(value))
    assert path.read_text() == "a 1\nbc 3\nc 4\nc 5\n"


def test_a_file_object():
    stream = io.StringIO()
    tf.print("x", tf.constant([1, 2]), output_stream=stream)
    assert stream.getvalue() == "x [1 2]\n"


@pytest.mark.parametrize("stream", ["nothing", "file://", 3, b"file:///x"])
def test_other_streams_are_refused(stream):
    with pytest.raises(ValueError, match="print: `output_stream` must be a file object"):
        tf.print("x", output_stream=stream)
