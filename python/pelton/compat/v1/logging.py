"""Owns ``tf.compat.v1.logging``: TensorFlow 1's functions over Python's logger "tensorflow"."""

from __future__ import annotations

import logging as _logging

from pelton.host.logger import get_logger

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

DEBUG = _logging.DEBUG
INFO = _logging.INFO
WARN = _logging.WARNING
ERROR = _logging.ERROR
FATAL = _logging.FATAL


def set_verbosity(v: int | str) -> None:
    """From now on messages below the level `v` are not shown."""
    get_logger().setLevel(v)


def get_verbosity() -> int:
    """The level from which on messages are shown."""
    return get_logger().getEffectiveLevel()


def log(level: int, msg: str, *args: Any) -> None:
    """Logs a message of a level."""
    get_logger().log(level, msg, *args)


debug = get_logger().debug
info = get_logger().info
warn = get_logger().warning
warning = get_logger().warning
error = get_logger().error
fatal = get_logger().critical


def log_first_n(level: int, msg: str, n: int, *args: Any) -> None:
    """Logs a message unless it was logged `n` times."""
    count = _counts.get(msg, 0)
    _counts[msg] = count + 1
    if count < n:
        log(level, msg, *args)


_counts: dict[str, int] = {}


def log_every_n(level: int, msg: str, n: int, *args: Any) -> None:
    """Logs a message at the first of every `n` calls with it."""
    count = _counts.get(msg, 0)
    _counts[msg] = count + 1
    if count % n == 0:
        log(level, msg, *args)


def log_if(level: int, msg: str, condition: Any, *args: Any) -> None:
    """Logs a message where the condition holds."""
    if condition:
        log(level, msg, *args)


def vlog(level: int, msg: str, *args: Any) -> None:
    """Logs a message of a level."""
    log(level, msg, *args)


def flush() -> None:
    """Writes what the logger's handlers still hold."""
    for handler in get_logger().handlers:
        handler.flush()


def TaskLevelStatusMessage(msg: str) -> None:  # noqa: N802 - TensorFlow's name
    """Logs a message as an error."""
    error(msg)
