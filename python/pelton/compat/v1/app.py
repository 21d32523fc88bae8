"""Owns ``tf.app``: runs a program's main function with its flags read."""

from __future__ import annotations

import sys

from pelton.compat.v1 import flags

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

__all__ = ["flags", "run"]


def run(main: Callable[[list[str]], Any] | None = None, argv: Sequence[str] | None = None) -> None:
    """Reads the flags, calls `main`, or the program's, with the rest of the words, and exits."""
    rest = flags.FLAGS(argv)
    called = main or sys.modules["__main__"].main
    sys.exit(called(rest))
