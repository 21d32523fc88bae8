"""Owns the parsers of flags: what a text of the command line stands for."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class ArgumentParser:
    """A flag's value of a text: the text itself. ValueError for what the flag does not take."""

    syntactic_help = ""

    def parse(self, argument: Any) -> Any:
        """The value that `argument` stands for."""
        return argument

    def flag_type(self) -> str:
        """The name of the values' type."""
        return "string"


class ArgumentSerializer:
    """The text that stands for a value."""

    def serialize(self, value: Any) -> str:
        """The text of `value`."""
        return str(value)


class _NumberParser(ArgumentParser):
    kind: Any = int
    noun = "integer"

    def __init__(self, lower_bound: Any = None, upper_bound: Any = None) -> None:
        self.lower_bound, self.upper_bound = lower_bound, upper_bound
        self.syntactic_help = self._help()

    def _help(self) -> str:
        low, high = self.lower_bound, self.upper_bound
        if low == 0 and high is None:
            return f"a non-negative {self.noun}"
        if low == 1 and high is None and self.kind is int:
            return "a positive integer"
        article = "an" if self.kind is int else "a"
        if low is not None and high is not None:
            return f"{article} {self.noun} in the range [{low}, {high}]"
        if low is not None:
            return f"{article} {self.noun} >= {low}"
        if high is not None:
            return f"{article} {self.noun} <= {high}"
        return f"{article} {self.noun}"

    def parse(self, argument: Any) -> Any:
        """The number of a text; ValueError for a text of none and a number out of the bounds."""
        found = self.kind(argument)
        is_low = self.lower_bound is not None and found < self.lower_bound
        if is_low or (self.upper_bound is not None and found > self.upper_bound):
            raise ValueError(f"{found} is not {self._help()}")
        return found


class IntegerParser(_NumberParser):
    """Integers within bounds, in base 10, or 16 after 0x."""

    def parse(self, argument: Any) -> Any:
        """The integer of a text."""
        if isinstance(argument, str) and argument.lower().startswith("0x"):
            argument = int(argument, 16)
        if isinstance(argument, (float, bool)) and not isinstance(argument, bool):
            raise TypeError(f"Expect argument to be a string or int, found {type(argument)}")
        return super().parse(argument)

    def flag_type(self) -> str:
        """The name of the values' type."""
        return "int"


class FloatParser(_NumberParser):
    """Numbers within bounds."""

    kind = float
    noun = "number"

    def flag_type(self) -> str:
        """The name of the values' type."""
        return "float"


class BooleanParser(ArgumentParser):
    """true, t, 1, yes, y and false, f, 0, no, n."""

    def parse(self, argument: Any) -> bool:
        """The truth of a text."""
        text = str(argument).lower()
        if text in ("true", "t", "1", "yes", "y"):
            return True
        if text in ("false", "f", "0", "no", "n"):
            return False
        raise ValueError("Non-boolean argument to boolean flag", argument)

    def flag_type(self) -> str:
        """The name of the values' type."""
        return "bool"


class EnumParser(ArgumentParser):
    """One of some texts."""

    def __init__(self, enum_values: Sequence[str], case_sensitive: bool = True) -> None:
        if not enum_values:
            raise ValueError("`enum_values` cannot be empty")
        self.enum_values, self.case_sensitive = list(enum_values), case_sensitive

    def parse(self, argument: Any) -> str:
        """The one of the texts that is given."""
        for one in self.enum_values:
            if one == argument or (not self.case_sensitive and one.upper() == argument.upper()):
                return one
        raise ValueError(f"value should be one of <{'|'.join(self.enum_values)}>")

    def flag_type(self) -> str:
        """The name of the values' type."""
        return "string enum"


class EnumClassParser(ArgumentParser):
    """A member of an enumeration by its name."""

    def __init__(self, enum_class: Any, case_sensitive: bool = False) -> None:
        self.enum_class, self._is_exact = enum_class, case_sensitive
        shown = (one if case_sensitive else one.lower() for one in enum_class.__members__)
        self._shown = "|".join(shown)

    def parse(self, argument: Any) -> Any:
        """The member of that name."""
        if isinstance(argument, self.enum_class):
            return argument
        for name, member in self.enum_class.__members__.items():
            if name == argument or (not self._is_exact and name.lower() == argument.lower()):
                return member
        raise ValueError(f"value should be one of <{self._shown}>")

    def flag_type(self) -> str:
        """The name of the values' type."""
        return "enum class"


class BaseListParser(ArgumentParser):
    """Texts between separators."""

    def __init__(self, token: str | None = ",", name: str | None = "list") -> None:
        self._token, self._name = token, name

    def parse(self, argument: Any) -> list[Any]:
        """The parts of a text; a list is one already."""
        if isinstance(argument, (list, tuple)):
            return list(argument)
        if not argument:
            return []
        return [one.strip() for one in argument.split(self._token)]

    def flag_type(self) -> str:
        """The name of the values' type."""
        return f"{self._name} of strings"


class ListParser(BaseListParser):
    """Texts between commas."""

    def __init__(self) -> None:
        super().__init__(",", "comma separated list")


class WhitespaceSeparatedListParser(BaseListParser):
    """Texts between blanks, and commas if `comma_compat`."""

    def __init__(self, comma_compat: bool = False) -> None:
        super().__init__(None, "whitespace separated list")
        self._takes_commas = comma_compat

    def parse(self, argument: Any) -> list[Any]:
        """The parts of a text."""
        if self._takes_commas and isinstance(argument, str):
            argument = argument.replace(",", " ")
        return super().parse(argument)
