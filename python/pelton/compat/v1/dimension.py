"""Owns Dimension, the size of an axis as TensorFlow 1 has it."""

from __future__ import annotations

from typing import Any


class Dimension:
    """A size that may be unknown (None); equal to another of the same number.

    Raises TypeError for what is no integer, ValueError for a negative one."""

    def __init__(self, value: Any) -> None:
        found = value.value if isinstance(value, Dimension) else value
        if isinstance(found, (float, str)):
            raise TypeError(f"Dimension value must be integer or None, got value {value!r}")
        self._value = None if found is None else int(found)
        if self._value is not None and self._value < 0:
            raise ValueError(f"Dimension {self._value} must be >= 0")

    @property
    def value(self) -> int | None:
        """The number, or None."""
        return self._value

    def __repr__(self) -> str:
        return f"Dimension({self._value!r})"

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)

    def __int__(self) -> int:
        return self.__index__()

    def __index__(self) -> int:
        if self._value is None:
            raise TypeError("Dimension: an unknown size is no integer")
        return self._value

    def __eq__(self, other: object) -> Any:
        """None where one of the two is unknown."""
        try:
            number = Dimension(other).value
        except (TypeError, ValueError):
            return NotImplemented
        return None if None in (self._value, number) else self._value == number

    def __hash__(self) -> int:
        return hash(self._value)

    def is_compatible_with(self, other: Any) -> bool:
        """Whether both may be the same size."""
        return None in (self._value, Dimension(other).value) or self == other
