"""Owns ``tensorflow.python.util``'s decorators: `tf_decorator`, `tf_contextlib`, `deprecation`."""

from __future__ import annotations

import contextlib
import functools

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

contextmanager = contextlib.contextmanager
_TARGET = "_decorated_target"


def make_decorator(
    target: Any,
    decorator_func: Any,
    decorator_name: str | None = None,
    decorator_doc: str = "",
    decorator_argspec: Any = None,
) -> Any:
    """`decorator_func` with the name and text of `target`, which `unwrap` finds again."""
    functools.update_wrapper(decorator_func, target)
    setattr(decorator_func, _TARGET, target)
    return decorator_func


def unwrap(maybe_tf_decorator: Any) -> tuple[list[Any], Any]:
    """The decorators that `make_decorator` made, the outermost first, and what they are around."""
    found: list[Any] = []
    current = maybe_tf_decorator
    while _TARGET in getattr(current, "__dict__", ()):
        found.append(current)
        current = current.__dict__[_TARGET]
    return found, current


def _unchanged(*args: Any, **kwargs: Any) -> Callable[[Any], Any]:
    return lambda function: function


# What is deprecated works as before, and nothing is printed.
deprecated = deprecated_args = deprecated_arg_values = deprecated_endpoints = _unchanged


def deprecated_alias(
    deprecated_name: str, name: str, func_or_class: Any, warn_once: bool = True
) -> Any:
    """The function or class itself."""
    return func_or_class


def deprecated_argument_lookup(new_name: str, new_value: Any, old_name: str, old_value: Any) -> Any:
    """The one of both values that was given. Raises ValueError where both were."""
    if old_value is None:
        return new_value
    if new_value is not None:
        raise ValueError(f"Cannot specify both '{old_name}' and '{new_name}'.")
    return old_value


@contextlib.contextmanager
def silence() -> Iterator[None]:
    """Within it nothing is said of what is deprecated."""
    yield


def remove_undocumented(module_name: str, *names: Any, **options: Any) -> None:
    """Does nothing: modules keep the names that their packages do not list."""


def make_all(module_name: str, doc_string_modules: Any = None) -> list[str]:
    """The public names of a module that was imported."""
    import sys

    return sorted(name for name in vars(sys.modules[module_name]) if not name.startswith("_"))
