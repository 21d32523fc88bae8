"""Owns the hooks of monitored sessions: what happens before and after their runs."""

from __future__ import annotations

import time
from typing import NamedTuple

from pelton.compat.v1 import logging as _logging
from pelton.nest import flatten

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class SessionRunArgs(NamedTuple):
    """What a hook wants run beside the fetches, and fed."""

    fetches: Any
    feed_dict: Any = None
    options: Any = None


class SessionRunValues(NamedTuple):
    """What a hook's fetches gave."""

    results: Any
    options: Any = None
    run_metadata: Any = None


class SessionRunContext:
    """One run, as hooks see it."""

    def __init__(self, original_args: SessionRunArgs, session: Any) -> None:
        self.original_args = original_args
        self.session = session
        self.stop_requested = False

    def request_stop(self) -> None:
        """After this run the session should stop."""
        self.stop_requested = True


class SessionRunHook:
    """Base of hooks: methods that do nothing."""

    def begin(self) -> None:
        """Before the session is made; nodes may be added to the graph."""

    def after_create_session(self, session: Any, coord: Any) -> None:
        """Once the session has its values."""

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        """Before a run: what else it shall fetch and be fed."""
        return None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        """After a run, with what it fetched for this hook."""

    def end(self, session: Any) -> None:
        """Before the session is closed, unless an error closes it."""


class NanLossDuringTrainingError(RuntimeError):
    """A loss was not a number."""

    def __str__(self) -> str:
        return "NaN loss during training."


class SecondOrStepTimer:
    """Whether it is time again: after so many seconds, or so many steps.

    Raises ValueError unless one of the two is given."""

    def __init__(self, every_secs: float | None = None, every_steps: int | None = None) -> None:
        if (every_secs is None) == (every_steps is None):
            raise ValueError("exactly one of every_secs and every_steps must be provided.")
        self._secs, self._steps = every_secs, every_steps
        self._last: tuple[float, int] | None = None

    def should_trigger_for_step(self, step: int) -> bool:
        """Whether it is time at this step; always at the first."""
        if self._last is None:
            return True
        when, at = self._last
        if step == at:
            return False
        if self._secs is not None:
            return time.time() >= when + self._secs
        return step >= at + (self._steps or 0)

    def update_last_triggered_step(self, step: int) -> tuple[float | None, int | None]:
        """Notes that it was time: (seconds, steps) since it was before; None at first."""
        now = time.time()
        before, self._last = self._last, (now, step)
        return (None, None) if before is None else (now - before[0], step - before[1])

    def last_triggered_step(self) -> int | None:
        """The step when it was time; None before that."""
        return None if self._last is None else self._last[1]


def global_step() -> Any:
    """The graph's step; RuntimeError where there is none."""
    from pelton.compat.v1.train import get_global_step

    found = get_global_step()
    if found is None:
        raise RuntimeError("Global step should be created to use this hook.")
    return found


class StopAtStepHook(SessionRunHook):
    """Stops after `num_steps`, or at the global step `last_step`.

    Raises ValueError unless one of the two is given."""

    def __init__(self, num_steps: int | None = None, last_step: int | None = None) -> None:
        if (num_steps is None) == (last_step is None):
            raise ValueError("Exactly one of num_steps or last_step must be specified.")
        self._num_steps, self._last_step = num_steps, last_step

    def begin(self) -> None:
        self._step = global_step()

    def after_create_session(self, session: Any, coord: Any) -> None:
        if self._last_step is None:
            self._last_step = int(session.run(self._step)) + (self._num_steps or 0)

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._step)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        step = int(run_values.results)
        if step + 1 >= (self._last_step or 0):
            step = int(run_context.session.run(self._step))  # the run may have read it early
        if step >= (self._last_step or 0):
            run_context.request_stop()


class NanTensorHook(SessionRunHook):
    """Stops, or raises NanLossDuringTrainingError, where the loss is not a number."""

    def __init__(self, loss_tensor: Any, fail_on_nan_loss: bool = True) -> None:
        self._loss, self._fails = loss_tensor, fail_on_nan_loss

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(self._loss)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if run_values.results == run_values.results:
            return
        if self._fails:
            _logging.error("Model diverged with loss = NaN.")
            raise NanLossDuringTrainingError
        _logging.warning("Model diverged with loss = NaN.")
        run_context.request_stop()


