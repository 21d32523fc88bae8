"""The settings of the engine's losses and metrics as attributes, which their configs hold."""

from __future__ import annotations

from pelton.keras.user_attribute import UserAttribute

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_OF_ALL = ("name", "dtype", "reduction")


def _setting(name: str, default: Any) -> UserAttribute:
    def read(self: Any) -> Any:
        return self._settings().get(name, default)

    read.__doc__ = f"The argument `{name}` that it was made with."
    return UserAttribute(read)


def add_to(classes: Iterable[Any]) -> None:
    """Gives each class an attribute for each of its own settings."""
    for cls in classes:
        for name, _, default, _ in getattr(cls, "_fields", ()):
            if name not in _OF_ALL and not hasattr(cls, name):
                setattr(cls, name, _setting(name, default))
