"""Owns the messages of summaries and events, as programs make and read them."""

from __future__ import annotations

from pelton.compat.v1.graph_defs.message import Message
from pelton.compat.v1.graph_defs.messages import TensorProto

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class HistogramProto(Message):
    """A histogram: its figures, the upper ends of its buckets and what is in them."""

    FIELDS = {
        1: ("min", "double", "one"), 2: ("max", "double", "one"), 3: ("num", "double", "one"),
        4: ("sum", "double", "one"), 5: ("sum_squares", "double", "one"),
        6: ("bucket_limit", "double", "many"), 7: ("bucket", "double", "many"),
    }  # fmt: skip


class _Image(Message):
    """An encoded image."""

    FIELDS = {
        1: ("height", "int", "one"), 2: ("width", "int", "one"), 3: ("colorspace", "int", "one"),
        4: ("encoded_image_string", "bytes", "one"),
    }  # fmt: skip


class _Audio(Message):
    """An encoded clip."""

    FIELDS = {
        1: ("sample_rate", "float", "one"), 2: ("num_channels", "int", "one"),
        3: ("length_frames", "int", "one"), 4: ("encoded_audio_string", "bytes", "one"),
        5: ("content_type", "string", "one"),
    }  # fmt: skip


class _PluginData(Message):
    """Which plugin shows a value."""

    FIELDS = {1: ("plugin_name", "string", "one"), 2: ("content", "bytes", "one")}


class SummaryMetadata(Message):
    """How a value is shown."""

    FIELDS = {
        1: ("plugin_data", _PluginData, "one"), 2: ("display_name", "string", "one"),
        3: ("summary_description", "string", "one"),
    }  # fmt: skip


class Value(Message):
    """A value under a tag."""

    FIELDS = {
        1: ("tag", "string", "one"), 2: ("simple_value", "float", "one"),
        4: ("image", _Image, "one"), 5: ("histo", HistogramProto, "one"),
        6: ("audio", _Audio, "one"), 7: ("node_name", "string", "one"),
        8: ("tensor", TensorProto, "one"), 9: ("metadata", SummaryMetadata, "one"),
    }  # fmt: skip
    ONE_OF = {"value": "simple_value image histo audio tensor"}


class Summary(Message):
    """``tf.Summary``: values under tags, of a program's own or of what a run gave."""

    FIELDS = {1: ("value", Value, "many")}
    Value = Value
    Image = _Image
    Audio = _Audio


class Event(Message):
    """What a file of events holds: a summary of a step, or the file's version."""

    FIELDS = {
        1: ("wall_time", "double", "one"), 2: ("step", "int", "one"),
        3: ("file_version", "string", "one"), 4: ("graph_def", "bytes", "one"),
        5: ("summary", Summary, "one"), 9: ("meta_graph_def", "bytes", "one"),
    }  # fmt: skip
    ONE_OF = {"what": "file_version graph_def summary meta_graph_def"}


def summary_iterator(path: Any) -> Iterator[Event]:
    """The events of a file."""
    from pelton.compat.v1.python_io import tf_record_iterator

    for data in tf_record_iterator(path):
        yield Event.FromString(data)
