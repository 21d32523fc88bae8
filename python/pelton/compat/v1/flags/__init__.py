"""Owns ``tf.flags`` and ``tf.app.flags``: options of the command line, read on their first use."""

from __future__ import annotations

from pelton.compat.v1.flags.errors import (
    CantOpenFlagFileError,
    DuplicateFlagError,
    Error,
    FlagNameConflictsWithMethodError,
    IllegalFlagValueError,
    UnparsedFlagAccessError,
    UnrecognizedFlagError,
    ValidationError,
)
from pelton.compat.v1.flags.parsers import (
    ArgumentParser,
    ArgumentSerializer,
    BaseListParser,
    BooleanParser,
    EnumClassParser,
    EnumParser,
    FloatParser,
    IntegerParser,
    ListParser,
    WhitespaceSeparatedListParser,
)
from pelton.compat.v1.flags.values import Flag, FlagHolder, FlagValues, ProgramFlags

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

# ruff: noqa: N802 - TensorFlow's names

FLAGS = ProgramFlags()


def DEFINE(
    parser: ArgumentParser, name: str, default: Any, help: str | None,  # noqa: A002
    flag_values: FlagValues = FLAGS, serializer: Any = None, module_name: str | None = None,
    required: bool = False, **args: Any,
) -> FlagHolder:  # fmt: skip
    """Defines a flag of any parser, which `required` wants a value for."""
    is_boolean = isinstance(parser, BooleanParser)
    short = args.get("short_name")
    return DEFINE_flag(
        Flag(parser, serializer, name, default, help, short, is_boolean), flag_values,
        module_name, required,
    )  # fmt: skip


def DEFINE_flag(flag: Flag, flag_values: FlagValues = FLAGS, module_name: str | None = None,
                required: bool = False) -> FlagHolder:  # fmt: skip
    """Defines a flag that is made already."""
    flag_values.add(flag)
    if required:
        mark_flag_as_required(flag.name, flag_values)
    return FlagHolder(flag_values, flag)


def DEFINE_multi(
    parser: ArgumentParser, serializer: Any, name: str, default: Any, help: str | None,  # noqa: A002
    flag_values: FlagValues = FLAGS, module_name: str | None = None, required: bool = False,
    **args: Any,
) -> FlagHolder:  # fmt: skip
    """Defines a flag that may be given several times: its value is the list of all."""
    flag = Flag(parser, serializer, name, default, help, args.get("short_name"), is_multiple=True)
    return DEFINE_flag(flag, flag_values, module_name, required)


def DEFINE_string(name: str, default: str | None, help: str | None = None,  # noqa: A002
                  flag_values: FlagValues = FLAGS, **args: Any) -> FlagHolder:  # fmt: skip
    """Defines a flag that is a text."""
    return DEFINE(ArgumentParser(), name, default, help, flag_values, **args)


def DEFINE_integer(
    name: str, default: Any, help: str | None = None, lower_bound: int | None = None,  # noqa: A002
    upper_bound: int | None = None, flag_values: FlagValues = FLAGS, **args: Any,
) -> FlagHolder:  # fmt: skip
    """Defines a flag that is an integer within bounds."""
    parser = IntegerParser(lower_bound, upper_bound)
    return DEFINE(parser, name, default, help, flag_values, **args)


def DEFINE_float(
    name: str, default: Any, help: str | None = None, lower_bound: float | None = None,  # noqa: A002
    upper_bound: float | None = None, flag_values: FlagValues = FLAGS, **args: Any,
) -> FlagHolder:  # fmt: skip
    """Defines a flag that is a number within bounds."""
    parser = FloatParser(lower_bound, upper_bound)
    return DEFINE(parser, name, default, help, flag_values, **args)


def DEFINE_boolean(name: str, default: Any, help: str | None = None,  # noqa: A002
                   flag_values: FlagValues = FLAGS, **args: Any) -> FlagHolder:  # fmt: skip
    """Defines a flag that is true where it is given without a value; --no<name> makes it false."""
    return DEFINE(BooleanParser(), name, default, help, flag_values, **args)


DEFINE_bool = DEFINE_boolean


def DEFINE_list(name: str, default: Any, help: str | None = None,  # noqa: A002
                flag_values: FlagValues = FLAGS, **args: Any) -> FlagHolder:  # fmt: skip
    """Defines a flag that is a list of texts between commas."""
    return DEFINE(ListParser(), name, default, help, flag_values, **args)


