"""Owns MonitoredTrainingSession and its fellows: sessions that begin with values and call hooks."""

from __future__ import annotations

import inspect

from pelton.compat.v1 import graph_ops as _ops
from pelton.compat.v1 import logging as _logging
from pelton.compat.v1.coordinator import Coordinator
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.compat.v1.initialization import report_uninitialized_variables
from pelton.compat.v1.monitored.checkpoint_hooks import CheckpointSaverHook
from pelton.compat.v1.monitored.hooks import (
    SessionRunArgs,
    SessionRunContext,
    SessionRunValues,
    SummarySaverHook,
)
from pelton.compat.v1.monitored.step_hooks import StepCounterHook
from pelton.compat.v1.queues.runners import start_queue_runners
from pelton.compat.v1.session import Session
from pelton.errors import OutOfRangeError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Scaffold:
    """What a session needs to begin: operations that initialize, a saver, summaries."""

    def __init__(
        self, init_op: Any = None, init_feed_dict: Any = None, init_fn: Any = None,
        ready_op: Any = None, ready_for_local_init_op: Any = None, local_init_op: Any = None,
        summary_op: Any = None, saver: Any = None, copy_from_scaffold: Any = None,
        local_init_feed_dict: Any = None,
    ) -> None:  # fmt: skip
        given = copy_from_scaffold
        if given is not None and not isinstance(given, Scaffold):
            raise TypeError("copy_from_scaffold is not a Scaffold instance.")

        def chosen(value: Any, name: str) -> Any:
            return value if value is not None or given is None else getattr(given, name)

        self.init_op = chosen(init_op, "init_op")
        self.init_feed_dict = chosen(init_feed_dict, "init_feed_dict")
        self.init_fn = None if given is None else given.init_fn
        if init_fn is not None:
            self.init_fn = lambda session: init_fn(self, session)
        self.ready_op = chosen(ready_op, "ready_op")
        self.ready_for_local_init_op = chosen(ready_for_local_init_op, "ready_for_local_init_op")
        self.local_init_op = chosen(local_init_op, "local_init_op")
        self.local_init_feed_dict = chosen(local_init_feed_dict, "local_init_feed_dict")
        self.summary_op, self.saver = chosen(summary_op, "summary_op"), chosen(saver, "saver")

    def finalize(self) -> Scaffold:
        """Makes what is not given from the default graph, which takes no more nodes then."""
        from pelton.compat.v1.saving.saver import Saver
        from pelton.compat.v1.summary import merge_all

        for name, key, make in (
            ("init_op", GraphKeys.INIT_OP, _ops.global_variables_initializer),
            ("ready_op", GraphKeys.READY_OP, report_uninitialized_variables),
            ("local_init_op", GraphKeys.LOCAL_INIT_OP, _ops.local_variables_initializer),
            ("summary_op", GraphKeys.SUMMARY_OP, merge_all),
            ("saver", GraphKeys.SAVERS, lambda: Saver(allow_empty=True)),
        ):
            if getattr(self, name) is None:
                setattr(self, name, _first_of(key, make))
        get_default_graph().finalize()
        _logging.info("Graph was finalized.")
        return self


def _first_of(key: str, make: Any) -> Any:
    """The first of a collection, which what `make` gives becomes where there is none."""
    graph = get_default_graph()
    if not graph.get_collection(key):
        graph.add_to_collection(key, make())
    return graph.get_collection(key)[0]


class SessionCreator:
    """Base of what makes sessions for a MonitoredSession."""

    def create_session(self) -> Session:
        """The session, with values."""
        raise NotImplementedError(f"create_session is not implemented for {self}.")


