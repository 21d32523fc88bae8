"""Owns the hook that saves checkpoints, and the listeners that it calls."""

from __future__ import annotations

import os

from pelton.compat.v1 import logging as _logging
from pelton.compat.v1.graph import get_default_graph
from pelton.compat.v1.monitored.hooks import (
    SecondOrStepTimer,
    SessionRunContext,
    SessionRunHook,
    SessionRunValues,
    global_step,
)

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class CheckpointSaverListener:
    """Base of what is told of checkpoints: methods that do nothing."""

    def begin(self) -> None:
        """Before the session is made."""

    def before_save(self, session: Any, global_step_value: int) -> None:
        """Before a checkpoint is written."""

    def after_save(self, session: Any, global_step_value: int) -> bool | None:
        """Once a checkpoint is written; True asks the training to stop."""
        return None

    def end(self, session: Any, global_step_value: int) -> None:
        """After the last checkpoint."""


class CheckpointSaverHook(SessionRunHook):
    """Saves into a folder at the first run, every so many steps or seconds, and at the end, and the
    graph as graph.pbtxt; `listeners` are told of it.

    Raises ValueError where both `saver` and `scaffold` are given."""

    def __init__(
        self, checkpoint_dir: str, save_secs: float | None = None, save_steps: int | None = None,
        saver: Any = None, checkpoint_basename: str = "model.ckpt", scaffold: Any = None,
        listeners: Any = None, save_graph_def: bool = True,
    ) -> None:  # fmt: skip
        _logging.info("Create CheckpointSaverHook.")
        if saver is not None and scaffold is not None:
            raise ValueError("You cannot provide both saver and scaffold.")
        self._folder = checkpoint_dir
        self._path = os.path.join(checkpoint_dir, checkpoint_basename)
        self._timer = SecondOrStepTimer(save_secs, save_steps)
        self._saver, self._scaffold = saver, scaffold
        self._listeners, self._writes_graph = list(listeners or ()), save_graph_def

    def begin(self) -> None:
        os.makedirs(self._folder or ".", exist_ok=True)
        self._step = global_step()
        for one in self._listeners:
            one.begin()

    def after_create_session(self, session: Any, coord: Any) -> None:
        if self._writes_graph:
            from pelton.compat.v1.train import write_graph

            write_graph(get_default_graph(), self._folder, "graph.pbtxt")
        self._save(session)

    def after_run(self, run_context: SessionRunContext, run_values: SessionRunValues) -> None:
        session = run_context.session
        if self._timer.should_trigger_for_step(int(session.run(self._step))):
            if self._save(session):
                run_context.request_stop()

    def end(self, session: Any) -> None:
        step = int(session.run(self._step))
        if step != self._timer.last_triggered_step():
            self._save(session)
        for one in self._listeners:
            one.end(session, step)

    def _save(self, session: Any) -> bool:
        """Saves; whether a listener asks the training to stop."""
        step = int(session.run(self._step))
        saver = self._saver or (self._scaffold.saver if self._scaffold is not None else None)
        if saver is None:
            from pelton.compat.v1.saving.saver import Saver

            saver = self._saver = Saver()
        _logging.info(f"Calling checkpoint listeners before saving checkpoint {step}...")
        for one in self._listeners:
            one.before_save(session, step)
        _logging.info(f"Saving checkpoints for {step} into {self._path}.")
        self._timer.update_last_triggered_step(step)
        saver.save(session, self._path, global_step=step)
        _logging.info(f"Calling checkpoint listeners after saving checkpoint {step}...")
        asked = [one for one in self._listeners if one.after_save(session, step)]
        for one in asked:
            _logging.info(
                f"A CheckpointSaverListener requested that training be stopped. listener: {one}"
            )
        return bool(asked)