def DEFINE_spaceseplist(
    name: str, default: Any, help: str | None = None, comma_compat: bool = False,  # noqa: A002
    flag_values: FlagValues = FLAGS, **args: Any,
) -> FlagHolder:  # fmt: skip
    """Defines a flag that is a list of texts between blanks."""
    parser = WhitespaceSeparatedListParser(comma_compat)
    return DEFINE(parser, name, default, help, flag_values, **args)


def DEFINE_enum(
    name: str, default: Any, enum_values: Sequence[str], help: str | None = None,  # noqa: A002
    flag_values: FlagValues = FLAGS, module_name: str | None = None, case_sensitive: bool = True,
    **args: Any,
) -> FlagHolder:  # fmt: skip
    """Defines a flag that is one of some texts."""
    parser = EnumParser(enum_values, case_sensitive)
    return DEFINE(parser, name, default, help, flag_values, **args)


def DEFINE_enum_class(
    name: str, default: Any, enum_class: Any, help: str | None = None,  # noqa: A002
    flag_values: FlagValues = FLAGS, module_name: str | None = None, case_sensitive: bool = False,
    **args: Any,
) -> FlagHolder:  # fmt: skip
    """Defines a flag that is a member of an enumeration."""
    parser = EnumClassParser(enum_class, case_sensitive)
    return DEFINE(parser, name, default, help, flag_values, **args)


def DEFINE_multi_string(name: str, default: Any, help: str | None = None,  # noqa: A002
                        flag_values: FlagValues = FLAGS, **args: Any) -> FlagHolder:  # fmt: skip
    """Defines a flag that may be given several times: a list of texts."""
    return DEFINE_multi(ArgumentParser(), None, name, default, help, flag_values, **args)


def DEFINE_multi_integer(
    name: str, default: Any, help: str | None = None, lower_bound: int | None = None,  # noqa: A002
    upper_bound: int | None = None, flag_values: FlagValues = FLAGS, **args: Any,
) -> FlagHolder:  # fmt: skip
    """Defines a flag that may be given several times: a list of integers."""
    parser = IntegerParser(lower_bound, upper_bound)
    return DEFINE_multi(parser, None, name, default, help, flag_values, **args)


def DEFINE_multi_float(
    name: str, default: Any, help: str | None = None, lower_bound: float | None = None,  # noqa: A002
    upper_bound: float | None = None, flag_values: FlagValues = FLAGS, **args: Any,
) -> FlagHolder:  # fmt: skip
    """Defines a flag that may be given several times: a list of numbers."""
    parser = FloatParser(lower_bound, upper_bound)
    return DEFINE_multi(parser, None, name, default, help, flag_values, **args)


def DEFINE_multi_enum(
    name: str, default: Any, enum_values: Sequence[str], help: str | None = None,  # noqa: A002
    flag_values: FlagValues = FLAGS, case_sensitive: bool = True, **args: Any,
) -> FlagHolder:  # fmt: skip
    """Defines a flag that may be given several times: a list of some texts."""
    parser = EnumParser(enum_values, case_sensitive)
    return DEFINE_multi(parser, None, name, default, help, flag_values, **args)


def DEFINE_multi_enum_class(
    name: str, default: Any, enum_class: Any, help: str | None = None,  # noqa: A002
    flag_values: FlagValues = FLAGS, module_name: str | None = None, case_sensitive: bool = False,
    **args: Any,
) -> FlagHolder:  # fmt: skip
    """Defines a flag that may be given several times: a list of members of an enumeration."""
    parser = EnumClassParser(enum_class, case_sensitive)
    return DEFINE_multi(parser, None, name, default, help, flag_values, **args)


def DEFINE_alias(name: str, original_name: str, flag_values: FlagValues = FLAGS,
                 module_name: str | None = None) -> FlagHolder:  # fmt: skip
    """Defines another name of a flag."""
    return FlagHolder(flag_values, flag_values.add_alias(name, original_name))


# --- checks of values


def register_validator(flag_name: Any, checker: Callable[[Any], Any],
                       message: str = "Flag validation failed",
                       flag_values: FlagValues = FLAGS) -> None:  # fmt: skip
    """From now on reading the command line raises IllegalFlagValueError where `checker(value)` is
    false or raises ValidationError."""
    flag_values.add_check(_name(flag_name), checker, message)


def validator(flag_name: Any, message: str = "Flag validation failed",
              flag_values: FlagValues = FLAGS) -> Callable[[Any], Any]:  # fmt: skip
    """Decorates a check of a flag's value."""

    def decorate(function: Any) -> Any:
        register_validator(flag_name, function, message, flag_values)
        return function

    return decorate


