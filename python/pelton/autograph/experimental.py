"""Owns ``tf.autograph.experimental``."""

from __future__ import annotations

import inspect

from pelton.names.named_enums import NamedEnum

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Feature(NamedEnum):
    """The conversions of TensorFlow's AutoGraph, of which none is needed here."""

    ALL = "ALL"
    AUTO_CONTROL_DEPS = "AUTO_CONTROL_DEPS"
    ASSERT_STATEMENTS = "ASSERT_STATEMENTS"
    BUILTIN_FUNCTIONS = "BUILTIN_FUNCTIONS"
    EQUALITY_OPERATORS = "EQUALITY_OPERATORS"
    LISTS = "LISTS"
    NAME_SCOPES = "NAME_SCOPES"


def do_not_convert(func: Callable[..., Any] | None = None) -> Any:
    """``func``, which is never rewritten, also as a decorator with parentheses."""
    if func is None:
        return do_not_convert
    if inspect.isfunction(func):
        func.ag__as_it_is = True  # type: ignore[attr-defined]
    return func


def set_loop_options(
    parallel_iterations: int | None = None,
    swap_memory: bool | None = None,
    maximum_iterations: int | None = None,
    shape_invariants: Any = None,
) -> None:
    """Changes nothing: Python's loops run as they are."""
