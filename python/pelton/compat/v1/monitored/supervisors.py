"""Owns Supervisor: sessions that begin from the last checkpoint, with queues and summaries."""

from __future__ import annotations

import contextlib
import os
import time

from pelton.compat.v1.coordinator import Coordinator
from pelton.compat.v1.graph import get_default_graph

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_OURS = object()  # what the supervisor makes itself


class Supervisor:
    """Begins sessions for a training in `logdir`: from its last checkpoint, or by the initializers.

    At the end of a managed session it saves a checkpoint. Its threads of summaries and checkpoints
    by the clock are not here: `save_model_secs` counts from one ``summary_computed`` or
    ``should_stop`` to the next."""

    USE_DEFAULT = _OURS

    def __init__(
        self, graph: Any = None, ready_op: Any = _OURS, ready_for_local_init_op: Any = _OURS,
        is_chief: bool = True, init_op: Any = _OURS, init_feed_dict: Any = None,
        local_init_op: Any = _OURS, logdir: Any = None, summary_op: Any = _OURS,
        saver: Any = _OURS, global_step: Any = _OURS, save_summaries_secs: float = 120,
        save_model_secs: float = 600, recovery_wait_secs: float = 30, stop_grace_secs: float = 120,
        checkpoint_basename: str = "model.ckpt", session_manager: Any = None,
        summary_writer: Any = _OURS, init_fn: Callable[[Any], None] | None = None,
        local_init_run_options: Any = None,
    ) -> None:  # fmt: skip
        from pelton.compat.v1 import train

        self._graph = graph or get_default_graph()
        self._logdir = None if logdir is None else os.fspath(logdir)
        self._given = {"init": init_op, "local": local_init_op, "step": global_step}
        self._feeds, self._start, self._is_chief = init_feed_dict, init_fn, is_chief
        self.coord = Coordinator()
        with self._graph.as_default():
            self.saver = train.Saver(allow_empty=True) if saver is _OURS else saver
        self.save_path = os.path.join(self._logdir or "", checkpoint_basename)
        self._seconds, self._saved = save_model_secs, time.time()
        self._writer = summary_writer
        self._session: Any = None

    @property
    def global_step(self) -> Any:
        """The graph's step, or the one given."""
        from pelton.compat.v1 import train

        given = self._given["step"]
        return train.get_global_step(self._graph) if given is _OURS else given

    @property
    def summary_writer(self) -> Any:
        """The writer of `logdir`; None without."""
        if self._writer is _OURS:
            from pelton.compat.v1.summary import FileWriter

            self._writer = None if self._logdir is None else FileWriter(self._logdir)
        return self._writer

    def prepare_or_wait_for_session(
        self, master: str = "", config: Any = None, wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200, start_standard_services: bool = True,
    ) -> Any:  # fmt: skip
        """A session whose variables are restored or initialized, and whose queues run."""
        from pelton.compat.v1 import train
        from pelton.compat.v1.graph_ops import (
            global_variables_initializer,
            local_variables_initializer,
        )
        from pelton.compat.v1.session import Session

        with self._graph.as_default():
            init, local = self._given["init"], self._given["local"]
            init = global_variables_initializer() if init is _OURS else init
            local = local_variables_initializer() if local is _OURS else local
            made = Session(master, graph=self._graph, config=config)
            found = train.latest_checkpoint(self._logdir) if self._logdir else None
            if init is not None:
                made.run(init, self._feeds)
            if self.saver and found:
                self.saver.restore(made, found)
            elif self._start is not None:
                self._start(made)
            if local is not None:
                made.run(local)
        self._session = made
        if start_standard_services:
            self.start_standard_services(made)
            self.start_queue_runners(made)
        return made

    def start_queue_runners(self, sess: Any, queue_runners: Any = None) -> list[Any]:
        """Starts the threads that fill queues."""
        from pelton.compat.v1 import train

        with self._graph.as_default():
            return list(train.start_queue_runners(sess, self.coord))

    def start_standard_services(self, sess: Any) -> list[Any]:
        """No threads: the graph and a first checkpoint are written at once, others between
        steps."""
        from pelton.compat.v1.train import write_graph

        if self._logdir is not None and self._is_chief:
            write_graph(self._graph, self._logdir, "graph.pbtxt")
            if self._seconds:
                self._save(sess)
        return []

    @contextlib.contextmanager
    def managed_session(
        self, master: str = "", config: Any = None, start_standard_services: bool = True,
        close_summary_writer: bool = True,
    ) -> Iterator[Any]:  # fmt: skip
        """A session that ends with a checkpoint; that data ends is no error."""
        from pelton.errors import OutOfRangeError

        made = self.prepare_or_wait_for_session(
            master, config, start_standard_services=start_standard_services
        )
        try:
            with made.as_default():
                yield made
        except OutOfRangeError:
            pass
        finally:
            self._save(made)
            self.stop(close_summary_writer=close_summary_writer)
            made.close()

    def _save(self, session: Any) -> None:
        if self._logdir is not None and self.saver and self.saver.has_variables():
            os.makedirs(self._logdir, exist_ok=True)
            step = self.global_step
            self.saver.save(session, self.save_path, global_step=step)
            self._saved = time.time()

    def summary_computed(self, sess: Any, summary: Any, global_step: Any = None) -> None:
        """Writes a summary."""
        if self.summary_writer is None:
            raise RuntimeError("Writing a summary requires a summary writer.")
        step = self.global_step if global_step is None else global_step
        if step is not None and not isinstance(step, int):
            step = int(sess.run(step)) if hasattr(step, "op") else int(step)
        self.summary_writer.add_summary(summary, step)

    def should_stop(self) -> bool:
        """Whether the training ends; saves a checkpoint where it is time."""
        is_due = self._seconds and time.time() - self._saved > self._seconds
        if is_due and self._session is not None:
            self._save(self._session)
        return self.coord.should_stop()

    def request_stop(self, ex: Any = None) -> None:
        """Asks the training to end."""
        self.coord.request_stop(ex)

    def stop(self, threads: Any = None, close_summary_writer: bool = True,
             ignore_live_threads: bool = False) -> None:  # fmt: skip
        """Ends the threads and the file of summaries."""
        self.coord.request_stop()
        if self._session is not None and self._session.graph is not None:
            for one in self._session._resources.values():
                if hasattr(one, "queue_ref") and not one.queue_ref.is_closed:
                    one.close(cancel_pending_enqueues=True)
        self.coord.join(threads, ignore_live_threads=True)
        if close_summary_writer and self._writer not in (_OURS, None):
            self._writer.close()

    def loop(self, timer_interval_secs: Any, target: Any, args: Any = None,
             kwargs: Any = None) -> None:  # fmt: skip
        """Calls the function once."""
        target(*(args or ()), **(kwargs or {}))
