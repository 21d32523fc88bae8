"""Owns the look at modules that may not be loaded: who has an object of theirs has loaded them."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def loaded(module: str, name: str) -> Any:
    """What the module has under that name; None while nobody, or another thread, loads it."""
    return getattr(sys.modules.get(module), name, None)


def is_loaded_instance(value: Any, module: str, name: str) -> bool:
    """Whether it is an object of that class of the module."""
    cls = loaded(module, name)
    return cls is not None and isinstance(value, cls)
