"""Types of pelton.summary. Made by `dev.py stubs`; do not edit."""

from . import experimental as experimental
from pelton.summary.kinds import audio as audio
from pelton.summary.kinds import graph as graph
from pelton.summary.kinds import histogram as histogram
from pelton.summary.kinds import image as image
from pelton.summary.kinds import scalar as scalar
from pelton.summary.kinds import text as text
from pelton.summary.state import should_record_summaries as should_record_summaries
from pelton.summary.tracing import trace_export as trace_export
from pelton.summary.tracing import trace_off as trace_off
from pelton.summary.tracing import trace_on as trace_on
from pelton.summary.writer import SummaryWriter as SummaryWriter
from pelton.summary.writer import create_file_writer as create_file_writer
from pelton.summary.writer import create_noop_writer as create_noop_writer
from pelton.summary.writer import flush as flush
from pelton.summary.writing import write as write
from typing import Any

def record_if(*, condition: Any) -> Any: ...
