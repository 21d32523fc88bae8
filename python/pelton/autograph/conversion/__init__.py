"""Owns AutoGraph: Python functions whose branches and loops over tensors become those of programs.

Functions that are traced with values need none of it. One that is traced without (for specs, for
files, in pipelines) and asks for a value is rewritten, with the user's functions that it calls."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def converted(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """The function rewritten, for one trace; None where there is nothing to rewrite."""
    from pelton.autograph.conversion.callables import converted_callable

    made = converted_callable(function)
    return None if made is function else made


def forms(function: Any, python_function: Callable[..., Any]) -> list[Any]:
    """`function`, which calls the Python function, and the latter rewritten, in the order in which
    they are to be traced: rewritten first where it has branches or loops of its own."""
    made = converted(python_function)
    if made is None:
        return [function]
    from pelton.autograph.conversion.source import has_branches

    return [made, function] if has_branches(python_function) else [function, made]
