"""Owns the hooks that look at steps: how fast they go, when to begin, where their time goes."""

from __future__ import annotations

import json
import os
import time

from pelton.compat.v1 import logging as _logging
from pelton.compat.v1.graph import get_default_graph
from pelton.compat.v1.monitored.hooks import (
    SecondOrStepTimer,
    SessionRunArgs,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
    global_step,
)

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class StepCounterHook(SessionRunHook):
    """Logs the steps per second, and writes them as a summary, every so many steps or seconds.

    Raises ValueError where both numbers are given."""

    def __init__(
        self, every_n_steps: int | None = 100, every_n_secs: float | None = None,
        output_dir: str | None = None, summary_writer: Any = None,
    ) -> None:  # fmt: skip
        if (every_n_steps is None) == (every_n_secs is None):
            raise ValueError("exactly one of every_n_steps and every_n_secs should be provided.")
        self._timer = SecondOrStepTimer(every_n_secs, every_n_steps)
        self._writer, self._folder = summary_writer, output_dir

    def begin(self) -> None:
        self._is_own = self._writer is None and bool(self._folder)
        if self._is_own:
            from pelton.compat.v1.summary import FileWriterCache

            self._writer = FileWriterCache.get(self._folder)
        self._step = global_step()
        self._tag = f"{self._step.op.name}/sec"

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        seen = int(run_values.results)
        if not self._timer.should_trigger_for_step(seen + 1):
            return
        step = int(run_context.session.run(self._step))
        if self._timer.should_trigger_for_step(step):
            seconds, steps = self._timer.update_last_triggered_step(step)
            if seconds is not None and steps is not None:
                self._log_and_record(steps, seconds, step)

    def end(self, session: Any) -> None:
        if self._is_own:
            self._writer.close()

    def _log_and_record(self, elapsed_steps: int, elapsed_time: float, global_step: int) -> None:
        rate = elapsed_steps / max(elapsed_time, 1e-9)
        if self._writer is not None:
            from pelton.compat.v1.graph_defs.summary_messages import Summary

            one = Summary(value=[Summary.Value(tag=self._tag, simple_value=rate)])
            self._writer.add_summary(one, global_step)
        _logging.info(f"{self._tag}: {rate:g}")


class GlobalStepWaiterHook(SessionRunHook):
    """Waits with the first run until the graph's step is `wait_until_step`."""

    def __init__(self, wait_until_step: int) -> None:
        self._wanted = wait_until_step

    def begin(self) -> None:
        self._is_over = self._wanted <= 0
        self._step = global_step()

    def before_run(self, run_context: SessionRunContext) -> None:
        if self._is_over:
            return
        self._is_over = True
        _logging.info(f"Waiting for global step {self._wanted} before starting training.")
        while int(run_context.session.run(self._step)) < self._wanted:
            time.sleep(0.5)


class ProfilerHook(SessionRunHook):
    """Writes timeline-STEP.json, in which Chrome's tracing shows when the runs were, every so many
    steps or seconds. A run is one span."""

    def __init__(
        self, save_steps: int | None = None, save_secs: float | None = None, output_dir: str = "",
        show_dataflow: bool = True, show_memory: bool = False,
    ) -> None:  # fmt: skip
        self._path = os.path.join(output_dir, "timeline-{}.json")
        self._timer = SecondOrStepTimer(save_secs, save_steps)
        self._spans: list[dict[str, Any]] = []

    def begin(self) -> None:
        self._step = global_step()
        self._graph = get_default_graph()

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        self._begun = time.time()
        return SessionRunArgs({"global_step": self._step})

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        step = int(run_values.results["global_step"])
        span = {"ph": "X", "name": "Session.run", "cat": "Op", "pid": 0, "tid": 0,
                "ts": int(self._begun * 1e6), "dur": int((time.time() - self._begun) * 1e6),
                "args": {"step": step}}  # fmt: skip
        self._spans.append(span)
        if self._timer.should_trigger_for_step(step):
            self._timer.update_last_triggered_step(step)
            path = self._path.format(step)
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"traceEvents": self._spans}, file)
            self._spans = []
