"""Owns effects on tensors of graphs of ``compat.v1``: prints and checks that sessions run."""

from __future__ import annotations

from pelton._core import functions as _functions
from pelton.names.loaded import loaded

TYPE_CHECKING = False  # type checkers take it for True, without importing typing
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def builds_graph() -> bool:
    """Whether calls become nodes of a graph: not within a trace."""
    is_active = loaded("pelton.compat.v1.graph", "is_active")
    return is_active is not None and not _functions.is_tracing() and is_active()


def effect_in_graph(op: str, values: list[Any], run: Callable[..., Any]) -> Any:
    """The operation that calls ``run(values)`` in sessions; None where the values are known or no
    graph is built."""
    if not builds_graph() or not any(_functions.is_symbolic(value) for value in values):
        return None
    from pelton.compat.v1.functions.checks import noted

    return noted(op, values, run)
