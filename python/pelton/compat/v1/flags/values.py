"""Owns FlagValues, the flags of a program and what the command line says of them."""

from __future__ import annotations

import sys

from pelton.compat.v1.flags.errors import (
    DuplicateFlagError,
    Error,
    IllegalFlagValueError,
    UnparsedFlagAccessError,
    UnrecognizedFlagError,
    ValidationError,
)
from pelton.compat.v1.flags.parsers import ArgumentParser, BooleanParser, EnumClassParser

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any


class Flag:
    """One flag: its parser, its default, what it is about, and its value."""

    def __init__(
        self, parser: ArgumentParser, serializer: Any, name: str, default: Any,
        help_string: str | None, short_name: str | None = None, boolean: bool = False,
        is_multiple: bool = False,
    ) -> None:  # fmt: skip
        self.parser, self.serializer, self.name = parser, serializer, name
        self.help = help_string or "(no help available)"
        self.short_name, self.boolean = short_name, boolean
        self.is_multiple, self.present = is_multiple, 0
        self._set_default(default)
        self.using_default_value = True
        self.value = self.default

    def _set_default(self, value: Any) -> None:
        if value is not None and self.is_multiple:
            several = [value] if isinstance(value, (str, int, float)) else list(value)
            value = [self._parsed(one) for one in several]
        self.default_unparsed = value
        self.default = value if value is None or self.is_multiple else self._parsed(value)

    def _parsed(self, argument: Any) -> Any:
        try:
            return self.parser.parse(argument)
        except (TypeError, ValueError) as error:
            raise IllegalFlagValueError(f"flag --{self.name}={argument}: {error}") from None

    def parse(self, argument: Any) -> None:
        """Takes what the command line says; a flag of several values takes one more."""
        found = self._parsed(argument)
        if not self.is_multiple:
            self.value = found
        else:
            self.value = [*(self.value if self.present else ()), found]
        self.present += 1
        self.using_default_value = False

    def unparse(self) -> None:
        """Forgets what the command line said."""
        self.value, self.present, self.using_default_value = self.default, 0, True

    def change_default(self, value: Any) -> None:
        """Another default, which is the value too unless that was given."""
        self._set_default(value)
        if self.using_default_value:
            self.value = self.default

    def flag_type(self) -> str:
        """The name of the values' type."""
        return self.parser.flag_type()

    def serialize(self) -> str:
        """How a command line says its value; nothing for None."""
        if self.value is None:
            return ""
        if self.boolean:
            return f"--{self.name}" if self.value else f"--no{self.name}"
        several = self.value if self.is_multiple else [self.value]
        return "\n".join(f"--{self.name}={self._text(one)}" for one in several)

    def _text(self, value: Any) -> str:
        if isinstance(value, list):
            return ",".join(map(str, value))
        if isinstance(self.parser, EnumClassParser):
            return str(value.name).lower()
        return str(value)


class FlagHolder:
    """What a definition gives: the flag's name, default and value."""

    def __init__(self, flag_values: FlagValues, flag: Flag) -> None:
        self._values, self._flag = flag_values, flag

    @property
    def name(self) -> str:
        """The flag's name."""
        return self._flag.name

    @property
    def default(self) -> Any:
        """The flag's default."""
        return self._flag.default

    @property
    def present(self) -> bool:
        """Whether the command line has it."""
        return bool(self._flag.present)

    @property
    def value(self) -> Any:
        """The flag's value; UnparsedFlagAccessError before the command line was read."""
        if not self._values.is_parsed():
            raise UnparsedFlagAccessError(
                f"Trying to access flag --{self.name} before flags were parsed."
            )
        return self._flag.value


