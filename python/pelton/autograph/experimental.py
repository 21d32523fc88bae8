"""Owns ``tf.autograph.experimental``."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def do_not_convert(func: Callable[..., Any] | None = None) -> Any:
    """``func`` as it is, also as a decorator with parentheses."""
    return (lambda given: given) if func is None else func
