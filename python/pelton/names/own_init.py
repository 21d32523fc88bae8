"""Owns `own_init`: public classes whose `__init__` is that of a private class above them."""

from __future__ import annotations

import functools
from types import FunctionType

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any, TypeVar

    Class = TypeVar("Class", bound=type)


def own_init(cls: Class) -> Class:
    """The class with a copy of the `__init__` that it inherits: what Python refuses of a call names
    it, ``Precision.__init__() got an unexpected keyword argument 'x'``."""
    given: Any = cls.__init__  # type: ignore[misc]
    made = FunctionType(
        given.__code__, given.__globals__, given.__name__, given.__defaults__, given.__closure__
    )
    made.__kwdefaults__ = given.__kwdefaults__
    functools.update_wrapper(made, given)
    del made.__wrapped__  # type: ignore[attr-defined]
    made.__qualname__ = f"{cls.__qualname__}.__init__"
    cls.__init__ = made  # type: ignore[misc]
    return cls
