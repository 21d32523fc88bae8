"""Owns ``tf.flags`` and ``tf.app.flags``: options of the command line, read on their first use."""

from __future__ import annotations

import argparse
import sys

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any


class _Flags:
    """The values of the flags by name, from the command line or their defaults.

    Raises AttributeError for a name that was not defined."""

    def __init__(self) -> None:
        vars(self).update(_parser=argparse.ArgumentParser(allow_abbrev=False), _values=None)

    def __call__(self, argv: Sequence[str] | None = None) -> list[str]:
        words = list(sys.argv if argv is None else argv)
        values, rest = self._parser.parse_known_args(words[1:])
        vars(self)["_values"] = vars(values)
        return [*words[:1], *rest]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._values is None:
            self()
        if name not in self._values:
            raise AttributeError(f"Unknown command line flag '{name}'")
        return self._values[name]

    def __setattr__(self, name: str, value: Any) -> None:
        if self._values is None:
            self()
        self._values[name] = value

    def add(self, name: str, **options: Any) -> None:
        """Defines one more flag, which may be written with - or --."""
        self._parser.add_argument(f"-{name}", f"--{name}", dest=name, **options)
        vars(self)["_values"] = None

    def flag_values_dict(self) -> dict[str, Any]:
        """All values by name."""
        if self._values is None:
            self()
        return dict(self._values)


FLAGS = _Flags()


def _truth(text: str) -> bool:
    if text.lower() not in ("true", "t", "1", "false", "f", "0"):
        raise argparse.ArgumentTypeError(f"expected true or false, got {text!r}")
    return text.lower() in ("true", "t", "1")


def _definer(kind: Callable[[str], Any]) -> Callable[..., None]:
    def define(name: str, default: Any, help: str | None = None, **options: Any) -> None:  # noqa: A002
        """Defines a flag with its default and what it is about."""
        FLAGS.add(name, default=default, type=kind, help=help)

    return define


DEFINE_string = _definer(str)
DEFINE_integer = _definer(int)
DEFINE_float = _definer(float)
DEFINE_list = _definer(lambda text: text.split(","))


def DEFINE_bool(name: str, default: Any, help: str | None = None, **options: Any) -> None:  # noqa: A002, N802
    """Defines a flag that is true where it is given without a value; --no<name> makes it false."""
    FLAGS.add(name, default=default, type=_truth, nargs="?", const=True, help=help)
    FLAGS._parser.add_argument(f"--no{name}", dest=name, action="store_false",
                               default=argparse.SUPPRESS)  # fmt: skip


DEFINE_boolean = DEFINE_bool


def DEFINE_enum(name: str, default: Any, enum_values: Sequence[str],  # noqa: N802
                help: str | None = None, **options: Any) -> None:  # fmt: skip # noqa: A002
    """Defines a flag that is one of some texts."""
    FLAGS.add(name, default=default, choices=list(enum_values), help=help)
