"""Owns how a program waits for checkpoints that another one writes."""

from __future__ import annotations

import time

from pelton.train.checkpoints.states import latest_checkpoint

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def _next(folder: str, last: str | None, timeout: float | None) -> str | None:
    """The path of a checkpoint other than `last`, looked for each second; None: none in time."""
    stop = None if timeout is None else time.monotonic() + timeout
    while True:
        found = latest_checkpoint(folder)
        if found is not None and found != last:
            return found
        if stop is not None and time.monotonic() >= stop:
            return None
        time.sleep(1.0 if stop is None else max(0.0, min(1.0, stop - time.monotonic())))


def checkpoints_iterator(
    checkpoint_dir: str,
    min_interval_secs: float = 0,
    timeout: float | None = None,
    timeout_fn: Callable[[], bool] | None = None,
) -> Iterator[str]:
    """The paths of the checkpoints in a folder, each as soon as it is the latest one.

    Ends when none came for `timeout` seconds (None: never), unless `timeout_fn()` is false; at
    least `min_interval_secs` lie between two."""
    last: str | None = None
    while True:
        found = _next(checkpoint_dir, last, timeout)
        if found is None:
            if timeout_fn is None or timeout_fn():
                return
            continue
        start = time.monotonic()
        last = found
        yield found
        time.sleep(max(0.0, start + min_interval_secs - time.monotonic()))
