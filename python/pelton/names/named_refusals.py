"""Owns ``name_refusals``: what functions made of other ops refuse names the function called."""

from __future__ import annotations

import functools
import re
import sys
from types import FunctionType, TracebackType

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Texts that say already whose they are: "op: ...", "argument `x`", "[Op:Add]".
_SAYS_WHOSE = re.compile(r"[\w.]+(\(\))?: |.*argument [`']|.*\[Op:", re.DOTALL)
_REFUSALS = (TypeError, ValueError, AttributeError, IndexError, KeyError, OverflowError)


def _is_ours(traceback: TracebackType | None) -> bool:
    """Whether the exception was raised in this package, not in a function of the user's."""
    module = ""
    while traceback is not None:
        module = traceback.tb_frame.f_globals.get("__name__", "")
        traceback = traceback.tb_next
    return module.partition(".")[0] in ("pelton", "keras_pelton")


def _name(error: BaseException, name: str) -> None:
    """Puts the function's name before a text that does not have it."""
    if len(error.args) != 1 or not isinstance(error.args[0], str):
        return
    text = error.args[0]
    if name not in text and not _SAYS_WHOSE.match(text) and _is_ours(error.__traceback__):
        error.args = (f"{name}: {text}",)


def named(function: Callable[..., Any]) -> Callable[..., Any]:
    """The function, whose refusals name it: the class of the exception stays as it is. What it
    refuses because of ragged tensors is theirs (pelton.ragged.dispatch)."""
    name = function.__name__

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except _REFUSALS as error:
            ragged = sys.modules.get("pelton.ragged.dispatch")
            made = NotImplemented if ragged is None else ragged.of_function(function, args, kwargs)
            if made is not NotImplemented:
                return made
            _name(error, name)
            raise

    call.refusals_are_named = True  # type: ignore[attr-defined]
    return call


def public(function: Callable[..., Any], module: str, name: str) -> Callable[..., Any]:
    """The function, its refusals named, as it is found in that module under that name: there
    pickle looks for it."""
    found = named(function)
    found.__module__, found.__qualname__ = module, name
    return found


def name_refusals(module: str) -> None:
    """Replaces the public functions of the module by ones whose refusals name them."""
    functions = vars(sys.modules[module])
    for name, value in list(functions.items()):
        is_ours = type(value) is FunctionType and value.__module__.startswith("pelton.")
        if is_ours and not name.startswith("_") and not hasattr(value, "refusals_are_named"):
            functions[name] = public(value, module, name)
