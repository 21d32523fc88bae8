"""Owns Coordinator: tells threads when to stop, and hands on what one of them raised."""

from __future__ import annotations

import contextlib
import threading
import time

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any


class Coordinator:
    """Threads ask `should_stop()`; any of them may `request_stop()`, with an exception or without.

    `clean_stop_exception_types`: what ends a run and is no error, OutOfRangeError where None."""

    def __init__(self, clean_stop_exception_types: Any = None) -> None:
        from pelton.errors import OutOfRangeError

        self._clean = clean_stop_exception_types or (OutOfRangeError,)
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._error: BaseException | None = None
        self._threads: list[threading.Thread] = []
        self.joined = False

    def should_stop(self) -> bool:
        """Whether a stop was asked for."""
        return self._stop.is_set()

    def request_stop(self, ex: Any = None) -> None:
        """Asks all threads to stop; `ex`, an exception or what sys.exc_info() gave, is raised by
        join unless it is a clean stop."""
        error = ex[1] if isinstance(ex, tuple) else ex
        with self._lock:
            if error is not None and self._error is None and not isinstance(error, self._clean):
                self._error = error
            self._stop.set()

    def clear_stop(self) -> None:
        """Forgets the stop and the error."""
        with self._lock:
            self._stop.clear()
            self._error, self.joined = None, False

    @contextlib.contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        """What is raised within it asks for a stop."""
        try:
            yield
        except Exception as error:
            self.request_stop(error)

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        """Waits for a stop; whether there was one within `timeout` seconds."""
        return self._stop.wait(timeout)

    def register_thread(self, thread: threading.Thread) -> None:
        """join waits for the thread too."""
        with self._lock:
            self._threads.append(thread)

    def raise_requested_exception(self) -> None:
        """Raises what request_stop was given, if anything."""
        with self._lock:
            if self._error is not None:
                raise self._error

    def join(
        self,
        threads: Sequence[threading.Thread] | None = None,
        stop_grace_period_secs: float = 120,
        ignore_live_threads: bool = False,
    ) -> None:
        """Waits until all threads have ended, of which they have a time once a stop is asked for.

        Raises what one of them gave request_stop; RuntimeError for threads that go on."""
        waited = [*self._threads, *(threads or ())]
        while any(one.is_alive() for one in waited) and not self._stop.wait(0.01):
            pass
        end = time.monotonic() + stop_grace_period_secs
        for one in waited:
            one.join(max(0.0, end - time.monotonic()))
        self.joined = True
        self.raise_requested_exception()
        alive = [one.name for one in waited if one.is_alive()]
        if alive and not ignore_live_threads:
            raise RuntimeError(f"Coordinator stopped with threads still running: {' '.join(alive)}")


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