class LoggingTensorHook(SessionRunHook):
    """Logs tensors, a list or a dict of them by name, every so many runs or seconds."""

    def __init__(
        self, tensors: Any, every_n_iter: int | None = None, every_n_secs: float | None = None,
        at_end: bool = False, formatter: Any = None,
    ) -> None:  # fmt: skip
        named = tensors if isinstance(tensors, dict) else {_name(one): one for one in tensors}
        self._tensors = {name: _output(one) for name, one in named.items()}
        self._formatter, self._at_end = formatter, at_end
        self._timer = SecondOrStepTimer(every_n_secs, every_n_iter) if not at_end else None
        self._runs = 0
        self._is_due = False

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        self._is_due = self._timer is not None and self._timer.should_trigger_for_step(self._runs)
        return SessionRunArgs(self._tensors) if self._is_due else None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._is_due:
            self._log(run_values.results)
        self._runs += 1

    def _log(self, values: dict[str, Any]) -> None:
        seconds = None
        if self._timer is not None:
            seconds = self._timer.update_last_triggered_step(self._runs)[0]
        text = ", ".join(f"{name} = {values[name]}" for name in self._tensors)
        if self._formatter is not None:
            text = self._formatter(values)
        elif seconds is not None:
            text = f"{text} ({seconds:.3f} sec)"
        _logging.info(text)

    def end(self, session: Any) -> None:
        if self._at_end:
            self._log(session.run(self._tensors))


def _name(tensor: Any) -> str:
    return tensor if isinstance(tensor, str) else str(tensor.op.name)


def _output(tensor: Any) -> Any:
    """A tensor, its name, or the name of the operation whose first output it is."""
    return f"{tensor}:0" if isinstance(tensor, str) and ":" not in tensor else tensor


class SummarySaverHook(SessionRunHook):
    """Writes summaries every so many steps or seconds."""

    def __init__(
        self, save_steps: int | None = None, save_secs: float | None = None,
        output_dir: str | None = None, summary_writer: Any = None, scaffold: Any = None,
        summary_op: Any = None,
    ) -> None:  # fmt: skip
        if (scaffold is None) == (summary_op is None):
            raise ValueError("Exactly one of scaffold or summary_op must be provided.")
        self._timer = SecondOrStepTimer(save_secs, save_steps)
        self._folder, self._writer = output_dir, summary_writer
        self._scaffold, self._summary = scaffold, summary_op

    def begin(self) -> None:
        self._is_own = self._writer is None
        if self._is_own:
            from pelton.compat.v1.summary import FileWriterCache

            self._writer = FileWriterCache.get(self._folder)
        self._step = global_step()
        self._count = 0

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs | None:
        summary = self._summary if self._scaffold is None else self._scaffold.summary_op
        self._is_due = summary is not None and self._timer.should_trigger_for_step(self._count)
        return SessionRunArgs(flatten([summary])) if self._is_due else None

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        if self._is_due:
            self._timer.update_last_triggered_step(self._count)
            step = int(run_context.session.run(self._step))
            for one in run_values.results:
                self._writer.add_summary(one, step)
        self._count += 1

    def end(self, session: Any) -> None:
        self._writer.close() if self._is_own else self._writer.flush()


class FeedFnHook(SessionRunHook):
    """Feeds what a function gives for each run."""

    def __init__(self, feed_fn: Any) -> None:
        self._feed = feed_fn

    def before_run(self, run_context: SessionRunContext) -> SessionRunArgs:
        return SessionRunArgs(None, self._feed())


class FinalOpsHook(SessionRunHook):
    """Runs some fetches at the end; what they gave is `final_ops_values`."""

    def __init__(self, final_ops: Any, final_ops_feed_dict: Any = None) -> None:
        self._fetches, self._feeds = final_ops, final_ops_feed_dict
        self.final_ops_values: Any = None

    def end(self, session: Any) -> None:
        if self._fetches is not None:
            self.final_ops_values = session.run(self._fetches, self._feeds)
