"""Owns the switch of traceback filtering, and what stands for dumps of debug information."""

from __future__ import annotations

from pelton.errors import UnimplementedError

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any, NoReturn

_filters = True  # what programs ask for; no frames are hidden either way


def enable_traceback_filtering() -> None:
    """Says that tracebacks may leave out frames of the library; Pelton's are always whole."""
    global _filters
    _filters = True


def disable_traceback_filtering() -> None:
    """Says that tracebacks must be whole, as Pelton's always are."""
    global _filters
    _filters = False


def is_traceback_filtering_enabled() -> bool:
    """What was said last; True at first."""
    return _filters


def enable_dump_debug_info(dump_root: Any, *args: Any, **kwargs: Any) -> NoReturn:
    """Raises UnimplementedError that says what to use."""
    raise UnimplementedError(
        "enable_dump_debug_info: there is no dump of debug information; tf.profiler records ops, "
        "tf.debugging.check_numerics finds NaN and Inf, and tf.config.experimental.explain_program "
        "lists what a tf.function runs"
    )


def disable_dump_debug_info() -> None:
    """Changes nothing: there is no dump of debug information."""
