"""Owns ``tf.experimental.Optional``: a value, or none."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.errors import InvalidArgumentError
from pelton.names.named_refusals import truth

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any

    from pelton._core import Tensor


class Optional:
    """An element of a dataset that may not be there; made by ``from_value`` and ``empty``."""

    def __init__(self, value: Any, element_spec: Any, is_there: bool) -> None:
        self._value, self._spec = value, element_spec
        self._is_there = truth("Optional: `is_there`", is_there)

    @staticmethod
    def from_value(value: Any) -> Optional:
        """One that holds the value."""
        from pelton import data  # noqa: F401 - which binds what structures are made of
        from pelton.data import structure

        element = structure.normalized(value)
        return Optional(element, structure.spec_of(element), True)

    @staticmethod
    def empty(element_spec: Any) -> Optional:
        """One without a value, which would look like the spec."""
        return Optional(None, element_spec, False)

    @property
    def element_spec(self) -> Any:
        """What the value looks like."""
        return self._spec

    def has_value(self, name: str | None = None) -> Tensor:
        """Whether there is a value."""
        return _functions.convert(self._is_there)

    def get_value(self, name: str | None = None) -> Any:
        """The value. Raises InvalidArgumentError where there is none."""
        if not self._is_there:
            raise InvalidArgumentError(
                "The given optional does not have a value. [Op:OptionalGetValue] name: "
            )
        return self._value

    def __repr__(self) -> str:
        return f"tf.experimental.Optional({self._value!r})" if self._is_there else "Optional.empty"


from pelton.names.named_refusals import name_methods as _name_methods  # noqa: E402 - of all above

_name_methods(__name__)
