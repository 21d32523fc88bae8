"""Owns ``NamedEnum`` and ``NamedIntEnum``: enumerations that say whose value cannot be compared."""

from __future__ import annotations

import enum
import functools

from pelton.names.named_refusals import REFUSALS, name_refusal

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class _NamedType(enum.EnumMeta):
    """The class of the classes: Python compares a value with each member's, which arrays and
    tensors refuse in their own words."""

    @functools.wraps(enum.EnumMeta.__call__)  # with its signature
    def __call__(cls, value: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().__call__(value, *args, **kwargs)
        except REFUSALS as error:
            name_refusal(error, cls.__name__, (value, *args), kwargs)
            raise


class NamedEnum(enum.Enum, metaclass=_NamedType):
    """An enumeration that refuses what is no value of it by its name."""


class NamedIntEnum(enum.IntEnum, metaclass=_NamedType):
    """The same, whose members are ints."""
