"""Where messages for the user go: standard output, or the log when interactive logging is off.

Knows nothing about training: the progress bar and the callbacks print through it."""

import logging
import sys

_interactive = True


def enable_interactive_logging() -> None:
    """Send messages to standard output (the default, as in Keras)."""
    global _interactive
    _interactive = True


def disable_interactive_logging() -> None:
    """Send messages to the logger `pelton` at INFO instead of standard output."""
    global _interactive
    _interactive = False


def is_interactive_logging_enabled() -> bool:
    """Whether messages go to standard output."""
    return _interactive


def display_is_dynamic() -> bool:
    """Whether standard output can redraw a line: a terminal or a notebook."""
    isatty = getattr(sys.stdout, "isatty", None)
    return "ipykernel" in sys.modules or bool(isatty and isatty())


def print_msg(message: str, line_break: bool = True) -> None:
    """Write `message` and flush; characters that the output cannot encode become `?`."""
    if not _interactive:
        logging.getLogger("pelton").info(message)
        return
    out = sys.stdout
    if out is None:  # a process without a console, such as pythonw
        return
    text = message + "\n" if line_break else message
    try:
        out.write(text)
    except UnicodeEncodeError:
        encoding = out.encoding or "ascii"
        out.write(text.encode(encoding, errors="replace").decode(encoding))
    out.flush()
