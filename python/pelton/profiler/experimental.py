"""tf.profiler.experimental: the scopes of ``Trace`` between ``start`` and ``stop``, as a trace in
Chrome's format. Single ops are not in it."""

from __future__ import annotations

from typing import Any as _Any
from typing import NamedTuple as _NamedTuple

from pelton.errors import AlreadyExistsError as _AlreadyExistsError
from pelton.errors import UnavailableError as _UnavailableError

_TOO_MANY = "Another profiler is running."
_events: list[dict[str, _Any]] | None = None
_logdir = ""


class ProfilerOptions(
    _NamedTuple(
        "ProfilerOptions",
        [
            ("host_tracer_level", int),
            ("python_tracer_level", int),
            ("device_tracer_level", int),
            ("delay_ms", _Any),
        ],
    )
):
    """TensorFlow's options, which change nothing here."""

    def __new__(
        cls,
        host_tracer_level: int = 2,
        python_tracer_level: int = 0,
        device_tracer_level: int = 1,
        delay_ms: _Any = None,
    ) -> ProfilerOptions:
        return super().__new__(
            cls, host_tracer_level, python_tracer_level, device_tracer_level, delay_ms
        )


def start(logdir: _Any, options: _Any = None) -> None:
    """Begins to note scopes. Raises AlreadyExistsError where that was begun before."""
    global _events, _logdir
    import os

    if _events is not None:
        raise _AlreadyExistsError(_TOO_MANY)
    _logdir = os.fspath(logdir)
    _events = []


def stop(save: bool = True) -> None:
    """Ends it and writes ``LOGDIR/plugins/profile/TIME/HOST.trace.json.gz``, for chrome://tracing
    and Perfetto. Raises UnavailableError where nothing was begun."""
    global _events
    if _events is None:
        raise _UnavailableError("Cannot export profiling results. No profiler is running.")
    events, _events = _events, None
    if save:
        _write(events)


def _write(events: list[dict[str, _Any]]) -> None:
    import gzip
    import json
    import os
    import socket
    import time

    folder = os.path.join(_logdir, "plugins", "profile", time.strftime("%Y_%m_%d_%H_%M_%S"))
    os.makedirs(folder, exist_ok=True)
    with gzip.open(os.path.join(folder, f"{socket.gethostname()}.trace.json.gz"), "wt") as file:
        json.dump({"displayTimeUnit": "ns", "traceEvents": events}, file)


class Trace:
    """A scope whose time is noted while the profiler runs: ``with Trace("train", step_num=3):``."""

    def __init__(self, name: str, **kwargs: _Any) -> None:
        self._name, self._metadata = name, kwargs
        self._begin = 0.0

    def set_metadata(self, **kwargs: _Any) -> None:
        """Adds to what the trace shows of this scope."""
        self._metadata.update(kwargs)

    def __enter__(self) -> Trace:
        import time

        self._begin = time.perf_counter()
        return self

    def __exit__(self, *error: object) -> None:
        import os
        import threading
        import time

        if _events is None:
            return
        _events.append(
            {
                "ph": "X",
                "name": self._name,
                "ts": self._begin * 1e6,
                "dur": (time.perf_counter() - self._begin) * 1e6,
                "pid": os.getpid(),
                "tid": threading.get_ident(),
                "args": {key: str(value) for key, value in self._metadata.items()},
            }
        )


class Profile:
    """``start`` and ``stop`` around a block."""

    def __init__(self, logdir: _Any, options: _Any = None) -> None:
        self._logdir, self._options = logdir, options

    def __enter__(self) -> None:
        start(self._logdir, self._options)

    def __exit__(self, *error: object) -> None:
        stop()


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above
from pelton.names.named_refusals import name_refusals as _name_refusals  # noqa: E402 - of all above

_name_methods(__name__)
_name_refusals(__name__)
