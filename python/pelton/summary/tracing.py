"""Owns ``tf.summary.trace_on`` and its fellows: there is no TensorFlow graph to write, which
trace_export says."""

from __future__ import annotations

import warnings

from pelton.summary.state import step_of

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

_is_on = False


def trace_on(graph: bool = True, profiler: bool = False, profiler_outdir: Any = None) -> None:
    """Begins a trace for trace_export, which warns if there is one already."""
    global _is_on
    if _is_on:
        warnings.warn("Trace already enabled", stacklevel=2)
    _is_on = True


def trace_off() -> None:
    """Ends the trace and forgets it."""
    global _is_on
    _is_on = False


def trace_export(name: str, step: Any = None, profiler_outdir: Any = None) -> None:
    """Ends the trace and warns that nothing is written: a program here is no TensorFlow graph.

    Raises ValueError without a step or a trace."""
    step_of(step)
    if not _is_on:
        raise ValueError("Must enable trace before export through tf.summary.trace_on.")
    trace_off()
    warnings.warn(
        f"tf.summary.trace_export: {name!r} is not written, a program here is no TensorFlow graph; "
        "tf.config.experimental.explain_program shows it",
        stacklevel=2,
    )
