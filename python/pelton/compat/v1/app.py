"""Owns ``tf.app``: runs a program's main function with its flags read."""

from __future__ import annotations

import sys

from pelton.compat.v1 import flags

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

__all__ = ["flags", "run"]

_HELP = ("--help", "-help", "--helpfull", "--helpshort", "-h")


def run(main: Callable[[list[str]], Any] | None = None, argv: Sequence[str] | None = None) -> None:
    """Reads the flags, calls `main`, or the program's, with the rest of the words, and exits: with
    1 and the reason where a flag is not what it shall be, with the flags' help where that is asked
    for."""
    words = list(sys.argv if argv is None else argv)
    if any(word in _HELP and word.lstrip("-") not in flags.FLAGS for word in words[1:]):
        print(f"\n       USAGE: {words[0]} [flags]\nflags:\n\n{flags.FLAGS.get_help()}\n")
        sys.exit(1)
    try:
        rest = flags.FLAGS(words, known_only=True)
    except flags.Error as error:
        sys.stderr.write(f"FATAL Flags parsing error:\n  {error}\n")
        sys.stderr.write("Pass --helpshort or --helpfull to see help on flags.\n")
        sys.exit(1)
    called = main or sys.modules["__main__"].main
    sys.exit(called(rest))
