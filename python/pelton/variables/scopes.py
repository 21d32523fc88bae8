"""tf.name_scope: the names of variables that are made inside begin with the scope's."""

from __future__ import annotations

from pelton._core import _enter_name_scope

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from typing import Any


class name_scope:  # noqa: N801 - TensorFlow's name
    """``with tf.name_scope("a"):`` is "a/" within the scopes around it; a name that ends in "/" is
    the whole scope. Gives the scope's name. Raises ValueError for what is no string."""

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise ValueError("name for name_scope must be a string.")
        self._name = name
        self._outer: list[str] = []

    @property
    def name(self) -> str:
        """The name that it was made with."""
        return self._name

    def __enter__(self) -> str:
        outer = _enter_name_scope("")
        inner = self._name
        if inner and not inner.endswith("/"):
            inner = f"{outer}{inner}/"
        _enter_name_scope(inner)
        self._outer.append(outer)
        return inner

    def __exit__(self, *error: Any) -> None:
        if not self._outer:
            raise IndexError("name_scope.__exit__: the scope was not entered")
        _enter_name_scope(self._outer.pop())


def get_current_name_scope() -> str:
    """The name scopes around the call, joined by "/", without one at the end."""
    outer = _enter_name_scope("")
    _enter_name_scope(outer)
    return outer.rstrip("/")
