"""Owns SessionManager, which makes sessions that have values, and the loop over a Supervisor's."""

from __future__ import annotations

from pelton.compat.v1.graph import get_default_graph
from pelton.compat.v1.session import Session

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class SessionManager:
    """Makes sessions of `graph` whose variables are restored from a checkpoint or initialized.

    ``ready_op`` gives the names of what has no value yet; ``local_init_op`` runs in each session.
    Other processes, which one would wait for, are not here: what is not ready stays so."""

    def __init__(
        self, local_init_op: Any = None, ready_op: Any = None, ready_for_local_init_op: Any = None,
        graph: Any = None, recovery_wait_secs: float = 30, local_init_run_options: Any = None,
        local_init_feed_dict: Any = None,
    ) -> None:  # fmt: skip
        self._graph = graph or get_default_graph()
        self._local, self._local_feeds = local_init_op, local_init_feed_dict
        self._ready = ready_op

    def _restored(
        self, master: str, saver: Any, folder: Any, path: Any, config: Any
    ) -> tuple[Session, bool]:
        from pelton.train.checkpoints.states import latest_checkpoint

        if folder and path:
            raise ValueError(
                "Can not provide both checkpoint_dir and checkpoint_filename_with_path."
            )
        session = Session(master, graph=self._graph, config=config)
        found = path or (latest_checkpoint(folder) if folder else None)
        if saver is None or not found:
            return session, False
        saver.restore(session, found)
        return session, True

    def _is_ready(self, session: Session) -> Any:
        """The names of what has no value."""
        return () if self._ready is None else session.run(self._ready)

    def prepare_session(
        self, master: str, init_op: Any = None, saver: Any = None, checkpoint_dir: Any = None,
        checkpoint_filename_with_path: Any = None, wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200, config: Any = None, init_feed_dict: Any = None,
        init_fn: Callable[[Any], Any] | None = None,
    ) -> Session:  # fmt: skip
        """A session that is restored from the last checkpoint of the folder, or else initialized.

        Raises RuntimeError where there is neither, and where something has no value then."""
        session, is_restored = self._restored(
            master, saver, checkpoint_dir, checkpoint_filename_with_path, config
        )
        if not is_restored:
            if init_op is None and init_fn is None and self._local is None:
                raise RuntimeError(
                    "Model is not initialized and no init_op or init_fn or local_init_op was given"
                )
            if init_op is not None:
                session.run(init_op, init_feed_dict)
            if init_fn is not None:
                init_fn(session)
        if self._local is not None:
            session.run(self._local, self._local_feeds)
        left = self._is_ready(session)
        if len(left):
            raise RuntimeError(f"Init operations did not make model ready: {list(left)!r}")
        return session

    def recover_session(
        self, master: str, saver: Any = None, checkpoint_dir: Any = None,
        checkpoint_filename_with_path: Any = None, wait_for_checkpoint: bool = False,
        max_wait_secs: float = 7200, config: Any = None,
    ) -> tuple[Session, bool]:  # fmt: skip
        """(a session, whether it was restored from a checkpoint and has all values)."""
        session, is_restored = self._restored(
            master, saver, checkpoint_dir, checkpoint_filename_with_path, config
        )
        if not is_restored:
            return session, False
        if self._local is not None:
            session.run(self._local, self._local_feeds)
        return session, not len(self._is_ready(session))

    def wait_for_session(self, master: str, config: Any = None,
                         max_wait_secs: float = float("inf")) -> Session:  # fmt: skip
        """A session, which only its local operation initializes."""
        session = Session(master, graph=self._graph, config=config)
        if self._local is not None:
            session.run(self._local, self._local_feeds)
        return session


def basic_train_loop(
    supervisor: Any, train_step_fn: Callable[..., Any], args: Any = None, kwargs: Any = None,
    master: str = "",
) -> None:  # fmt: skip
    """Calls `train_step_fn(session, *args, **kwargs)` until the supervisor stops."""
    with supervisor.managed_session(master) as session:
        while not supervisor.should_stop():
            train_step_fn(session, *(args or ()), **(kwargs or {}))
