"""Owns ``tf.summary.experimental``: the default step, scopes of names, raw summaries."""

from __future__ import annotations

import contextlib

from pelton.summary.state import state
from pelton.summary.writing import write_raw_pb
from pelton.variables.scopes import get_current_name_scope, name_scope

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = ["get_step", "set_step", "summary_scope", "write_raw_pb"]


def get_step() -> Any:
    """The calling thread's default step; None before one was set."""
    return state.step


def set_step(step: Any) -> None:
    """From now on summaries of this thread without `step` are of this one: an integer, tensor or
    variable (which is read at each summary)."""
    state.step = step


@contextlib.contextmanager
def summary_scope(
    name: str, default_name: str = "summary", values: Any = None
) -> Iterator[tuple[str, str]]:
    """Gives (tag, scope): `name` below the name scopes around it."""
    outer = get_current_name_scope()
    outer = f"{outer}/" if outer else ""
    with name_scope(name or default_name) as scope:
        yield outer + (name or default_name), scope