class ChiefSessionCreator(SessionCreator):
    """Makes a session whose variables are restored from a folder's last checkpoint, or else
    initialized."""

    def __init__(
        self, scaffold: Scaffold | None = None, master: str = "", config: Any = None,
        checkpoint_dir: str | None = None, checkpoint_filename_with_path: str | None = None,
    ) -> None:  # fmt: skip
        self.scaffold = scaffold or Scaffold()
        self._master, self._config = master, config
        self._folder, self._path = checkpoint_dir, checkpoint_filename_with_path

    def create_session(self) -> Session:
        """The session, with values."""
        from pelton.train.checkpoints.states import latest_checkpoint

        scaffold = self.scaffold.finalize()
        session = Session(self._master, config=self._config)
        path = self._path or (latest_checkpoint(self._folder) if self._folder else None)
        if path is None:
            session.run(scaffold.init_op, scaffold.init_feed_dict)
            if scaffold.init_fn is not None:
                scaffold.init_fn(session)
        else:
            scaffold.saver.restore(session, path)
        _logging.info("Running local_init_op.")
        session.run(scaffold.local_init_op, scaffold.local_init_feed_dict)
        _logging.info("Done running local_init_op.")
        return session


class WorkerSessionCreator(ChiefSessionCreator):
    """Makes a session of a worker; in the one process there is, as the chief's is made."""

    def __init__(self, scaffold: Scaffold | None = None, master: str = "", config: Any = None,
                 max_wait_secs: int = 1800) -> None:  # fmt: skip
        super().__init__(scaffold, master, config)


class MonitoredSession:
    """A session that calls `hooks` around its runs; ``with`` ends quietly with the inputs."""

    def __init__(
        self, session_creator: Any = None, hooks: Iterable[Any] | None = None,
        stop_grace_period_secs: int = 120,
    ) -> None:  # fmt: skip
        self.graph = get_default_graph()
        self._was_final = self.graph.finalized
        self._hooks = list(hooks or ())
        for hook in self._hooks:
            hook.begin()
        self._coordinator, self._patience = Coordinator(), stop_grace_period_secs
        self._session: Any = (session_creator or ChiefSessionCreator()).create_session()
        self._threads = start_queue_runners(self._session, self._coordinator)
        self._is_stopped = False
        for hook in self._hooks:
            hook.after_create_session(self._session, self._coordinator)

    def should_stop(self) -> bool:
        """Whether a hook asked to stop, or the session is closed."""
        return self._is_stopped or self._session is None

    def raw_session(self) -> Session:
        """The session without hooks."""
        return self._session  # type: ignore[no-any-return]

    def run_step_fn(self, step_fn: Any) -> Any:
        """`step_fn(step_context)`, which may run the raw session and the hooked one. Raises
        ValueError for a function of other arguments; a step that asks to stop ends the loop."""
        names = inspect.getfullargspec(step_fn).args
        if "step_context" not in names or len(names) > (2 if "self" in names else 1):
            raise ValueError(
                "`step_fn` may either have one `step_context` argument, or `self` and "
                f"`step_context` arguments if it's an instance method. Got {names} instead."
            )
        try:
            return step_fn(StepContext(self))
        except _StopAsked:
            self._is_stopped = True
            raise

    def run(
        self, fetches: Any, feed_dict: Any = None, options: Any = None, run_metadata: Any = None
    ) -> Any:
        """Session.run with the hooks' fetches and feeds. Raises RuntimeError once it should stop or
        is closed, and where hooks feed the same tensor."""
        if self._session is None:
            raise RuntimeError("Attempted to use a closed Session.")
        if self._is_stopped:
            raise RuntimeError("Run called even after should_stop requested.")
        context = SessionRunContext(SessionRunArgs(fetches, feed_dict), self._session)
        feeds = dict(feed_dict or {})
        wanted: dict[int, Any] = {}
        for number, hook in enumerate(self._hooks):
            asked = hook.before_run(context)
            if asked is None:
                continue
            if asked.fetches is not None:
                wanted[number] = asked.fetches
            if set(asked.feed_dict or ()) & set(feeds):
                raise RuntimeError("Same tensor is fed by two hooks.")
            feeds.update(asked.feed_dict or {})
        found, more = self._session.run([fetches, wanted], feeds)
        for number, hook in enumerate(self._hooks):
            hook.after_run(context, SessionRunValues(more.get(number)))
        self._is_stopped = self._is_stopped or context.stop_requested
        return found

    def close(self) -> None:
        """Calls the hooks' ``end`` and closes the session; the graph takes nodes again if it did
        before. RuntimeError where it is closed."""
        if self._session is None:
            raise RuntimeError("Session is already closed.")
        self._close(is_clean=True)

    def _close(self, is_clean: bool) -> None:
        if self._session is None:
            return
        try:
            for hook in self._hooks if is_clean else ():
                hook.end(self._session)
        finally:
            self._coordinator.request_stop()
            self._session.close()
            for thread in self._threads:
                thread.join(self._patience)
            self._session = None
            if not self._was_final:
                self.graph.reopen()

    def __enter__(self) -> MonitoredSession:
        return self

    def __exit__(self, kind: Any, error: Any, traceback: Any) -> bool:
        is_end = kind is not None and issubclass(kind, (OutOfRangeError, StopIteration))
        self._close(is_clean=kind is None or is_end)
        return is_end