def register_multi_flags_validator(
    flag_names: Sequence[Any], multi_flags_checker: Callable[[dict[str, Any]], Any],
    message: str = "Flags validation failed", flag_values: FlagValues = FLAGS,
) -> None:  # fmt: skip
    """From now on the values of several flags are checked together, as a dict by name."""
    names = [_name(one) for one in flag_names]
    flag_values.add_joint_check(names, multi_flags_checker, message)


def multi_flags_validator(flag_names: Sequence[Any], message: str = "Flag validation failed",
                          flag_values: FlagValues = FLAGS) -> Callable[[Any], Any]:  # fmt: skip
    """Decorates a check of the values of several flags."""

    def decorate(function: Any) -> Any:
        register_multi_flags_validator(flag_names, function, message, flag_values)
        return function

    return decorate


def mark_flag_as_required(flag_name: Any, flag_values: FlagValues = FLAGS) -> None:
    """The flag must be given, or have a default that is not None."""
    name = _name(flag_name)
    message = f"Flag --{name} must have a value other than None."
    register_validator(name, lambda value: value is not None, message, flag_values)


def mark_flags_as_required(flag_names: Sequence[Any], flag_values: FlagValues = FLAGS) -> None:
    """Each of the flags must be given, or have a default."""
    for one in flag_names:
        mark_flag_as_required(one, flag_values)


def _mark_exclusive(names: list[str], required: bool, flag_values: FlagValues,
                    is_set: Callable[[Any], bool], noun: str) -> None:  # fmt: skip
    count = "Exactly" if required else "At most"

    def check(values: dict[str, Any]) -> bool:
        number = sum(map(is_set, values.values()))
        return number == 1 or (not required and number == 0)

    message = f"{count} one of ({', '.join(names)}) must have {noun}."
    flag_values.add_joint_check(names, check, message)


def mark_flags_as_mutual_exclusive(flag_names: Sequence[Any], required: bool = False,
                                   flag_values: FlagValues = FLAGS) -> None:  # fmt: skip
    """At most one of the flags, or exactly one if `required`, may have a value."""
    names = [_name(one) for one in flag_names]
    noun = "a value other than None"
    _mark_exclusive(names, required, flag_values, lambda value: value is not None, noun)


def mark_bool_flags_as_mutual_exclusive(flag_names: Sequence[Any], required: bool = False,
                                        flag_values: FlagValues = FLAGS) -> None:  # fmt: skip
    """At most one of the flags, or exactly one if `required`, may be true."""
    names = [_name(one) for one in flag_names]
    _mark_exclusive(names, required, flag_values, bool, "a value of True")


def set_default(flag_holder: FlagHolder, value: Any) -> None:
    """Another default for a flag."""
    flag_holder._values.set_default(flag_holder.name, value)


def override_value(flag_holder: FlagHolder, value: Any) -> None:
    """Another value for a flag."""
    setattr(flag_holder._values, flag_holder.name, value)


def declare_key_flag(flag_name: str, flag_values: FlagValues = FLAGS) -> None:
    """Nothing: help shows all flags."""


def adopt_module_key_flags(module: Any, flag_values: FlagValues = FLAGS) -> None:
    """Nothing: help shows all flags."""


def _name(flag: Any) -> str:
    return flag.name if isinstance(flag, FlagHolder) else flag


__all__ = [
    "ArgumentParser", "ArgumentSerializer", "BaseListParser", "BooleanParser",
    "CantOpenFlagFileError", "DEFINE", "DEFINE_alias", "DEFINE_bool", "DEFINE_boolean",
    "DEFINE_enum", "DEFINE_enum_class", "DEFINE_flag", "DEFINE_float", "DEFINE_integer",
    "DEFINE_list", "DEFINE_multi", "DEFINE_multi_enum", "DEFINE_multi_enum_class",
    "DEFINE_multi_float", "DEFINE_multi_integer", "DEFINE_multi_string", "DEFINE_spaceseplist",
    "DEFINE_string", "DuplicateFlagError", "EnumClassParser", "EnumParser", "Error", "FLAGS",
    "Flag", "FlagHolder", "FlagNameConflictsWithMethodError", "FlagValues", "FloatParser",
    "IllegalFlagValueError", "IntegerParser", "ListParser", "UnparsedFlagAccessError",
    "UnrecognizedFlagError", "ValidationError", "WhitespaceSeparatedListParser",
    "adopt_module_key_flags", "declare_key_flag", "mark_bool_flags_as_mutual_exclusive",
    "mark_flag_as_required", "mark_flags_as_mutual_exclusive", "mark_flags_as_required",
    "multi_flags_validator", "override_value", "register_multi_flags_validator",
    "register_validator", "set_default", "validator",
]  # fmt: skip
