"""UserAttribute: what an object tells under a name until its user gives that name to a value."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class UserAttribute:
    """A property that gives way: an attribute that is set is the user's own, as where Keras has
    none of that name."""

    def __init__(self, read: Callable[[Any], Any]) -> None:
        self.fget = read
        self.__doc__ = read.__doc__

    def __get__(self, thing: Any, cls: Any = None) -> Any:
        return self if thing is None else self.fget(thing)
