"""Owns which functions of keras.backend's modules name themselves in what they refuse: their own,
not those that they import."""

from __future__ import annotations

from pelton.names.named_refusals import public

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


def name_refusals(module: dict[str, Any]) -> None:
    """Lets the public functions that a module defines name themselves and their arguments."""
    for name, value in list(module.items()):
        is_own = getattr(value, "__module__", None) == module["__name__"]
        if not name.startswith("_") and is_own and hasattr(value, "__code__"):
            module[name] = public(value, module["__name__"], name)