class FlagValues:
    """Flags by name, as attributes and items; a call reads a command line.

    Raises AttributeError for an attribute that is no flag, KeyError for an item."""

    _reads_itself = False  # whether the first use of a value reads the program's command line

    def __init__(self) -> None:
        vars(self).update(__flags={}, _is_parsed=False, _checks=[])

    def __call__(self, argv: Sequence[str] | None = None, known_only: bool = False) -> list[str]:
        """Reads a command line, the program's by default; the words that are no flags, after the
        program. Raises UnrecognizedFlagError for a flag that is not defined unless `known_only`,
        IllegalFlagValueError for what a flag does not take."""
        words = list(sys.argv if argv is None else argv)
        if not words:
            raise ValueError("argv cannot be an empty list, and must contain the program name")
        rest = self._read(words[1:], known_only)
        vars(self)["_is_parsed"] = True
        self.validate_all_flags()
        return [words[0], *rest]

    def _read(self, words: list[str], known_only: bool) -> list[str]:
        rest: list[str] = []
        ahead = iter(words)
        for word in ahead:
            if word == "--":
                rest += ["--", *ahead] if known_only else ahead
                break
            if not word.startswith("-") or word == "-":
                rest.append(word)
                continue
            name, has_value, value = word.lstrip("-").partition("=")
            flag = self._flag_of(name)
            if flag is None:
                if not known_only:
                    raise UnrecognizedFlagError(name, word)
                rest.append(word)
                continue
            self._take(flag, name, value if has_value else None, ahead)
        return rest

    def _flag_of(self, name: str) -> Flag | None:
        flags = self._flags()
        if name in flags:
            return flags[name]  # type: ignore[no-any-return]
        negated = flags.get(name[2:]) if name.startswith("no") else None
        return negated if negated is not None and negated.boolean else None

    def _take(self, flag: Flag, name: str, value: Any, ahead: Iterator[str]) -> None:
        if flag.boolean and name not in (flag.name, flag.short_name) and name not in self:
            value = "false"
        elif value is None:
            value = "true" if flag.boolean else next(ahead, None)
        if value is None:
            raise Error(f"Missing value for flag --{name}")
        flag.parse(value)

    # --- checks

    def add_check(self, name: str, check: Callable[[Any], Any], message: str) -> None:
        """From now on the flag's value is checked."""
        self._checks.append(([name], check, message, True))
        if self.is_parsed():
            self.validate_all_flags()

    def add_joint_check(self, names: Sequence[str], check: Any, message: str) -> None:
        """From now on the values of several flags are checked together, as a dict by name."""
        self._checks.append((list(names), check, message, False))
        if self.is_parsed():
            self.validate_all_flags()

    def validate_all_flags(self) -> None:
        """Raises IllegalFlagValueError where a check fails."""
        for names, check, message, is_single in self._checks:
            flags = self._flags()
            if any(name not in flags for name in names):
                continue
            values = {name: flags[name].value for name in names}
            try:
                is_right = check(values[names[0]] if is_single else values)
            except ValidationError as error:
                is_right, message = False, str(error)
            if not is_right:
                shown = ", ".join(f"{name}={values[name]}" for name in names)
                noun = "flag --" if is_single else "flags "
                raise IllegalFlagValueError(f"{noun}{shown}: {message}")

    # --- flags and their values

    def _flags(self) -> dict[str, Any]:
        return vars(self)["__flags"]  # type: ignore[no-any-return]

    def add(self, flag: Flag) -> Flag:
        """Defines one more flag; DuplicateFlagError for a name that another has."""
        flags = self._flags()
        for name in filter(None, (flag.name, flag.short_name)):
            if name in flags:
                program = sys.argv[0]
                raise DuplicateFlagError(
                    f"The flag '{name}' is defined twice. First from {program}, second from "
                    f"{program}. Description from first occurrence: {flags[name].help}"
                )
        for name in filter(None, (flag.name, flag.short_name)):
            flags[name] = flag
        return flag

    def add_alias(self, name: str, original: str) -> Flag:
        """Another name of a flag; UnrecognizedFlagError where there is none."""
        if original not in self:
            raise UnrecognizedFlagError(original)
        flag: Flag = self._flags()[original]
        self._flags()[name] = flag
        return flag

    def is_parsed(self) -> bool:
        """Whether a command line was read."""
        return bool(vars(self)["_is_parsed"])

    def mark_as_parsed(self) -> None:
        """Flags have their values from now on, without a command line."""
        vars(self)["_is_parsed"] = True

    def unparse_flags(self) -> None:
        """Forgets what the command line said."""
        for flag in self._flags().values():
            flag.unparse()
        vars(self)["_is_parsed"] = False

    def _parse_flags(self, args: Sequence[str] | None = None) -> None:
        """Reads the command line, where that was not done: the way of the first TensorFlows."""
        if not self.is_parsed():
            self([sys.argv[0], *(sys.argv[1:] if args is None else args)], known_only=True)

    def __getattr__(self, name: str) -> Any:
        flags = self._flags()
        if name not in flags:
            raise AttributeError(name)
        if not self.is_parsed():
            if not self._reads_itself:
                raise UnparsedFlagAccessError(
                    f"Trying to access flag --{name} before flags were parsed."
                )
            self(known_only=True)
        return flags[name].value

    def __setattr__(self, name: str, value: Any) -> None:
        flag = self._flags().get(name)
        if flag is None:
            raise UnrecognizedFlagError(name)
        flag.value = value
        if self.is_parsed():
            self.validate_all_flags()
        flag.using_default_value = False

    def __delattr__(self, name: str) -> None:
        if name not in self._flags():
            raise AttributeError(name)
        del self._flags()[name]

    def __getitem__(self, name: str) -> Flag:
        return self._flags()[name]  # type: ignore[no-any-return]

    def __contains__(self, name: object) -> bool:
        return name in self._flags()

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(self._flags()))

    def __len__(self) -> int:
        return len(self._flags())

    def __dir__(self) -> list[str]:
        return sorted(self._flags())

    def flag_values_dict(self) -> dict[str, Any]:
        """All values by name."""
        if not self.is_parsed() and self._reads_itself:
            self(known_only=True)
        return {name: flag.value for name, flag in self._flags().items()}

    def get_flag_value(self, name: str, default: Any) -> Any:
        """The flag's value; `default` where that is None."""
        found = getattr(self, name)
        return default if found is None else found

    def set_default(self, name: str, value: Any) -> None:
        """Another default for a flag; UnrecognizedFlagError where there is none."""
        if name not in self:
            raise UnrecognizedFlagError(name)
        self._flags()[name].change_default(value)

    def flags_into_string(self) -> str:
        """The flags as lines of a command line."""
        flags = {flag.name: flag for flag in self._flags().values()}
        shown = (flag.serialize() for flag in flags.values())
        return "".join(f"{one}\n" for one in shown if one)

    def get_help(self) -> str:
        """What the flags are about, by name."""
        lines = [f"{sys.argv[0]}:"]
        for name in self:
            flag = self._flags()[name]
            if name != flag.name:
                continue
            switch = f"--[no]{name}" if isinstance(flag.parser, BooleanParser) else f"--{name}"
            lines.append(f"  {switch}: {flag.help}")
            if flag.default is not None:
                lines.append(f"    (default: '{str(flag.default).lower()}')")
            if flag.parser.syntactic_help:
                lines.append(f"    ({flag.parser.syntactic_help})")
        return "\n".join(lines)


class ProgramFlags(FlagValues):
    """The program's flags: its command line is read where a value is first used."""

    _reads_itself = True