class _StopAsked(StopIteration):
    pass


class StepContext:
    """What the function of run_step_fn is given: the session without hooks, and runs with them."""

    def __init__(self, monitored: MonitoredSession) -> None:
        self._monitored = monitored
        self.session = monitored.raw_session()

    def run_with_hooks(self, *args: Any, **kwargs: Any) -> Any:
        """The monitored session's run."""
        return self._monitored.run(*args, **kwargs)

    def request_stop(self) -> None:
        """Ends the step by StopIteration."""
        raise _StopAsked("step_fn has requested the iterations to stop.")


class SingularMonitoredSession(MonitoredSession):
    """A MonitoredSession by its parts, which is the default session in ``with``."""

    def __init__(
        self, hooks: Any = None, scaffold: Any = None, master: str = "", config: Any = None,
        checkpoint_dir: str | None = None, stop_grace_period_secs: int = 120,
        checkpoint_filename_with_path: str | None = None,
    ) -> None:  # fmt: skip
        creator = ChiefSessionCreator(
            scaffold, master, config, checkpoint_dir, checkpoint_filename_with_path
        )
        super().__init__(creator, hooks, stop_grace_period_secs)


def MonitoredTrainingSession(  # noqa: N802 - TensorFlow's name
    master: str = "", is_chief: bool = True, checkpoint_dir: str | None = None,
    scaffold: Scaffold | None = None, hooks: Any = None, chief_only_hooks: Any = None,
    save_checkpoint_secs: Any = None, save_summaries_steps: Any = None,
    save_summaries_secs: Any = None, config: Any = None, stop_grace_period_secs: int = 120,
    log_step_count_steps: Any = 100, max_wait_secs: int = 7200, save_checkpoint_steps: Any = None,
    summary_dir: str | None = None, save_graph_def: bool = True,
) -> MonitoredSession:  # fmt: skip
    """A MonitoredSession that restores from `checkpoint_dir`, and saves there every 600 seconds and
    summaries every 100 steps unless told otherwise."""
    scaffold = scaffold or Scaffold()
    called = [*(hooks or ()), *(chief_only_hooks or ())]
    if checkpoint_dir and save_checkpoint_secs is None and save_checkpoint_steps is None:
        save_checkpoint_secs = 600
    if save_summaries_steps is None and save_summaries_secs is None:
        save_summaries_steps = 100
    folder = summary_dir or checkpoint_dir
    if folder and log_step_count_steps and log_step_count_steps > 0:
        called.append(StepCounterHook(log_step_count_steps, output_dir=folder))
    if folder and (save_summaries_steps or save_summaries_secs):
        every = (save_summaries_steps or None, save_summaries_secs or None)
        called.append(SummarySaverHook(*every, output_dir=folder, scaffold=scaffold))
    if checkpoint_dir and (save_checkpoint_secs or save_checkpoint_steps):
        steps = save_checkpoint_steps or None
        seconds = None if steps else save_checkpoint_secs
        called.append(
            CheckpointSaverHook(
                checkpoint_dir, seconds, steps, scaffold=scaffold, save_graph_def=save_graph_def
            )
        )
    creator = ChiefSessionCreator(scaffold, master, config, checkpoint_dir)
    return MonitoredSession(creator, called, stop_grace_period_secs)
