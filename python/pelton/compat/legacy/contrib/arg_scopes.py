"""Owns arg_scope: arguments that layers take where they are given none."""

from __future__ import annotations

import contextlib
import functools
import threading

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any


class _Scopes(threading.local):
    def __init__(self) -> None:
        self.stack: list[dict[str, dict[str, Any]]] = [{}]


_scopes = _Scopes()


def _key(function: Any) -> str:
    return str(getattr(function, "_arg_scope_key", function))


def add_arg_scope(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, whose arguments scopes may give."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        given = {**_scopes.stack[-1].get(key, {}), **kwargs}
        for name in names[: len(args)]:
            if name not in kwargs:
                given.pop(name, None)
        return function(*args, **given)

    key = f"{function.__module__}.{function.__qualname__}"
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    call._arg_scope_key = key  # type: ignore[attr-defined]
    return call


def has_arg_scope(function: Any) -> bool:
    """Whether scopes may give the function's arguments."""
    return hasattr(function, "_arg_scope_key")


def current_arg_scope() -> dict[str, dict[str, Any]]:
    """The arguments that the scopes around the caller give."""
    return _scopes.stack[-1]


@contextlib.contextmanager
def arg_scope(list_ops_or_scope: Any, **kwargs: Any) -> Iterator[dict[str, dict[str, Any]]]:
    """Within it the functions take these arguments where they are given none; a scope of before is
    taken up again.

    Raises ValueError for functions without add_arg_scope, TypeError for what is neither a list nor
    a scope."""
    if isinstance(list_ops_or_scope, dict):
        if kwargs:
            raise ValueError(
                "When attempting to re-use a scope by suppling a dictionary, kwargs must be empty."
            )
        made = dict(list_ops_or_scope)
    elif isinstance(list_ops_or_scope, (list, tuple)):
        made = dict(_scopes.stack[-1])
        for one in list_ops_or_scope:
            if not has_arg_scope(one):
                raise ValueError(f"{one!r} is not decorated with @add_arg_scope")
            made[_key(one)] = {**made.get(_key(one), {}), **kwargs}
    else:
        raise TypeError("list_ops_or_scope must either be a list/tuple or reused scope (i.e. dict)")
    _scopes.stack.append(made)
    try:
        yield made
    finally:
        _scopes.stack.pop()
