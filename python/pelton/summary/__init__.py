"""Owns ``tf.summary``: event files for TensorBoard, written by TensorBoard's own writer
(``pip install "pelton[tensorboard]"``)."""

from pelton.summary import experimental
from pelton.summary.kinds import audio, graph, histogram, image, scalar, text
from pelton.summary.state import record_if, should_record_summaries
from pelton.summary.tracing import trace_export, trace_off, trace_on
from pelton.summary.writer import (
    SummaryWriter,
    create_file_writer,
    create_noop_writer,
    flush,
)
from pelton.summary.writing import write

__all__ = [
    "SummaryWriter",
    "audio",
    "create_file_writer",
    "create_noop_writer",
    "experimental",
    "flush",
    "graph",
    "histogram",
    "image",
    "record_if",
    "scalar",
    "should_record_summaries",
    "text",
    "trace_export",
    "trace_off",
    "trace_on",
    "write",
]

from pelton.names.named_refusals import name_refusals as _name_refusals

_name_refusals(__name__)
