"""Owns QueueRunner: threads that run a queue's enqueue operations until all is read."""

from __future__ import annotations

import logging
import threading
import weakref

import pelton.functions.recorded_function  # noqa: F401 - before threads import it
from pelton.compat.v1.graph import GraphKeys, get_default_graph
from pelton.errors import CancelledError, OpError, OutOfRangeError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class QueueRunner:
    """A thread for each of `enqueue_ops`, which runs it again and again.

    The queue is closed once all of them met the end of their inputs (OutOfRangeError, or
    `queue_closed_exception_types`), and at once, with what waits for room, when the coordinator
    stops.
    Raises ValueError without operations."""

    def __init__(
        self, queue: Any = None, enqueue_ops: Any = None, close_op: Any = None,
        cancel_op: Any = None, queue_closed_exception_types: Any = None,
        queue_runner_def: Any = None, import_scope: Any = None,
    ) -> None:  # fmt: skip
        if queue is None or not enqueue_ops:
            raise ValueError("Must provide queue and enqueue_ops.")
        self._queue = queue
        self._enqueue_ops = list(enqueue_ops)
        self._close_op = queue.close() if close_op is None else close_op
        self._cancel_op = (
            queue.close(cancel_pending_enqueues=True) if cancel_op is None else cancel_op
        )
        self._ends = (
            (OutOfRangeError,)
            if queue_closed_exception_types is None
            else tuple(queue_closed_exception_types)
        )
        self._lock = threading.Lock()
        self._running: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        self._raised: list[BaseException] = []

    @property
    def queue(self) -> Any:
        """The queue."""
        return self._queue

    @property
    def enqueue_ops(self) -> list[Any]:
        """The operations, of which each has a thread."""
        return self._enqueue_ops

    @property
    def close_op(self) -> Any:
        """The operation that closes the queue."""
        return self._close_op

    @property
    def cancel_op(self) -> Any:
        """The operation that closes the queue and cancels what waits for room."""
        return self._cancel_op

    @property
    def queue_closed_exception_types(self) -> tuple[Any, ...]:
        """The errors that mean the end of the inputs."""
        return self._ends

    @property
    def exceptions_raised(self) -> list[BaseException]:
        """What the threads of a run without a coordinator raised."""
        return self._raised

    @property
    def name(self) -> str:
        """The queue's name."""
        return str(self._queue.name)

    def create_threads(
        self, sess: Any, coord: Any = None, daemon: bool = False, start: bool = False
    ) -> list[threading.Thread]:
        """The threads of a session, with one more that closes the queue when `coord` stops; none
        where the session's threads are running already."""
        with self._lock:
            if self._running.get(sess, 0) > 0:
                logging.getLogger("tensorflow").warning(
                    "Enqueue operations of %s are running in the session already", self.name
                )
                return []
            self._running[sess] = len(self._enqueue_ops)
            self._raised = []
        title = f"QueueRunnerThread-{self.name}"
        threads = [
            threading.Thread(
                target=self._run, args=(sess, one, coord), name=f"{title}-{one.name}", daemon=True
            )
            for one in self._enqueue_ops
        ]
        if coord is not None:
            threads.append(
                threading.Thread(
                    target=self._close_on_stop, args=(sess, coord), daemon=True,
                    name=f"{title}-close_on_stop",
                )
            )  # fmt: skip
            for thread in threads:
                coord.register_thread(thread)
        if start:
            for thread in threads:
                thread.start()
        return threads

    def _run(self, session: Any, operation: Any, coord: Any) -> None:
        is_counted = True
        try:
            while coord is None or not coord.should_stop():
                try:
                    session.run(operation)
                except self._ends:
                    with self._lock:
                        self._running[session] -= 1
                        is_counted = False
                        is_last = self._running[session] == 0
                    if is_last:
                        self._quietly(session, self._close_op)
                    return
        except Exception as error:
            self._failed(error, coord)
        finally:
            if is_counted:
                with self._lock:
                    self._running[session] -= 1

    def _failed(self, error: Exception, coord: Any) -> None:
        if isinstance(error, (CancelledError, RuntimeError)) and "closed" in str(error).lower():
            is_ended = coord is None or coord.should_stop() or not isinstance(error, OpError)
            if is_ended:  # the session or the queue was closed by the program
                return
        if coord is not None:
            coord.request_stop(error)
            return
        logging.getLogger("tensorflow").error("Exception in QueueRunner: %s", error)
        with self._lock:
            self._raised.append(error)

    def _close_on_stop(self, session: Any, coord: Any) -> None:
        coord.wait_for_stop()
        self._quietly(session, self._cancel_op)

    def _quietly(self, session: Any, operation: Any) -> None:
        try:
            session.run(operation)
        except Exception as error:  # the queue or the session may be closed already
            logging.getLogger("tensorflow").debug("Ignored exception: %s", error)


def add_queue_runner(qr: QueueRunner, collection: str = GraphKeys.QUEUE_RUNNERS) -> None:
    """Adds a runner to the graph's, which start_queue_runners starts."""
    get_default_graph().add_to_collection(collection, qr)


def start_queue_runners(
    sess: Any = None, coord: Any = None, daemon: bool = True, start: bool = True,
    collection: str = GraphKeys.QUEUE_RUNNERS,
) -> list[threading.Thread]:  # fmt: skip
    """Starts the threads of all queue runners of the graph in `sess`, or the default session.

    Raises ValueError where there is none, TypeError for what is no session."""
    from pelton.compat.v1.session import Session, get_default_session

    sess = get_default_session() if sess is None else sess
    if sess is None:
        raise ValueError(
            "Cannot start queue runners: No default session is registered. Use `with "
            "sess.as_default()` or pass an explicit session to tf.start_queue_runners(sess=sess)"
        )
    if not isinstance(sess, Session):
        raw = getattr(sess, "raw_session", None)
        if raw is None:
            raise TypeError(f"sess must be a `tf.Session` object. Given class: {type(sess)}")
        sess = raw()
    threads: list[threading.Thread] = []
    for runner in sess.graph.get_collection(collection):
        threads.extend(runner.create_threads(sess, coord, daemon, start))
    return threads
