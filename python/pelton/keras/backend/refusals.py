"""Owns what an exception that leaves one of keras.backend's functions says at its end: which
function it was and what it was given."""

from __future__ import annotations

import functools

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_LONGEST = 40  # of what is shown of a number, text or list
_USUAL = (RuntimeError, TypeError, ValueError)


def _shown(value: Any) -> str:
    """A tensor's or array's dtype and shape, a number or short text itself, else the type."""
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if shape is not None and dtype is not None:
        return f"{getattr(dtype, 'name', dtype)} {tuple(shape)}"
    if value is None or type(value) in (bool, int, float, str):
        text = repr(value)
        return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
    return f"a {type(value).__name__}"


def _note(function: Any, args: Any, kwargs: Any) -> str:
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    given = {**dict(zip(names, args, strict=False)), **kwargs}
    try:
        told = ", ".join(f"{name}={_shown(value)}" for name, value in given.items())
    except Exception:  # of an object of the user's, when it is looked at
        told = ", ".join(given)
    return f" [keras.backend.{function.__name__}: {told}]"


def _naming(function: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (ArithmeticError, AttributeError, LookupError, *_USUAL) as error:
            texts = error.args
            if len(texts) == 1 and isinstance(texts[0], str) and " [keras.backend." not in texts[0]:
                error.args = (texts[0] + _note(function, args, kwargs),)
            raise

    return call


def name_refusals(module: dict[str, Any]) -> None:
    """Lets the public functions that a module defines name themselves and their arguments."""
    for name, value in list(module.items()):
        is_own = getattr(value, "__module__", None) == module["__name__"]
        if not name.startswith("_") and is_own and hasattr(value, "__code__"):
            module[name] = _naming(value)
